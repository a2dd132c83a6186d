"""Plays worlds of the simulation in chunks and keeps the state of it in a folder: `scripts/worlds`."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time

SUMS = {"rules looked at": "rules", "faults that hit": "faults"}


def empty_state():
    return {"played": 0, "seconds": 0.0, "broken": [], "rules": {}, "faults": {}}


def read_state(folder):
    """What is known so far; nothing was played if there is no state."""
    path = folder / "state.json"
    return json.loads(path.read_text()) if path.exists() else empty_state()


def write_state(folder, state):
    """As a whole or not at all: a power cut leaves the state before."""
    new = folder / "state.json.new"
    with new.open("w") as to:
        json.dump(state, to, indent=1)
        to.flush()
        os.fsync(to.fileno())
    new.replace(folder / "state.json")


def read_report(output):
    """(worlds, broken seeds, sums) of what test-worlds prints; None if it has not come to its end."""
    end = re.search(r"^# (\d+) worlds in ", output, re.MULTILINE)
    if end is None or re.search(r"^not ok - a process of the simulation has died", output, re.MULTILINE):
        return None
    broken = [
        {"seed": int(seed), "rule": rule, "text": text}
        for seed, rule, text in re.findall(r"^seed (\d+): ([a-z-]+): (.*)$", output, re.MULTILINE)
    ]
    sums = {name: {} for name in SUMS.values()}
    for title, name in SUMS.items():
        line = re.search(rf"^# {title}:((?: \S+ \d+)*)$", output, re.MULTILINE)
        for key, count in re.findall(r" (\S+) (\d+)", line[1] if line else ""):
            sums[name][key] = int(count)
    return int(end[1]), broken, sums


def add_report(state, report, seconds):
    worlds, broken, sums = report
    state["played"] += worlds
    state["seconds"] += seconds
    state["broken"] = sorted(state["broken"] + broken, key=lambda x: x["seed"])
    for name, counts in sums.items():
        for key, count in counts.items():
            state[name][key] = state[name].get(key, 0) + count


def table(state):
    """What was found, as lines for people."""
    lines = [f"{state['played']} worlds in {state['seconds'] / 3600:.1f} hours, {len(state['broken'])} broken"]
    rules = {}
    for x in state["broken"]:
        rules.setdefault(x["rule"], []).append(x)
    for rule, found in sorted(rules.items()):
        seeds = ", ".join(str(x["seed"]) for x in found[:5])
        lines.append(f"{rule}: {len(found)} broken, of the seeds {seeds}{' ...' if len(found) > 5 else ''}")
        lines.append(f"    {found[0]['text']}")
    for name in ("rules", "faults"):
        lines.append(f"{name}: " + ", ".join(f"{key} {count}" for key, count in sorted(state[name].items())))
    return lines


class Progress:
    """One line: it moves on a terminal; elsewhere it is printed each ten minutes."""

    def __init__(self, wanted):
        self.wanted, self.last, self.moves = wanted, 0.0, sys.stderr.isatty()

    def show(self, state):
        now = time.monotonic()
        if not self.moves and self.last and now - self.last < 600:
            return
        self.last = now
        pace = state["played"] / state["seconds"] if state["seconds"] else 0
        left = (self.wanted - state["played"]) / pace / 3600 if pace else 0
        text = f"{state['played']} of {self.wanted} worlds, {pace:.0f} a second, {left:.1f} hours left, {len(state['broken'])} broken"
        print(("\r" if self.moves else "") + text, end=" " if self.moves else "\n", file=sys.stderr, flush=True)

    def end(self):
        if self.moves:
            print(file=sys.stderr)


def play_chunk(program, first, worlds, jobs):
    command = [str(program), "--seed", str(first), "--worlds", str(worlds), "--jobs", str(jobs)]
    began = time.monotonic()
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return read_report(output), output, time.monotonic() - began


def play(options):
    folder = options.state
    state = read_state(folder)
    progress = Progress(options.worlds)
    began = time.monotonic()
    progress.show(state)
    while state["played"] < options.worlds and len(state["broken"]) < options.broken:
        if options.hours and time.monotonic() - began > options.hours * 3600:
            break
        first, worlds = state["played"] + 1, min(options.chunk, options.worlds - state["played"])
        report, output, seconds = play_chunk(folder / "test-worlds", first, worlds, options.jobs)
        if report is None or report[0] != worlds:
            (folder / "died.txt").write_text(output)
            progress.end()
            print(f"the worlds from seed {first} on were not all played: see {folder}/died.txt", file=sys.stderr)
            return 2
        add_report(state, report, seconds)
        write_state(folder, state)
        progress.show(state)
    progress.end()
    return print_table(folder)


def print_table(folder):
    state = read_state(folder)
    lines = table(state)
    print("\n".join(lines))
    print(f"state: {folder}")
    return 1 if state["broken"] else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--worlds", type=int, default=1_000_000)
    parser.add_argument("--hours", type=float)
    parser.add_argument("--chunk", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--broken", type=int, default=10)
    parser.add_argument("--state", type=pathlib.Path, required=True)
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if not options.table:
        options.state.mkdir(parents=True, exist_ok=True)
    try:
        sys.exit(print_table(options.state) if options.table else play(options))
    except KeyboardInterrupt:
        print(f"\nthe next call goes on after {read_state(options.state)['played']} worlds", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
