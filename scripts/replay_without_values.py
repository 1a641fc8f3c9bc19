#!/usr/bin/env python3
"""How much faster replays without values are than the studies that they come from, and that they count the same.

    scripts/replay_without_values.py [--texpipe FILE] [--repeats 3] [STUDY ...]

Records each study and runs it, its replay and its replay without values in both timings; prints seconds of the simulation alone (log.txt) and
fails where stats.json or the picture differ.
"""
import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--repeats", type=int, default=3)
parser.add_argument("studies", nargs="*", default=["configs/studies/first_look.yaml", "configs/studies/silicon/random_bilinear.yaml",
                                                   "configs/studies/silicon/sample_rate.yaml"])
options = parser.parse_args()


def run(study, out, *more):
    subprocess.run([options.texpipe, "run", study, "-q", "--force", "--out", out, *more], cwd=root, check=True, stdout=subprocess.DEVNULL)
    seconds = re.search(r"the simulation took ([\d.]+) s, ([\d.]+) s of processors", (out / "log.txt").read_text())
    return float(seconds[2])


differs = False
with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(folder)
    for study in options.studies:
        name = pathlib.Path(study).stem
        run(study, scratch / "recorded", "--timing", "untimed", "--record", scratch / f"{name}.rec")
        resolved = (scratch / "recorded/config.resolved.yaml").read_text()
        machine = resolved[resolved.index("\nmachine:"):]
        (scratch / "replay.yaml").write_text(f"study: {name}\nworkload: {{kind: messages, file: {name}.rec}}\n" + machine.lstrip("\n"))
        size = (scratch / f"{name}.rec").stat().st_size
        for timing in ("approximately_timed", "loosely_timed"):
            seconds = {}
            for kind, words in (("study", [study]), ("replay", [scratch / "replay.yaml"]), ("without", [scratch / "replay.yaml", "-p", "workload.values=false"])):
                times = [run(words[0], scratch / kind, "--timing", timing, *words[1:]) for _ in range(options.repeats)]
                seconds[kind] = statistics.median(times)
            for kind in ("replay", "without"):
                for file in ("stats.json", "image.png"):
                    first, second = scratch / "study" / file, scratch / kind / file
                    if first.exists() and first.read_bytes() != second.read_bytes():
                        print(f"{name}, {timing}: {file} of the {kind} differs")
                        differs = True
            print(f"{name}, {timing}: study {seconds['study']:.3f} s, replay {seconds['replay']:.3f} s, without values {seconds['without']:.3f} s: "
                  f"{seconds['study'] / seconds['without']:.2f}x and {seconds['replay'] / seconds['without']:.2f}x as fast; recording {size} bytes")
        (scratch / f"{name}.rec").unlink()
sys.exit(differs)
