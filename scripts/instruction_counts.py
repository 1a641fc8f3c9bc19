#!/usr/bin/env python3
"""Counts the host instructions of fixed small workloads and compares them with stored counts: a gate on speed that no load of the machine moves.

  scripts/instruction_counts.py [NAME...]           exit code 5 when a case takes more than 3 % more than its stored count
  scripts/instruction_counts.py --update [NAME...]  stores what the cases take now
  scripts/instruction_counts.py --targets           the targets of speed, and what is reached
  ... --markdown                                    prints a table in Markdown, as docs/measurements has it

The cases stand in tests/data/instruction_counts/cases.txt, one per line: a name, a study, and arguments of `texpipe run`; the
targets in targets.txt beside it. Needs valgrind.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/data/instruction_counts"
STORED = FOLDER / "counts.json"
SLACK = 0.03
SIMULATION = "texpipe::timing::System::run*"  # what a target calls the simulation; needs the symbols of the release preset


def read_cases(names):
    lines = [shlex.split(line, comments=True) for line in (FOLDER / "cases.txt").read_text().splitlines()]
    cases = {words[0]: words[1:] for words in lines if words}
    unknown = [name for name in names if name not in cases]
    if unknown:
        sys.exit(f"error: no case {unknown[0]}; there are: {' '.join(cases)}")
    return {name: cases[name] for name in names} if names else cases


def count(command, arguments, function=None):
    """Host instructions of one run, or of a function in it, by callgrind; the environment is fixed, because its size counts."""
    inside = [f"--toggle-collect={function}"] if function else []
    with tempfile.TemporaryDirectory() as folder:
        outcome = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *inside,
             command, "run", *arguments, "--out", f"{folder}/run", "-q"],
            cwd=ROOT, capture_output=True, text=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C"})
    collected = re.search(r"Collected : (\d+)", outcome.stderr)
    if outcome.returncode != 0 or not collected:
        sys.exit(f"error: {shlex.join(arguments)}: exit code {outcome.returncode}\n{outcome.stderr}")
    return int(collected.group(1))


def targets(command):
    """Heads and rows, one for each target: what it counts, what it was before, what is wanted, what it is now."""
    rows = []
    for line in (FOLDER / "targets.txt").read_text().splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        what, part, before, wanted, *arguments = words
        whole = count(command, arguments) if part != "simulation" else 0
        simulation = count(command, arguments, SIMULATION) if part != "whole" else 0
        now = abs(whole - simulation) / 1e6
        rows.append((what, before, wanted, f"{now:.1f}", "met" if now <= float(wanted) else "missed"))
    return ("what", "before, M", "wanted, M", "now, M", ""), rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--command", default=ROOT / "build/release/texpipe", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--targets", action="store_true")
    markdown_table.add_option(parser)
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("error: valgrind is not installed (scripts/install_dependencies.sh --with-valgrind)")
    form = markdown_table.markdown if options.markdown else markdown_table.aligned
    if options.targets:
        return print(form(*targets(options.command)))
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}
    slower, rows = False, []
    for name, arguments in read_cases(options.names).items():
        now = count(options.command, arguments)
        before = stored.get(name)
        change = f"{now / before - 1:+.1%} of {before:,} stored" if before else "nothing stored"
        rows.append((f"`{name}`", f"{now / 1e6:.1f}", f"{before / 1e6:.1f}" if before else ""))
        if not options.markdown:
            print(f"{name:20} {now:>15,} instructions, {change}", flush=True)
        if options.update:
            stored[name] = now
        elif not before or now > before * (1 + SLACK):
            slower = True
    if options.markdown:
        print(form(("case", "now, M", "stored, M"), rows))
    if options.update:
        STORED.write_text(json.dumps(stored, indent=2) + "\n")
    elif slower:
        print("a case takes more instructions than stored: find out why, or store the new count with --update", file=sys.stderr)
        sys.exit(5)


if __name__ == "__main__":
    main()
