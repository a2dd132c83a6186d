#!/usr/bin/env python3
"""Tests of scripts/lib/live_view.py: a log goes in, lines for people come out. Reports in TAP."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support" / "claims"))
from claims import claim, run_claims, same  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parents[1] / "scripts" / "lib" / "live_view.py"
STEPS = """\
 1 global onStartup
 2 global Synchronization
 3 global beforeAll
 4 discover modules
 5 module run
 6 module delete
 7 module purge
 8 global afterAll
 9 object changed (global)
10 object changed (module)
11 schedule (global)
12 schedule (module)
13 global values changed
14 module values changed
15 release object absent
16 ConfigMap changed"""


def view(log, *arguments):
    """What the view makes of a log, and its copy of the log."""
    with tempfile.TemporaryDirectory() as folder:
        modules = pathlib.Path(folder, "modules")
        for name in ("010-pull-secrets", "020-web-app", "030-production-guard"):
            (modules / name).mkdir(parents=True)
        (modules / "030-production-guard" / "enabled").touch()
        copy = pathlib.Path(folder, "copy")
        ended = subprocess.run(
            [sys.executable, PROGRAM, "--modules-dir", modules, "--copy", copy, *arguments],
            input=log.encode(),
            stdout=subprocess.PIPE,
            timeout=60,
            check=True,
        )
        return ended.stdout.decode(), copy.read_text()


def shown(**entry):
    """The line of one entry, without its time."""
    entry = {"time": "2026-01-01T00:00:00.000Z", "level": "info", **entry}
    return view(json.dumps(entry) + "\n")[0].removeprefix("   0.000s ").rstrip("\n")


@claim("a recorded log becomes the lines in recorded.txt")
def _():
    log = (HERE / "live_view" / "recorded.jsonl").read_text()
    lines, copy = view(log)
    same(lines, (HERE / "live_view" / "recorded.txt").read_text())
    same(copy, log)


@claim("each lifecycle step has its name")
def _():
    lines = [shown(event="task_finished", task="", step=number) for number in range(1, 17)]
    same("\n".join(line.rstrip() for line in lines), STEPS)


@claim("a hook that fails shows its exit code")
def _():
    line = shown(event="hook_finished", step=5, hook="a.sh", module="web", binding="beforeHelm", seconds=2, exit_code=3)
    same(line.split(), "5 module run hook web a.sh [beforeHelm] 2.000 s exit code 3".split())


@claim("a task that fails shows its outcome, and a queue other than main its name")
def _():
    line = shown(event="task_finished", step=5, task="ModuleHookRun", module="web", queue="slow", outcome="failed")
    same(line.split(), "5 module run ModuleHookRun web (queue slow) failed".split())


@claim("errors and warnings show all they say")
def _():
    same(shown(level="error", event="watch_refused", error="no right", kind="Pod"), "error: watch_refused no right kind=Pod")
    same(shown(level="warning", event="hook_failed", module="web"), "warning: hook_failed module=web")
    same(shown(event="http_listening", port=1), "")


@claim("what is no JSON object is shown as it is, the last line without its end too")
def _():
    same(view("Killed\n[1]\nhalf a li")[0], "Killed\n[1]\nhalf a li\n")


@claim("the summary comes once, after the first converge")
def _():
    converged = json.dumps({"time": "2026-01-01T00:00:00Z", "event": "converge_finished", "seconds": 1})
    lines = view(f"{converged}\n{converged}\n")[0]
    same(lines.count("Modules\n"), 1)
    same(lines.count("everything is as the modules describe"), 2)


@claim("the first converge is notified by a signal")
def _():
    heard = []
    signal.signal(signal.SIGUSR1, lambda *_: heard.append(1))
    view('{"event": "http_listening"}\n', "--notify", str(os.getpid()))
    same(heard, [])
    view('{"event": "converge_finished"}\n' * 2, "--notify", str(os.getpid()))
    same(heard, [1])


sys.exit(run_claims())
