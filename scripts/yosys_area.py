#!/usr/bin/env python3
"""Synthesises the RTL filter with Yosys and prints what it takes: cells by kind, and the area of
a filter in configs/energy/generic_14nm.yaml.

  scripts/yosys_area.py [RTL]        half a minute; needs the Debian package yosys, exit code 8 without

Yosys of Debian 12 does not read arrays of more than one packed dimension, so these are made flat first; nothing else of the text changes.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GATE_AREA = 0.12  # um2 of a two-input NAND at 14 nm: assumed (3 gate pitches of 70 nm, 399 nm high, 70 % of the area used)
GATES = {"NAND": 1, "NOR": 1, "NOT": 0.67, "AND": 1.33, "OR": 1.33, "XOR": 2.33, "XNOR": 2.33, "MUX": 2.33, "ANDNOT": 1.33, "ORNOT": 1.33,
         "DFF": 5}  # in NANDs, of a common standard cell library's proportions: assumed


def flat(text):
    """Arrays of several packed dimensions as plain vectors, here and where they are used."""
    declaration = re.compile(r"\blogic\s+((?:\[[^\]]+\]\s*){2,})(\w+)")
    arrays = {}
    for dimensions, name in declaration.findall(text):
        bounds = re.findall(r"\[([^\]:]+):0\]", dimensions)
        arrays[name] = [f"(({bound.strip()})+1)" for bound in bounds]
    text = declaration.sub(lambda m: f"logic [{'*'.join(arrays[m[2]])}-1:0] {m[2]}", text)
    for name, sizes in arrays.items():
        def use(match):
            indices = re.findall(r"\[([^\]]+)\]", match[1])
            place = "0"
            for index, size in zip(indices, sizes):
                place = f"(({place})*{size}+({index}))"
            rest = "*".join(sizes[len(indices):])
            return f"{name}[{place}*({rest}) +: ({rest})]"
        count = len(sizes) - 1
        text = re.sub(rf"\b{name}((?:\[[^\[\]]+\]){{{count}}})", use, text)
    text = re.sub(r"\bsigned'\(", "$signed(", text)
    return re.sub(r"\bint unsigned\b", "integer", text)


def main():
    if not shutil.which("yosys"):
        print("error: yosys is not installed (apt-get install yosys)", file=sys.stderr)
        return 8
    source = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "rtl_cosim/rtl/bilinear_filter.sv")
    with tempfile.TemporaryDirectory() as folder:
        plain = pathlib.Path(folder) / "flat.sv"
        plain.write_text(flat(source.read_text()))
        script = f"read_verilog -sv {plain}; synth -flatten -top {source.stem}; stat"
        outcome = subprocess.run(["yosys", "-p", script], capture_output=True, text=True)
    if outcome.returncode != 0:
        print(outcome.stdout[-2000:] + outcome.stderr, file=sys.stderr)
        return 1
    cells = {}
    for kind, count in re.findall(r"^\s+\$_(\w+?)_\S*\s+(\d+)$", outcome.stdout[outcome.stdout.rindex("Number of cells"):], re.M):
        kind = "DFF" if "DFF" in kind else kind
        cells[kind] = cells.get(kind, 0) + int(count)
    unknown = sorted(set(cells) - set(GATES))
    if not cells or unknown:
        print(f"error: cells without an area: {unknown or 'none found'}", file=sys.stderr)
        return 1
    nands = sum(GATES[kind] * count for kind, count in cells.items())
    for kind in sorted(cells):
        print(f"{kind:8} {cells[kind]:>8}")
    print(f"{'NAND2':8} {nands:>8.0f}  in all, of {GATE_AREA} um2: {nands * GATE_AREA / 1e6:.5f} mm2")
    return 0


if __name__ == "__main__":
    sys.exit(main())
