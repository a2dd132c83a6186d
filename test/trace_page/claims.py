"""Claims of the tests about pages, reported in TAP."""

import traceback

CLAIMS = []


def claim(text):
    def add(function):
        CLAIMS.append((text, function))
        return function

    return add


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"expected {expected!r}, found {found!r}")


def play(subject, about="", before=lambda: None):
    """Calls `before` and each claim with the subject. Returns the exit code."""
    failed = 0
    for text, function in CLAIMS:
        before()
        try:
            function(subject)
            print(f"ok - {about}{text}", flush=True)
        except (AssertionError, OSError, RuntimeError, ValueError):
            failed += 1
            print(f"not ok - {about}{text}")
            print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
    return 1 if failed else 0
