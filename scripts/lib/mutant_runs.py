"""Runs mutants: programs that differ from the sources in one small change. A mutant that all tests accept has lived, and
shows a place that no test checks.

Works on copies of the sources with build folders of their own, one for each worker; the sources themselves are only read.
"""

import argparse
import collections
import dataclasses
import json
import os
import pathlib
import queue
import random
import shlex
import signal
import subprocess
import sys
import threading
import time

import mutation_kinds as mutation
from source_copy import copy_sources

# The test programs that cover a folder, the cheap ones first: the first that fails saves the others.
COVERED_BY = {
    "src/base": ["core", "sys", "actors", "scenario"],
    "src/text": ["core", "yaml", "kube", "actors"],
    "src/trace": ["core", "cli", "scenario"],
    "src/core": ["core", "yaml", "kube", "actors", "scenario"],
    "src/kube": ["kube", "actors", "scenario"],
    "src/sys": ["sys"],
    "src/cli": ["cli"],
    "src/actors": ["actors", "scenario", "contract"],
}
# Folders that share a sample, and its default size.
SAMPLES = [(("src/base", "src/text", "src/trace", "src/core", "src/kube"), 80), (("src/actors",), 20)]
COMPILE_SECONDS = 300
KILLED, LIVED, INVALID = "killed", "lived", "did not compile"


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    change: mutation.Mutation

    def __str__(self):
        return f"{self.file}:{self.change.line}  {self.change}"

    def folder(self):
        return "/".join(self.file.split("/")[:2])


def read_arguments():
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1, help="another seed is another sample (default: 1)")
    parser.add_argument("--files", action="append", metavar="GLOB", help="only these files: src/core/tasks/*.cpp")
    parser.add_argument("--line", type=int, help="only changes of this line")
    parser.add_argument("--count", type=int, metavar="N", help="size of the sample; with --files of all files together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="workers (default: one per core)")
    parser.add_argument("--only", action="append", metavar="NAME", help="only these test programs, of those that cover the file")
    parser.add_argument("--list", action="store_true", help="prints the sample without running it")
    parser.add_argument("--source", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--setup", help=argparse.SUPPRESS)
    return parser.parse_args()


def sample(arguments):
    """The mutants to run, in an order that depends on nothing but the seed and the sources."""
    dice = random.Random(arguments.seed)
    if arguments.files:
        count = arguments.count or (10**9 if arguments.line else 20)
        return drawn(dice, arguments, [arguments.files], count)
    chosen = []
    for folders, size in SAMPLES:
        chosen += drawn(dice, arguments, [[folder + "/**/*.cpp" for folder in folders]], arguments.count or size)
    return chosen


def drawn(dice, arguments, globs, count):
    files = sorted({path for group in globs for glob in group for path in arguments.source.glob(glob) if path.is_file()})
    places = [
        Mutant(str(path.relative_to(arguments.source)), change)
        for path in files
        for change in mutation.mutations(path.read_text())
        if arguments.line in (None, change.line)
    ]
    unknown = {place.folder() for place in places} - set(COVERED_BY)
    if unknown:
        sys.exit(f"error: no test program is known to cover {', '.join(sorted(unknown))}")
    return dice.sample(places, min(count, len(places)))


def covering(mutant, only):
    return [group for group in COVERED_BY[mutant.folder()] if not only or group in only]


class Stopped(Exception):
    """Ctrl-C: what runs is ended, what waits is not begun."""


class Worker:
    """A copy of the sources, its build folder, and the programs that run there."""

    stopping = threading.Event()
    running = set()
    lock = threading.Lock()

    def __init__(self, arguments, number):
        self.only = arguments.only
        self.source = arguments.source
        self.root = arguments.work / str(number)
        self.build = self.root / "build"
        self.setup = shlex.split(arguments.setup)
        self.programs = {}

    def prepare(self, groups):
        """Copies what has changed since the last time, builds it, and measures how long the tests take unchanged."""
        copy_sources(self.source, self.root)
        if not (self.build / "build.ninja").exists():
            self.must(["meson", "setup", str(self.build), str(self.root), *self.setup], 300)
        else:
            self.must(["ninja", "-C", str(self.build), "build.ninja"], 300)
        tests = json.loads(subprocess.run(["meson", "introspect", "--tests", self.build], capture_output=True, check=True).stdout)
        commands = {test["name"]: test["cmd"] for test in tests}
        self.must(["ninja", "-C", str(self.build), *(self.target(commands[group]) for group in groups)], 7200)
        for group in groups:
            began = time.monotonic()
            self.must(commands[group] + ["--abort-after=1"], 900)
            self.programs[group] = (commands[group], 20 + 5 * (time.monotonic() - began))

    def target(self, command):
        return str(pathlib.Path(command[0]).relative_to(self.build.resolve()))

    def judge(self, mutant):
        """(verdict, by whom) of one mutant. The copy is as before afterwards."""
        file = self.root / mutant.file
        before = file.read_text()
        try:
            file.write_text(mutant.change.applied_to(before))
            return self.first_failure(covering(mutant, self.only))
        finally:
            file.write_text(before)

    def first_failure(self, groups):
        for group in groups:
            command, limit = self.programs[group]
            if not self.compiles(self.target(command)):
                return INVALID, ""
            status = self.run(command + ["--abort-after=1"], limit)
            if status is None:
                return KILLED, f"{group}, which hung"
            if status != 0:
                return KILLED, group
        return LIVED, ""

    def compiles(self, target):
        """Whether the compiler accepts the mutant. A build that fails for another reason says nothing about it."""
        command = ["ninja", "-C", str(self.build), target]
        status = self.run(command, COMPILE_SECONDS)
        if status not in (0, None) and "FAILED: " not in self.last_output():
            raise RuntimeError(f"failed, but not for the mutation: {' '.join(command)}\n{self.last_output()[-3000:]}")
        return status == 0

    def last_output(self):
        return (self.root / "log").read_text(errors="replace")

    def must(self, command, limit):
        if self.run(command, limit) != 0:
            raise RuntimeError(f"failed without a mutation: {' '.join(map(str, command))}\n{self.last_output()[-3000:]}")

    def run(self, command, limit):
        """The exit code, None after the limit. The output is kept in the file `log` until the next command."""
        with open(self.root / "log", "wb") as log, self.lock:
            if self.stopping.is_set():
                raise Stopped
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, env=environment(self.root)
            )
            self.running.add(process)
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None
        finally:
            with self.lock:
                self.running.discard(process)
            if self.stopping.is_set():
                raise Stopped

    @classmethod
    def stop_all(cls):
        cls.stopping.set()
        with cls.lock:
            for process in cls.running:
                os.killpg(process.pid, signal.SIGKILL)


def environment(root):
    """Mutants read the compiler's cache, for files that are as before, and put nothing into it."""
    scratch = root / "tmp"
    scratch.mkdir(parents=True, exist_ok=True)
    return {
        **{name: text for name, text in os.environ.items() if name not in ("KUBECONFIG", "ADDON_OPERATOR_TEST_REAL")},
        "CCACHE_BASEDIR": str(root),
        "CCACHE_NOHASHDIR": "1",
        "CCACHE_READONLY": "1",
        "TMPDIR": str(scratch),
    }


def work_off(worker, waiting, finished):
    try:
        while True:
            mutant = waiting.get_nowait()
            began = time.monotonic()
            finished.put((mutant, *worker.judge(mutant), time.monotonic() - began))
    except queue.Empty:
        finished.put(None)
    except BaseException as reason:  # pylint: disable=broad-except
        finished.put(reason)


def run_all(workers, mutants):
    """Prints a line for each mutant; returns {folder: [(mutant, verdict)]}."""
    waiting, finished = queue.Queue(), queue.Queue()
    for mutant in mutants:
        waiting.put(mutant)
    for worker in workers:
        threading.Thread(target=work_off, args=(worker, waiting, finished), daemon=True).start()
    verdicts, left = collections.defaultdict(list), len(workers)
    while left:
        news = finished.get()
        if isinstance(news, Stopped):
            left -= 1
        elif isinstance(news, BaseException):
            Worker.stop_all()
            raise news
        elif news is None:
            left -= 1
        else:
            mutant, verdict, by_whom, seconds = news
            verdicts[mutant.folder()].append((mutant, verdict))
            done = sum(map(len, verdicts.values()))
            print(f"  {done:>3}/{len(mutants)} {seconds:6.1f} s  {verdict + (' by ' + by_whom if by_whom else ''):<24} {mutant}", flush=True)
    return verdicts


def summarise(verdicts):
    for folder in sorted(verdicts):
        count = collections.Counter(verdict for _, verdict in verdicts[folder])
        print(f"{folder}: {count[KILLED]} killed, {count[LIVED]} lived, {count[INVALID]} did not compile")
    lived = sorted(str(mutant) for found in verdicts.values() for mutant, verdict in found if verdict == LIVED)
    if lived:
        print("\nlived:")
        for line in lived:
            print(f"  {line}")


def main():
    arguments = read_arguments()
    mutants = sample(arguments)
    if arguments.list or not mutants:
        for mutant in mutants:
            print(mutant)
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    groups = list(dict.fromkeys(group for mutant in mutants for group in covering(mutant, arguments.only)))
    workers = [Worker(arguments, number) for number in range(min(arguments.jobs, len(mutants)))]
    try:
        for worker in workers:
            print(f"  building {worker.root} ...", file=sys.stderr, flush=True)
            worker.prepare(groups)
        verdicts = run_all(workers, mutants)
    except KeyboardInterrupt:
        Worker.stop_all()
        sys.exit(130)
    except Stopped:
        sys.exit(130)
    except RuntimeError as reason:
        Worker.stop_all()
        sys.exit(f"error: {reason}")
    summarise(verdicts)


if __name__ == "__main__":
    main()
