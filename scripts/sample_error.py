#!/usr/bin/env python3
"""How far samples are from the whole, and how much sooner they are there.

    scripts/sample_error.py [--texpipe FILE] [--timing approximately_timed] [--scratch FOLDER] [NAME ...]

Records shipped studies, enlarged where a sample would otherwise be none, and replays each recording whole and sampled. Prints the error of the
cycles and of what memory moved, the bound that the sample gives itself, and how much faster it was, reading of files included. Exits 5 when a sample's cycles are
further from the whole's than its bound.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent

# Name, study, what enlarges it.
WORKLOADS = [
    ("floor", "configs/studies/first_look.yaml", ["workload.image=5120x3840"]),
    ("zoom", "configs/studies/first_look.yaml", ["workload.image=5120x3840", "workload.walk=rotating_zoom"]),
    ("gather", "configs/studies/first_look.yaml", ["workload.image=5120x3840", "workload.walk=random_gather"]),
    ("steady", "configs/studies/first_look.yaml", ["workload.walk=steady", "workload.steady.groups=60000",
                                                          "workload.steady.threads_per_group=16", "workload.steady.messages=8"]),
]

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--timing", default="approximately_timed")
parser.add_argument("--scratch", help="keeps the recordings there, and takes those that are there")
parser.add_argument("names", nargs="*", metavar="NAME", help="of " + ", ".join(name for name, _, _ in WORKLOADS))
options = parser.parse_args()
unknown = set(options.names) - {name for name, _, _ in WORKLOADS}
if unknown:
    parser.error("no such workload: " + ", ".join(sorted(unknown)))


def texpipe(*words):
    """Seconds of the processor that a command took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([options.texpipe, *map(str, words)], cwd=root, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def read(folder):
    statistics = json.loads((folder / "stats.json").read_text())
    moved = sum(s["value"] for g in statistics["groups"] if g["path"] == "memory" for s in g["statistics"] if s["name"] == "bytes")
    return statistics, moved


outside = False
with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(options.scratch or folder)
    scratch.mkdir(parents=True, exist_ok=True)
    print(f"{'':8} {'whole':>12} {'sample':>12} {'error':>8} {'bound':>8} {'memory':>8} {'whole':>9} {'sample':>9} {'faster':>7}")
    for name, study, settings in WORKLOADS:
        if options.names and name not in options.names:
            continue
        recording = scratch / f"{name}.rec"
        parameters = [word for setting in settings for word in ("-p", setting)]
        if not recording.exists():
            texpipe("run", study, "-q", "--timing", "untimed", *parameters, "--record", recording, "--out", scratch / "recorded", "--force")
        replay = scratch / f"{name}.yaml"
        replay.write_text(f"study: {name}\nmachine: {root}/configs/machines/kaby_lake_gt2.yaml\ntiming: {options.timing}\n"
                          f"workload: {{kind: messages, file: {recording.name}, values: false}}\n")
        seconds = [texpipe("run", replay, "-q", "--force", "--out", scratch / kind, *words) for kind, words in (("whole", []), ("sample", ["--sample"]))]
        whole, whole_moved = read(scratch / "whole")
        sample, sample_moved = read(scratch / "sample")
        if "sampled" not in sample:
            print(f"{name:8} too short for a sample")
            continue
        error = sample["cycles"] - whole["cycles"]
        within = sample["sampled"]["cycles_within"]
        outside |= abs(error) > within
        print(f"{name:8} {whole['cycles']:12,} {sample['cycles']:12,} {100 * error / whole['cycles']:+7.2f}% {100 * within / whole['cycles']:7.2f}% "
              f"{100 * (sample_moved / whole_moved - 1):+7.2f}% {seconds[0]:8.2f}s {seconds[1]:8.2f}s {seconds[0] / seconds[1]:6.1f}x")
sys.exit(5 if outside else 0)
