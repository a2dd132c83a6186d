"""Turns the operator's JSON log (stdin) into lines to follow: which lifecycle step runs what, and how long it took.

After the first converge it prints what is on and which queues there are, and sends SIGUSR1 to the process of --notify.
Lines that are not JSON are shown as they are.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import select
import signal
import sys
from datetime import datetime

STEPS = {
    1: "global onStartup",
    2: "global Synchronization",
    3: "global beforeAll",
    4: "discover modules",
    5: "module run",
    6: "module delete",
    7: "module purge",
    8: "global afterAll",
    9: "object changed (global)",
    10: "object changed (module)",
    11: "schedule (global)",
    12: "schedule (module)",
    13: "global values changed",
    14: "module values changed",
    15: "release object absent",
    16: "ConfigMap changed",
}
SILENCE_SECONDS = 15
COLOURS = {"dim": "2", "bold": "1", "red": "31", "yellow": "33", "green": "32"}


def coloured(text, colour):
    return f"\033[{COLOURS[colour]}m{text}\033[0m" if sys.stdout.isatty() else text


def seconds(entry):
    taken = entry.get("seconds")
    return "" if taken is None else f"{float(taken):8.3f} s"


def row(entry, what, subject, remark="", colour=None):
    """One line: time since the first entry, step, what was done, to what, how long it took."""
    number = entry.get("step")
    step = f"{number:>2} {STEPS.get(number, ''):<24}" if isinstance(number, int) and number else " " * 27
    line = f"{step} {what:<18} {subject:<56} {seconds(entry):>10} {remark}".rstrip()
    return coloured(line, colour) if colour else line


def where(entry):
    parts = (entry.get("module"), entry.get("hook"))
    return " ".join(part for part in parts if part)


def task_line(entry):
    good = entry.get("outcome") in (None, "success", "succeeded", "done", "finished")
    remark = "" if good else str(entry["outcome"])
    queue = entry.get("queue", "main")
    subject = where(entry) + (f" (queue {queue})" if queue != "main" else "")
    return row(entry, entry.get("task", "task"), subject, remark, "bold" if good else "yellow")


def hook_line(entry):
    code = entry.get("exit_code")
    failed = code not in (None, 0)
    subject = f"{where(entry)} [{entry.get('binding', '')}]"
    return row(entry, "  hook", subject, f"exit code {code}" if failed else "", "red" if failed else None)


def helm_line(entry):
    subject = entry.get("release") or entry.get("module", "")
    return row(entry, f"  helm {entry.get('operation', '')}", subject)


def output_line(entry):
    return coloured(f"{'':28}  | {entry.get('line', '')}", "dim")


def converge_line(entry):
    return row(entry, "converged", "everything is as the modules describe", colour="green")


LINES = {
    "task_finished": task_line,
    "hook_finished": hook_line,
    "helm_finished": helm_line,
    "hook_output": output_line,
    "converge_finished": converge_line,
}


def other_line(entry):
    """Errors and warnings with all they say; anything else is in the copy of the log."""
    level = entry.get("level")
    if level not in ("error", "warning"):
        return None
    details = {key: text for key, text in entry.items() if key not in ("time", "level", "event", "error")}
    words = [str(entry.get("event", "")), str(entry.get("error", ""))] + [f"{key}={text}" for key, text in details.items()]
    return coloured(f"{level}: " + " ".join(word for word in words if word), "red" if level == "error" else "yellow")


class View:
    def __init__(self, arguments):
        self.arguments = arguments
        self.began = None
        self.converged = False
        self.runs = {}
        self.queues = collections.Counter()

    def show(self, text):
        try:
            entry = json.loads(text)
        except ValueError:
            entry = None
        if not isinstance(entry, dict):
            print(text, flush=True)
            return
        self.count(entry)
        line = LINES.get(entry.get("event"), other_line)(entry)
        if line is not None:
            print(f"{self.elapsed(entry)} {line}", flush=True)
        if entry.get("event") == "converge_finished" and not self.converged:
            self.converged = True
            self.summary()

    def elapsed(self, entry):
        try:
            now = datetime.fromisoformat(entry["time"])
        except (KeyError, ValueError):
            return " " * 9
        self.began = self.began or now
        return f"{(now - self.began).total_seconds():8.3f}s"

    def count(self, entry):
        if entry.get("event") != "task_finished":
            return
        self.queues[entry.get("queue", "main")] += 1
        if entry.get("step") == 5 and entry.get("module"):
            self.runs[entry["module"]] = entry

    def summary(self):
        print("\nModules")
        for folder in sorted(path for path in self.arguments.modules_dir.iterdir() if path.is_dir()):
            name = re.sub(r"^\d+-", "", folder.name)
            run = self.runs.get(name)
            state = f"on{seconds(run)}" if run else "off" + (", by its enabled script" if (folder / "enabled").exists() else "")
            print(f"  {name:<20} {state}")
        print("\nQueues")
        for name, tasks in sorted(self.queues.items()):
            print(f"  {name:<20} {tasks} tasks run")
        sys.stdout.flush()
        if self.arguments.notify:
            os.kill(self.arguments.notify, signal.SIGUSR1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--notify", type=int, metavar="PID")
    parser.add_argument("--modules-dir", type=pathlib.Path, required=True)
    parser.add_argument("--copy", type=pathlib.Path, required=True, help="where the log is kept as it is")
    arguments = parser.parse_args()
    view = View(arguments)
    pending = b""
    with open(arguments.copy, "wb", buffering=0) as copy:
        while True:
            ready, _, _ = select.select([0], [], [], SILENCE_SECONDS)
            if not ready:
                if not view.converged:
                    print(coloured("          ... nothing new for a while; still waiting for the first converge", "dim"), flush=True)
                continue
            chunk = os.read(0, 65536)
            if not chunk:
                break
            copy.write(chunk)
            *lines, pending = (pending + chunk).split(b"\n")
            for line in lines:
                view.show(line.decode(errors="replace"))
    if pending:
        view.show(pending.decode(errors="replace"))


main()
