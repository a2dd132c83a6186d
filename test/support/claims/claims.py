"""Claims in TAP, for the tests of scripts."""

import traceback

CLAIMS = []


def claim(text):
    """Makes a function a test: its assertions are the claim."""

    def keep(function):
        CLAIMS.append((text, function))
        return function

    return keep


def same(found, expected):
    assert found == expected, f"\nexpected: {expected!r}\nfound:    {found!r}"


def run_claims():
    """Prints how each claim went; returns the exit code."""
    failed = 0
    for text, function in CLAIMS:
        try:
            function()
            print(f"ok - {text}", flush=True)
        except Exception:  # pylint: disable=broad-except
            failed = 1
            print(f"not ok - {text}")
            print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
    return failed
