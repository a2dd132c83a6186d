"""Plays faults that are built into copies of the sources, and says in which world the simulation found each of them."""

import argparse
import pathlib
import re
import subprocess
import sys

from source_copy import copy_sources

SEPARATOR = "---"


class Defect:
    def __init__(self, lines):
        self.name, self.file = lines[0], lines[1]
        self.faults = next((line[len("faults: ") :] for line in lines if line.startswith("faults: ")), "")
        blocks, block = [], None
        for line in lines[2:]:
            if line == SEPARATOR:
                block = []
                blocks.append(block)
            elif block is not None:
                block.append(line)
        self.old, self.new = ("\n".join(block) for block in blocks[:2])


def read_defects(path):
    """The entries of test/worlds/defects.txt."""
    defects, lines = [], None
    for line in path.read_text().splitlines():
        if line.startswith("=== "):
            lines = [line[4:]]
            defects.append(lines)
        elif lines is not None:
            lines.append(line)
    return [Defect(lines) for lines in defects]


def build(folder):
    made = subprocess.run(["ninja", "-C", str(folder), "test/worlds/test-worlds"], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        print(made.stdout[-3000:], file=sys.stderr)
    return made.returncode == 0


def play(program, faults, worlds, jobs):
    """(seed, rule and text) of the first world that breaks; (None, the sums) if none does."""
    command = [str(program), "--worlds", str(worlds), "--jobs", str(jobs), "--first-breach"]
    if faults:
        command += ["--faults", faults]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.search(r"^seed (\d+): (.*)$", output, re.MULTILINE)
    return (int(found[1]), found[2]) if found else (None, output)


def check_texts(source):
    """Reports in TAP; True if each fault can be built in."""
    missed = []
    for x in read_defects(source / "test/worlds/defects.txt"):
        count = (source / x.file).read_text().count(x.old)
        if count != 1:
            missed.append(f"{x.name}: its text stands {count} times in {x.file}")
    print("not ok" if missed else "ok", "- the text of each built-in fault stands once in its file")
    for line in missed:
        print("#", line)
    return not missed


def try_defect(defect, copy, arguments):
    """True if the simulation finds it."""
    file = copy / defect.file
    sources = file.read_text()
    if sources.count(defect.old) != 1:
        print(f"not ok - {defect.name}: its text stands {sources.count(defect.old)} times in {defect.file}", flush=True)
        return False
    file.write_text(sources.replace(defect.old, defect.new))
    try:
        if not build(copy / "build"):
            print(f"not ok - {defect.name}: does not compile", flush=True)
            return False
        seed, what = play(copy / "build/test/worlds/test-worlds", defect.faults, arguments.worlds, arguments.jobs)
    finally:
        file.write_text(sources)
    if seed is None:
        print(f"not ok - {defect.name}: not found in {arguments.worlds} worlds", flush=True)
        return False
    print(f"ok - {defect.name}: seed {seed}, {what[:110]}", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--copy", type=pathlib.Path)
    parser.add_argument("--texts", action="store_true", help="only look whether the faults can be built in")
    parser.add_argument("--worlds", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", help="the beginning of a name")
    arguments = parser.parse_args()
    if arguments.texts:
        sys.exit(0 if check_texts(arguments.source) else 1)
    copy_sources(arguments.source, arguments.copy)
    if not (arguments.copy / "build/build.ninja").exists():
        # A fault in a header that is precompiled would compile everything anew.
        options = ["--buildtype=debug", "-Dcpp_args=-g1", "-Db_lundef=false", "-Db_pch=false", "-Dbench=false"]
        command = ["meson", "setup", str(arguments.copy / "build"), str(arguments.copy), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print("building the copy ...", file=sys.stderr)
    if not build(arguments.copy / "build"):
        sys.exit(2)
    defects = [
        x for x in read_defects(arguments.source / "test/worlds/defects.txt") if not arguments.only or x.name.startswith(tuple(arguments.only))
    ]
    missed = [x for x in defects if not try_defect(x, arguments.copy, arguments)]
    print(f"{len(defects) - len(missed)} of {len(defects)} found")
    sys.exit(1 if missed else 0)


main()
