#!/usr/bin/env python3
"""Plants bottlenecks in a machine and asks `texpipe explain` for them.

  scripts/check_explanations.py [--count N] [--seed N] [--jobs N] [--machine FILE] [--study FILE] [PATTERN...]

First every number of the machine that acts in the study, alone, eight times worse than it is (within its range); then N (40) sets of two to
four of them, drawn from the seed. A plant counts when it costs at least 3 % of the cycles. It is found when the first single change or the
smallest set holds it whole, or when that set saves at least what taking the plant back saves: nothing that explain says was not run. Exit
code 5 when one is not found. Patterns choose parameters that contain them.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = os.environ.get("TEXPIPE", str(ROOT / "build/release/texpipe"))
TIMES_WORSE = 8
LEAST_COST = 0.03


def run(study, assignments, folder):
    """Cycles of a loosely timed run, or None where the machine cannot be so."""
    options = [word for assignment in assignments for word in ("-p", assignment)]
    done = subprocess.run([COMMAND, "run", study, "-q", "--timing", "loosely_timed", "--intervals", "0", "--force", "--out", folder, *options],
                          cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        return None
    return json.loads(pathlib.Path(folder, "stats.json").read_text())["cycles"]


def explain(folder, *options):
    return json.loads(subprocess.run([COMMAND, "explain", folder, "--json", "--jobs", "1", *options], cwd=ROOT, check=True, capture_output=True,
                                     text=True).stdout)


def worse(change):
    """The assignment that makes a number worse by what relaxing it does, TIMES_WORSE-fold; None where it is none."""
    parameter, old, new = change["parameter"], change["from"], change["to"].split(" ")[0]
    digits = "0123456789./"
    number, unit = old.rstrip("".join(set(old) - set(digits))), old.lstrip(digits)
    try:
        value, better = (eval(text.rstrip(unit) or "0") for text in (old, new))  # numbers and fractions alone: digits, points, slashes
    except (SyntaxError, ZeroDivisionError, NameError):
        return None
    if not number or value == better:
        return None
    value = value * TIMES_WORSE if better < value else value / TIMES_WORSE
    text = f"{value:g}" if value == int(value) or "/" in old or unit in ("ns", "GB/s") else f"{max(int(value), 1)}"
    return change["assignments"][0].split("=")[0] + "=" + text + unit


def plants(study, base, options):
    with tempfile.TemporaryDirectory() as scratch:
        run(study, base, f"{scratch}/run")
        changes = explain(f"{scratch}/run", "--runs", "1")["everything"]["changes"]
    singles = [plant for plant in map(worse, changes) if plant and all(p in plant for p in options.patterns)]
    draw = random.Random(options.seed)
    return [[plant] for plant in singles] + [draw.sample(singles, min(draw.randint(2, 4), len(singles))) for _ in range(options.count)]


def look(study, base, plant, healthy):
    """None: it costs nothing or is no machine; else whether it was found, and what was said."""
    with tempfile.TemporaryDirectory() as scratch:
        cycles = run(study, base + plant, f"{scratch}/run")
        if cycles is None or cycles < (1 + LEAST_COST) * healthy:
            return None
        told = explain(f"{scratch}/run")
    planted = {one.split("=")[0].replace("[*]", "") for one in plant}
    sets = [told["smallest"]] + told["singles"][:1]
    whole = any(planted <= {change["parameter"] for change in one["changes"]} for one in sets)
    return whole or told["smallest"]["cycles"] <= healthy, (
        f"{cycles:,} cycles ({healthy:,} without): first {told['singles'][0]['changes'][0]['parameter'] if told['singles'] else 'nothing'}, set "
        f"{', '.join(change['parameter'] for change in told['smallest']['changes'])} {told['smallest']['cycles']:,}, {told['runs']} runs")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--machine", default="configs/machines/kaby_lake_gt2.yaml")
    parser.add_argument("--study", default="configs/studies/first_look.yaml")
    parser.add_argument("patterns", nargs="*")
    options = parser.parse_args()
    base = [f"machine={ROOT / options.machine}"] + (["workload.image=48x48"] if "first_look" in options.study else [])
    with tempfile.TemporaryDirectory() as scratch:
        healthy = run(options.study, base, f"{scratch}/run")
    all_plants = plants(options.study, base, options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda plant: look(options.study, base, plant, healthy), all_plants))
    tried = [(plant, *result) for plant, result in zip(all_plants, results) if result]
    missed = [(plant, words) for plant, found, words in tried if not found]
    for plant, words in missed:
        print(f"not found: {' '.join(plant)}: {words}")
    print(f"{len(tried) - len(missed)} of {len(tried)} plants found ({len(all_plants) - len(tried)} more cost less than {100 * LEAST_COST:g} %)")
    return 5 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
