#!/usr/bin/env python3
"""Plants faults that Yosys chooses into each block of rtl_cosim/rtl and counts those that the regression (configs/cosim) notices.

  scripts/rtl_mutation.py [--count 60] [--minimum 100] [--jobs N] [--block NAME]... [--numbers N,N...]

All faults of a block (`count` of them: inverted, stuck and crossed bits at the ports of Yosys' cells) are in one netlist, verilated once into the
plug-in texpipe_rtl_mutants; an environment variable chooses the one that acts. Each runs a short stimulus first, and the
shipped configuration if that notices nothing. Faults that change no result are counted apart: those that Yosys proves equivalent, and those
that rtl_cosim/mutation/equivalent.csv lists with the reason (inputs that nobody may send). Exit code 5 when fewer than `minimum` percent of the others are noticed, 8 without Yosys or Verilator.
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
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
MUTANTS = BUILD / "rtl_cosim/mutants"
COMMAND = [BUILD / "texpipe", "--plugin", BUILD / "lib/texpipe/texpipe_rtl_mutants.so"]
EQUIVALENT = ROOT / "rtl_cosim/mutation/equivalent.csv"
CONFIGURATIONS = {"texture_filter": ["filter"], "texel_decoder": ["decoder"], "address_generator": ["address"],
                  "texture_cache": ["cache", "cache_places"], "coverage_unit": ["coverage"], "sampler": ["sampler"]}
SHORT = 400  # transactions that notice most faults
SECONDS = 600
PROOF_SECONDS = 60

# Both modules side by side: what the fault does not reach is merged, the rest is proved point by point, registers by induction.
PROOF = """read_rtlil {base}
design -save base
{mutation}
opt_clean
design -stash mutant
design -load base
design -stash original
design -copy-from original -as gold {block}
design -copy-from mutant -as gate {block}
equiv_make gold gate equiv
hierarchy -top equiv
opt_merge -share_all
equiv_struct
equiv_simple
equiv_induct
equiv_status -assert
"""


def place_of(line):
    """What names a fault in equivalent.csv: how the bit is changed, and which bit of which wire, or port of a cell without a named wire."""
    word = {key: value for key, value in re.findall(r"-(\w+) (\S+)", line)}
    cell = word["cell"].split("$")[-2].split("/")[-1] if "$" in word["cell"] else word["cell"]
    where = f"{word['wire']}[{word['wirebit']}]" if "wire" in word else f"{cell} {word['port']}[{word['portbit']}]"
    control = f" by bit {word['ctrlbit']}" if "ctrlbit" in word else ""
    source = pathlib.Path(re.findall(r"-src (\S+)", line)[-1]).name if "-src" in line else ""
    return f"{word['mode']} {where} at {word['port']}[{word['portbit']}]{control}", source


def notices(configuration, number, most):
    """Whether a configuration of the regression tells RTL with this fault from the model."""
    assign = [] if most is None else ["-p", f"requests={most}"]
    environment = {**os.environ, "RTL_MUTANT": str(number)}
    run = [*COMMAND, "cosim", ROOT / f"configs/cosim/{configuration}.yaml", "--as-found", *assign]
    try:
        code = subprocess.run(run, env=environment, capture_output=True, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return True
    if code not in (0, 5) and code > 0:
        raise SystemExit(f"error: {' '.join(map(str, run))} with RTL_MUTANT={number} exits {code}")
    return code != 0


def is_killed(block, number):
    first = CONFIGURATIONS[block][0]
    return notices(first, number, SHORT) or any(notices(configuration, number, None) for configuration in CONFIGURATIONS[block])


def is_equivalent(block, line):
    """Whether Yosys proves that the fault changes nothing at any port."""
    mutation = re.sub(r"-ctrl \S+ \d+ \d+ ", "", line)
    with tempfile.NamedTemporaryFile("w", suffix=".ys") as script:
        script.write(PROOF.format(base=MUTANTS / block / f"{block}.il", mutation=mutation, block=block))
        script.flush()
        try:
            return subprocess.run(["yosys", "-q", script.name], capture_output=True, timeout=PROOF_SECONDS).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def build(count, jobs):
    for tool in ("yosys", "verilator"):
        if not shutil.which(tool):
            print(f"error: {tool} is not installed (apt-get install {tool})", file=sys.stderr)
            sys.exit(8)
    subprocess.run(["cmake", "--preset", "release", "-DTEXPIPE_RTL_VARIANTS=ON", f"-DTEXPIPE_RTL_MUTANTS={count}"], cwd=ROOT, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--target", "texpipe", "texpipe_rtl_mutants", "--parallel", str(jobs)], cwd=ROOT, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--minimum", type=float, default=100)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--block", action="append", choices=sorted(CONFIGURATIONS))
    parser.add_argument("--numbers", help="of mutants, by commas")
    options = parser.parse_args()
    build(options.count, options.jobs)

    with EQUIVALENT.open() as file:
        reasons = {(row["block"], row["fault"], row["file"]): row["reason"] for row in csv.DictReader(file)}
    used = set()
    totals = [0, 0, 0, 0]
    print(f"{'block':20}{'mutants':>9}{'noticed':>9}{'proven':>9}{'listed':>9}{'survived':>10}")
    survivors = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for block in options.block or CONFIGURATIONS:
            if notices(CONFIGURATIONS[block][0], 0, SHORT):
                raise SystemExit(f"error: {block} without a fault differs from the model")
            lines = (MUTANTS / block / f"{block}.mutants").read_text().splitlines()
            numbers = [int(number) for number in options.numbers.split(",")] if options.numbers else range(1, len(lines) + 1)
            faults = {number: (block, *place_of(lines[number - 1])) for number in numbers}
            asked = [number for number in numbers if faults[number] not in reasons]
            used.update(faults[number] for number in numbers if faults[number] in reasons)
            killed = dict(zip(asked, pool.map(lambda number: is_killed(block, number), asked)))
            unnoticed = [number for number in asked if not killed[number]]
            proofs = dict(zip(unnoticed, pool.map(lambda number: is_equivalent(block, lines[number - 1]), unnoticed)))
            lived = [number for number in unnoticed if not proofs[number]]
            survivors += [(number, *faults[number]) for number in lived]
            row = (len(asked) - len(unnoticed), len(unnoticed) - len(lived), len(faults) - len(asked), len(lived))
            print(f"{block:20}{len(faults):>9}{row[0]:>9}{row[1]:>9}{row[2]:>9}{row[3]:>10}", flush=True)
            totals = [total + part for total, part in zip(totals, row)]
    asked = totals[0] + totals[3]
    score = 100 * totals[0] / max(asked, 1)
    print(f"{'all':20}{sum(totals):>9}{totals[0]:>9}{totals[1]:>9}{totals[2]:>9}{totals[3]:>10}   {score:.1f} % of {asked} noticed")
    for number, block, fault, file in survivors:
        print(f"survived: {block} {number}: {fault} ({file})")
    if not options.numbers and not options.block:
        for block, fault, file in sorted(set(reasons) - used):
            print(f"not among the mutants: {block}: {fault} ({file})")
    return 5 if score < options.minimum else 0


if __name__ == "__main__":
    sys.exit(main())
