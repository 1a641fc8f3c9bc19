#!/usr/bin/env python3
"""Runs studies loosely and approximately timed and prints how far they are apart: cycles, and every statistic that both have.

  scripts/compare_timings.py [NAME...]

Exit code 5 when cycles are more than 2 % apart, or a picture or a statistic differs; where several samplers share L3, what the two have in the same
cycle may take turns otherwise, so that there latencies of messages are shown and may differ. The studies are those of scripts/golden_statistics.py that
have a clock.
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
MOST_APART = 0.02  # of the cycles
SHOWN = 8  # statistics that differ, of a study
SAMPLER = ".sampler.front_end.path"
LATENCY = ".message_latency."


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
    options = parser.parse_args()
    failed = False
    print(f"{'study':<24} {'cycles':>12} {'loosely':>12} {'apart':>8}  {'statistics':>10} {'differ':>6}  {'faster':>6}")
    for name, arguments in read_cases(options.names).items():
        (ours, files, seconds), (theirs, loose_files, loose_seconds) = (
            statistics_of(options.command, arguments, timing) for timing in TIMINGS)
        if "cycles" not in ours:
            continue
        apart = theirs["cycles"] / ours["cycles"] - 1
        both = [path for path in ours if path in theirs and path != "timing"]
        differ = [path for path in both if ours[path] != theirs[path]]
        files.pop(STATISTICS), loose_files.pop(STATISTICS)
        samplers = sum(path.endswith(SAMPLER) for path in ours)
        wrong = [path for path in differ if samplers < 2 or LATENCY not in path]
        failed |= abs(apart) > MOST_APART or bool(wrong) or files != loose_files
        print(f"{name:<24} {ours['cycles']:>12,} {theirs['cycles']:>12,} {100 * apart:>6.2f} %  {len(both):>10,} {len(differ):>6,}"
              f"  {seconds / loose_seconds:>5.1f}x", flush=True)
        for path in differ[:SHOWN]:
            print(f"    {path}: {ours[path]} / {theirs[path]}")
    sys.exit(5 if failed else 0)


if __name__ == "__main__":
    main()
