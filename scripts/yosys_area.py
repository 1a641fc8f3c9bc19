#!/usr/bin/env python3
"""Synthesises a block of rtl_cosim/rtl with Yosys and prints what it takes: cells by kind, and its area, of which that of the filter stands in
configs/energy/generic_14nm.yaml.

  scripts/yosys_area.py [TOP]        minutes for texture_filter, which it is without TOP; needs the Debian package yosys, exit code 8 without
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GATE_AREA = 0.12  # um2 of a two-input NAND at 14 nm: assumed (3 gate pitches of 70 nm, 399 nm high, 70 % of the area used)
GATES = {"NAND": 1, "NOR": 1, "NOT": 0.67, "AND": 1.33, "OR": 1.33, "XOR": 2.33, "XNOR": 2.33, "MUX": 2.33, "ANDNOT": 1.33, "ORNOT": 1.33,
         "DFF": 5}  # in NANDs, of a common standard cell library's proportions: assumed


def main():
    if not shutil.which("yosys"):
        print("error: yosys is not installed (apt-get install yosys)", file=sys.stderr)
        return 8
    top = sys.argv[1] if len(sys.argv) > 1 else "texture_filter"
    sources = " ".join(str(source) for source in sorted((ROOT / "rtl_cosim/rtl").glob("*.sv")))
    script = f"read_verilog -sv -DSYNTHESIS {sources}; synth -flatten -top {top}; stat"
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
