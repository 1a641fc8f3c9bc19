#!/usr/bin/env python3
"""Draws the machine of docs/explanation/architecture.md from a run's topology.dot.

    scripts/pictures/draw_machine.py [--texpipe FILE] [--out docs/explanation/machine.svg] [--check]

Blocks, what is written in them and what travels between them come from the machine's own graph (topology.dot of a run of
kaby_lake_gt2); where a block stands is laid out here. Fails when the graph has a block or an edge that has no place in
the picture, or lacks one that has. With --check it writes nothing, and fails when the file is not as it would be drawn.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
from html import escape

root = pathlib.Path(__file__).resolve().parent.parent.parent

WIDTH, HEIGHT = 1160, 812
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
INK, PALE, FAINT = "#1f2933", "#5b6770", "#c5ccd3"
# What travels: the word of the graph's edge, how the legend calls it, colour.
TRAVELS = {"thread": ("threads", "#6b7280"), "message": ("messages to shared functions, and responses", "#1d5fa8"),
           "footprint": ("footprints", "#2f855a"), "memory": ("cache lines", "#b7561c")}
FILL = {"thread": "#f1f3f5", "message": "#e8f1fb", "footprint": "#e9f6ee", "memory": "#fdf0e6"}

TOP, BOTTOM, GAP = 352, 112, 15  # of the row of stages
WIDTHS = {"front_end": 80, "address_generator": 84, "l1": 136, "l1_data": 96, "writeback": 80}  # of stages; of the others 90
ROW = 746  # width of all stages with their gaps
STAGES = {}  # widths by name, in the order of the graph


def find_stages(edges):
    """Follows the footprints from stage to stage, and gives each stage its share of the row."""
    following = {start: end for start, end, words, _ in edges if words == "footprint"}
    stage = next(path for path in following if path.endswith("front_end"))
    names = [stage.rpartition(".")[2]]
    while stage in following:
        stage = following[stage]
        names.append(stage.rpartition(".")[2])
    share = (ROW - GAP * (len(names) - 1)) / sum(WIDTHS.get(name, 90) for name in names)
    STAGES.update((name, WIDTHS.get(name, 90) * share) for name in names)


def place_of(stage):
    """Left edge of a stage, one after the other."""
    names = list(STAGES)
    return 70 + sum(STAGES[name] + GAP for name in names[:names.index(stage)])


TITLES = {"raster": "raster front end", "dispatch": "dispatcher", "front_end": "front end", "address_generator": "address generator",
          "l1": "L1: tags and latency FIFO", "l1_data": "L1: data",
          "l2": "L2", "data_port": "data port", "pixel_coverage": "pixel coverage", "gateway": "gateway", "interconnect": "interconnect",
          "l3": "L3", "llc": "last-level cache", "memory": "memory"}


def title_of(leaf):
    return TITLES.get(leaf, leaf.replace("_", " "))


def blocks():
    """Of each block (path below the slice, or below a subslice or sampler): x, y, width, height, what it is filled as."""
    return {
        "slice.raster": (36, 34, 150, 44, "thread"),
        "slice.dispatch": (250, 34, 150, 44, "thread"),
        "eu": (70, 150, 1020, 50, "thread"),
        "interconnect": (70, 244, 1020, 38, "message"),
        **{f"sampler.{name}": (place_of(name), TOP, width, BOTTOM, "message" if name in ("front_end", "writeback") else "footprint")
           for name, width in STAGES.items()},
        "sampler.l2": (218, 502, 228, 70, "memory"),
        "data_port": (846, TOP, 104, BOTTOM, "message"),
        "pixel_coverage": (958, TOP, 72, BOTTOM, "message"),
        "gateway": (1038, TOP, 70, BOTTOM, "message"),
        "slice.l3": (36, 634, 1088, 38, "memory"),
        "llc": (36, 700, 1088, 38, "memory"),
        "memory": (36, 766, 1088, 34, "memory"),
    }


def drawn_edges():
    """Of each edge (from, to): the line's points, and whether something comes back along it."""
    return {
        ("slice.raster", "slice.dispatch"): ([(186, 56), (250, 56)], False),
        ("slice.dispatch", "eu"): ([(325, 78), (325, 150)], False),
        ("eu", "interconnect"): ([(580, 200), (580, 244)], True),
        ("interconnect", "sampler.front_end"): ([(110, 282), (110, TOP)], False),
        ("sampler.writeback", "interconnect"): ([(775, TOP), (775, 282)], False),
        ("interconnect", "data_port"): ([(898, 282), (898, TOP)], True),
        ("interconnect", "pixel_coverage"): ([(994, 282), (994, TOP)], True),
        ("interconnect", "gateway"): ([(1072, 282), (1072, TOP)], True),
        ("interconnect", "slice.dispatch"): ([(1090, 263), (1112, 263), (1112, 92), (370, 92), (370, 78)], False),
        **{(f"sampler.{start}", f"sampler.{end}"): ([(place_of(end) - GAP, TOP + BOTTOM / 2), (place_of(end), TOP + BOTTOM / 2)], False)
           for start, end in zip(list(STAGES), list(STAGES)[1:])},
        ("sampler.l1", "sampler.l2"): ([(332, TOP + BOTTOM), (332, 502)], True),
        ("sampler.l2", "slice.l3"): ([(332, 572), (332, 634)], True),
        ("data_port", "slice.l3"): ([(898, TOP + BOTTOM), (898, 634)], True),
        ("slice.l3", "llc"): ([(580, 672), (580, 700)], True),
        ("llc", "memory"): ([(580, 738), (580, 766)], True),
    }


def kind_of(path):
    """The block's key of the picture: all subslices and EUs are drawn as one."""
    below = re.sub(r"^slice\.subslice\[[\d,-]+\]\.", "", path)
    return re.sub(r"\[[\d,-]+\]$", "", below)


def indices(text):
    """The numbers of `0-2,5`."""
    ranges = [part.split("-") for part in text.split(",")]
    return {number for ends in ranges for number in range(int(ends[0]), int(ends[-1]) + 1)}


def topology(texpipe):
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run([texpipe, "-q", "run", "configs/studies/first_look.yaml", "-p", "workload.image=8x8", "--out", str(run)], cwd=root,
                       check=True, stdout=subprocess.DEVNULL)
        text = (run / "topology.dot").read_text()
    labels = dict(re.findall(r'^ *"([^"]+)" \[label="([^"]*)"\];', text, re.M))
    edges = re.findall(r'^ *"([^"]+)" -> "([^"]+)" \[label="([^"]*)"(.*)\];', text, re.M)
    return labels, edges


def facts_of(label):
    return [line for line in label.split("\\n")[1:] if line]


def wrapped(text, characters):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > characters:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


class Svg:
    def __init__(self):
        self.parts = []

    def add(self, part):
        self.parts.append(part)

    def text(self, x, y, text, size=12, colour=INK, anchor="middle", weight="normal"):
        self.add(f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>')

    def box(self, x, y, width, height, fill, stroke=PALE, radius=5, dash=""):
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}" stroke="{stroke}"{dash}/>')

    def arrow(self, points, colour, back):
        path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
        start = f' marker-start="url(#head{colour[1:]})"' if back else ""
        self.add(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.8" marker-end="url(#head{colour[1:]})"{start}/>')


def colour_of(words):
    for word, (_, colour) in TRAVELS.items():
        if word in words:
            return colour
    if "response" in words:
        return TRAVELS["message"][1]
    sys.exit(f"draw_machine.py: nothing that travels is called \"{words}\"")


def draw(labels, edges):
    svg = Svg()
    svg.add(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}">')
    svg.add("<title>The machine kaby_lake_gt2: blocks and what travels between them</title>")
    heads = "".join(f'<marker id="head{colour[1:]}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto-start-reverse">'
                    f'<path d="M0 0 L8 4 L0 8 z" fill="{colour}"/></marker>' for _, colour in TRAVELS.values())
    svg.add(f"<defs>{heads}</defs>")
    svg.add(f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>')
    subslices = len(set().union(*(indices(found[1]) for found in map(re.compile(r"slice\.subslice\[([\d,-]+)\]").match, labels) if found)))
    eus = len(set().union(*(indices(found[1]) for found in map(re.compile(r"slice\.subslice\[0[^]]*\]\.eu\[([\d,-]+)\]$").match, labels) if found)))
    for shift in range(min(subslices, 3) - 1, 0, -1):
        svg.box(52 + 5 * shift, 122 - 5 * shift, 1066, 472, "#fafbfc", FAINT, 8)
    svg.box(52, 122, 1066, 472, "#fafbfc", PALE, 8)
    svg.text(64, 141, f"subslice, {subslices} of them", 13, PALE, "start", "bold")
    svg.box(60, 334, 768, 248, "#ffffff", PALE, 8, ' stroke-dasharray="5 3"')
    svg.text(70, 572, "sampler", 13, PALE, "start", "bold")

    find_stages(edges)
    places, ways = blocks(), drawn_edges()
    drawn = {}
    for path, label in labels.items():
        drawn.setdefault(kind_of(path), label)
    if drawn.keys() != places.keys():
        sys.exit(f"draw_machine.py: blocks of the graph and of the picture differ: {sorted(drawn.keys() ^ places.keys())}")
    asked = {}
    for start, end, words, style in edges:
        if "constraint=false" in style and not words.startswith(("end of thread", "response")):
            continue  # what comes back
        asked.setdefault((kind_of(start), kind_of(end)), words)
    # Responses of all but the sampler go back along the edge of their message.
    asked = {pair: words for pair, words in asked.items() if not (words.startswith("response") and pair[0] != "sampler.writeback")}
    if asked.keys() != ways.keys():
        sys.exit(f"draw_machine.py: edges of the graph and of the picture differ: {sorted(asked.keys() ^ ways.keys())}")
    for pair, (points, back) in ways.items():
        svg.arrow(points, colour_of(asked[pair]), back)

    for key, (x, y, width, height, fill) in places.items():
        leaf = key.rpartition(".")[2]
        facts = facts_of(drawn[key])
        if key == "eu":
            each = (width - 7 * (eus - 1)) / eus
            for number in range(eus):
                left = x + number * (each + 7)
                svg.box(left, y, each, height, FILL[fill])
                svg.text(left + each / 2, y + 22, f"EU {number}", 13, weight="bold")
                svg.text(left + each / 2, y + 39, facts[0], 11, PALE)
            continue
        svg.box(x, y, width, height, FILL[fill])
        middle = x + width / 2
        if height < 50:
            text = title_of(leaf)
            if facts:
                svg.add(f'<text x="{middle:g}" y="{y + height / 2 + 4.5:g}" font-size="13" fill="{INK}" text-anchor="middle"><tspan font-weight="bold">'
                        f'{escape(text)}</tspan><tspan fill="{PALE}" font-size="12" dx="10">{escape(", ".join(facts))}</tspan></text>')
            else:
                svg.text(middle, y + height / 2 + 4.5, text, 13, weight="bold")
            continue
        lines = [(line, 12.5, INK, "bold") for line in wrapped(title_of(leaf), int(width / 7))]
        lines += [(line, 11, PALE, "normal") for fact in facts for line in wrapped(fact, int(width / 5.6))]
        step = 13.4
        top = y + height / 2 - step * len(lines) / 2 + 10.5
        for number, (line, size, colour, weight) in enumerate(lines):
            svg.text(middle, top + step * number, line, size, colour, weight=weight)

    words = {("eu", "interconnect"): (590, 226, "start"), ("interconnect", "sampler.front_end"): (119, 312, "start"),
             ("sampler.writeback", "interconnect"): (766, 312, "end")}
    for pair, (x, y, anchor) in words.items():
        svg.text(x, y, asked[pair], 11, TRAVELS["message"][1], anchor)
    svg.text(1104, 108, "ends of threads", 11, TRAVELS["thread"][1], "end")
    for number, (text, colour) in enumerate(TRAVELS.values()):
        y = 30 + 17 * number
        svg.arrow([(640, y), (676, y)], colour, False)
        svg.text(686, y + 4, text, 12, INK, "start")
    svg.add("</svg>")
    return "\n".join(svg.parts) + "\n"


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--out", type=pathlib.Path, default=root / "docs/explanation/machine.svg")
parser.add_argument("--check", action="store_true")
options = parser.parse_args()
picture = draw(*topology(options.texpipe))
if not options.check:
    options.out.write_text(picture)
elif options.out.read_text() != picture:
    sys.exit(f"{options.out} is not as the machine's graph would be drawn; scripts/pictures/draw_machine.py draws it")
