"""Runs clang-tidy over sources of a build folder, and remembers by their contents which have passed."""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TIDY = "clang-tidy-16"


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--passed", type=pathlib.Path, required=True, help="folder with a file for each source that passed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("paths", nargs="*", default=["src"], type=pathlib.Path)
    return parser.parse_args()


def sources(build, paths):
    """The compiled sources below these paths, each with its object in the build folder."""
    wanted = [path.resolve() for path in paths]
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if source.suffix == ".cpp" and any(source == path or path in source.parents for path in wanted):
            found.setdefault(source, entry["output"])
    return found


def headers_by_object(build):
    """The files that each object was compiled from, as ninja has noted them."""
    answer = subprocess.run(["ninja", "-C", build, "-t", "deps"], stdout=subprocess.PIPE, check=True, text=True)
    found, current = {}, None
    for line in answer.stdout.splitlines():
        if line and not line.startswith(" "):
            current = found.setdefault(line.split(":")[0], [])
        elif line.strip() and current is not None:
            current.append(line.strip())
    return found


def digest(build, source, headers, rules):
    """Equal digests: the same text of the source and of the project's headers, and the same rules."""
    total = hashlib.sha256(rules)
    for path in sorted({str(source), *(str((build / header).resolve()) for header in headers)}):
        if not path.startswith("/usr/") and os.path.exists(path):
            total.update(path.encode() + pathlib.Path(path).read_bytes())
    return total.hexdigest()


def write_plain_commands(build, folder):
    """Writes the commands without precompiled headers: clang-tidy reads their texts anyway, and does not find the text of
    one whose paths count from another folder."""
    commands = (build / "compile_commands.json").read_text()
    plain = re.sub(r" (-include-pch [^ ]+|--config=[^ ]+)", "", commands)
    (pathlib.Path(folder) / "compile_commands.json").write_text(plain)


def check(folder, source, mark):
    """The findings in a source; None: it has passed."""
    ended = subprocess.run(
        [TIDY, "--quiet", "-p", folder, source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
    if ended.returncode == 0:
        mark.touch()
        return None
    return ended.stdout or ended.stderr


def main():
    options = read_arguments()
    build = options.build.resolve()
    rules = (build.parent / ".clang-tidy").read_bytes()
    headers = headers_by_object(build)
    options.passed.mkdir(parents=True, exist_ok=True)
    marks = {
        source: options.passed / digest(build, source, headers.get(output, []), rules)
        for source, output in sources(build, options.paths).items()
    }
    left = {source: mark for source, mark in marks.items() if not mark.exists()}
    print(f"  {len(marks) - len(left)} of {len(marks)} sources have passed before", file=sys.stderr)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as lanes:
        write_plain_commands(build, folder)
        for number, findings in enumerate(lanes.map(lambda entry: check(folder, *entry), left.items()), 1):
            if number % 20 == 0:
                print(f"  {number} of {len(left)} ...", file=sys.stderr)
            if findings:
                failed += 1
                print(findings.strip())
    print(f"{len(marks) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not marks else 0)


main()
