#!/usr/bin/env python3
"""What the live page costs: processor time of runs with and without it, by turns, while somebody looks at the page twice a second.

    scripts/live_page_cost.py [--texpipe FILE] [--repeats 5] [--most 2] [run arguments, by default configs/studies/first_look.yaml]

Fails when the median of the runs with a page is more than --most percent above that without.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import urllib.request

root = pathlib.Path(__file__).resolve().parent.parent


def processor_seconds(command, served):
    """Of one run; the process is waited for alone, so that nothing else is in it."""
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    over = threading.Event()

    def look():
        address = process.stderr.readline().split("live page: ")[1].strip()
        while not over.wait(0.5):
            try:
                urllib.request.urlopen(address.replace("/?", "/state?"), timeout=10).read()
            except OSError:
                return

    watcher = threading.Thread(target=look) if served else None
    if watcher:
        watcher.start()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    over.set()
    if watcher:
        watcher.join()
    process.stderr.close()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--repeats", type=int, default=5)
parser.add_argument("--most", type=float, default=2.0)
options, study = parser.parse_known_args()
with tempfile.TemporaryDirectory() as scratch:
    run = [options.texpipe, "run", *(study or ["configs/studies/first_look.yaml"]), "-q", "--force", "--out"]
    plain, served = [], []
    for _ in range(options.repeats):
        plain.append(processor_seconds([*run, f"{scratch}/plain"], False))
        served.append(processor_seconds([*run, f"{scratch}/served", "--serve", "0"], True))
    same = pathlib.Path(scratch, "plain/stats.json").read_bytes() == pathlib.Path(scratch, "served/stats.json").read_bytes()
    cost = 100 * (statistics.median(served) / statistics.median(plain) - 1)
    print(f"{statistics.median(plain):.3f} s of processors without page, {statistics.median(served):.3f} s with it: {cost:+.2f} %; "
          f"stats.json {'is the same' if same else 'differs'}")
    sys.exit(cost > options.most or not same)
