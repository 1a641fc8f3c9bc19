#!/usr/bin/env python3
"""Runs studies loosely and approximately timed and prints how far they are apart: cycles, and every statistic that both have.

  scripts/compare_timings.py [NAME...] [-p path=value ...]      e.g. -p slice.l3.banks=1 -p slice.l3.bytes_per_cycle=8: L3 pushes back

Exit code 5 when cycles, a picture or a statistic differ, however little. The studies are those of scripts/golden_statistics.py that have a clock, each
with the values of -p.
"""
import argparse
import json
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from golden_statistics import ROOT, STATISTICS, flatten, read_cases, run_case

TIMINGS = ("approximately_timed", "loosely_timed")
SHOWN = 8  # statistics that differ, of a study


def statistics_of(command, arguments, timing):
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        files = run_case(command, [*arguments, "--timing", timing], f"{folder}/run")
        seconds = time.perf_counter() - begin
    return dict(flatten(json.loads(files[STATISTICS]))), files, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--command", default=str(ROOT / "build/release/texpipe"))
    parser.add_argument("-p", action="append", default=[], dest="values", metavar="PATH=VALUE", help="of every study")
    options = parser.parse_args()
    values = [word for value in options.values for word in ("-p", value)]
    failed = False
    print(f"{'study':<24} {'cycles':>12} {'loosely':>12} {'apart':>8}  {'statistics':>10} {'differ':>6}  {'faster':>6}")
    for name, arguments in read_cases(options.names).items():
        (ours, files, seconds), (theirs, loose_files, loose_seconds) = (
            statistics_of(options.command, [*arguments, *values], timing) for timing in TIMINGS)
        if "cycles" not in ours:
            continue
        apart = theirs["cycles"] / ours["cycles"] - 1
        both = [path for path in ours if path in theirs and path != "timing"]
        differ = [path for path in both if ours[path] != theirs[path]]
        files.pop(STATISTICS), loose_files.pop(STATISTICS)
        failed |= bool(differ) or files != loose_files
        print(f"{name:<24} {ours['cycles']:>12,} {theirs['cycles']:>12,} {100 * apart:>6.2f} %  {len(both):>10,} {len(differ):>6,}"
              f"  {seconds / loose_seconds:>5.1f}x", flush=True)
        for path in differ[:SHOWN]:
            print(f"    {path}: {ours[path]} / {theirs[path]}")
    sys.exit(5 if failed else 0)


if __name__ == "__main__":
    main()
