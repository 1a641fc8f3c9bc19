#!/usr/bin/env python3
"""Files have at most 300 lines, files of tests at most 500, and functions of C++ at most 60, so that each has one subject.

What may be longer stands in long_files.csv, each file with the most lines that it or one of its functions may have and why: a table of
a document, a list, a switch. A row that is not needed any more is told, too. Functions are found by their layout, which clang-format gives all of them: a line that
opens a body, and the first one behind it that closes a brace at the same column.
"""
import csv
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
MOST, MOST_OF_TESTS, MOST_OF_FUNCTION = 300, 500, 60
SOURCES = {".cpp", ".h", ".py", ".sv", ".sh"}
NO_FUNCTION = re.compile(r"^\s*(namespace|class|struct|enum|union|extern|case|default|switch|if|for|while|else|do|try|\})\b")


def sources():
    for top in ("model", "rtl_cosim", "scripts", "tests"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES and "data" not in path.relative_to(root).parts and path.is_file():
                yield path


def long_functions(lines, most):
    """First line and number of lines of each function that is too long."""
    for number, line in enumerate(lines):
        if not re.search(r"\)[^;=]*\{$", line) or line.lstrip().startswith("//") or re.search(r"\[[^\]]*\] ?[(<]", line):
            continue
        first = number  # of the statement: parameters and initialisers stand in lines of their own
        while first > 0 and not re.search(r"(^|[;{}:]) *(//.*)?$", lines[first - 1]):
            first -= 1
        indent = lines[first][:len(lines[first]) - len(lines[first].lstrip())]
        head = lines[first + lines[first].lstrip().startswith("template")]
        if len(indent) > 4 or NO_FUNCTION.match(head):
            continue
        end = next((end for end in range(number + 1, len(lines)) if lines[end].startswith(indent + "}")), number)
        if end - first + 1 > most:
            yield first + 1, end - first + 1


def problems(allowed, of_functions):
    for path in sources():
        name = str(path.relative_to(root))
        lines = path.read_text(errors="replace").splitlines()
        usual = MOST_OF_TESTS if re.search(r"_test\.\w+$", name) else MOST
        most = allowed.get(name, usual)
        if len(lines) > most:
            yield f"{name}: {len(lines)} lines, at most {most}: its second subject is a file of its own, or it is in long_files.csv"
        if allowed.get(name, usual) > usual and len(lines) <= usual:
            yield f"{name}: {len(lines)} lines; it need not be in long_files.csv"
        if path.suffix in {".cpp", ".h"}:
            most = of_functions.get(name, MOST_OF_FUNCTION)
            for number, size in long_functions(lines, most):
                yield f"{name}:{number}: a function of {size} lines, at most {most}"
            if name in of_functions and not list(long_functions(lines, MOST_OF_FUNCTION)):
                yield f"{name}: no function of more than {MOST_OF_FUNCTION} lines; long_files.csv need not say so"


table = pathlib.Path(__file__).with_name("long_files.csv")
with table.open() as file:
    rows = list(csv.DictReader(file))
found = list(problems({row["file"]: int(row["most_lines"]) for row in rows if row["most_lines"]},
                      {row["file"]: int(row["most_of_function"]) for row in rows if row["most_of_function"]}))
found += [f"{table.name}: {row['file']}: no such file" for row in rows if not (root / row["file"]).is_file()]
found += [f"{table.name}: {row['file']}: says not why it may be longer" for row in rows if not row["why"]]
print("\n".join(found) or f"{len(list(sources()))} files, {len(rows)} of them longer than most")
sys.exit(bool(found))
