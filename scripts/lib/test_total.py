"""Sums up what the tests of one `meson test` have reported: shows those that failed, what was skipped, and the slowest.

Reads meson's log (a JSON object a line). A program of doctest reports with its summary line; a script reports in TAP
(`ok - claim`, `not ok - claim`, and `ok - claim # SKIP reason` for one that this machine cannot test). A test that ends
without a report counts as one that has failed, unless its exit code says that it cannot run here (77).
"""

import json
import re
import sys

SUMMARY = re.compile(r"\[doctest\] test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed\s*\|\s*(\d+) skipped")
DURATION = re.compile(r"^(\d+\.\d+) s: (.*)$", re.MULTILINE)
TAP = re.compile(r"^(ok|not ok) -(?:.*?)( # SKIP .*)?$", re.MULTILINE)
SKIP = re.compile(r"^ok -(?: (.*))? # SKIP (.*)$", re.MULTILINE)
SLOW_SECONDS = 1.0
CANNOT_RUN_HERE = 77


def count(output, test):
    """(passed, failed, skipped) of one test. A bad end without a failed claim is one more failure."""
    summary = SUMMARY.search(output)
    if summary:
        passed, failed, skipped = (int(number) for number in summary.groups())
    elif test["returncode"] == CANNOT_RUN_HERE:
        return 0, 0, 1
    else:
        results = TAP.findall(output)
        failed = sum(result == "not ok" for result, _ in results)
        skipped = sum(bool(reason) for result, reason in results if result == "ok")
        passed = len(results) - failed - skipped
    ended_well = test["returncode"] == 0 and test["result"] in ("OK", "SKIP")
    if failed == 0 and not (ended_well and (summary or passed or skipped)):
        failed = 1
    return passed, failed, skipped


def sentence(passed, failed, skipped):
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def report(test):
    """Prints what has failed or was skipped in a test; returns its counts and the durations of its cases."""
    # meson names a test `PROJECT / TEST`, or `PROJECT:SUITE / TEST`.
    name, output = test["name"].split(" / ")[-1], test.get("stdout") or ""
    counts = count(output, test)
    if counts[1]:
        print(output + test.get("stderr", ""))
        print(f"{name}: {test['result']}, exit code {test['returncode']}: {' '.join(test['command'])}")
        print(f"  {name}: {sentence(*counts)} ({test['duration']:.1f} s)")
    for claim, reason in SKIP.findall(output):
        print(f"  skipped: {name}: {claim or 'all of it'}: {reason}")
    return counts, [(float(seconds), f"{name}: {title}") for seconds, title in DURATION.findall(output)]


def main(path):
    try:
        with open(path, encoding="utf-8") as log:
            reports = [report(json.loads(line)) for line in log]
    except FileNotFoundError:
        reports = []
    passed, failed, skipped = (sum(counts[place] for counts, _ in reports) for place in range(3))
    slow = sorted((case for _, cases in reports for case in cases if case[0] >= SLOW_SECONDS), reverse=True)
    for seconds, title in slow[:10]:
        print(f"  {seconds:6.1f} s  {title}")
    if not reports:
        print("no test has run", file=sys.stderr)
    print(sentence(passed, failed, skipped))
    sys.exit(1 if failed or passed + skipped == 0 else 0)


main(*sys.argv[1:])
