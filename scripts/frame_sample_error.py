#!/usr/bin/env python3
"""How far samples of recorded frames are off, and how often their bounds hold.

  scripts/frame_sample_error.py --command build/release/texpipe RECORDING...

Runs each recording whole, and sampled with each seed; prints a table row for each sample. A frame that is too short for
a sample has one row, without a bound. Exit code 1 when cycles of a whole run lie outside the bound of a sample.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("recordings", nargs="+", type=pathlib.Path)
parser.add_argument("--command", required=True)
parser.add_argument("--timing", default="loosely_timed")
parser.add_argument("--stretches", type=int, default=12)
parser.add_argument("--threads", type=int, default=64, help="least threads of a stretch")
parser.add_argument("--seeds", type=int, default=2)
arguments = parser.parse_args()

root = pathlib.Path(__file__).resolve().parent.parent


def statistics(folder, recording, *more):
    """The stats.json of a run."""
    study = folder / "frame.yaml"
    study.write_text(f"study: frame\nmachine: {root}/configs/machines/kaby_lake_gt2.yaml\n"
                     f"workload: {{kind: frame, file: {recording.resolve()}}}\n")
    out = folder / "out"
    subprocess.run([arguments.command, "run", study, "-q", "--force", "--timing", arguments.timing, "--out", out, *more],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return json.loads((out / "stats.json").read_text())


outside = 0
print("| recording | seed | cycles | stretches | of threads | error | bound |")
print("|---|---:|---:|---:|---:|---:|---:|")
with tempfile.TemporaryDirectory() as scratch:
    for recording in arguments.recordings:
        name = recording.name.split(".")[0]
        whole = statistics(pathlib.Path(scratch), recording)["cycles"]
        for seed in range(1, arguments.seeds + 1):
            sample = statistics(pathlib.Path(scratch), recording, "--sample",
                                "-p", f"workload.sample.stretches={arguments.stretches}",
                                "-p", f"workload.sample.threads={arguments.threads}",
                                "-p", f"workload.sample.seed={seed}")
            error = sample["cycles"] - whole
            if "sampled" not in sample:
                outside += error != 0
                print(f"| {name} | | {whole} | whole | 100 % | {error} | |", flush=True)
                break
            facts = sample["sampled"]
            outside += abs(error) > facts["cycles_within"]
            print(f"| {name} | {seed} | {whole} | {facts['stretches']} of {facts['of_stretches']} | "
                  f"{100 * facts['groups'] / facts['of_groups']:.0f} % | {100 * error / whole:+.1f} % | "
                  f"{100 * facts['cycles_within'] / sample['cycles']:.1f} % |", flush=True)
sys.exit(1 if outside else 0)
