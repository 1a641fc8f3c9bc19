#!/usr/bin/env python3
"""How far samples are from the whole, and how much sooner they are there.

    scripts/sample_error.py [--texpipe FILE] [--timing approximately_timed] [--scratch FOLDER] [NAME ...]
    scripts/sample_error.py --coverage [--stretches 12,24,48] [--seeds 8] [--first-seed 1] [--jobs 1] [...]

Records shipped studies, enlarged where a sample would otherwise be none, and replays each recording whole and sampled. Prints the error of the
cycles and of what memory moved, the bound that the sample gives itself, and how much faster it was, reading of files included. Exits 5 when a sample's cycles are
further from the whole's than its bound.

--coverage asks how often bounds hold: smaller recordings on several machines, each sampled with several numbers of stretches and several seeds of what is
drawn (workload.sample.seed), loosely timed. Prints, by recording and machine, by number of stretches and in all, how many samples were outside their bounds, and
exits 5 when that is more than 5 of 100 in all or more than 10 of 100 with one number of stretches. --markdown prints either as a table in Markdown.
"""
import argparse
import concurrent.futures
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

import markdown_table

root = pathlib.Path(__file__).resolve().parent.parent

# Name, study, what enlarges it.
WORKLOADS = [
    ("floor", "configs/studies/first_look.yaml", ["workload.image=5120x3840"]),
    ("zoom", "configs/studies/first_look.yaml", ["workload.image=5120x3840", "workload.walk=rotating_zoom"]),
    ("gather", "configs/studies/first_look.yaml", ["workload.image=5120x3840", "workload.walk=random_gather"]),
    ("steady", "configs/studies/first_look.yaml", ["workload.walk=steady", "workload.steady.groups=60000",
                                                          "workload.steady.threads_per_group=16", "workload.steady.messages=8"]),
]

# Smaller, for --coverage: what replaces the sizes above.
SMALLER = {"workload.image=5120x3840": "workload.image=1280x960", "workload.steady.groups=60000": "workload.steady.groups=4000"}

# Name, what changes the machine of the chip.
MACHINES = [
    ("chip", []),
    ("one subslice", ["slice.subslices=1", "slice.subslice[*].eus=4"]),
    ("slow memory", ["memory.latency=800", "slice.subslice[*].sampler.l1.size=4KiB", "slice.subslices=2"]),
]
MOST_OUTSIDE = 0.05
MOST_OUTSIDE_OF_COUNT = 0.10

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--timing", help="without it approximately_timed; with --coverage loosely_timed")
parser.add_argument("--scratch", help="keeps the recordings there, and takes those that are there")
parser.add_argument("--coverage", action="store_true", help="how often bounds hold")
parser.add_argument("--stretches", default="12,24,48", help="of a sample, with --coverage")
parser.add_argument("--seeds", type=int, default=8, help="of each sample, with --coverage")
parser.add_argument("--first-seed", type=int, default=1)
parser.add_argument("--jobs", type=int, default=1)
markdown_table.add_option(parser)
parser.add_argument("names", nargs="*", metavar="NAME", help="of " + ", ".join(name for name, _, _ in WORKLOADS))
options = parser.parse_args()
unknown = set(options.names) - {name for name, _, _ in WORKLOADS}
if unknown:
    parser.error("no such workload: " + ", ".join(sorted(unknown)))
timing = options.timing or ("loosely_timed" if options.coverage else "approximately_timed")


def note(text):
    """A line for a terminal."""
    if not options.markdown:
        print(text, flush=True)


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


def record(scratch, name, study, settings):
    """A replay of a recording, which is made unless it is there."""
    recording = scratch / f"{name}.rec"
    if not recording.exists():
        parameters = [word for setting in settings for word in ("-p", setting)]
        texpipe("run", study, "-q", "--timing", "untimed", *parameters, "--record", recording, "--out", scratch / "recorded", "--force")
    replay = scratch / f"{name}.yaml"
    replay.write_text(f"study: {name}\nmachine: {root}/configs/machines/kaby_lake_gt2.yaml\ntiming: {timing}\n"
                      f"workload: {{kind: messages, file: {recording.name}, values: false}}\n")
    return replay


def compare(scratch):
    """Whether a sample is outside its bound."""
    outside, rows = False, []
    note(f"{'':8} {'whole':>12} {'sample':>12} {'error':>8} {'bound':>8} {'memory':>8} {'whole':>9} {'sample':>9} {'faster':>7}")
    for name, study, settings in WORKLOADS:
        if options.names and name not in options.names:
            continue
        replay = record(scratch, name, study, settings)
        seconds = [texpipe("run", replay, "-q", "--force", "--out", scratch / kind, *words) for kind, words in (("whole", []), ("sample", ["--sample"]))]
        whole, whole_moved = read(scratch / "whole")
        sample, sample_moved = read(scratch / "sample")
        if "sampled" not in sample:
            note(f"{name:8} too short for a sample")
            rows.append((name, "too short for a sample", *[""] * 7))
            continue
        error = sample["cycles"] - whole["cycles"]
        within = sample["sampled"]["cycles_within"]
        outside |= abs(error) > within
        shown = (f"{whole['cycles']:12,}", f"{sample['cycles']:12,}", f"{100 * error / whole['cycles']:+7.2f}%", f"{100 * within / whole['cycles']:7.2f}%",
                 f"{100 * (sample_moved / whole_moved - 1):+7.2f}%", f"{seconds[0]:8.2f}s", f"{seconds[1]:8.2f}s", f"{seconds[0] / seconds[1]:6.1f}x")
        note(f"{name:8} " + " ".join(shown))
        rows.append((name, *shown))
    if options.markdown:
        print(markdown_table.markdown(("recording", "whole, cycles", "sample", "error", "bound", "error of memory's bytes", "whole, time", "sample", "faster"), rows))
    return outside


def sample(scratch, replay, machine, count, seed):
    """Cycles and bound of a sample; None where there is none."""
    out = scratch / f"{replay.stem}_{machine.replace(' ', '_')}_{count}_{seed}"
    texpipe("run", replay, "-q", "--force", "--out", out, "--sample", "-p", f"workload.sample.stretches={count}", "-p", f"workload.sample.seed={seed}",
            "-p", "workload.sample.threads=256", *(word for setting in dict(MACHINES)[machine] for word in ("-p", setting)))
    statistics, _ = read(out)
    return (statistics["cycles"], statistics["sampled"]["cycles_within"]) if "sampled" in statistics else None


def coverage(scratch):
    """Whether too many samples are outside their bounds."""
    counts = [int(count) for count in options.stretches.split(",")]
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    runs = {count: [] for count in counts}  # |error| / bound of each
    rows = []
    note(f"{'recording':10} {'machine':14} {'stretches':>9} {'samples':>8} {'outside':>8} {'error':>8} {'bound':>8} {'worst':>6}")
    for name, study, settings in WORKLOADS:
        if options.names and name not in options.names:
            continue
        replay = record(scratch, f"{name}_small", study, [SMALLER.get(setting, setting) for setting in settings])
        for machine, changes in MACHINES:
            whole_folder = scratch / f"{replay.stem}_{machine.replace(' ', '_')}_whole_{timing}"
            if not (whole_folder / "stats.json").exists():
                texpipe("run", replay, "-q", "--force", "--out", whole_folder, *(word for setting in changes for word in ("-p", setting)))
            whole = read(whole_folder)[0]["cycles"]
            for count in counts:
                with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                    found = list(pool.map(lambda seed: sample(scratch, replay, machine, count, seed), seeds))
                found = [(cycles - whole, within) for cycles, within in filter(None, found)]
                if not found:
                    note(f"{name:10} {machine:14} {count:9} too short for a sample")
                    continue
                parts = [abs(error) / max(within, 1) for error, within in found]
                runs[count] += parts
                mean = sum(error for error, _ in found) / len(found)
                shown = (f"{len(found):8}", f"{sum(part > 1 for part in parts):8}", f"{100 * mean / whole:+7.2f}%",
                         f"{100 * sum(within for _, within in found) / len(found) / whole:7.2f}%", f"{max(parts):6.2f}")
                note(f"{name:10} {machine:14} {count:9} " + " ".join(shown))
                rows.append((name, machine, count, *shown))
    everything = [part for parts in runs.values() for part in parts]
    worst = 0.0
    for label, parts in [*((f"{count} stretches", runs[count]) for count in counts), ("all", everything)]:
        outside = sum(part > 1 for part in parts)
        share = outside / max(len(parts), 1)
        worst = max(worst, share if label != "all" else 0)
        note(f"{label}: {outside} of {len(parts)} samples are outside their bounds ({100 * share:.1f} %)")
        rows.append((label, "", "", len(parts), f"{outside} ({100 * share:.1f} %)", "", "", ""))
    if options.markdown:
        print(markdown_table.markdown(("recording", "machine", "stretches", "samples", "outside their bounds", "error", "bound", "worst error / bound"), rows))
    return worst > MOST_OUTSIDE_OF_COUNT or sum(part > 1 for part in everything) > MOST_OUTSIDE * len(everything)


with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(options.scratch or folder)
    scratch.mkdir(parents=True, exist_ok=True)
    failed = coverage(scratch) if options.coverage else compare(scratch)
sys.exit(5 if failed else 0)
