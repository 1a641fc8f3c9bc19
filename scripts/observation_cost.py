#!/usr/bin/env python3
"""What looking at a run costs: the time series, and the live page.

    scripts/observation_cost.py [--texpipe FILE] [--most 2] [--what NAME]... [--markdown] [run arguments, by default configs/studies/first_look.yaml of 160x120]

Counts host instructions, as valgrind does, of a run with each of them and without, because times differ by more than that from run to run. Hashes
of the files that a run writes are left out of the count: processors have instructions for them that valgrind has not. The live page is looked at
while its run is counted; a look's instructions then count as often as somebody who looks twice a second would look at the run by itself. Fails when
one of them costs more than --most percent, or when stats.json differs.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import markdown_table

root = pathlib.Path(__file__).resolve().parent.parent
STUDY = ["configs/studies/first_look.yaml", "-p", "workload.image=160x120"]
LOOKS_PER_SECOND = 2

# Observations: arguments of the runs without it, and of those with it.
OBSERVATIONS = {"time_series": (["--intervals", "0"], []), "live_page": ([], ["--serve", "0"])}


def instructions(command, profile):
    """Of the command, less those of SHA-256, and how often its page was looked at."""
    process = subprocess.Popen(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", *command], cwd=root, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    looks, told = 0, ""
    while "--serve" in command and "live page: " not in told:
        told = process.stderr.readline() or sys.exit(f"{' '.join(command)} serves no page")
    if told:
        address = told.split("live page: ")[1].strip().replace("/?", "/state?")
        while process.poll() is None:
            try:
                urllib.request.urlopen(address, timeout=60).read()
                looks += 1
            except OSError:
                break
            time.sleep(0.1)
    errors = process.communicate()[1]
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}\n{errors}")
    functions = subprocess.run(["callgrind_annotate", "--threshold=100", "--show-percs=no", profile], capture_output=True, text=True, check=True).stdout
    hashes = sum(int(line.split()[0].replace(",", "")) for line in functions.splitlines() if "sha256_compress" in line)
    return int(re.search(r"Collected : (\d+)", errors).group(1)) - hashes, looks


def seconds(command):
    begun = time.monotonic()
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begun


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--most", type=float, default=2.0)
parser.add_argument("--what", action="append", choices=OBSERVATIONS)
markdown_table.add_option(parser)
options, study = parser.parse_known_args()
if not shutil.which("valgrind"):
    sys.exit("error: valgrind is not installed (scripts/install_dependencies.sh --with-valgrind)")
failed, rows = False, []
for what in options.what or OBSERVATIONS:
    with tempfile.TemporaryDirectory() as scratch:
        run = [options.texpipe, "run", *(study or STUDY), "-q", "--force"]
        (without, _), (observed, looks) = (instructions([*run, "--out", f"{scratch}/{kind}", *words], f"{scratch}/profile")
                                           for kind, words in zip(("without", "with"), OBSERVATIONS[what]))
        shown = f"of {without:,} host instructions"
        cost = (observed - without) / without
        if what == "live_page":
            by_itself = seconds([*run, "--out", f"{scratch}/by_itself"])
            cost *= LOOKS_PER_SECOND * by_itself / max(looks, 1)
            shown += f": {(observed - without) // max(looks, 1):,} a look ({looks} looks), {LOOKS_PER_SECOND} a second in {by_itself:.2f} s"
        same = pathlib.Path(scratch, "without/stats.json").read_bytes() == pathlib.Path(scratch, "with/stats.json").read_bytes()
    told = f"{shown}; stats.json {'is the same' if same else 'differs'}"
    rows.append((what.replace("_", " "), f"{100 * cost:+.2f} %", told))
    if not options.markdown:
        print(f"{what:12} {100 * cost:+.2f} % {told}", flush=True)
    failed |= 100 * cost > options.most or not same
if options.markdown:
    print(markdown_table.markdown(("what is looked at", "costs", ""), rows))
sys.exit(failed)
