#!/usr/bin/env python3
"""Runs tests of piglit, the OpenGL test suite of the Debian package `piglit`, with the model as their GPU.

  scripts/piglit_tests.py [--command build/release/texpipe] [--sample N] [--seed S] [--of PROFILE] [--markdown] [--log FILE] [REGEX]

Each test is recorded by `texpipe capture --gl --execute`: it draws, reads its pixels back, and says itself whether they are right. Of
PROFILE's tests (quick) whose names match REGEX, N are drawn at random (200). A test that does not pass runs on lavapipe, too, through the
same zink: where it fails there as well, zink, the test or Mesa is at fault. Exit code 1 when a test fails here alone that KNOWN does not
have, or when the model refuses a submission."""
import argparse
import collections
import dataclasses
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITE = pathlib.Path("/usr/lib/x86_64-linux-gnu/piglit")
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
SECONDS = 120  # that a test may take
SEPARATOR = " ::: "
# Tests that pass on lavapipe and not here, by a part of their names, and why.
KNOWN = {
    "fs-dfdx-accuracy": "the driver's code takes one difference along x for two rows, as Vulkan lets it",
    "arb_shader_clock": "clocks of untimed threads count from the start of each",
    "ext_timer_query": "timestamps of untimed frames count commands (resolution R33)",
    "arb_timer_query": "timestamps of untimed frames count commands (resolution R33)",
}


@dataclasses.dataclass
class Outcome:
    result: str  # pass, skip, fail, warn, or "none" where the test said nothing
    refused: str = ""  # what the model did not execute


def tests_of(profile):
    """Name and arguments of each test. Errors: SystemExit where piglit is not installed."""
    try:
        listed = subprocess.run(["piglit", "print-cmd", "--format", "{name}" + SEPARATOR + "{command}", profile], capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit("piglit_tests.py: piglit is not installed: the Debian package piglit has it")
    if listed.returncode != 0:
        sys.exit(f"piglit_tests.py: piglit: {listed.stderr.strip()}")
    tests = [line.split(SEPARATOR, 1) for line in listed.stdout.splitlines() if SEPARATOR in line]
    given = [(name, arguments_of(command)) for name, command in tests]
    return [(name, arguments) for name, arguments in given if pathlib.Path(arguments[0]).exists()]  # the package leaves some out


def arguments_of(command):
    """Piglit names its programs and their files from its own folder."""
    def placed(word):
        if word.startswith("../"):
            return str(SUITE / word.split("piglit/", 1)[1])
        return str(SUITE / word) if word.startswith(("tests/", "generated_tests/")) else word
    words = [placed(word) for word in command.split()]
    return [*words, "-fbo"] if "-auto" in words and "-fbo" not in words else words


def result_in(text):
    said = re.findall(r'PIGLIT: {"result": "(\w+)"', text)
    return said[-1] if said else "none"


def on_model(command, arguments, folder):
    done = subprocess.run([command, "capture", "--gl", "--execute", "--seconds", str(SECONDS), "--force", "-o", folder / "x.frames.zst", "--",
                           *arguments], cwd=SUITE, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    refused = re.search(r"only the first \d+ submissions were executed: (.*)", done.stdout)
    return Outcome(result_in(done.stdout + done.stderr), refused.group(1) if refused else "")


def on_lavapipe(arguments):
    driver = {"VK_ICD_FILENAMES": LAVAPIPE, "VK_DRIVER_FILES": LAVAPIPE, "MESA_LOADER_DRIVER_OVERRIDE": "zink", "GALLIUM_DRIVER": "zink",
              "LIBGL_ALWAYS_SOFTWARE": "true", "NODEVICE_SELECT": "1"}
    try:
        done = subprocess.run(arguments, cwd=SUITE, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=SECONDS,
                              env={**os.environ, **driver})
    except subprocess.TimeoutExpired:
        return "none"
    return result_in(done.stdout + done.stderr)


def reason_of(name):
    return next((why for part, why in KNOWN.items() if part in name), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("regex", nargs="?", default="", metavar="REGEX", help="of names of tests")
    parser.add_argument("--command", type=pathlib.Path, default=ROOT / "build/release/texpipe")
    parser.add_argument("--sample", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--of", default="quick", metavar="PROFILE")
    parser.add_argument("--log", type=pathlib.Path, metavar="FILE", help="a line for each test is added to it")
    markdown_table.add_option(parser)
    arguments = parser.parse_args()
    command = arguments.command.resolve()
    tests = [test for test in tests_of(arguments.of) if re.search(arguments.regex, test[0])]
    random.Random(arguments.seed).shuffle(tests)
    counts = collections.Counter()
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for name, program in tests[:arguments.sample]:
            outcome = on_model(command, program, pathlib.Path(scratch))
            reference = on_lavapipe(program) if outcome.result not in ("pass", "skip") else ""
            known = reason_of(name)
            alone = reference == "pass" or outcome.refused != ""
            counts[outcome.result, reference, (known or "not known") if alone else ""] += 1
            failed = failed or (alone and known is None)
            line = f"{outcome.result:6} {reference:6} {name} {outcome.refused}".rstrip()
            if alone:
                print(line, file=sys.stderr, flush=True)
            if arguments.log:
                with arguments.log.open("a") as log:
                    print(line, file=log)
    rows = [[here, there or "not run", count, why] for (here, there, why), count in sorted(counts.items())]
    print((markdown_table.markdown if arguments.markdown else markdown_table.aligned)(["here", "on lavapipe", "tests", "why"], rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
