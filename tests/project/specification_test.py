#!/usr/bin/env python3
"""Every rule, resolution and section that code, schemas, help and documentation name is stated in docs/specification.

  specification_test.py [TEXPIPE]

* README.md and docs/: every link and its anchor resolve, headings have anchors of their own, no line is wider than 120 columns
  (but a table's, and output as it is printed).
* Every page is listed by docs/README.md or its own folder's README.md, and begins with what it is for (lists of pages may not).
* README.md has at most 150 lines, pages 220 (those of the specification and the glossary may be longer); what was measured of texpipe stands in docs/measurements.
* A citation `specification/PAGE 4.4` (or `5.2 and 5.3`, `1 to 5`) names a page and its sections.
* `explanation/design, Time` names a page and its heading, `explanation/design, rule 1` a rule of its list.
* A page (NAME.md) that code names exists, and a bare "(section 8)" names none.
* Rule ids: `rule L5`, `rules C1 to C5`, `resolution R20`, and ids alone in brackets, as `(R20)` or `(L4, R25)`.
* The words beside the ids in model/isa/rule_words.cpp are those of the pages, and so are those that schemas print.
* With the command: `config show`, `verify` of a case that fails, and `why` print the words of every rule that they name.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent.parent
pages = root / "docs" / "specification"
failures = []

# Documents that were cited before they stood in docs/: not one of them may come back.
GONE = (r"\bsampling-spec\b", r"\bgen9-[a-z0-9-]+\.md\b", r"\beu-isa\b", r"\bnvidia-txq-pixld\b", r"\banchors-gpu\b", r"\bDESIGN\.md\b")


def fail(place, problem):
    failures.append(f"{place}: {problem}")


def relative(path):
    return path.relative_to(root)


def prose(text):
    """The text without its blocks of code."""
    return re.sub(r"^```.*?^```$", lambda block: "\n" * block.group(0).count("\n"), text, flags=re.M | re.S)


def headings(text):
    return [match.group(1).strip() for match in re.finditer(r"^#+ (.*)$", prose(text), re.M)]


def anchor(heading):
    """As forges make them: letters, digits, hyphens and underscores stay, spaces become hyphens."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).lower()).replace(" ", "-")


# ---- the pages

anchors, sections = {}, {}
for path in sorted((root / "docs").rglob("*.md")) + [root / "README.md"]:
    found = [anchor(heading) for heading in headings(path.read_text())]
    for name in {name for name in found if found.count(name) > 1}:
        fail(relative(path), f"two headings have the anchor #{name}")
    anchors[path] = set(found)
for path in pages.glob("*.md"):
    numbers = [re.match(r"(\d+(?:\.\d+)?)\.? ", heading) for heading in headings(path.read_text())]
    sections[path.stem] = {match.group(1) for match in numbers if match}

links = 0
for path in anchors:
    text = prose(path.read_text())
    for match in re.finditer(r"\[[^\]]*\]\(([^)\s]+)\)", text):
        target, _, name = match.group(1).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        links += 1
        place = f"{relative(path)}:{text[:match.start()].count(chr(10)) + 1}"
        file = (path.parent / target).resolve() if target else path
        if not file.exists():
            fail(place, f"no such file: {target}")
        elif name and name not in anchors.get(file, ()):
            fail(place, f"no such anchor: {match.group(1)}")
    fence = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("```"):
            fence = line[3:] if fence is None else None
        if len(line) > 120 and not line.startswith("|") and fence != "text":
            fail(f"{relative(path)}:{number}", f"{len(line)} columns; expected 120 at most")

# ---- pages: each is found, says what it is for, and is no longer than one reads

listed = set()
for index in [root / "docs/README.md", *root.glob("docs/*/README.md")]:
    for target in re.findall(r"\]\(([^)#\s]+\.md)\)", index.read_text()):
        listed.add((index.parent / target).resolve())
# A diary has its place on the dated pages, and so has the speed of a host.
MEASURED = r"\bis not kept\b|\b(?:another|third|same) day\b|\bprocessors? time\b|\d [MG]/s\b|\d times as fast\b|\d+x faster\b|% (?:more|fewer) host"
for path in anchors:
    text = path.read_text()
    if path.parent == root / "docs/specification" or path.parent == root / "docs/measurements":
        continue
    if path.parent != root and path.name != "README.md" and path not in listed:
        fail(relative(path), "docs/README.md does not list it")
    if (path.parent == root or path.name != "README.md") and not re.match(r"# .+\n\n\w[^\n]", text):
        fail(relative(path), "begins otherwise than with a title and a sentence that says what it is for")
    length, most = text.count("\n"), 150 if path.parent == root else 220
    if length > most and path.name != "glossary.md":
        fail(relative(path), f"{length} lines; expected {most} at most")
    for match in re.finditer(MEASURED, prose(text)):
        fail(f"{relative(path)}:{text[:match.start()].count(chr(10)) + 1}", f'"{match.group(0)}": expected in docs/measurements only')

# ---- rules: a heading, then the words in bold; the list at the page's beginning has them, too

rules = {}
for name in ("sampling-rules", "resolutions"):
    text = (pages / f"{name}.md").read_text()
    stated = {match.group(1): match.group(2) for match in re.finditer(r"^### ([A-Z]\d+)\n\n\*\*(.+?)\.\*\*", text, re.M | re.S)}
    listed = {match.group(1): match.group(2) for match in re.finditer(r"^- \[([A-Z]\d+)\]\(#\w+\): (.+)$", text, re.M)}
    for rule in sorted(stated.keys() | listed.keys()):
        words = " ".join(stated.get(rule, "no heading").split())
        if words.lower() != listed.get(rule, "not listed").lower():
            fail(f"docs/specification/{name}.md", f"{rule}: heading says \"{words}\", list says \"{listed.get(rule)}\"")
    rules.update(listed)

table = dict(re.findall(r'^    \{"([A-Z]\d+)", "(.+)"\},$', (root / "model/isa/rule_words.cpp").read_text(), re.M))
for rule in sorted(rules.keys() | table.keys()):
    if rules.get(rule) != table.get(rule):
        fail("model/isa/rule_words.cpp", f"{rule}: page says \"{rules.get(rule)}\", table says \"{table.get(rule)}\"")
for section in re.findall(r'^    \{"section (\d+)", ".+"\},$', (root / "model/isa/rule_words.cpp").read_text(), re.M):
    if section not in sections["sampling-rules"]:
        fail("model/isa/rule_words.cpp", f"sampling-rules.md has no section {section}")

# ---- citations

ID = r"(?:[CBQLXR]\d+|F\d)\b"  # F32 is a type
IDS = rf"{ID}(?:(?:,| and| to| with| or|;)\s+{ID})*"
SECTIONS = r"\d+(?:\.\d+)?(?:(?:,| and| to)\s+\d+(?:\.\d+)?)*"
counted = {"sections": 0, "rules": 0}


def joined(text):
    """Comments whose sentences go over lines, on one line each; as long as the text, so that places stay."""
    return re.sub(r"\n[ \t]*(?://+|#|\*)", lambda gap: " " * len(gap.group(0)), text)


def check(place, text, literals=False):
    """Citations of a text, and where asked for string literals that are ids; `place` makes a place of an offset."""
    text = joined(text)
    for match in re.finditer(rf"\bspecification/([\w-]+)(?:\.md)?(?:,| section| sections)?\s+({SECTIONS})\b", text):
        page, numbers = match.groups()
        for number in re.findall(r"\d+(?:\.\d+)?", numbers):
            counted["sections"] += 1
            if page not in sections:
                fail(place(match.start()), f"docs/specification has no page {page}.md")
                break
            if number not in sections[page]:
                fail(place(match.start()), f"docs/specification/{page}.md has no section {number}")
    for match in re.finditer(r"\bexplanation/([\w-]+)(?:\.md)?, (?:rule (\d+)|(\w+))", text):
        page, number, heading = match.groups()
        path = root / "docs" / "explanation" / f"{page}.md"
        stated = path.read_text() if path.exists() else ""
        if not re.search(rf"^{number}\. " if number else rf"^#+ {heading}$", stated, re.M):
            fail(place(match.start()), f"docs/explanation/{page}.md has no {'rule ' + number if number else 'heading ' + heading}")
    spelled = rf"\b(?:[Rr]ules?|[Rr]esolutions?)\s+({IDS})"
    bracketed = rf"\(({IDS})\)|\([^()]*?[;,]\s({IDS})\)"
    for match in re.finditer(rf"{spelled}|{bracketed}" + (rf'|"({IDS})"' if literals else ""), text):
        for rule in re.findall(ID, next(filter(None, match.groups()))):
            counted["rules"] += 1
            if rule not in rules:
                fail(place(match.start()), f"no rule or resolution {rule} in docs/specification")
    for gone in GONE:
        for match in re.finditer(gone, text):
            fail(place(match.start()), f"cites \"{match.group(0)}\"; expected a page of docs/specification")


SOURCES = {".h", ".cpp", ".sv", ".svh", ".py", ".sh", ".txt", ".cmake", ".yaml", ".json", ".md", ".csv", ".c"}
tracked = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True)
if tracked.returncode:
    files = [path for path in root.rglob("*") if ".git" not in path.parts and "build" not in path.relative_to(root).parts[:1]]
else:
    files = [root / name for name in tracked.stdout.split("\0") if name]
stored = {path.name for path in files if path.suffix == ".md"}
for path in files:
    if path.suffix not in SOURCES or not path.is_file() or path == pathlib.Path(__file__).resolve():
        continue
    if "data" in path.relative_to(root).parts and path.suffix != ".md":
        continue
    text = path.read_text(errors="replace")
    if len(text) > 1_000_000:
        continue
    if relative(path).parts[0] in {"model", "rtl_cosim", "configs", "scripts"}:
        for match in re.finditer(r"[\w-]+\.md\b|\(section \d", text):
            if match.group(0) not in stored:
                place = f"{relative(path)}:{text[:match.start()].count(chr(10)) + 1}"
                fail(place, f"\"{match.group(0)}\" names no page of the repository")
    printed = "verify" in path.parts or path.stem == "undefined_results"  # rules of steps and results, which people read
    check(lambda offset, text=text, path=path: f"{relative(path)}:{text[:offset].count(chr(10)) + 1}", text, printed)

# ---- what people read


def words_of(place, rule, words):
    if words != rules.get(rule):
        fail(place, f"prints \"{rule}: {words}\"; the page says \"{rules.get(rule)}\"")


def strings(node):
    if isinstance(node, dict):
        for value in node.values():
            yield from strings(value)
    elif isinstance(node, list):
        for value in node:
            yield from strings(value)
    elif isinstance(node, str):
        yield node


for path in sorted((root / "configs" / "schema").glob("*.json")):
    for text in strings(json.loads(path.read_text())):
        for rule, words in re.findall(r"resolution (R\d+)(?:: ([^();]+))?", text):
            words_of(relative(path), rule, words)

if len(sys.argv) > 1:
    shown = subprocess.run([sys.argv[1], "config", "show"], cwd=root, capture_output=True, text=True, check=True).stdout
    check(lambda offset: "config show", shown)
    page = None
    for line in shown.splitlines():
        if match := re.match(r"#   (?:docs/specification/([\w-]+)\.md|\w.*)$", line):
            page = match.group(1)
        if page and (match := re.match(r"#     section ([\d.]+):", line)) and match.group(1) not in sections[page]:
            fail("config show", f"docs/specification/{page}.md has no section {match.group(1)}")
    named = set(re.findall(r"\b(R\d+)[,)]", shown))
    explained = dict(re.findall(r"^#     (R\d+): (.*)$", shown, re.M))
    for rule, words in explained.items():
        words_of("config show", rule, words)
    for rule in sorted(named - explained.keys()):
        fail("config show", f"names {rule} without its words")

    with tempfile.TemporaryDirectory() as folder:
        # A golden case whose state was changed, so that it fails and says by which rules.
        golden = pathlib.Path(folder) / "golden"
        shutil.copytree(root / "tests/data/golden", golden, ignore=shutil.ignore_patterns("format_decode.npz"))
        index = (golden / "cases.yaml").read_text()
        case = index[index.index('- id: "filter2d_006"'):index.index('- id: "filter2d_007"')]
        (golden / "cases.yaml").write_text(case.replace('"mip_filter": "LINEAR"', '"mip_filter": "NEAREST"'))
        failed = [sys.argv[1], "verify", str(golden)]
        run = pathlib.Path(folder) / "run"
        subprocess.run([sys.argv[1], "-q", "run", "configs/studies/first_look.yaml", "-p", "workload.image=32x32", "--maps", "--out", str(run)],
                       cwd=root, check=True, stdout=subprocess.DEVNULL)
        for command in (failed, [sys.argv[1], "why", str(run), "--pixel", "8,20"]):
            printed = subprocess.run(command, cwd=root, capture_output=True, text=True).stdout
            verb = "texpipe " + command[1]
            legend = dict(re.findall(rf"^  ({ID}) +(\S.*)$", printed.partition("rules of docs/specification")[2], re.M))
            for rule, words in legend.items():
                words_of(verb, rule, words)
            steps = re.findall(rf"^    ({IDS})(?:, section \d+)?  ", printed, re.M)
            for rule in sorted(set(re.findall(ID, " ".join(steps))) - legend.keys()):
                fail(verb, f"names {rule} without its words")
            if not steps:
                fail(verb, "prints no steps")
            check(lambda offset, verb=verb: verb, printed)

if not links or not rules or not counted["rules"]:
    fail("docs", "nothing to check: has a page or its form changed?")
print("\n".join(failures) or f"{len(rules)} rules, {links} links, {counted['rules']} citations of rules, {counted['sections']} of sections")
sys.exit(bool(failures))
