#!/usr/bin/env python3
"""Exchanges neighbouring rows of enumerations that frames use, in what carries their behaviour out, and counts the pairs that tests notice.

  scripts/exchange_rows.py [--only NAME ...] [--jobs N] [--markdown]

One copy of the sources (build/exchanges) has a choice at each place of tests/mutation/exchanges.csv; an environment variable says which two rows
change places, and functional_tests runs those of its tests that concern frames. tests/mutation/equal_rows.csv lists neighbours that do the same
thing, each with its reason. Exit code 5 when a pair that should differ is not noticed.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "build/exchanges"
TESTS = "[frame],[vertex_fetcher],[primitive_assembler],[geometry_pipeline],[tessellator],[shader_stages],[stream_output]"


def rows_of(name):
    with open(ROOT / f"tests/mutation/{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def planted():
    """Texts of the files with choices: {name: text}."""
    texts = {}
    for place in rows_of("exchanges"):
        name = place["file"]
        text = texts.setdefault(name, f'#include "{COPY}/tests/mutation/exchange.h"\n' + (ROOT / name).read_text())
        if place["place"] not in text:
            sys.exit(f"error: {name} has no `{place['place']}`, which tests/mutation/exchanges.csv names")
        choice = place["exchanged"].replace("{row}(", f'exchanged::row("{place["enumeration"]}", ')
        texts[name] = text.replace(place["place"], choice)
    return texts


def refresh(texts):
    """Copies what differs, so that the next build is small."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, names.split("\0")):
        if not (ROOT / name).is_file():
            continue
        new, content = COPY / name, texts[name].encode() if name in texts else (ROOT / name).read_bytes()
        if new.exists() and new.read_bytes() == content:
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)
        shutil.copymode(ROOT / name, new)


def build(jobs):
    for command in (["cmake", "--preset", "release"], ["cmake", "--build", "--preset", "release", "--parallel", str(jobs), "--target", "functional_tests"]):
        made = subprocess.run(command, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if made.returncode:
            sys.exit(f"error: {' '.join(command)} fails:\n{made.stdout[-3000:]}")


def neighbours(command, enumeration):
    """Rows of the document that stand beside each other, without reserved ones."""
    text = subprocess.run([command, "enum", enumeration, "--json"], capture_output=True, check=True, text=True).stdout
    known = [row["value"] for row in json.loads(text)["rows"] if not row["reserved"]]
    return list(zip(known, known[1:]))


def noticed(pair):
    """Whether a test fails when two rows are exchanged; a hang counts."""
    environment = {**os.environ, "EXCHANGED_ROWS": "{} {} {}".format(*pair)}
    command = ["timeout", "--signal=KILL", "600", "build/release/functional_tests", TESTS, "--abort"]
    return subprocess.run(command, cwd=COPY, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment).returncode != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    places = rows_of("exchanges")
    names = list(dict.fromkeys(place["enumeration"] for place in places))
    parser.add_argument("--only", nargs="+", default=names, choices=names, metavar="NAME", help="enumerations; all: " + ", ".join(names))
    parser.add_argument("--command", type=pathlib.Path, default=ROOT / "build/release/texpipe", help="texpipe, which knows the rows")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    markdown_table.add_option(parser)
    options = parser.parse_args()
    refresh(planted())
    build(options.jobs)
    if noticed(("none", 0, 0)):
        sys.exit("error: the tests do not pass without an exchange")
    equal = {(row["enumeration"], int(row["row"]), int(row["neighbour"])) for row in rows_of("equal_rows")}
    pairs = [(name, *pair) for name in options.only for pair in neighbours(options.command, name)]
    asked = [pair for pair in pairs if pair not in equal]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        verdicts = dict(zip(asked, pool.map(noticed, asked)))
    counts = collections.Counter((name, verdicts.get((name, *rest))) for name, *rest in pairs)
    table = [(name, counts[name, True] + counts[name, False] + counts[name, None], counts[name, True], counts[name, None]) for name in options.only]
    form = markdown_table.markdown if options.markdown else markdown_table.aligned
    print(form(["enumeration", "neighbours", "noticed", "do the same"], table))
    survivors = [pair for pair, seen in verdicts.items() if not seen]
    for name, one, other in survivors:
        print(f"not noticed: {name} {one} and {other}", file=sys.stderr)
    sys.exit(5 if survivors else 0)


if __name__ == "__main__":
    main()
