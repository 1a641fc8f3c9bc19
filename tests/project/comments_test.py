#!/usr/bin/env python3
"""A comment names its subject, and so does a help text: none begins with a word that leaves the reader to guess what is meant.

"What a thread starts with" is a riddle, "State that a thread starts with" is none. The first words of each block of comment
lines, and of each comment behind code, are looked at; planes that keep the rule are listed in PLANES. Help texts of parameters
are looked at where they are stored, in configs/schema: "of the positions" is a riddle, "seed of the positions" is none.
"""
import json
import pathlib
import re
import sys

PLANES = ["capture", "page_server", "base", "isa", "functional", "machine", "timing", "host", "parameters", "pictures", "workload", "study",
          "analysis", "exploration", "pages", "cosim", "cli", "python", "rtl_cosim"]
RIDDLE = re.compile(r"(What|Of|The same|Who|Whose|Where|The rest|As above|Likewise)\b")
HELP_RIDDLE = re.compile(r"(of|that|the same|they|it|its|these|times|likewise|what (they|it|these))\b", re.I)
# Beginnings that read well: "Of two rows that describe a format, the writer takes the first" would be one.
EXCEPTIONS = set()

COMMENT = re.compile(r"^\s*//[/<]*\s*(.*)$")
BEHIND_CODE = re.compile(r"^([^/]*\S)\s+//[/<]*\s*(.*)$")


def beginnings(text):
    """Line number and text of each comment's first line."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        own_line = COMMENT.match(line)
        if own_line:
            if not inside:
                yield number, own_line.group(1)
        else:
            behind = BEHIND_CODE.match(line)
            if behind and behind.group(1).count('"') % 2 == 0:
                yield number, behind.group(2)
        inside = own_line is not None


def riddles(text):
    return [(number, words) for number, words in beginnings(text) if RIDDLE.match(words) and words not in EXCEPTIONS]


# The test sees what it looks for.
assert riddles("int a;\n/// What it is.\n/// Of a line before: no beginning.\nint b;  // Of c\n") == [
    (2, "What it is."), (4, "Of c")]
assert riddles('/// State of what it is.\nauto a = "x // What";\n// Whatever\n') == []

root = pathlib.Path(__file__).resolve().parent.parent.parent
failures, files = [], 0
for plane in PLANES:
    folder = root / plane if plane == "rtl_cosim" else root / "model" / plane
    sources = sorted(path for path in folder.rglob("*") if path.suffix in {".h", ".cpp", ".sv"})
    if not sources:
        failures.append(f"{folder.relative_to(root)}: no sources; it is listed in {pathlib.Path(__file__).name}")
    for source in sources:
        files += 1
        for number, words in riddles(source.read_text()):
            failures.append(f"{source.relative_to(root)}:{number}: a comment begins with \"{words[:60]}\"; "
                            "expected the noun that it is about")


def help_texts(schema, path=""):
    """Path and words of each description."""
    if isinstance(schema, dict):
        if isinstance(schema.get("description"), str):
            yield path, schema["description"]
        for key, value in schema.items():
            yield from help_texts(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for value in schema:
            yield from help_texts(value, path)


helps = 0
for schema in sorted((root / "configs" / "schema").glob("*.json")):
    for path, words in help_texts(json.loads(schema.read_text())):
        helps += 1
        if HELP_RIDDLE.match(words):
            failures.append(f"{schema.relative_to(root)}: {path}: help begins with \"{words[:60]}\"; expected the noun that it is about")
if not helps:
    failures.append("configs/schema: no help texts: have schemas changed?")
if failures:
    sys.exit("\n".join(failures))
print(f"{files} files and {helps} help texts, no comment or help without a subject")
