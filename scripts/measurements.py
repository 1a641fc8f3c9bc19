#!/usr/bin/env python3
"""Runs the scripts that measure, and writes their tables into the month's page of docs/measurements, or into the page that explains them.

    scripts/measurements.py [NAME]... [--out FILE] [--list]

Without names it takes all, which takes hours; with names only these. --list prints names and commands. A table stands between two markers,
`<!-- measured NAME -->` and `<!-- end NAME -->`, with the day, the machine, the compiler, the commit and the command above it. What stands
outside of markers is written by hand (reasons, what was tried) and stays. A page that is not there is begun with this month's name.

Fails when a script fails for another reason than a target that is missed; the tables of others are written all the same.
"""
import argparse
import datetime
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name, heading of its section, command.
MEASUREMENTS = {
    "targets": ("Host instructions against targets", "scripts/instruction_counts.py --targets --markdown"),
    "cases": ("Host instructions of fixed workloads", "scripts/instruction_counts.py --markdown"),
    "speed": ("Speed", "scripts/benchmark.sh --markdown 3"),
    "frames": ("Speed of untimed frames", "scripts/frame_speed.py --markdown"),
    "frame_time": ("What time costs frames", "scripts/frame_time_speed.py --markdown"),
    "observation": ("What watching costs", "scripts/observation_cost.py --markdown --most 100"),
    "sweeps": ("What a point of a sweep costs beyond its simulation", "scripts/sweep_overhead.py --markdown"),
    "samples": ("Samples of recordings", "scripts/sample_error.py --markdown --timing loosely_timed"),
    "chip_frames": ("Frames and the chip", "scripts/chip_rows.py --markdown"),
    "bounds": ("How often bounds of samples hold", "scripts/sample_error.py --coverage --markdown"),
    "explanations": ("Planted bottlenecks that are explained", "scripts/check_explanations.py --markdown"),
    "programs": ("Public programs beside lavapipe", "scripts/public_programs.py --markdown"),
    "rtl": ("RTL beside the model", "scripts/rtl_regression.py --markdown --force"),
    "first_build": ("What the first build compiles", "scripts/first_build.py --markdown --every 10"),
    "mutants": ("Mutants that tests notice", "scripts/mutate.py --markdown"),
}
# Tables that stand beside their reasons, on a page that is no month's.
PAGES = {"chip_frames": "docs/explanation/frames-and-the-chip.md"}
MISSED = {0, 1, 5}  # exit codes of scripts that have measured, whether or not everything is as wanted


def output(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()


def machine():
    """What numbers depend on, without the names of hosts."""
    flags = re.search(r"^flags\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    flags = set(flags.group(1).split()) if flags else set()
    vectors = "AVX-512" if "avx512f" in flags else "AVX2" if "avx2" in flags else "no AVX2"
    compiler = output("g++", "--version").splitlines()[0]
    return f"{os.cpu_count()} processors with {vectors}, {compiler}"


def commit():
    changed = output("git", "status", "--porcelain", "--untracked-files=no")
    return f"commit {output('git', 'rev-parse', '--short=8', 'HEAD') or 'unknown'}" + (" with changes" if changed else "")


def is_table(text):
    """A head, a rule and rows with as many cells each."""
    lines = text.splitlines()
    counts = {len(re.findall(r"(?<!\\)\|", line)) for line in lines}
    return len(lines) >= 2 and len(counts) == 1 and all(line.startswith("|") and line.endswith("|") for line in lines) \
        and re.fullmatch(r"\|(?:-+:?\|)+", lines[1]) is not None


def with_section(page, name, heading, block):
    """The page with the block between the name's markers; at its end, when it has none."""
    begin, end = f"<!-- measured {name} -->", f"<!-- end {name} -->"
    text = f"{begin}\n\n{block}\n\n{end}"
    found = re.search(re.escape(begin) + r".*?" + re.escape(end), page, re.S)
    if found:
        return page[:found.start()] + text + page[found.end():]
    return f"{page.rstrip()}\n\n## {heading}\n\n{text}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in MEASUREMENTS]
    if unknown:
        parser.error(f"no measurement {unknown[0]}; there are {', '.join(MEASUREMENTS)}")
    chosen = {name: MEASUREMENTS[name] for name in options.names or MEASUREMENTS}
    if options.list:
        for name, (_, command) in chosen.items():
            print(f"{name:14}{command}")
        return 0
    today = datetime.date.today()
    failed = False
    for name, (heading, command) in chosen.items():
        path = options.out or ROOT / PAGES.get(name, f"docs/measurements/{today:%Y-%m}.md")
        print(f"{name}: {command}", file=sys.stderr, flush=True)
        ran = subprocess.run(shlex.split(command), cwd=ROOT, stdout=subprocess.PIPE, text=True)
        table = ran.stdout.strip()
        table = table[table.find("|"):]  # behind what building it printed
        if ran.returncode not in MISSED or not is_table(table):
            print(f"error: {command}: exit code {ran.returncode} and no table; its section stays as it was", file=sys.stderr)
            failed = True
            continue
        # Written after each, because the next one may take an hour.
        page = path.read_text() if path.exists() else f"# Measurements of {today:%B %Y}\n"
        block = f"{today:%Y-%m-%d}, {commit()}, {machine()}:\n`{command.replace(' --markdown', '')}`\n\n{table}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(with_section(page, name, heading, block))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
