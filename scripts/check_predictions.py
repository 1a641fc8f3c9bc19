#!/usr/bin/env python3
"""Predicts what relaxing a parameter saves, and tries it: over the shipped studies and the bottlenecks that the tests plant.

  scripts/check_predictions.py [--most N] [--limit PERCENT] [--jobs N] [NAME ...]

Runs each case, asks `texpipe explain --check` for its first N parameters (1), and prints the largest errors of the predicted cycles, in
percent of the cycles of the run that tried it, and beside them how many of the estimates of the run's own account are within the limit. Names choose cases that contain them. Exit code 5 when an error is larger than the limit (10).
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = os.environ.get("TEXPIPE", str(ROOT / "build/release/texpipe"))
STUDIES = ["first_look", "msaa_coverage", "pixel_interpolator", "visa_all_operations"]
MACHINES = ["kaby_lake_gt2", "kaby_lake_gt2_assumed"]
PLANTS = ROOT / "tests/cli/lost_cycles_test.cpp"


def with_lists(path):
    return path.replace("slice.subslice.", "slice.subslice[*].").replace(".eu.", ".eu[*].")


def cases():
    """Name, and the arguments of the run."""
    for study in STUDIES:
        yield study, [f"configs/studies/{study}.yaml"]
    tests = PLANTS.read_text().split("TEST_CASE(", 1)[1].split("a cache that is too small", 1)[0]
    for plant in re.findall(r'"((?:slice|memory)[\w.]*=[\w/]+)"', tests):
        for machine in MACHINES:
            yield f"{plant} on {machine}", ["configs/studies/first_look.yaml", "-p", "workload.image=80x80", "-p",
                                            f"machine={ROOT}/configs/machines/{machine}.yaml", "-p", with_lists(plant)]


def errors_of(case, most):
    """For each of the first parameters: error in percent, the case, the parameter, cycles predicted and tried, error of the account, place in the list."""
    name, arguments = case
    with tempfile.TemporaryDirectory() as scratch:
        folder = f"{scratch}/run"
        subprocess.run([COMMAND, "run", *arguments, "-q", "--out", folder], cwd=ROOT, check=True, capture_output=True)
        told = subprocess.run([COMMAND, "explain", folder, "--json", "--check", "--most", str(most), "--jobs", "1"], cwd=ROOT, check=True,
                              capture_output=True, text=True).stdout
    return [(100 * one["error"], name, one["parameter"], one["predicted_cycles"], one["tried_cycles"],
             100 * (one["account_cycles"] / one["tried_cycles"] - 1), place)
            for place, one in enumerate(json.loads(told)["relaxed"]) if one.get("error") is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--shown", type=int, default=10)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    chosen = [case for case in cases() if not arguments.names or any(name == case[0] or name in case[0].split()[0] for name in arguments.names)]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rows = [row for rows in pool.map(lambda case: errors_of(case, arguments.most), chosen) for row in rows]
    rows.sort(key=lambda row: -abs(row[0]))
    for error, name, parameter, predicted, tried, *_ in rows[:arguments.shown]:
        print(f"{error:+6.1f} %  {name}: {parameter}, predicted {predicted:,.0f} cycles, tried {tried:,.0f}")
    far = [row for row in rows if abs(row[0]) > arguments.limit]
    for _, name, parameter, *_, place in rows:
        if place == 0 and "=" in name and parameter != name.split("=")[0]:
            print(f"{name}: named {parameter} first")
    accounts = [abs(row[5]) for row in rows]
    print(f"{len(rows)} predictions, {len(rows) - len(far)} of them within {arguments.limit:g} %; of the accounts' own "
          f"{sum(error <= arguments.limit for error in accounts)}, the worst {max(accounts):.1f} % off")
    return 5 if far else 0


if __name__ == "__main__":
    sys.exit(main())
