#!/usr/bin/env python3
"""Plants random faults in model/machine and model/timing, one at a time, and counts those that the tests notice.

  scripts/mutate.py [--count 100] [--seed 1] [--minimum 95] [--jobs N] [--again SURVIVORS]

Each mutant changes one operator, number or statement in a copy of the sources (build/mutation, a copy for each job), which is built without
much optimisation and tested: the stored schema and statistics, then the tests of both
planes, of the command and of studies. Mutants that do not compile are replaced by others. Survivors
are printed and stand in build/mutation/survivors.txt. Exit code 5 when fewer than `minimum` percent are noticed. About half a minute a mutant and
processor.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build/mutation"
PLANES = ("machine", "timing")
TESTS = ("machine_tests", "timing_tests", "cli_tests", "study_tests")

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
    """All places that can be mutated: file below the root, start, end, replacement."""
    found = []
    for plane in PLANES:
        for path in sorted((ROOT / "model" / plane).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            text = path.read_text()
            code = NEUTRAL.sub(lambda match: re.sub(r"[^\n]", "\0", match.group(0)), text)
            for pattern, replacement in OPERATORS:
                for match in re.finditer(pattern, code):
                    new = str(int(match.group(1)) + 1) if replacement is None else replacement
                    found.append((path.relative_to(ROOT), match.start(), match.end(), new))
    return found


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, number):
        self.source = WORK / str(number)

    def refresh(self):
        """Copies changed files only, so that the next call builds little. Whether sources build and pass as they are."""
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, names):
            old, new = ROOT / name, self.source / name
            if not old.is_file() or (new.exists() and old.read_bytes() == new.read_bytes()):
                continue
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(old, new)
        return self.run("cmake", "--preset", "release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG") and self.build("texpipe", 3600) and self.tests_pass()

    def run(self, *command, limit=900):
        """Whether the command succeeds within `limit` seconds; a hang is a failure, and ends with all that it started."""
        process = subprocess.Popen(command, cwd=self.source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return process.wait(timeout=limit) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False

    def build(self, target, limit=1800):
        return self.run("cmake", "--build", "--preset", "release", "--parallel", "1", "--target", target, limit=limit)

    def tests_pass(self):
        """What is quick and notices most comes first, so that tests are built only for what the command hides."""
        return (self.schema_is_as_stored()
                and self.run("scripts/golden_statistics.py", "--command", "build/release/texpipe", limit=60)
                and all(self.build(tests) and self.run(f"build/release/{tests}", "--abort", limit=300) for tests in TESTS))

    def schema_is_as_stored(self):
        """As a test of the command has it: names, ranges and defaults of all parameters of a machine."""
        made = subprocess.run(["build/release/texpipe", "config", "schema", "machine"], cwd=self.source, capture_output=True)
        return made.returncode == 0 and made.stdout == (self.source / "configs/schema/machine.schema.json").read_bytes()

    def notices(self, path, start, end, new):
        """Whether the tests notice the mutant; None: it does not compile."""
        file = self.source / path
        text = file.read_text()
        file.write_text(text[:start] + new + text[end:])
        try:
            return None if not self.build("texpipe") else not self.tests_pass()
        finally:
            file.write_text(text)


def described(place):
    """As survivors.txt has it."""
    path, start, end, new = place
    text = (ROOT / path).read_text()
    return f"{path}:{text.count(chr(10), 0, start) + 1}: {text[start:end].strip()} -> {new.strip() or 'dropped'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="of the places in the order of the seed: to go on with an earlier count")
    parser.add_argument("--again", type=pathlib.Path, help="a survivors.txt: only the mutants that it lists, at the lines where they were")
    parser.add_argument("--minimum", type=float, default=95)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    copies = [Copy(number) for number in range(options.jobs)]
    refreshed = []
    starts = [threading.Thread(target=lambda copy=copy: refreshed.append(copy.refresh())) for copy in copies]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    if not all(refreshed):
        sys.exit(f"error: the sources as they are do not build or do not pass; see {WORK}")
    places = sites()
    random.Random(options.seed).shuffle(places)
    places = places[options.skip:]
    if options.again:
        wanted = options.again.read_text().splitlines()
        places = [place for place in places if described(place) in wanted]
    lock, queue, verdicts, under_way = threading.Lock(), iter(places), [], [0]

    def work(copy):
        while True:
            with lock:
                if len(verdicts) + under_way[0] >= options.count:
                    return
                place = next(queue, None)
                if place is None:
                    return
                under_way[0] += 1
            noticed = copy.notices(*place)
            with lock:
                under_way[0] -= 1
                if noticed is None:
                    continue
                verdicts.append((noticed, described(place)))
                print("noticed " if noticed else "survived", described(place), flush=True)

    workers = [threading.Thread(target=work, args=(copy,)) for copy in copies]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    survivors = [what for noticed, what in verdicts if not noticed]
    (WORK / "survivors.txt").write_text("".join(line + "\n" for line in survivors))
    killed = len(verdicts) - len(survivors)
    share = 100 * killed / max(1, len(verdicts))
    print(f"{killed} of {len(verdicts)} mutants noticed ({share:.0f} %), of {len(places)} places")
    sys.exit(0 if share >= options.minimum else 5)


main()
