#!/usr/bin/env python3
"""The long regression of the RTL: every configuration of configs/cosim with several seeds, its coverage merged and held against its goals.

  scripts/rtl_regression.py [--seeds 4] [--first-seed 1] [--jobs N] [--html FILE] [--ucis FILE] [--force] [--merge FILE]... [--config FILE]...

Each run is made with three builds of the same RTL: the command's (Verilator without its DFG optimiser), one with the optimiser, whose output must be
the same byte for byte, and one that counts lines, branches and toggles. The table, the page and the file in the manner of UCIS have the bins
that the stimulus met, and lines and toggles of the RTL; they go to out/rtl_coverage.html and .xml, or to files that are not there yet, or with
--force. --merge adds the counts of a file that another run wrote, of other seeds or on another machine. Exit code 2 for a bad command line, 5 when model and RTL or the two builds differ, or a goal (`goals:` in the
configuration) is missed; 8 without Verilator.
"""
import argparse
import collections
import concurrent.futures
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
UCIS = "UCIS"  # target namespace of the schema
KINDS = ("bins", "lines", "toggles")
PLUGINS = ("texpipe_rtl", "texpipe_rtl_dfg", "texpipe_rtl_covered")
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>Coverage of the RTL</title><style>
{style}
.name {{ text-align: left; white-space: normal; min-width: 9rem; overflow-wrap: anywhere; }}
</style></head><body><main><h1>Coverage of the RTL</h1>"""


class Counts:
    """Points and how often each was met, by name."""

    def __init__(self):
        self.hits = collections.Counter()

    def add(self, hits):
        for name, times in hits.items():
            self.hits[name] += times

    def missed(self):
        return sorted(name for name, times in self.hits.items() if times == 0)

    def percent(self):
        return 100 * (1 - len(self.missed()) / len(self.hits)) if self.hits else 100.0


class Block:
    """What the runs of a configuration came to."""

    def __init__(self, config):
        self.config = config
        self.name = config.stem
        self.goals = {}
        self.kinds = {kind: Counts() for kind in KINDS}
        self.compared = self.mismatches = 0
        self.problems = []

    def judge(self):
        for kind, goal in self.goals.items():
            if self.kinds[kind].percent() < goal:
                self.problems.append(f"{kind}: {self.kinds[kind].percent():.1f} % of {goal:g} %")


def counted(folder):
    """Lines and toggles of Verilator's files, by place; instances of a module are one."""
    found = {"lines": collections.Counter(), "toggles": collections.Counter()}
    for file in sorted(folder.glob("*.dat")):
        for text, times in re.findall(r"^C '(.*)' (\d+)$", file.read_text(), re.M):
            point = dict(part.split("\x02", 1) for part in text.split("\x01")[1:])
            kind = "toggles" if point["page"].startswith("v_toggle") else "lines"
            place = f"{pathlib.Path(point['f']).name}:{point['l']}"
            found[kind][f"{place} {point['o']}" if kind == "toggles" else f"{place} {point['o']} {point.get('S', '')}".strip()] += int(times)
    return found


def run(plugin, config, seed, coverage=None):
    environment = {**os.environ, **({"RTL_COVERAGE": str(coverage)} if coverage else {})}
    done = subprocess.run([BUILD / "texpipe", "--plugin", BUILD / f"lib/texpipe/{plugin}.so", "cosim", config, "--json", "-p", f"seed={seed}"], env=environment, capture_output=True, text=True)
    if done.returncode not in (0, 5):
        raise SystemExit(f"error: cosim {config} with {plugin} -p seed={seed} exits {done.returncode}: {done.stderr}")
    return done.stdout


def one_seed(config, seed):
    with tempfile.TemporaryDirectory() as folder:
        plain, optimised = run("texpipe_rtl", config, seed), run("texpipe_rtl_dfg", config, seed)
        run("texpipe_rtl_covered", config, seed, folder)
        return json.loads(plain), plain == optimised, counted(pathlib.Path(folder))


def regression(config, seeds, merged, pool):
    block = Block(config)
    for seed, (result, same, code) in zip(seeds, pool.map(lambda seed: one_seed(config, seed), seeds)):
        block.goals = result["goals"]
        block.compared += result["compared"]
        block.mismatches += result["mismatches"]
        block.kinds["bins"].add(result["coverage"])
        for kind in code:
            block.kinds[kind].add(code[kind])
        if result["mismatches"]:
            block.problems.append(f"seed {seed}: {result['mismatches']} differ; {result['rerun']}")
        if not same:
            block.problems.append(f"seed {seed}: with Verilator's DFG optimiser the output is another one")
    for counts in merged:
        for kind in KINDS:
            block.kinds[kind].add(counts[block.name][kind])
    block.judge()
    return block


def build(jobs):
    if not shutil.which("verilator"):
        print("error: verilator is not installed (apt-get install verilator)", file=sys.stderr)
        sys.exit(8)
    subprocess.run(["cmake", "--preset", "release", "-DTEXPIPE_RTL_VARIANTS=ON"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--parallel", str(jobs), "--target", "texpipe", *PLUGINS], cwd=ROOT, check=True)


def breakable(name):
    """A name as HTML, which may break behind its dots, underscores and brackets."""
    return re.sub(r"([._\]:])(?=\w)", r"\1<wbr>", html.escape(name))


def by_number(name):
    """Key of names in whose order [2] comes before [10]."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", name)]


def table_of(head, rows):
    """A table that scrolls in its own place: thousands of points, and names that are wider than a phone."""
    columns = "".join(f'<th scope="col"{" class=name" if number == 0 else " class=words" if name == "goals" else ""}>{name}</th>' for number, name in enumerate(head))
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{columns}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def points_of(kind, counts):
    """Points that were missed first, then all others by name."""
    missed = len(counts.missed())
    rows = (f'<tr{" class=worse" if times == 0 else ""}><td class=name>{breakable(name)}</td><td>{times:,}</td></tr>'
            for name, times in sorted(counts.hits.items(), key=lambda item: (item[1] != 0, by_number(item[0]))))
    return (f"<details{' open' if missed else ''}><summary>{kind}: {len(counts.hits) - missed:,} of {len(counts.hits):,} met</summary>"
            f"{table_of((kind, 'hits'), rows)}</details>")


def write_html(path, blocks):
    def row(block):
        shares = "".join(f"<td>{counts.percent():.1f} % of {len(counts.hits):,}</td>" for counts in block.kinds.values())
        verdict = "met" if not block.problems else '<span class="worse">' + "<br>".join(map(html.escape, block.problems)) + "</span>"
        return f'<tr><td class=name>{html.escape(block.name)}</td><td>{block.compared:,}</td><td>{block.mismatches:,}</td>{shares}<td class=words>{verdict}</td></tr>'

    text = [PAGE.format(style=(ROOT / "model/pages/assets/page.css").read_text()),
            "<section>" + table_of(("configuration", "compared", "differ", "bins", "lines and branches", "toggles", "goals"), map(row, blocks)) + "</section>"]
    for block in blocks:
        text.append(f"<section><h2>{html.escape(block.name)}</h2>" + "".join(points_of(kind, counts) for kind, counts in block.kinds.items()) + "</section>")
    path.write_text("\n".join(text) + "\n</main></body></html>\n")


def write_ucis(path, blocks):
    """Cover groups, one for each configuration and kind, by the schema of the UCIS 1.0 interchange format, in which a bin has a name and a key. Times
    are fixed: the same runs give the same bytes."""
    epoch = "1970-01-01T00:00:00"
    root = xml.Element("UCIS", {"xmlns": UCIS, "ucisVersion": "1.0", "writtenBy": "texpipe", "writtenTime": epoch})
    for number, block in enumerate(blocks, 1):
        xml.SubElement(root, "sourceFiles", fileName=str(block.config.relative_to(ROOT)) if block.config.is_relative_to(ROOT) else str(block.config),
                       id=str(number))
    xml.SubElement(root, "historyNodes", historyNodeId="0", logicalName="rtl_regression", physicalName="rtl_regression", kind="TEST",
                   testStatus=str(not any(block.mismatches for block in blocks)).lower(), date=epoch, toolCategory="UCIS:Simulator",
                   ucisVersion="1.0", vendorId="texpipe", vendorTool="texpipe", vendorToolVersion="1")
    for number, block in enumerate(blocks, 1):
        place = {"file": str(number), "line": "1", "inlineCount": "1"}
        instance = xml.SubElement(root, "instanceCoverages", name=block.name, key=str(number), instanceId=str(number))
        xml.SubElement(instance, "id", place)
        group = xml.SubElement(instance, "covergroupCoverage")
        for key, (kind, counts) in enumerate(block.kinds.items()):
            if not counts.hits:
                continue  # a group has a point, a point a bin
            of_kind = xml.SubElement(group, "cgInstance", name=f"{block.name}.{kind}", key=str(key))
            xml.SubElement(of_kind, "options", goal=str(int(block.goals.get(kind, 0))))
            names = xml.SubElement(of_kind, "cgId", cgName=kind, moduleName=block.name)
            xml.SubElement(names, "cginstSourceId", place)
            xml.SubElement(names, "cgSourceId", place)
            points = collections.defaultdict(list)
            for name, times in sorted(counts.hits.items()):
                points[name.split(": ", 1)[0] if ": " in name else kind].append((name, times))
            for point_key, (point, bins) in enumerate(points.items()):
                of_point = xml.SubElement(of_kind, "coverpoint", name=point, key=str(point_key))
                xml.SubElement(of_point, "options")
                for bin_key, (name, times) in enumerate(bins):
                    of_bin = xml.SubElement(of_point, "coverpointBin", name=name, key=str(bin_key), type="bins")
                    value = xml.SubElement(of_bin, "range", {"from": str(bin_key), "to": str(bin_key)})
                    xml.SubElement(value, "contents", coverageCount=str(times))
    tree = xml.ElementTree(root)
    xml.indent(tree)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def read_ucis(path):
    """Counts of a file of write_ucis(), by configuration and kind."""
    try:
        root = xml.parse(path).getroot()
    except (OSError, xml.ParseError) as problem:
        raise SystemExit(f"error: {path}: {problem}")
    if root.tag != f"{{{UCIS}}}UCIS":
        raise SystemExit(f"error: {path}: the root is {root.tag}, not UCIS of the namespace {UCIS}")
    found = collections.defaultdict(lambda: {kind: collections.Counter() for kind in KINDS})
    for instance in root.iterfind("u:instanceCoverages", {"u": UCIS}):
        for group in instance.iterfind("u:covergroupCoverage/u:cgInstance", {"u": UCIS}):
            kind = group.find("u:cgId", {"u": UCIS}).get("cgName")
            if kind not in KINDS:
                raise SystemExit(f"error: {path}: a group of {kind}, expected {', '.join(KINDS)}")
            for of_bin in group.iterfind("u:coverpoint/u:coverpointBin", {"u": UCIS}):
                if of_bin.get("name") is None:
                    raise SystemExit(f"error: {path}: a bin has no name; write the file anew with this version's --ucis")
                times = sum(int(contents.get("coverageCount")) for contents in of_bin.iterfind("u:range/u:contents", {"u": UCIS}))
                found[instance.get("name")][kind][of_bin.get("name")] += times
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--merge", action="append", type=pathlib.Path, default=[], metavar="FILE", help="a file of --ucis whose counts are added")
    parser.add_argument("--config", action="append", type=pathlib.Path, help="default: all of configs/cosim")
    parser.add_argument("--html", type=pathlib.Path, help="default: out/rtl_coverage.html, which is replaced")
    parser.add_argument("--ucis", type=pathlib.Path, help="default: out/rtl_coverage.xml, which is replaced")
    parser.add_argument("--force", action="store_true", help="replace the files of --html and --ucis")
    markdown_table.add_option(parser)
    options = parser.parse_args()
    if min(options.seeds, options.jobs) < 1:
        parser.error("--seeds and --jobs are at least 1")
    for path in (options.html, options.ucis):
        if path and path.exists() and not options.force:
            parser.error(f"{path} exists; --force replaces it")
    merged = [read_ucis(path) for path in options.merge]
    for config in options.config or ():
        if not config.is_file():
            parser.error(f"{config} is not a file")
    build(options.jobs)
    configs = [config.resolve() for config in options.config or sorted((ROOT / "configs/cosim").glob("*.yaml"))]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        notes = sys.stderr if options.markdown else sys.stdout
        print(f"{'configuration':16}{'compared':>10}{'differ':>8}{'bins':>16}{'lines':>16}{'toggles':>18}", file=notes)
        blocks, rows = [], []
        for config in configs:
            block = regression(config, range(options.first_seed, options.first_seed + options.seeds), merged, pool)
            blocks.append(block)
            shares = [f"{counts.percent():.1f} % of {len(counts.hits)}" for counts in block.kinds.values()]
            print(f"{block.name:16}{block.compared:>10}{block.mismatches:>8}{shares[0]:>16}{shares[1]:>16}{shares[2]:>18}", flush=True, file=notes)
            rows.append((block.name, block.compared, block.mismatches, *shares))
            for problem in block.problems:
                print(f"  {problem}", flush=True, file=notes)
    for path, write in ((options.html or ROOT / "out/rtl_coverage.html", write_html), (options.ucis or ROOT / "out/rtl_coverage.xml", write_ucis)):
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, blocks)
        print(f"written: {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}", file=notes)
    if options.markdown:
        print(markdown_table.markdown(("configuration", "compared", "differ", "bins", "lines", "toggles"), rows))
    return 5 if any(block.problems for block in blocks) else 0


if __name__ == "__main__":
    sys.exit(main())
