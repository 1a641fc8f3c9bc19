#!/usr/bin/env python3
"""Runs studies loosely and approximately timed and prints where they are apart: cycles, every statistic, and what else a run leaves (pictures,
results, time series, timeline, with --trace the trace, too), byte for byte.

  scripts/compare_timings.py [NAME|STUDY.yaml|FRAMES...] [--trace] [-p path=value ...]      e.g. -p slice.l3.banks=1 -p slice.l3.bytes_per_cycle=8: L3 pushes back

Exit code 5 when anything differs, however little. A NAME is one of scripts/golden_statistics.py, FRAMES a recording (*.frames, *.frames.zst) or a
folder of them, on the machine kaby_lake_gt2; without any of them those of golden_statistics.py are run that have a clock, each with the values of -p.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from golden_statistics import ROOT, STATISTICS, flatten, read_cases

TIMINGS = ("approximately_timed", "loosely_timed")
ABOUT_THE_RUN = {"config.resolved.yaml", "log.txt", "manifest.json"}  # name the timing, or the host's time
SHOWN = 8  # statistics that differ, of a study


def is_recording(name):
    return name.endswith((".frames", ".frames.zst"))


def read_recordings(names, folder):
    """A study of each recording of frames, written to a folder."""
    studies = {}
    recordings = [path for name in names for path in (sorted(pathlib.Path(name).iterdir()) if pathlib.Path(name).is_dir() else [pathlib.Path(name)])]
    for number, recording in enumerate(path.resolve() for path in recordings if is_recording(path.name)):
        study = folder / f"{number}.yaml"
        study.write_text(f"study: frame\nmachine: {ROOT}/configs/machines/kaby_lake_gt2.yaml\nworkload: {{kind: frame, file: {recording}}}\n")
        studies[f"{recording.parent.name}/{recording.name.split('.')[0]}"] = [str(study)]
    return studies


def read_studies(names, folder):
    recorded = [name for name in names if is_recording(name) or pathlib.Path(name).is_dir()]
    named = [name for name in names if not name.endswith(".yaml") and name not in recorded]
    studies = read_cases(named) if named or not names else {}
    studies |= {pathlib.Path(name).stem: [str(pathlib.Path(name).resolve())] for name in names if name.endswith(".yaml")}
    return studies | read_recordings(recorded, folder)


def files_of(command, arguments, timing, traced):
    """What a run leaves, by name, and the seconds that it took."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "run"
        trace = ["--trace", f"{scratch}/trace.pftrace"] if traced else []
        begin = time.perf_counter()
        outcome = subprocess.run([command, "run", *arguments, *trace, "--timing", timing, "--out", folder, "-q"], cwd=ROOT, capture_output=True, text=True)
        seconds = time.perf_counter() - begin
        if outcome.returncode != 0:
            sys.exit(f"{' '.join(arguments)}, {timing}: exit code {outcome.returncode}\n{outcome.stderr}")
        paths = [path for path in folder.iterdir() if path.name not in ABOUT_THE_RUN] + [pathlib.Path(file) for file in trace[1:]]
        return {path.name: path.read_bytes() for path in paths}, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--command", default=str(ROOT / "build/release/texpipe"))
    parser.add_argument("--trace", action="store_true", help="traces, too: some hundred bytes a footprint")
    parser.add_argument("-p", action="append", default=[], dest="values", metavar="PATH=VALUE", help="of every study")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        failed = compare(options, read_studies(options.names, pathlib.Path(folder)))
    sys.exit(5 if failed else 0)


def compare(options, studies):
    """Whether anything differs."""
    values = [word for value in options.values for word in ("-p", value)]
    failed = False
    print(f"{'study':<24} {'cycles':>12} {'loosely':>12} {'apart':>8}  {'statistics':>10} {'differ':>6}  {'files':>5} {'differ':>6}  {'faster':>6}")
    for name, arguments in studies.items():
        if "cache_table" in name:  # has no clock
            continue
        (files, seconds), (loose_files, loose_seconds) = (
            files_of(options.command, [*arguments, *values], timing, options.trace) for timing in TIMINGS)
        ours, theirs = (dict(flatten(json.loads(each.pop(STATISTICS)))) for each in (files, loose_files))
        ours["timing"] = theirs["timing"]
        apart = theirs["cycles"] / ours["cycles"] - 1
        paths = [*ours, *(path for path in theirs if path not in ours)]
        differ = [path for path in paths if ours.get(path) != theirs.get(path)]
        other = sorted(file for file in files.keys() | loose_files.keys() if files.get(file) != loose_files.get(file))
        failed |= bool(differ or other)
        print(f"{name:<24} {ours['cycles']:>12,} {theirs['cycles']:>12,} {100 * apart:>6.2f} %  {len(paths):>10,} {len(differ):>6,}"
              f"  {len(files):>5} {len(other):>6}  {seconds / loose_seconds:>5.1f}x", flush=True)
        for path in differ[:SHOWN]:
            print(f"    {path}: {ours.get(path, 'absent')} / {theirs.get(path, 'absent')}")
        if other:
            print(f"    other bytes: {' '.join(other)}")
    return failed


if __name__ == "__main__":
    main()
