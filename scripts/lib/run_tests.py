"""Runs the test programs of a build folder and sums up what they report.

Reads the answer of `meson introspect --tests` from stdin. A program reports with the summary line of doctest; scripts
report in TAP (`ok - claim`, `not ok - claim`, and `ok - claim # SKIP reason` for one that this machine cannot test). A program that ends without a report counts as one failed test.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import threading
import time

SUMMARY = re.compile(r"\[doctest\] test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed\s*\|\s*(\d+) skipped")
DURATION = re.compile(r"^(\d+\.\d+) s: (.*)$", re.MULTILINE)
TAP = re.compile(r"^(ok|not ok) - (?:.*?)( # SKIP .*)?$", re.MULTILINE)
SKIP = re.compile(r"^ok - (.*) # SKIP (.*)$", re.MULTILINE)
SLOW_SECONDS = 1.0
# These begin first, so that none of them is still running when everything else is done.
LONGEST = ["worlds", "node", "e2e", "helm_worker", "scripts", "fuzz"]


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", action="append", metavar="NAME", help="run only these groups")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="leave this group out")
    parser.add_argument("--tap", action="append", default=[], metavar="NAME=FILE", help="a script that reports in TAP")
    parser.add_argument("--slowdown", default="", help="factor for the time limits")
    return parser.parse_args()


def groups(arguments):
    """(name, command, seconds allowed, environment, lock) of all tests, the longest first. Those of one suite have one lock:
    they would see what the others do to the cluster."""
    factor = int(arguments.slowdown or 1)
    locks = collections.defaultdict(threading.Lock)
    found = [
        (
            test["name"],
            test["cmd"] + ["--no-colors=true", "--duration=true"],
            test["timeout"] * factor,
            test["env"],
            locks[test["suite"][0]] if ":" in test["suite"][0] else threading.Lock(),
        )
        for test in json.load(sys.stdin)
    ]
    for entry in arguments.tap:
        name, file = entry.split("=", 1)
        # Two thousand worlds beside all other groups take up to nine minutes on two busy cores.
        found.append((name, [file], 1200, {}, threading.Lock()))
    found.sort(key=lambda group: (LONGEST.index(group[0]) if group[0] in LONGEST else len(LONGEST), group[0]))
    return [
        group
        for group in found
        if (not arguments.only or group[0] in arguments.only) and group[0] not in arguments.without
    ]


def run(name, command, limit, environment, lock):
    """Prints how a group went, in one piece; returns (passed, failed, skipped, [(seconds, title)])."""
    with lock:
        return run_alone(name, command, limit, environment)


def run_alone(name, command, limit, environment):
    print(f"  {name} ...\n", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    try:
        ended = subprocess.run(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=limit,
            check=False,
        )
        output, status = ended.stdout.decode(errors="replace"), ended.returncode
    except subprocess.TimeoutExpired as late:
        output, status = (late.stdout or b"").decode(errors="replace"), f"none: stopped after {limit} s"
    except OSError as reason:
        output, status = str(reason), "none: not started"
    counts = count(output, status)
    report = f"  {name}: {sentence(*counts)} ({time.monotonic() - began:.1f} s)\n"
    report += "".join(f"    skipped: {claim}: {reason}\n" for claim, reason in SKIP.findall(output))
    if counts[1]:
        report = f"{output}\n{name}: exit code {status}: {' '.join(command)}\n{report}"
    print(report, end="", flush=True)
    return *counts, [(float(seconds), f"{name}: {title}") for seconds, title in DURATION.findall(output)]


def count(output, status):
    """(passed, failed, skipped) of one program's output. A bad exit code without a failed test is one more failure."""
    summary = SUMMARY.search(output)
    if summary:
        passed, failed, skipped = (int(number) for number in summary.groups())
    else:
        results = TAP.findall(output)
        failed = sum(result == "not ok" for result, _ in results)
        skipped = sum(bool(reason) for result, reason in results if result == "ok")
        passed = len(results) - failed - skipped
    if failed == 0 and (status != 0 or not (summary or passed or skipped)):
        failed = 1
    return passed, failed, skipped


def sentence(passed, failed, skipped):
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def main():
    passed = failed = skipped = 0
    durations = []
    # As many groups as there are cores: most of them wait for a cluster, for processes or for one core.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as lanes:
        results = list(lanes.map(lambda group: run(*group), groups(read_arguments())))
    for result in results:
        passed, failed, skipped = passed + result[0], failed + result[1], skipped + result[2]
        durations += result[3]
    slow = sorted((entry for entry in durations if entry[0] >= SLOW_SECONDS), reverse=True)
    for seconds, title in slow[:10]:
        print(f"  {seconds:6.1f} s  {title}")
    if passed + failed == 0:
        print("no test has run", file=sys.stderr)
    print(sentence(passed, failed, skipped))
    sys.exit(1 if failed or passed + skipped == 0 else 0)


main()
