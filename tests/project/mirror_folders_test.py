#!/usr/bin/env python3
"""Every folder of model/ and rtl_cosim/ with sources has its mirror folder of tests, so that a reader finds them.

The mirror of model/machine/cache is tests/machine/cache, that of rtl_cosim/blocks is tests/rtl_cosim/blocks; at least one file
*_test.* is in it or below. Folders that are tested from elsewhere stand in folders_tested_elsewhere.csv, each with a file that tests
them and why. Folders of tables of parameters (*_parameters.h) alone need none: every parameter is tested with all others.
"""
import csv
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = {".h", ".cpp", ".c", ".sv"}


def folders_with_sources(root):
    for top in ("model", "rtl_cosim"):
        for folder in sorted(path for path in (root / top).rglob("*") if path.is_dir()):
            names = [path.name for path in folder.iterdir() if path.suffix in SOURCES]
            if any(not name.endswith("_parameters.h") for name in names):
                yield folder.relative_to(root)


def mirror(folder):
    return pathlib.Path("tests", *(folder.parts[1:] if folder.parts[0] == "model" else folder.parts))


def problems(root, elsewhere):
    """What is wrong, one line each. `elsewhere` maps a folder's name to the file that tests it."""
    found, folders = [], list(folders_with_sources(root))
    for folder in folders:
        tests = root / mirror(folder)
        has_tests = tests.is_dir() and any(tests.rglob("*_test.*"))
        listed = elsewhere.get(str(folder))
        if has_tests and listed:
            found.append(f"{folder}: has tests in {mirror(folder)}; it need not be listed as tested elsewhere")
        elif not has_tests and not listed:
            found.append(f"{folder}: no test in {mirror(folder)}")
        elif listed and not (root / listed).is_file():
            found.append(f"{folder}: no such file: {listed}")
    found += [f"{name}: no folder with sources" for name in elsewhere if pathlib.Path(name) not in folders]
    return found


table = pathlib.Path(__file__).with_name("folders_tested_elsewhere.csv")
with table.open() as file:
    rows = list(csv.DictReader(file))
found = problems(root, {row["folder"]: row["tests"] for row in rows})
found += [f"{table.name}: {row['folder']}: says not why it is tested elsewhere" for row in rows if not row["why"]]
print("\n".join(found) or f"{len(list(folders_with_sources(root)))} folders with sources, {len(rows)} of them tested elsewhere")
sys.exit(bool(found))
