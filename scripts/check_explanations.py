#!/usr/bin/env python3
"""Plants bottlenecks in machines and asks `texpipe explain` for them.

  scripts/check_explanations.py [--fast] [--jobs N] [PATTERN...]     the plants of tests/data/explain/plants.txt
  scripts/check_explanations.py --draw N [--seed N]                  N sets of one to four parameters, drawn from the seed, instead
  scripts/check_explanations.py --scan                               prints every single plant that costs something
  scripts/check_explanations.py --coverage                           whether each parameter of a machine has a plant; nothing is run

A line of plants.txt is `WORKLOAD KIND ASSIGNMENT...`, after a table of workloads; a `*` before it makes it one of --fast. A plant is found
when the first single change or the smallest set that explain names has all its parameters (those of them that have to be taken back to
save 90 % of what taking all back saves), or saves as much as taking these back: all of it for one parameter, 90 % for several, as sets do.
A plant of kind `named` is found when its parameter stands among the single changes, in the smallest set, or among the changes of a larger
machine, and saves 3 % there. What explain names is run by it; that these cycles are true is run again here. Parameters without a plant
stand in unplanted.txt, each with the reason. Patterns choose lines that contain them. Exit code 5 when a plant is not found or costs nothing.
"""
import argparse
import concurrent.futures
import fnmatch
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = os.environ.get("TEXPIPE", str(ROOT / "build/release/texpipe"))
LIST = ROOT / "tests/data/explain/plants.txt"
UNPLANTED = ROOT / "tests/data/explain/unplanted.txt"
LEAST_COST = 0.03
KEPT = 0.9
TIMES_WORSE = 8


class Workload:
    """A study with what is given on its command line, and the cycles that it takes without a plant."""

    def __init__(self, name, study, assignments):
        self.name, self.study, self.assignments, self.known = name, study, assignments, {}

    def run(self, assignments, folder=None):
        """Cycles of a loosely timed run; None where there is no such machine."""
        key = tuple(assignments)
        if folder is None and key in self.known:
            return self.known[key]
        with tempfile.TemporaryDirectory() as scratch:
            out = folder or f"{scratch}/run"
            options = [word for one in [*self.assignments, *assignments] for word in ("-p", one)]
            done = subprocess.run([COMMAND, "run", self.study, "-q", "--timing", "loosely_timed", "--intervals", "0", "--out", out, *options],
                                  cwd=ROOT, capture_output=True, text=True)
            cycles = json.loads(pathlib.Path(out, "stats.json").read_text())["cycles"] if done.returncode == 0 else None
        self.known[key] = cycles
        return cycles


def explain(folder, *options):
    done = subprocess.run([COMMAND, "explain", folder, "--json", "--jobs", "1", *options], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def parameter(assignment):
    return assignment.split("=")[0].replace("[*]", "")


def to_take_back(workload, plant, cycles, healthy):
    """The smallest parts of a plant that save enough when they are taken back, with the cycles without them."""
    enough = cycles - KEPT * (cycles - healthy)
    for size in range(1, len(plant)):
        parts = [(part, workload.run([one for one in plant if one not in part])) for part in itertools.combinations(plant, size)]
        parts = [(part, without) for part, without in parts if without is not None and without <= enough]
        if parts:
            return parts
    return [(tuple(plant), healthy)]


def judge_named(plant, cycles, healthy, told):
    """As judge: the last parameter of the plant is named, in a change that shortens the run."""
    planted, enough = parameter(plant[-1]), (1 - LEAST_COST) * cycles
    tried = [*told["singles"], told["smallest"], *told["scaled"]]
    found = [one["cycles"] for one in tried if one["cycles"] <= enough and planted in {change["parameter"] for change in one["changes"]}]
    first = ", ".join(f"{one['changes'][0]['parameter']} {one['cycles']:,}" for one in told["singles"][:3])
    words = f"{cycles:,} cycles ({healthy:,} without): with it {min(found):,}" if found else f"{cycles:,} cycles ({healthy:,} without)"
    return bool(found), f"{words}; first {first}; {told['runs']} runs", told["runs"]


def judge(workload, kind, plant):
    """(whether it was found, what was said); found is None for a plant that costs nothing."""
    healthy = workload.run([])
    with tempfile.TemporaryDirectory() as scratch:
        cycles = workload.run(plant, f"{scratch}/run")
        if cycles is None or cycles < (1 + LEAST_COST) * healthy:
            return None, f"{cycles} cycles, {healthy} without it"
        told = explain(f"{scratch}/run", *(["--most", "8"] if kind == "named" else []))
    if kind == "named":
        return judge_named(plant, cycles, healthy, told)
    named = told["singles"][:1] + [told["smallest"]]
    parts = to_take_back(workload, plant, cycles, healthy)
    found = any({parameter(one) for one in part} <= {change["parameter"] for change in one_named["changes"]} or one_named["cycles"] <= without
                for one_named in named for part, without in parts)
    if len(plant) > 1:
        found |= any(one_named["cycles"] <= cycles - KEPT * (cycles - healthy) for one_named in named)
    smallest = told["smallest"]
    again = workload.run(plant + [text for change in smallest["changes"] for text in change["assignments"]])
    if again != smallest["cycles"]:
        return False, f"the smallest set takes {again} cycles, and explain says {smallest['cycles']}"
    first = told["singles"][0] if told["singles"] else {"changes": [], "cycles": cycles}
    text = ", ".join(change["parameter"] for change in smallest["changes"])
    return found, (f"{cycles:,} cycles ({healthy:,} without): first {', '.join(c['parameter'] for c in first['changes'])} {first['cycles']:,}, "
                   f"set {text} {smallest['cycles']:,}, {told['runs']} runs"), told["runs"]


def read_list():
    workloads, plants = {}, []
    for line in LIST.read_text().splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "workload":
            workloads[words[1]] = Workload(words[1], words[2], words[3:])
        else:
            fast = words[0] == "*"
            name, kind, *assignments = words[1:] if fast else words
            plants.append((workloads[name], kind, assignments, fast))
    return workloads, plants


def parameters_of_machines():
    """Patterns of all parameters of a machine."""
    done = subprocess.run([COMMAND, "config", "show", "configs/machines/kaby_lake_gt2.yaml", "--all", "--json"], cwd=ROOT, capture_output=True,
                          text=True, check=True)
    return list(dict.fromkeys(re.sub(r"\[\d+\]", "", entry["path"]) for entry in json.loads(done.stdout)["parameters"]))


def coverage(plants):
    """Tells parameters that have neither a plant nor a reason, and reasons that nothing needs."""
    planted = {parameter(assignment) for _, _, assignments, _ in plants for assignment in assignments}
    reasons = dict(line.split(maxsplit=1) for line in UNPLANTED.read_text().splitlines() if line and not line.startswith("#"))
    patterns, problems, needed = parameters_of_machines(), [], set()
    for path in patterns:
        without = [pattern for pattern in reasons if fnmatch.fnmatchcase(path, pattern)]
        needed.update(without if path not in planted else [])
        if path not in planted and not without:
            problems.append(f"{path} has no plant: add one to plants.txt, or a reason to unplanted.txt")
    problems += [f"{path} is planted and is no parameter of a machine" for path in sorted(planted - set(patterns))]
    problems += [f"{pattern} in unplanted.txt fits no parameter without a plant" for pattern in reasons if pattern not in needed]
    print("\n".join(problems) if problems else f"{len(patterns)} parameters: {len(planted)} planted, {len(patterns) - len(planted)} with a reason")
    return 5 if problems else 0


def worse(change):
    """The assignment that makes a number worse by what improving it makes better; None where it is none."""
    old, new = change["from"], change["to"].split(" ")[0]
    digits = "0123456789./"
    unit = old.lstrip(digits)
    try:
        value, better = (eval(text.removesuffix(text.lstrip(digits)) or "None") for text in (old, new))  # digits, points and slashes alone
    except (SyntaxError, ZeroDivisionError):
        return None
    if value is None or better is None:
        return None
    down = better < value if unit == new.lstrip(digits) else change["parameter"].endswith("latency")
    value = (value or 1) * TIMES_WORSE if down else value / TIMES_WORSE
    text = f"{value:g}" if value == int(value) or "/" in old or unit in ("ns", "GB/s") else f"{max(int(value), 1)}"
    return change["assignments"][0].split("=")[0] + "=" + text + unit


def singles_of(workload):
    with tempfile.TemporaryDirectory() as scratch:
        workload.run([], f"{scratch}/run")
        changes = explain(f"{scratch}/run", "--runs", "1", "--most", "1")["everything"]["changes"]
    return [plant for plant in map(worse, changes) if plant]


def scan(workloads, options):
    for workload in workloads.values():
        if options.patterns and workload.name not in options.patterns:
            continue
        healthy, plants = workload.run([]), singles_of(workload)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for plant, cycles in zip(plants, pool.map(lambda plant: workload.run([plant]), plants)):
                if cycles is not None and cycles >= (1 + LEAST_COST) * healthy:
                    print(f"{workload.name} single {plant}  # {cycles / healthy:.2f}", flush=True)


def drawn(workloads, options):
    """Sets of parameters from the seed, of those workloads that the patterns name."""
    draw, chosen = random.Random(options.seed), []
    pools = [(workload, singles_of(workload)) for workload in workloads.values() if not options.patterns or workload.name in options.patterns]
    while len(chosen) < options.draw:
        workload, pool = draw.choice(pools)
        chosen.append((workload, "drawn", draw.sample(pool, min(draw.randint(1, 4), len(pool))), False))
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--scan", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--draw", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    markdown_table.add_option(parser)
    parser.add_argument("patterns", nargs="*")
    options = parser.parse_args()
    workloads, plants = read_list()
    if options.coverage:
        return coverage(plants)
    if options.scan:
        return scan(workloads, options)
    if options.draw:
        plants = drawn(workloads, options)
    else:
        plants = [plant for plant in plants if not options.fast or plant[3]]
        plants = [plant for plant in plants
                  if all(text in f"{plant[0].name} {plant[1]} {' '.join(plant[2])}" for text in options.patterns)]
    kinds, runs, failed = {}, [], 0
    notes = sys.stderr if options.markdown else sys.stdout
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda plant: judge(*plant[:3]), plants)
        for (workload, kind, assignments, _), (found, words, *made) in zip(plants, results):
            right, all_of_kind, idle = kinds.get(kind, (0, 0, 0))
            kinds[kind] = (right + (found is True), all_of_kind + (found is not None), idle + (found is None))
            runs += made
            if found is None and options.draw:
                continue
            if not found:
                failed += 1
                print(f"{'costs nothing' if found is None else 'not found'}: {workload.name} {' '.join(assignments)}: {words}", flush=True, file=notes)
            elif os.environ.get("VERBOSE"):
                print(f"found: {workload.name} {' '.join(assignments)}: {words}", flush=True, file=notes)
    for kind, (right, all_of_kind, idle) in kinds.items():
        print(f"{kind:12} {right} of {all_of_kind} found" + (f" ({idle} more cost less than {100 * LEAST_COST:g} %)" if idle else ""), file=notes)
    runs.sort()
    if runs:
        print(f"runs of an explanation: median {runs[len(runs) // 2]}, most {runs[-1]}", file=notes)
    if options.markdown:
        rows = [(kind, all_of_kind, right, idle) for kind, (right, all_of_kind, idle) in kinds.items()]
        print(markdown_table.markdown(("bottlenecks", "planted", "found", f"more that cost less than {100 * LEAST_COST:g} %"), rows))
    return 5 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
