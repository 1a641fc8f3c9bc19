#!/usr/bin/env python3
"""What time costs: user time and memory of frames untimed, loosely timed and sampled, on one thread, in the same minutes.

  scripts/frame_time_speed.py [--command TEXPIPE] [--size WxH] [--seeds N] [--markdown] [RECORDING|glmark2:SCENE|scene:NAME]...

Runs a recording untimed, loosely timed, and loosely timed with --sample for each seed, one after the other, and prints user time of the
processes as multiples of the untimed one (least of the repetitions), the largest memory of them, and by how many of its cycles each
sample was off, with its bound. Starting the program and reading the recording count in all of them. glmark2:SCENE records one frame of
a scene with `texpipe capture` first (needs scripts/install_dependencies.sh --with-capture); scene:NAME does that with a scene of
--scenes, a folder with build.sh and scenes/scenes.cpp, whose pictures get the size.

Exit code 5: a timed run took more than 25 times the untimed one, a sampled one more than 3 times, a sample was off by 2 % or more or by
more than its bound, or a run took 1 GB.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_TIMED, MOST_SAMPLED, MOST_ERROR, MOST_MEGABYTES = 25, 3, 0.02, 1000
FRAMES = ("scene:floor", "scene:foliage", "glmark2:terrain", "glmark2:jellyfish", "glmark2:texture", "glmark2:build", "glmark2:shadow",
          "glmark2:conditionals", "glmark2:effect2d", "glmark2:ideas")


def built_scenes(options, folder):
    """The program that draws the scenes, built for pictures of the size."""
    copy = folder / "scenes"
    if not (options.scenes / "build.sh").exists():
        sys.exit(f"{options.scenes}: no build.sh; --scenes names the folder of scenes, or name recordings")
    shutil.copytree(options.scenes, copy, ignore=shutil.ignore_patterns("captures", "expected"), copy_function=shutil.copy)
    for path in (copy, *copy.rglob("*")):
        path.chmod(0o755)
    source = copy / "scenes/scenes.cpp"
    text = source.read_text()
    for name, pixels in zip(("kWidth", "kHeight"), options.size.split("x")):
        text, found = re.subn(rf"\b{name} = \d+", f"{name} = {pixels}", text, count=1)
        if found == 0:
            sys.exit(f"{source}: no size {name}")
    source.write_text(text)
    subprocess.run(["sh", copy / "build.sh"], check=True, stdout=subprocess.DEVNULL)
    return copy / "scenes/scenes"


def record(name, options, folder):
    kind, _, scene = name.rpartition(":")
    if kind not in ("glmark2", "scene"):
        return pathlib.Path(name).resolve()
    recording = folder / f"{scene}.frames.zst"
    if kind == "glmark2":
        api, program = ["--gl"], ["glmark2", "-s", options.size, "-b", f"{scene}:nframes=1:duration=1000"]
    else:
        api, program = [], [built_scenes(options, folder), scene, folder / "picture", "1"]
    subprocess.run([options.command, "capture", "--force", "--no-pictures", "--frames", "1", "--size", options.size, *api, "-o", recording, "--", *program],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return recording


def run(recording, options, folder, *more):
    """User seconds, megabytes at the peak, and stats.json."""
    study, out = folder / "frame.yaml", folder / "out"
    study.write_text(f"study: frame\nmachine: {options.machine}\nworkload: {{kind: frame, file: {recording}}}\n")
    process = subprocess.Popen([options.command, "run", "-q", "--force", "--threads", "1", study, "--out", out, *more],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{recording}: {errors.decode(errors='replace').strip()}")
    return usage.ru_utime, usage.ru_maxrss / 1024, json.loads((out / "stats.json").read_text())


def least(runs):
    return min(seconds for seconds, _, _ in runs), max(megabytes for _, megabytes, _ in runs)


def measure(name, options, folder):
    recording = record(name, options, folder)
    timed_run = ("--timing", "loosely_timed")
    untimed, timed, samples = [], [], {seed: [] for seed in range(1, options.seeds + 1)}
    for _ in range(options.repetitions):
        untimed.append(run(recording, options, folder, "--timing", "untimed"))
        timed.append(run(recording, options, folder, *timed_run))
        for seed, runs in samples.items():
            given = [word for value in (f"workload.sample.seed={seed}", *options.values) for word in ("-p", value)]
            runs.append(run(recording, options, folder, *timed_run, "--sample", *given))
    seconds, cycles = least(untimed)[0], timed[0][2]["cycles"]
    errors, outside = [], 0
    for runs in samples.values():
        statistics = runs[0][2]
        bound = statistics["sampled"]["cycles_within"]
        error = statistics["cycles"] - cycles
        outside += abs(error) > bound
        errors.append((error / cycles, bound / cycles))
    timed_ratio, sampled_ratio = least(timed)[0] / seconds, max(least(runs)[0] for runs in samples.values()) / seconds
    megabytes = max(least(runs)[1] for runs in (untimed, timed, *samples.values()))
    worst = max(abs(error) for error, _ in errors)
    met = timed_ratio <= MOST_TIMED and sampled_ratio <= MOST_SAMPLED and worst < MOST_ERROR and not outside and megabytes < MOST_MEGABYTES
    name = recording.name.split(".")[0]
    return met, (name, f"{seconds:.2f}", f"{timed_ratio:.1f}", f"{sampled_ratio:.2f}", f"{cycles:,}",
                 " ".join(f"{100 * error:+.1f}" for error, _ in errors), " ".join(f"{100 * bound:.1f}" for _, bound in errors),
                 f"{megabytes:.0f}", "met" if met else "missed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="*", metavar="RECORDING", help="or glmark2:SCENE, scene:NAME; without any: " + ", ".join(FRAMES))
    parser.add_argument("--command", default=str(ROOT / "build/release/texpipe"))
    parser.add_argument("--machine", default=str(ROOT / "configs/machines/kaby_lake_gt2.yaml"))
    parser.add_argument("--scenes", type=pathlib.Path, default=ROOT.parent / "shared/frames")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--repetitions", type=int, default=2)
    parser.add_argument("-p", action="append", default=[], dest="values", metavar="PATH=VALUE", help="of the samples")
    markdown_table.add_option(parser)
    options = parser.parse_args()
    options.command = str(pathlib.Path(options.command).resolve())
    rows, missed = [], False
    for name in options.recordings or FRAMES:
        with tempfile.TemporaryDirectory() as folder:
            met, row = measure(name, options, pathlib.Path(folder))
        missed |= not met
        rows.append(row)
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    head = ("recording", "untimed, s", "timed, times", "sampled, times", "cycles", "errors, %", "bounds, %", "peak MB", f"{MOST_TIMED}, {MOST_SAMPLED}, 2 %, 1 GB")
    print((markdown_table.markdown if options.markdown else markdown_table.aligned)(head, rows))
    return 5 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
