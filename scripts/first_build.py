#!/usr/bin/env python3
"""What scripts/run.sh builds, beside the same with RTL: steps, and the user CPU time of the compiler.

  scripts/first_build.py [--folder build/release] [--every N] [--markdown]

The folder is one that was built with RTL. Every Nth step (8th) is done again, into a file that nobody keeps and without ccache; its time
stands for the steps beside it. User CPU time does not depend on who else uses the machine, as times in .ninja_log do. Steps of Verilator
are done at configuration, take six seconds together, and are not counted.
"""
import argparse
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent


def compilations(folder, target):
    """Command lines by which a target's objects are compiled, in the order of the build."""
    lines = subprocess.run(["ninja", "-C", folder, "-t", "commands", target], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if re.search(r" -o \S+\.(o|gch) .*-c ", line)]


def user_seconds(folder, line, scratch):
    words = shlex.split(re.split(r" && ", line)[-1])
    words = words[next(i for i, word in enumerate(words) if word.endswith(("g++", "clang++", "gcc", "clang", "c++", "cc"))):]
    for option in ("-o", "-MF"):
        if option in words:
            words[words.index(option) + 1] = f"{scratch}/out{option}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(words, cwd=folder, check=True, capture_output=True, env={**os.environ, "CCACHE_DISABLE": "1"})
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/release")
    arguments.add_argument("--every", type=int, default=8)
    markdown_table.add_option(arguments)
    options = arguments.parse_args()
    command = compilations(options.folder, "texpipe")
    known = set(command)
    rtl = [line for line in compilations(options.folder, "texpipe_rtl") if line not in known]
    if not rtl:
        sys.exit(f"{options.folder} was configured without RTL: scripts/build.sh release texpipe_rtl")
    seconds = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name, lines in (("command", command), ("RTL", rtl)):
            chosen = lines[:: options.every]
            times = []
            for number, line in enumerate(chosen):
                times.append(user_seconds(options.folder, line, scratch))
                print(f"\r{name}: {number + 1} of {len(chosen)}", end="", file=sys.stderr)
            seconds[name] = sum(times) * len(lines) / len(chosen)
            print(file=sys.stderr)
    everything = seconds["command"] + seconds["RTL"]
    rows = [["scripts/run.sh", str(len(command)), f"{seconds['command']:.0f}"],
            ["with RTL", str(len(command) + len(rtl)), f"{everything:.0f}"],
            ["left out", str(len(rtl)), f"{100 * seconds['RTL'] / everything:.0f} %"]]
    table = markdown_table.markdown if options.markdown else markdown_table.aligned
    print(table(["build", "compilations", "user CPU s"], rows))


if __name__ == "__main__":
    main()
