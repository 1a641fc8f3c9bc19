#!/usr/bin/env python3
"""Prints what each step of a build and each test took, slowest first, from what ninja and ctest wrote down in the build folder.

  scripts/times.py [FOLDER] [--least SECONDS]    build/release; what took less than SECONDS (1) is one row, the sum

A step that the compiler cache answered took next to nothing. The times are of the last run of each step and of the last run of ctest.
"""
import argparse
import pathlib
import re


def build_steps(folder):
    """Seconds of the last run of each step, by its first output."""
    steps = {}
    log = folder / ".ninja_log"
    for line in log.read_text().splitlines()[1:] if log.exists() else []:
        begin, end, _, output, command = line.split("\t")
        steps[command] = (int(end) - int(begin)) / 1000, re.sub(r"CMakeFiles/([^/]+)\.dir/", r"\1: ", output)
    return list(steps.values())


def tests(folder):
    """Seconds of each test of the last run of ctest, by its name."""
    log = folder / "Testing/Temporary/LastTest.log"
    text = log.read_text(errors="replace") if log.exists() else ""
    return [(float(seconds), name)
            for name, seconds in re.findall(r"^\d+/\d+ Test: (.*?)$.*?^Test time = +([\d.]+) sec$", text, re.M | re.S)]


def print_table(title, rows, least):
    print(f"{title}: {len(rows)}, {sum(seconds for seconds, _ in rows):.0f} s together")
    shown = sorted((row for row in rows if row[0] >= least), key=lambda row: (-row[0], row[1]))
    for seconds, name in shown:
        print(f"  {seconds:7.1f} s  {name}")
    rest = [seconds for seconds, _ in rows if seconds < least]
    if rest:
        print(f"  {sum(rest):7.1f} s  {len(rest)} of less than {least:g} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="build/release", type=pathlib.Path)
    parser.add_argument("--least", default=1.0, type=float, metavar="SECONDS")
    options = parser.parse_args()
    if not (options.folder / "build.ninja").exists():
        parser.error(f"{options.folder}: no build folder")
    print_table("steps of the build", build_steps(options.folder), options.least)
    print_table("tests", tests(options.folder), options.least)


if __name__ == "__main__":
    main()
