#!/usr/bin/env python3
"""What the guides of docs/ say of the code is there.

  guides_test.py

* A name before a link, as `Block::advance` ([block.cpp](../block.cpp)), is a word of that file.
* Links of CONTRIBUTING and CHANGELOG resolve, and their lines are 120 columns wide at most.
* A commit in docs/contributing (eight hexadecimal digits in backticks) is one of this repository's, where it is here whole.
* A file that a comment of model/ or rtl_cosim/ names by a folder, as surface/line.h, is there: the name is the end of its path.
* Words that docs/glossary.md calls forbidden (tests/project/forbidden_words.csv) name nothing in model/, rtl_cosim/, tests/ and
  scripts/, and are in no sentence of a page.
"""
import csv
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
failures = []
counted = {"names": 0, "commits": 0, "files of comments": 0, "words": 0}


def line_of(text, offset):
    return text[:offset].count("\n") + 1


for path in sorted((root / "docs").rglob("*.md")) + [root / "CONTRIBUTING.md"]:
    text = path.read_text()
    for match in re.finditer(r"`([\w:~]+)`,?\s+\(?\[[^\]]+\]\(([^)#\s]+)\)", text):
        name, target = match.groups()
        file = (path.parent / target).resolve()
        if not file.is_file() or file.suffix == ".md":
            continue  # links are those of specification_test.py
        counted["names"] += 1
        if not re.search(rf"\b{re.escape(name.rpartition('::')[2])}\b", file.read_text(errors="replace")):
            failures.append(f"{path.relative_to(root)}:{line_of(text, match.start())}: {target} does not name {name}")

for path in (root / "CONTRIBUTING.md", root / "CHANGELOG.md"):
    text = path.read_text()
    for match in re.finditer(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)", text):
        if not re.match(r"[a-z]+:", match.group(1)) and not (root / match.group(1)).exists():
            failures.append(f"{path.name}:{line_of(text, match.start())}: no such file: {match.group(1)}")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > 120:
            failures.append(f"{path.name}:{number}: {len(line)} columns; expected 120 at most")

git = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=root, capture_output=True, text=True)
if git.returncode == 0 and git.stdout.strip() == "false":
    for path in sorted((root / "docs" / "contributing").glob("*.md")):
        text = path.read_text()
        for match in re.finditer(r"`([0-9a-f]{8})`", text):
            counted["commits"] += 1
            if subprocess.run(["git", "merge-base", "--is-ancestor", match.group(1), "HEAD"], cwd=root, capture_output=True).returncode:
                failures.append(f"{path.relative_to(root)}:{line_of(text, match.start())}: no commit {match.group(1)} before this one")

# Ends of paths, each from a folder on: of a/b/c.h that is a/b/c.h and b/c.h.
ends = {
    "/".join(parts[begin:])
    for folder in ("docs", "model", "rtl_cosim", "scripts", "tests", "configs")
    for parts in (path.relative_to(root).parts for path in (root / folder).rglob("*.*"))
    for begin in range(len(parts) - 1)
}
named_file = re.compile(r"(?<![\w/.])((?:\w+/)+[\w.]+\.(?:h|cpp|sv|svh|py|md))\b")
for folder in ("model", "rtl_cosim"):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in {".h", ".cpp", ".sv", ".svh"}:
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            for name in named_file.findall(line.partition("//")[2]):
                counted["files of comments"] += 1
                if name not in ends:
                    failures.append(f"{path.relative_to(root)}:{number}: no such file: {name}")

glossary = (root / "docs" / "glossary.md").read_text()
with (root / "tests/project/forbidden_words.csv").open() as file:
    forbidden = {row["word"]: row["instead"] for row in csv.DictReader(file)}
for word in forbidden:
    counted["words"] += 1
    if f"`{word}`" not in glossary:
        failures.append(f"docs/glossary.md: does not say what is written in place of `{word}`")
# Texts, comments and names of others name nothing here.
NO_NAME = r'//.*|"(?:[^"\\]|\\.)*"|std::\w+|memory_order_\w+'
NO_NAME_OF_PYTHON = r"""#.*|'(?:[^'\\]|\\.)*'|""" + NO_NAME
# Words of an identifier: `savings_of` has two, and so has SavingsOf.
parts = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
for folder in ("model", "rtl_cosim", "tests", "scripts"):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in {".h", ".cpp", ".sv", ".svh", ".py"}:
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            code = re.sub(NO_NAME_OF_PYTHON if path.suffix == ".py" else NO_NAME, "", line)
            for word in {part.lower() for part in parts.findall(code)} & forbidden.keys():
                failures.append(f"{path.relative_to(root)}:{number}: names something {word}; write {forbidden[word]}")

# A page says the glossary's word, too, but for code, which the list of identifiers holds, and the glossary's own table.
stems = {word.removesuffix("y"): instead for word, instead in forbidden.items()}
said = re.compile(rf"\b({'|'.join(stems)})(?:s|d|es|ed|ing|y|ies|ied)?\b", re.I)
for path in sorted((root / "docs").rglob("*.md")) + [root / name for name in ("README.md", "CONTRIBUTING.md")]:
    text = re.sub(r"^```.*?^```$|`[^`\n]+`", lambda code: re.sub(r"[^\n]", " ", code.group(0)), path.read_text(), flags=re.M | re.S)
    if path.name == "glossary.md":
        text = text.partition("\n## Words that are not used")[0]
    for match in said.finditer(text):
        failures.append(f"{path.relative_to(root)}:{line_of(text, match.start())}: says {match.group(0)}; write {stems[match.group(1).lower()]}")

if not counted["names"] or not counted["words"] or not counted["files of comments"]:
    failures.append("docs: nothing to check: has their form changed?")
print("\n".join(failures) or ", ".join(f"{number} {what}" for what, number in counted.items()))
sys.exit(bool(failures))
