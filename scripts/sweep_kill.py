#!/usr/bin/env python3
"""Kills a sweep again and again (SIGKILL) and resumes it: nothing may be lost, nothing twice, and the table the same.

    scripts/sweep_kill.py [--texpipe FILE] [--kills 100] [--points 200] [--seed 1]

The moments are random, from the start of the command to what a whole sweep takes. A point that was running when the
sweep was killed runs again; every other one has run once. When a sweep ends before it was killed often enough, another
one begins.
"""
import argparse
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--kills", type=int, default=100)
parser.add_argument("--points", type=int, default=200)
parser.add_argument("--jobs", type=int, default=2)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

STUDY = """study: tiny
machine: {machine: small}
timing: loosely_timed
workload: {kind: microbenchmark, benchmark: sampler_chain, sampler_chain: {footprint: 4KiB, loads: 200}}
"""


def command(folder, *more):
    latencies = ",".join(f"{50 + n}ns" for n in range(options.points))
    return [options.texpipe, "sweep", "tiny.yaml", "-q", "--jobs", str(options.jobs), "-p",
            f"memory.latency={latencies}", "--out", folder, *more]


def check(what, holds):
    if not holds:
        sys.exit(f"failed: {what}")


with tempfile.TemporaryDirectory() as scratch:
    place = pathlib.Path(scratch)
    (place / "tiny.yaml").write_text(STUDY)

    def run(folder, *more):
        return subprocess.run(command(folder, *more), cwd=place, stdout=subprocess.DEVNULL, check=False).returncode

    begin = time.monotonic()
    check("the sweep runs", run("whole") == 0)
    whole = time.monotonic() - begin
    table = (place / "whole/results.csv").read_bytes()

    def complete(folder):
        """When the points that are complete were written."""
        return {mark.parent.name: mark.stat().st_mtime_ns for mark in folder.glob("points/*/COMPLETE")
                if not mark.parent.name.startswith(".")}

    dice = random.Random(options.seed)
    kills = finished = most = 0
    while kills < options.kills:
        folder = place / "killed"
        shutil.rmtree(folder, ignore_errors=True)
        of_this = 0
        written = {}
        while True:
            process = subprocess.Popen(command("killed", "--resume"), cwd=place, stdout=subprocess.DEVNULL)
            try:
                # Early moments count as much as late ones, whatever is left to do.
                process.wait(timeout=dice.uniform(0, whole / 4) if kills < options.kills else None)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
                of_this += 1
                time.sleep(0.05)  # its points die with it
                now = complete(folder)
                check("no complete point goes or is written again", written.items() <= now.items())
                written = now
                continue
            break
        check(f"the sweep ends well after {of_this} kills", process.returncode == 0)
        check(f"the table is the same after {of_this} kills", (folder / "results.csv").read_bytes() == table)
        names = sorted(entry.name for entry in (folder / "points").iterdir())
        state = sqlite3.connect(folder / "state.sqlite")
        rows = state.execute("SELECT id, status, attempts FROM points ORDER BY id").fetchall()
        check("each point has its folder and nothing else is there", names == [row[0] for row in rows])
        check("each point is done", all(row[1] == "done" for row in rows))
        check("no point that ended ran again", written.items() <= complete(folder).items())
        check("no point is noted twice", all(row[2] == 1 for row in rows))
        state.close()
        finished += 1
        most = max(most, of_this)
    print(f"{kills} kills in {finished} sweeps of {options.points} points, up to {most} in one: every table the same")
