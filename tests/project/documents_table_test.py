#!/usr/bin/env python3
"""Every statement of the documents names a test that exists, or the later work that owns it.

tests/documents/*.csv: place in the document, statement in our words, name of the test case that fails when it is broken;
"later: WORK" names the work that will own a statement.
"""
import csv
import pathlib
import re
import sys

tests = pathlib.Path(__file__).resolve().parent.parent
cases = set()
for source in tests.rglob("*.cpp"):
    for literals in re.findall(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', source.read_text()):
        cases.add("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"'))

failures, statements, later = [], 0, 0
for table in sorted((tests / "documents").glob("*.csv")):
    for row in csv.DictReader(table.open()):
        statements += 1
        if row["test"].startswith("later: "):
            later += 1
        elif row["test"] not in cases:
            failures.append(f"{table.name}: {row['place']}: no test named: {row['test']}")
print("\n".join(failures) or f"{statements} statements, {later} owned by later work")
sys.exit(bool(failures) or statements == 0)
