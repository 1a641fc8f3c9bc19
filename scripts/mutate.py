#!/usr/bin/env python3
"""Plants random faults in model/machine and model/timing and counts those that the tests notice.

  scripts/mutate.py [--count 100] [--seed 1] [--minimum 95] [--jobs N] [--numbers N,N...]

Each mutant changes one operator, number or statement. All are built into one copy of the sources (build/mutation, by tests/mutation/mutant.h), and an
environment variable chooses one at a time, for which the stored schema and statistics are compared and the tests of both planes, of
studies and of the command are run. A mutant in a constant expression, which cannot choose, is planted in the text and built. Those that do not
compile are replaced by others. tests/mutation/equivalent.csv lists mutants that change no behaviour, each with its reason; they are counted apart. Survivors are printed and stand in build/mutation/survivors.txt. Exit code 5
when fewer than `minimum` percent are noticed.
"""
import argparse
import collections
import concurrent.futures
import csv
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build/mutation"
PLANES = ("machine", "timing")
TESTS = ("machine_tests", "timing_tests", "parameters_tests", "workload_tests", "study_tests", "analysis_tests", "cli_tests")

# Operators, what each is changed into, and how mutant.h writes the choice. Binary operators stand between spaces, as
# clang-format writes them.
BINARY = {"<=": ("<", "LessEqual"), "<": ("<=", "Less"), ">=": (">", "GreaterEqual"), ">": (">=", "Greater"), "==": ("!=", "Equal"),
          "!=": ("==", "NotEqual"), "+": ("-", "Plus"), "-": ("+", "Minus"), "*": ("/", "Times"), "+=": ("-=", "PlusIs"), "-=": ("+=", "MinusIs")}
LOGIC = {"&&": "||", "||": "&&"}
STEPS = {"++": ("--", "Up"), "--": ("++", "Down")}
NEUTRAL = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^\s*#[^\n]*|^\s*(?:template|using|namespace|static_assert)\b[^\n]*', re.S | re.M)
STOPS = re.compile(r"(?:[,;?{}]| [-+*/|&^%]?= |\breturn )$")             # before a left operand


def is_colon(code, at):
    """Whether a single colon stands there, not the one of a qualified name."""
    return code[at] == ":" and code[at - 1] != ":" and code[at + 1] != ":"


def is_constant(text, at):
    """Whether a place may stand in a constant expression, judged by the words of the statement and of what begins at the margin around it."""
    begin = max(text.rfind(mark, 0, at) for mark in ";{}")
    margin = [match.group() for match in re.finditer(r"^[A-Za-z].*", text[:at], re.M)]
    words = text[text.rfind("\n", 0, begin) + 1:at] + "\n" + (margin[-1] if margin else "")
    return bool(re.search(r"\b(constexpr|consteval|constinit|case|enum|std::array)\b", words))


class Mutant(collections.namedtuple("Mutant", "path start end old new edits")):
    """A fault: `old` at `start` to `end` of the file becomes `new`; `edits` gives its choice as (start, end, text with {n})."""

    def place(self, text):
        line = text.count("\n", 0, self.start)
        return line + 1, text.splitlines()[line].strip()


def left_operand(code, position, logic):
    """Where the left operand of && or || begins."""
    depth, at = 0, position - 1
    while at >= 0:
        if code[at] in ")]" or (code[at] == "}" and depth):
            depth += 1
        elif code[at] in "([" or (code[at] == "{" and depth):
            depth -= 1
            if depth < 0:
                return at + 1
        elif depth == 0:
            if STOPS.search(code[max(0, at - 7):at + 1]) or is_colon(code, at) or (logic == "&&" and code[at - 1:at + 1] == "||"):
                return at + 1
        at -= 1
    return 0


def right_operand(code, position, logic):
    """Where the right operand of && or || ends."""
    depth, at = 0, position
    while at < len(code):
        if code[at] in "([{":
            depth += 1
        elif code[at] in ")]}":
            depth -= 1
            if depth < 0:
                return at
        elif depth == 0 and (code[at] in ",;?" or is_colon(code, at) or code.startswith("||", at) or (logic == "&&" and code.startswith("&&", at))):
            return at
        at += 1
    return at


def mutants_of(path):
    """All mutants of one file."""
    text = (ROOT / path).read_text()
    code = NEUTRAL.sub(lambda match: re.sub(r"[^\n]", "\0", match.group(0)), text)
    found = []

    def add(start, end, new, *edits):
        found.append(Mutant(path, start, end, text[start:end], new, edits))

    for match in re.finditer(r" (<=|<|>=|>|==|!=|\+=|-=|\+|-|\*) ", code):
        operator = match.group(1)
        new, name = BINARY[operator]
        add(match.start(1), match.end(1), new, (match.end(1), match.end(1), f" mutant::{name}<{{n}}>{{{{}}}} {operator}"))
    for match in re.finditer(r" (&&|\|\|) ", code):
        logic, chosen = match.group(1), "mutant::active<{n}>()"
        begin, end = left_operand(code, match.start(), logic), right_operand(code, match.end(), logic)
        while code[begin].isspace():
            begin += 1
        add(match.start(1), match.end(1), LOGIC[logic], (begin, begin, f"({chosen} != (({chosen} != bool("),
            (match.start(), match.start(), "))"), (match.end(), match.end(), f"({chosen} != bool("), (end, end, "))))"))
    for match in re.finditer(r"\+\+|(?<!-)--(?!-)", code):
        new, name = STEPS[match.group(0)]
        before = match.end() < len(code) and re.match(r"[\w(*]", code[match.end()])
        add(match.start(), match.end(), new, (match.start(), match.end(), f"mutant::{name}<{{n}}>{{{{}}}}->*" if before else f"->*mutant::{name}After<{{n}}>{{{{}}}}"))
    for match in re.finditer(r"\b(true|false)\b", code):
        add(match.start(), match.end(), "false" if match.group(0) == "true" else "true", (match.start(), match.end(), f"mutant::opposite<{{n}}>({match.group(0)})"))
    for match in re.finditer(r"std::(max|min)\b(?=[(<])", code):
        extreme = match.group(1)
        add(match.start(), match.end(), "std::min" if extreme == "max" else "std::max",
            (match.start(), match.end(), f"mutant::Extreme<{{n}}, {str(extreme == 'max').lower()}>::{extreme}"))
    for match in re.finditer(r"(?<![\w.'])(\d+)(?![\w.'])", code):
        add(match.start(), match.end(), str(int(match.group(0)) + 1), (match.start(), match.end(), f"mutant::next<{{n}}>({match.group(0)})"))
    for match in re.finditer(r"(?m)^ +([a-z]\w*(?:(?:\.|->)\w+)*\([^;{}]*\);)$", code):
        if not match.group(1).startswith("return"):
            add(match.start(1), match.end(1), "", (match.start(1), match.start(1), "(mutant::active<{n}>() ? void() : void("),
                (match.end(1) - 1, match.end(1) - 1, "))"))
    return found


def all_mutants():
    paths = [path.relative_to(ROOT) for plane in PLANES for path in sorted((ROOT / "model" / plane).rglob("*")) if path.suffix in (".h", ".cpp")]
    return [mutant for path in paths for mutant in mutants_of(path)]


def with_choices(text, numbered):
    """The text with the choices of several mutants; of two that begin at one place the longer one goes around the other."""
    edits = []
    for number, mutant in numbered:
        reach = max(end for _, end, _ in mutant.edits) - min(start for start, _, _ in mutant.edits)
        last = len(mutant.edits) - 1
        for index, (start, end, new) in enumerate(mutant.edits):
            closes = index == last and last > 0 or mutant.old in LOGIC and index == 1
            edits.append((start, 0 if closes else 1, reach if closes else -reach, end, new.format(n=number)))
    taken = 0
    pieces = []
    for start, _, _, end, new in sorted(edits):
        pieces += [text[taken:start], new]
        taken = max(taken, end)
    if not numbered:
        return text
    return '#include "tests/mutation/mutant.h"\n#line 1\n' + "".join(pieces) + text[taken:]


def run(command, folder, limit, environment=None):
    """Exit code and output of a command; a hang ends, also when nobody waits for it any more, and counts as a failure."""
    made = subprocess.run(["timeout", "--signal=KILL", str(int(limit)), *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    return made.returncode, made.stdout.decode(errors="replace")


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, name, flags=""):
        self.source, self.flags = WORK / name, flags
        self.limits = {}                                                     # seconds of each program: what takes ten times as long hangs

    def refresh(self, changed):
        """Copies what differs, so that the next build is small; `changed` has other texts of some files."""
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, names):
            if not (ROOT / name).is_file():
                continue
            content = changed[name].encode() if name in changed else (ROOT / name).read_bytes()
            new = self.source / name
            if new.exists() and new.read_bytes() == content:
                continue
            new.parent.mkdir(parents=True, exist_ok=True)
            new.write_bytes(content)
            shutil.copymode(ROOT / name, new)

    def build(self, jobs, tests):
        """Exit code and output of a build of the command and the tests."""
        code, output = run(["cmake", "--preset", "release", f"-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG {self.flags}"], self.source, 600)
        if code:
            return code, output
        return run(["cmake", "--build", "--preset", "release", "--parallel", str(jobs), "--target", "texpipe", *tests, "--", "-k", "0"], self.source, 7200)

    def notices(self, number, mark, tests):
        """What notices the mutant, the quickest first; empty: nothing."""
        with tempfile.TemporaryDirectory() as scratch:
            environment = dict(os.environ, PLANTED_MUTANT=str(number), PLANTED_MUTANT_MARK=str(mark), TMPDIR=scratch)
            schema = subprocess.run(["build/release/texpipe", "config", "schema", "machine"], cwd=self.source, capture_output=True, env=environment)
            if schema.returncode or schema.stdout != (self.source / "configs/schema/machine.schema.json").read_bytes():
                return "schema"
            if run(["scripts/golden_statistics.py", "--command", "build/release/texpipe"], self.source, 120, environment)[0]:
                return "golden statistics"
            for program in tests:
                start = time.monotonic()
                if run([f"build/release/{program}", "--abort"], self.source, self.limits.get(program, 900), environment)[0]:
                    return program
                self.limits.setdefault(program, 20 + 10 * (time.monotonic() - start))
        return ""


def in_random_order(mutants, texts, seed):
    """An order that changes elsewhere leave as it is: by a hash of the seed and the line."""
    seen = collections.Counter()
    keys = {}
    for mutant in mutants:
        line = mutant.place(texts[mutant.path])[1]
        name = (str(mutant.path), line, mutant.old, mutant.new)
        seen[name] += 1
        keys[mutant] = hashlib.sha256(repr((seed, seen[name], name)).encode()).hexdigest()
    return sorted(mutants, key=keys.get)


def compiles(mutant, text):
    """Whether the file compiles with the mutant in its text; asked only of those that no test runs, which a choice cannot tell."""
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(text[:mutant.start] + mutant.new + text[mutant.end:])
        file.flush()
        return run(["g++", "-std=c++20", "-fsyntax-only", "-w", "-DSC_CPLUSPLUS=201703L", "-DSC_INCLUDE_DYNAMIC_PROCESSES", f"-I{ROOT}/model", file.name], ROOT, 600)[0] == 0


def equivalents():
    """What changes no behaviour: (path, line's text, old, new)."""
    with open(ROOT / "tests/mutation/equivalent.csv", newline="") as file:
        return {(row["file"], row["line"], row["old"], row["new"]) for row in csv.DictReader(file)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minimum", type=float, default=95)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests", default=",".join(TESTS), help="programs to run, of these")
    markdown_table.add_option(parser)
    parser.add_argument("--numbers", help="only these, as an earlier run with the same seed and count numbered them")
    options = parser.parse_args()
    tests = options.tests.split(",")
    notes = sys.stderr if options.markdown else sys.stdout
    WORK.mkdir(parents=True, exist_ok=True)
    texts = {}
    everything = all_mutants()
    for path in {mutant.path for mutant in everything}:
        texts[path] = (ROOT / path).read_text()
    everything = in_random_order(everything, texts, options.seed)
    sample = dict(enumerate(everything[:options.count * 2], 1))                # half of them in reserve, for those that do not compile
    known = equivalents()

    def row(mutant):
        return str(mutant.path), mutant.place(texts[mutant.path])[1], mutant.old, mutant.new

    def described(number):
        mutant = sample[number]
        return f"{number}: {mutant.path}:{mutant.place(texts[mutant.path])[0]}: {mutant.old.strip()} -> {mutant.new or 'dropped'}"

    equal = {number for number, mutant in sample.items() if row(mutant) in known}
    copy = Copy("choices", f"-w -fpermissive -I{WORK}/choices")
    memory = WORK / "no_choice.txt"                                          # what did not compile in an earlier run
    no_choice = set(memory.read_text().splitlines()) if memory.exists() else set()
    alive = {number: mutant for number, mutant in sample.items() if repr(row(mutant)) not in no_choice}
    for _ in range(8):
        changed = {str(path): with_choices(text, [(n, m) for n, m in alive.items() if m.path == path]) for path, text in texts.items()}
        copy.refresh(changed)
        code, output = copy.build(options.jobs, tests)
        if code == 0:
            break
        errors = {(name, int(line)) for name, line in re.findall(r"(model/(?:machine|timing)/[\w/]+\.(?:h|cpp))[:,](\d+)", output)}
        broken = [n for n, m in alive.items() if (str(m.path), m.place(texts[m.path])[0]) in errors]
        (WORK / "build.log").write_text(output)
        if not broken:
            sys.exit(f"error: the copy does not build; see {WORK}/build.log")
        print(f"{len(broken)} mutants do not compile as a choice", flush=True, file=notes)
        for number in broken:
            no_choice.add(repr(row(alive.pop(number))))
        memory.write_text("".join(line + "\n" for line in sorted(no_choice)))
    if copy.notices(0, WORK / "none", tests):
        sys.exit("error: the tests do not pass without a mutant")

    def verdict(number):
        mark = WORK / f"mark_{number}"
        for old in WORK.glob(f"mark_{number}.*"):
            old.unlink()
        noticed = copy.notices(number, mark, tests)
        if mark.with_suffix(".stillborn").exists():
            return number, None, False
        reached = mark.with_suffix(".reached").exists()
        if not noticed and not reached and not compiles(sample[number], texts[sample[number].path]):
            return number, None, False
        return number, noticed, reached

    wanted = [int(number) for number in options.numbers.split(",")] if options.numbers else [number for number in alive if number not in equal]
    counted, survivors, constant = 0, [], []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        queue, running = iter(wanted), set()
        while True:
            while len(running) < options.jobs and counted + len(running) < options.count and (number := next(queue, None)):
                running.add(pool.submit(verdict, number))
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for number, noticed, reached in (future.result() for future in done):
                if noticed is None:
                    continue
                counted += 1
                hidden = not reached and is_constant(texts[sample[number].path], sample[number].start)
                if not noticed:
                    (constant if hidden else survivors).append(number)
                outcome = f"noticed   {described(number)} ({noticed})" if noticed else f"{'constant ' if hidden else 'survived '} {described(number)}"
                print(outcome if noticed or reached or hidden else f"{outcome} (no test comes here)", flush=True, file=notes)
    plain = Copy("plain")
    for number in constant:
        mutant = sample[number]
        text = texts[mutant.path]
        plain.refresh({str(mutant.path): text[:mutant.start] + mutant.new + text[mutant.end:]})
        code, _ = plain.build(options.jobs, tests)
        if code:
            counted -= 1
            print(f"stillborn {described(number)}", flush=True, file=notes)
        elif noticed := plain.notices(0, WORK / "plain", tests):
            print(f"noticed   {described(number)} ({noticed})", flush=True, file=notes)
        else:
            survivors.append(number)
            print(f"survived  {described(number)}", flush=True, file=notes)
    (WORK / "survivors.txt").write_text("".join(f"{described(number)}\t{row(sample[number])[1]}\n" for number in sorted(survivors)))
    share = 100 * (counted - len(survivors)) / max(1, counted)
    print(f"{counted - len(survivors)} of {counted} mutants noticed ({share:.0f} %), of {len(everything)} places; "
          f"{len(equal)} known to change nothing among the first {len(sample)}", file=notes)
    if options.markdown:
        print(markdown_table.markdown(("mutants", "noticed", "share", "places", "seed"), [(counted, counted - len(survivors), f"{share:.0f} %", len(everything), options.seed)]))
    sys.exit(0 if share >= options.minimum else 5)


if __name__ == "__main__":
    main()
