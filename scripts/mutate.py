#!/usr/bin/env python3
"""Plants random faults in model/machine and model/timing, one at a time, and counts those that the tests notice.

  scripts/mutate.py [--count 100] [--seed 1] [--minimum 95]

Each mutant changes one operator, number or statement in a copy of the sources (build/mutation), which is built and tested: the tests of both
planes, then the stored statistics. Mutants that do not compile are replaced by others. Survivors are printed and stand in
build/mutation/survivors.txt. Exit code 5 when fewer than `minimum` percent are noticed. About half a minute a mutant on two cores.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build/mutation"
SOURCE = WORK / "source"
PLANES = ("machine", "timing")
TARGETS = ("machine_tests", "timing_tests", "texpipe")

# What is changed into what. Binary operators stand between spaces, as clang-format writes them.
OPERATORS = (
    (r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "), (r" == ", " != "), (r" != ", " == "),
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r"\+\+", "--"), (r"(?<!-)--(?!-)", "++"),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"std::max\b", "std::min"), (r"std::min\b", "std::max"),
    (r"(?<![\w.'])(\d+)(?![\w.'])", None),                                     # a number becomes the next one
    (r"(?m)^ +[a-z]\w*(?:(?:\.|->)\w+)*\([^;{}]*\);$", ""),                    # a call is dropped
)
NEUTRAL = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^\s*#[^\n]*|^\s*(?:template|using|namespace|static_assert)\b[^\n]*', re.S | re.M)


def sites():
    """All places that can be mutated: file, start, end, replacement."""
    found = []
    for plane in PLANES:
        for path in sorted((SOURCE / "model" / plane).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            text = path.read_text()
            code = NEUTRAL.sub(lambda match: re.sub(r"[^\n]", "\0", match.group(0)), text)
            for pattern, replacement in OPERATORS:
                for match in re.finditer(pattern, code):
                    new = str(int(match.group(1)) + 1) if replacement is None else replacement
                    found.append((path, match.start(), match.end(), new))
    return found


def run(*command, limit=900):
    """Whether the command succeeds within `limit` seconds; a hang is a failure."""
    try:
        return subprocess.run(command, cwd=SOURCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def build():
    return run("cmake", "--build", "--preset", "release", "--parallel", str(os.cpu_count()), "--target", *TARGETS, limit=1800)


def tests_pass():
    return run("ctest", "--preset", "release", "-L", "machine|timing", "--stop-on-failure", "--timeout", "60", "--parallel", str(os.cpu_count())) and run(
        "scripts/golden_statistics.py", "--command", "build/release/texpipe", limit=300)


def copy_sources():
    """Copies changed files only, so that the next call builds little."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        old, new = ROOT / name, SOURCE / name
        if not old.is_file() or (new.exists() and old.read_bytes() == new.read_bytes()):
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(old, new)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minimum", type=float, default=95)
    options = parser.parse_args()
    copy_sources()
    if not (run("cmake", "--preset", "release") and build() and tests_pass()):
        sys.exit("error: the sources as they are do not build or do not pass; see build/mutation/source")
    places = sites()
    random.Random(options.seed).shuffle(places)
    killed, survivors = 0, []
    for path, start, end, new in places:
        if killed + len(survivors) == options.count:
            break
        text = path.read_text()
        line = text.count("\n", 0, start) + 1
        path.write_text(text[:start] + new + text[end:])
        what = f"{path.relative_to(SOURCE)}:{line}: {text[start:end].strip()} -> {new.strip() or 'dropped'}"
        try:
            if not build():
                continue
            if tests_pass():
                survivors.append(what)
                print("survived", what, flush=True)
            else:
                killed += 1
                print("noticed ", what, flush=True)
        finally:
            path.write_text(text)
    (WORK / "survivors.txt").write_text("".join(line + "\n" for line in survivors))
    share = 100 * killed / max(1, killed + len(survivors))
    print(f"{killed} of {killed + len(survivors)} mutants noticed ({share:.0f} %), of {len(places)} places")
    sys.exit(0 if share >= options.minimum else 5)


main()
