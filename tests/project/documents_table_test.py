#!/usr/bin/env python3
"""Every statement of the documents names a test that exists.

tests/documents/*.csv: place in the document, statement in our words, name of the test case that fails when it is broken.
In kaby_lake_enumerations.csv a row of the document has the place
"ENUMERATION VALUE" or "ENUMERATION FIRST-LAST", so that no row can be left out.
"""
import collections
import csv
import pathlib
import re
import sys

TABLES = {"spa50_pixld", "spa50_txq", "visa_3d_sample", "visa_info", "kaby_lake_enumerations"}

tests = pathlib.Path(__file__).resolve().parent.parent


def rows(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def enumeration_places():
    """Place of each row of the enumerations, as the copy of the document has them."""
    for row in rows(tests / "data" / "gen9" / "enumerations.csv"):
        first, last = row["value_first"], row["value_last"]
        yield row["enumeration"] + " " + (first if first == last else first + "-" + last)


cases = set()
for source in tests.rglob("*.cpp"):
    for literals in re.findall(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', source.read_text()):
        cases.add("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"'))

failures, statements = [], 0
paths = sorted((tests / "documents").glob("*.csv"))
if TABLES != {path.stem for path in paths}:
    failures.append("expected the tables " + ", ".join(sorted(TABLES)))
for path in paths:
    for row in rows(path):
        statements += 1
        if row["test"] not in cases:
            failures.append(f"{path.name}: {row['place']}: no test named: {row['test']}")

expected = collections.Counter(enumeration_places())
listed = collections.Counter(
    row["place"] for row in rows(tests / "documents" / "kaby_lake_enumerations.csv") if row["place"][-1].isdigit()
)
failures += [f"kaby_lake_enumerations.csv: no row: {place}" for place in (expected - listed).elements()]
failures += [f"kaby_lake_enumerations.csv: no such row: {place}" for place in (listed - expected).elements()]

print("\n".join(failures) or f"{statements} statements")
sys.exit(bool(failures) or statements == 0)
