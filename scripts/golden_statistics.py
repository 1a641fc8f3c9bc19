#!/usr/bin/env python3
"""Compares the statistics of fixed studies with stored ones, exactly. stats.json holds the hash of the picture, so pictures are compared too.

  scripts/golden_statistics.py [NAME...]                      exit code 5 and the changed statistics when a case differs
  scripts/golden_statistics.py --update --why TEXT [NAME...]  stores what the cases give now; TEXT goes to CHANGES.md

The cases stand in tests/data/golden_statistics/cases.txt, one per line: a name, a study, and arguments of `texpipe run`.
"""
import argparse
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests/data/golden_statistics"
STATISTICS = "stats.json"
RESULTS = "results.json"  # only where the workload leaves one; its hash is stored
SHOWN = 12  # changed statistics of a case


def read_cases(names):
    cases = {}
    for number, line in enumerate((GOLDEN / "cases.txt").read_text().splitlines(), 1):
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if len(words) < 2 or words[0] in cases:
            sys.exit(f"error: cases.txt:{number}: expected a new name and a study")
        cases[words[0]] = words[1:]
    unknown = [name for name in names if name not in cases]
    if unknown:
        sys.exit(f"error: no case {unknown[0]}; there are: {' '.join(cases)}")
    return {name: cases[name] for name in names} if names else cases


def run_case(command, arguments, folder):
    """Runs one study; returns the compared files by name."""
    outcome = subprocess.run([command, "run", *arguments, "--out", folder, "-q"], cwd=ROOT, capture_output=True, text=True)
    if outcome.returncode != 0:
        raise RuntimeError(f"exit code {outcome.returncode}\n{outcome.stderr}")
    files = {STATISTICS: (pathlib.Path(folder) / STATISTICS).read_text()}
    results = pathlib.Path(folder) / RESULTS
    if results.exists():
        files[RESULTS] = json.dumps({"sha256": hashlib.sha256(results.read_bytes()).hexdigest()}) + "\n"
    return files


def flatten(value, path=""):
    """Leaves of a JSON value by path; groups and statistics go by their names, not by their place."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from flatten(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            name = part.get("path", part.get("name")) if isinstance(part, dict) else None
            yield from flatten(part, f"{path}.{name}" if name else f"{path}[{index}]")
    else:
        yield path, value


def differences(before, after):
    old, new = dict(flatten(json.loads(before))), dict(flatten(json.loads(after)))
    for path in [*old, *(p for p in new if p not in old)]:
        if old.get(path) != new.get(path):
            yield f"{path}: {old.get(path, 'absent')} -> {new.get(path, 'absent')}"


def compare(name, files):
    """What differs from the stored files, as text; empty when nothing does."""
    text = ""
    for file in (STATISTICS, RESULTS):
        stored = GOLDEN / f"{name}.{file}"
        before = stored.read_text() if stored.exists() else "{}"
        if before != files.get(file, "{}"):
            changed = list(differences(before, files.get(file, "{}"))) or ["other bytes, equal values"]
            text += f"{name}: {file}: {len(changed)} values differ\n" + "".join(f"  {line}\n" for line in changed[:SHOWN])
    return text


def store(name, files):
    for file in (STATISTICS, RESULTS):
        stored = GOLDEN / f"{name}.{file}"
        if file in files:
            stored.write_text(files[file])
        else:
            stored.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--command", default=str(ROOT / "build/release/texpipe"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--why", default="")
    options = parser.parse_args()
    if options.update and not options.why:
        parser.error("--update needs --why TEXT: what changed the statistics")
    cases = read_cases(options.names)
    changed, failed = [], []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = {name: pool.submit(run_case, options.command, arguments, f"{scratch}/{name}") for name, arguments in cases.items()}
        for name, run in runs.items():
            try:
                text = compare(name, run.result())
            except RuntimeError as error:
                failed.append(name)
                print(f"{name}: {error}")
                continue
            if not text:
                continue
            changed.append(name)
            if options.update:
                store(name, run.result())
            else:
                print(text, end="")
    if options.update and changed:
        with open(GOLDEN / "CHANGES.md", "a") as log:
            log.write(f"- {datetime.date.today()}: {', '.join(changed)}: {options.why}\n")
    print(f"{len(cases) - len(failed) - len(changed)} of {len(cases)} cases equal"
          + (f", {len(changed)} stored" if options.update else f", {len(changed)} differ") + (f", {len(failed)} failed" if failed else ""))
    sys.exit(5 if failed or (changed and not options.update) else 0)


if __name__ == "__main__":
    main()
