#!/usr/bin/env python3
"""What a point of a sweep costs beyond its simulation: processor time of a sweep of a trivial workload, less that of its
simulations.

    scripts/sweep_overhead.py [--texpipe FILE] [--points 10000] [--most 5] [--markdown]

Fails when it is more than --most milliseconds a point. The time is of processors, so that other work on the machine
counts little.
"""
import argparse
import pathlib
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

import markdown_table

root = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--points", type=int, default=10000)
parser.add_argument("--most", type=float, default=5.0)
markdown_table.add_option(parser)
options = parser.parse_args()

with tempfile.TemporaryDirectory() as scratch:
    place = pathlib.Path(scratch)
    (place / "tiny.yaml").write_text(
        "study: tiny\nmachine: {machine: small}\ntiming: loosely_timed\n"
        "workload: {kind: microbenchmark, benchmark: sampler_chain, sampler_chain: {footprint: 64B, loads: 1}}\n")
    (place / "sweep.yaml").write_text(
        "sweep: s\nstudy: tiny.yaml\ngrid:\n"
        f"  memory.latency: {{from: 1ns, to: {options.points}ns, steps: {options.points}}}\n")
    begin = time.monotonic()
    subprocess.run([options.texpipe, "sweep", "sweep.yaml", "-q", "--jobs", "1", "--lines", "1"], cwd=place, check=True,
                   stdout=subprocess.DEVNULL)
    wall = time.monotonic() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    state = sqlite3.connect(place / "out/s/state.sqlite")
    simulated, points = state.execute("SELECT sum(seconds), count(*) FROM points WHERE status = 'done'").fetchone()
    overhead = 1000 * (used.ru_utime + used.ru_stime - simulated) / points
    of_wall, of_processors, of_simulation = (f"{1000 * seconds / points:.2f} ms" for seconds in (wall, used.ru_utime + used.ru_stime, simulated))
    if options.markdown:
        print(markdown_table.markdown(("points", "wall, a point", "processors", "of them simulation", "beyond it"),
                                      [(points, of_wall, of_processors, of_simulation, f"{overhead:.2f} ms")]))
    else:
        print(f"{points} points, wall {of_wall} a point; processors {of_processors}, "
              f"of them {of_simulation} for the simulation and {overhead:.2f} ms beyond it")
    sys.exit(overhead > options.most)
