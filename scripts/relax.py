#!/usr/bin/env python3
"""Relaxes every parameter that lost cycles can name, one at a time, and ranks them beside what one run of the study foretells.

  scripts/relax.py STUDY [-p path=value ...]      e.g. configs/studies/first_look.yaml -p workload.image=128x128 -p memory.queue=1

A relaxed parameter is twice as good, or as good as its default where that is better (README, lost cycles); list elements change
together. Relaxed runs are loosely timed where that gives the same cycles. Exit code 5 when another parameter saves more cycles than the one
that the run names first: more by 2 % of what it saves, and by 1 % of the run.
"""
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
TABLE = ROOT / "model/machine/statistics/cause.cpp"
UNITS = {"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "ps": 1, "ns": 1e3, "us": 1e6, "ms": 1e9, "B/s": 1, "MB/s": 1e6, "GB/s": 1e9}
MOST = {"eu.threads": 64, "eus": 64, "eu.issue_width": 8, "l1.ports": 16}  # ends of ranges that matter
SHOWN = 10
OF_SAVED, OF_CYCLES = 0.02, 0.01  # as good as the best


def remedies():
    """Name of a cause, its parameter, and whether more relieves."""
    rows = re.findall(r'\{Cause::k\w+,\s*"(\w+)",\s*(?:"[^"]*"\s*)+,\s*\{\{\{"([\w.]+)", (true|false)\}', TABLE.read_text())
    return [(name, path, more == "true") for name, path, more in rows if not path.endswith("filter.rates")]


def with_lists(path):
    return path.replace("slice.subslice.", "slice.subslice[*].").replace(".eu.", ".eu[*].")


def shown_values(study, changes):
    """Every value of a configuration by path, in base units; text that is no number is left out."""
    out = subprocess.run([COMMAND, "config", "show", "--all", study, *changes], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    values, above = {}, []
    for line in out.splitlines():
        entry = re.match(r"( *)(\w+): *([^#]*)", line)
        if line.startswith("#") or not entry:
            continue
        depth, key, text = len(entry[1]), entry[2], entry[3].strip()
        above = [level for level in above if level[0] < depth] + [(depth, key)]
        number = re.fullmatch(r"([\d.]+)(?:/(\d+))?([A-Za-z/]*)", text)
        if number and number[3] in UNITS:
            path = ".".join(name for _, name in above).removeprefix("machine.")
            values[path] = float(number[1]) / float(number[2] or 1) * UNITS[number[3]]
    return values


def relaxed(path, more, value, usual):
    """The relaxed value as text; None when the range allows none."""
    if more:
        most = min([most for end, most in MOST.items() if path.endswith(end)], default=float("inf"))
        target = min(max(2 * value, usual), most)
        unit = {"memory.bandwidth": "B/s"}.get(path, "B" if path.endswith(".size") else "")
        if unit:
            return f"{target:.0f}{unit}" if target > value else None
        return None if target <= value else f"{target * 1000:.0f}/1000" if target != int(target) else f"{target:.0f}"
    target = min(value / 2, usual)
    if path.startswith("memory."):
        return f"{target:.0f}ps"
    target = max(int(target), 0 if "decompression" in path else 1)
    return None if target >= value else str(target)


def run(arguments):
    """Cycles, the cycles that each cause is said to save, and the parameter that is named first."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        outcome = subprocess.run([COMMAND, "run", *arguments, "-q", "--out", str(out)], cwd=ROOT, capture_output=True, text=True)
        if outcome.returncode != 0:
            return None, outcome.stderr, None
        statistics = json.loads((out / "stats.json").read_text())
    groups = {group["path"]: group["statistics"] for group in statistics["groups"]}
    named = re.search(r"^  lost cycles +([\w.]+)", outcome.stdout, re.M)
    return (statistics["cycles"], {entry["name"]: entry["value"] for entry in groups.get("relaxed", [])},
            named[1] if named else None)


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    study, changes = sys.argv[1], sys.argv[2:]
    cycles, foretold, named = run([study, *changes])
    if cycles is None:
        sys.exit(foretold)
    values, usual = shown_values(study, changes), shown_values(study, [])
    trials = []
    for name, path, more in remedies():
        text = relaxed(path, more, values[path], usual[path]) if path in values and path in usual else None
        if text:
            trials.append((name, path, text))
    loosely = [study, *changes, "--timing", "loosely_timed"]
    faster = loosely if run(loosely)[0] == cycles else [study, *changes]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda trial: run([*faster, "-p", f"{with_lists(trial[1])}={trial[2]}"])[0], trials))
    ranking = sorted(((cycles - after, trial) for after, trial in zip(outcomes, trials) if after is not None), key=lambda row: -row[0])
    print(f"{cycles} cycles\n{'saves':>10} {'foretold':>10}  relaxed")
    for saved, (name, path, text) in ranking[:SHOWN]:
        print(f"{saved:>10} {foretold.get(name, 0):>10}  {path}={text}")
    print(f"first cause: {named}")
    first = next((saved for saved, trial in ranking if trial[1] == named), 0)
    best = ranking[0][0]
    return 0 if first >= best - max(OF_SAVED * best, OF_CYCLES * cycles) else 5


if __name__ == "__main__":
    sys.exit(main())
