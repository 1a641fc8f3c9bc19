#!/usr/bin/env python3
"""Synthesises the blocks of rtl_cosim/rtl with Yosys over their parameters and prints what each takes: cells, registers, gates and area.

  scripts/yosys_area.py [--block NAME]... [--write]     minutes; needs the Debian package yosys, exit code 8 without

--write stores the rows in rtl_cosim/area.csv; configs/energy/generic_14nm.yaml has the filter's area from it. Gates are NANDs of two inputs, of a
common standard cell library's proportions (assumed). Memories stay memories: their bits are counted apart, and have no gates.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "rtl_cosim/area.csv"
GATE_AREA = 0.12  # um2 of a two-input NAND at 14 nm: assumed (3 gate pitches of 70 nm, 399 nm high, 70 % of the area used)
GATES = {"NAND": 1, "NOR": 1, "NOT": 0.67, "AND": 1.33, "OR": 1.33, "XOR": 2.33, "XNOR": 2.33, "MUX": 2.33, "ANDNOT": 1.33, "ORNOT": 1.33,
         "DFF": 5}  # in NANDs, of a common standard cell library's proportions: assumed
# Parameters of each block: 9 bits hold UNORM8 and SNORM8, 17 the formats of 16 bits, 25 all.
POINTS = {
    "texture_filter": [{"CODE_BITS": 9}, {"CODE_BITS": 17}, {"CODE_BITS": 25}],
    "texel_decoder": [{"CODE_BITS": 25}],
    "address_generator": [{"SIZE_BITS": 12}, {"SIZE_BITS": 15}],
    "coverage_unit": [{}],
    "subspan_splitter": [{}],
    "tap_offset": [{}],
    "cache_tags": [{"SETS": 32}, {"SETS": 64}, {"SETS": 64, "WAYS": 8}],
    "miss_registers": [{"REGISTERS": 8}, {"REGISTERS": 16}, {"REGISTERS": 32}],
    "line_collector": [{}],
    "element_reader": [{}],
    "texture_cache": [{}],
    "sampler": [{}],
}
# Synthesised module by module, and their instances added up: nothing is shared or left out across borders.
JOINED = ("texture_cache", "sampler")
COLUMNS = ("block", "parameters", "cells", "registers", "memory_bits", "gates", "mm2")


def parameters_text(parameters):
    return " ".join(f"{name}={value}" for name, value in parameters.items())


def row_of(block, parameters):
    set_all = " ".join(f"-chparam {name} {value}" for name, value in parameters.items())
    sources = " ".join(map(str, sorted((ROOT / "rtl_cosim/rtl").glob("*.sv"))))
    # The steps of Yosys' synth but for memory_map, which would make registers of memories.
    flatten = "" if block in JOINED else "flatten; "
    script = (f"read_verilog -sv -DSYNTHESIS {sources}; hierarchy -top {block} {set_all}; proc; {flatten}log MEMORIES; stat; synth -run coarse:fine; "
              "opt -fast -full; opt -full; techmap; opt -fast; abc -fast; opt -fast; log CELLS; stat")
    outcome = subprocess.run(["yosys", "-p", script], capture_output=True, text=True)
    if outcome.returncode != 0:
        raise SystemExit(f"error: {block}: {outcome.stderr.strip() or outcome.stdout[-500:]}")
    # Each report ends with the whole design.
    begins = outcome.stdout.rindex("\nMEMORIES\n"), outcome.stdout.rindex("\nCELLS\n")
    memories, report = outcome.stdout[slice(*begins)], outcome.stdout[outcome.stdout.rindex("Number of wires"):]
    cells = {}
    for kind, count in re.findall(r"^\s+\$_(\w+?)_\S*\s+(\d+)$", report, re.M):
        kind = "DFF" if "DFF" in kind else kind
        cells[kind] = cells.get(kind, 0) + int(count)
    unknown = sorted(set(cells) - set(GATES))
    if not cells or unknown:
        raise SystemExit(f"error: {block}: cells without an area: {unknown or 'none found'}")
    gates = sum(GATES[kind] * count for kind, count in cells.items())
    return {"block": block, "parameters": parameters_text(parameters), "cells": sum(cells.values()),
            "registers": cells.get("DFF", 0), "memory_bits": int(re.findall(r"Number of memory bits:\s+(\d+)", memories)[-1]), "gates": round(gates),
            "mm2": f"{gates * GATE_AREA / 1e6:.5f}"}


def write(rows):
    """Stores rows among those of other blocks, in the order of POINTS."""
    with TABLE.open(newline="") as file:
        stored = {(row["block"], row["parameters"]): row for row in csv.DictReader(file)}
    stored.update({(row["block"], row["parameters"]): row for row in rows})
    order = [(block, parameters_text(point)) for block, points in POINTS.items() for point in points]
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(stored[name] for name in order if name in stored)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--block", action="append", choices=sorted(POINTS))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not shutil.which("yosys"):
        print("error: yosys is not installed (apt-get install yosys)", file=sys.stderr)
        return 8
    points = [(block, point) for block in options.block or POINTS for point in POINTS[block]]
    rows = []
    print(f"{'block':20}{'parameters':22}{'cells':>9}{'registers':>11}{'memory bits':>13}{'gates':>10}{'mm2':>10}")
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for row in pool.map(lambda point: row_of(*point), points):
            rows.append(row)
            print(f"{row['block']:20}{row['parameters']:22}{row['cells']:>9}{row['registers']:>11}{row['memory_bits']:>13}{row['gates']:>10}{row['mm2']:>10}",
                  flush=True)
    if options.write:
        write(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
