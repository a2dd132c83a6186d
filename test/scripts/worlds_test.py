#!/usr/bin/env python3
"""Tests of scripts/lib/worlds.py, which plays worlds over several nights. Reports in TAP."""

import pathlib
import subprocess
import sys
import tempfile

WORLDS = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib" / "worlds.py"
sys.path.insert(0, str(WORLDS.parent))
import worlds  # noqa: E402
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support" / "claims"))
from claims import claim, run_claims, same  # noqa: E402

# Every 40th seed breaks a rule. Each call is noted.
PROGRAM = """#!/usr/bin/env bash
echo "$2 $4" >> "${BASH_SOURCE[0]%/*}/calls"
if [[ -e ${BASH_SOURCE[0]%/*}/dies ]]; then exit 3; fi
broken=0
for ((seed = $2; seed < $2 + $4; ++seed)); do
  ((seed % 40)) || { echo "seed $seed: end-state: the object of alpha has seed $seed"; broken=$((broken + 1)); }
done
echo "# $4 worlds in 0.1 s, $broken broken"
echo "# rules looked at: end-state $4 wait 2"
echo "# faults that hit: crash 3"
"""


class Night:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        (self.folder / "test-worlds").write_text(PROGRAM)
        (self.folder / "test-worlds").chmod(0o755)

    def play(self, *options):
        command = [sys.executable, str(WORLDS), "--state", str(self.folder), "--chunk", "30", "--jobs", "1", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def calls(self):
        return (self.folder / "calls").read_text().split("\n")[:-1]


@claim("what is played is played once, over any number of nights")
def _():
    night = Night()
    same(night.play("--worlds", "35", "--broken", "9").returncode, 0)
    same(night.play("--worlds", "70", "--broken", "9").returncode, 1)
    same(night.play("--worlds", "70", "--broken", "9").returncode, 1)
    same(night.calls(), ["1 30", "31 5", "36 30", "66 5"])


@claim("the first seeds that are broken end it, and the table names them")
def _():
    night = Night()
    played = night.play("--worlds", "1000000", "--broken", "2")
    same(night.calls(), ["1 30", "31 30", "61 30"])
    same(played.stdout.split("\n")[1:5], [
        "end-state: 2 broken, of the seeds 40, 80",
        "    the object of alpha has seed 40",
        "rules: end-state 90, wait 6",
        "faults: crash 9",
    ])
    same(night.play("--table").stdout, played.stdout)


@claim("a chunk whose worlds were not all played counts for nothing")
def _():
    night = Night()
    night.play("--worlds", "30")
    (night.folder / "dies").touch()
    same(night.play("--worlds", "60").returncode, 2)
    same(worlds.read_state(night.folder)["played"], 30)


@claim("what test-worlds prints is read, with the words of a breach as they are")
def _():
    same(worlds.read_report("seed 7: end-state: a: b\n# 9 worlds in 1.0 s, 1 broken\n"),
         (9, [{"seed": 7, "rule": "end-state", "text": "a: b"}], {"rules": {}, "faults": {}}))
    same(worlds.read_report("seed 7: end-state: a\n"), None)


sys.exit(run_claims())
