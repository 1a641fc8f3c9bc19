#!/usr/bin/env python3
"""Pixel shaders of many kinds (pixel_cases.py), compiled by Mesa's driver for Kaby Lake, recorded and drawn by texpipe, and drawn by lavapipe. Skipped
(77) without Mesa's drivers, glslang or numpy, and where texpipe was built without its recorder.
  pixel_shaders_test.py COMMAND PLAYER [--only NAME ...] [--driver VARIABLE=VALUE ...] [--keep DIR]   variables that the driver knows, "" for none"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    sys.exit(77)

import random_frames_test as frames
import pixel_lookup_cases  # noqa: F401  adds its own
import pixel_more_cases  # noqa: F401
from pixel_cases import CASES
from pixel_scene import Scene

# What the driver is asked for: its own choice; 32 lanes where it can; 16 only; 8 only, with registers spilled; long instructions; surfaces and
# samplers by addresses of 64 bits instead of binding tables
DRIVERS = ["", "INTEL_DEBUG=do32", "INTEL_DEBUG=no8", "INTEL_DEBUG=no16,spill_fs", "INTEL_DEBUG=nocompact", "ANV_ALWAYS_BINDLESS=true"]


def compare(name, options, folder):
    """Lines that tell what differs, for each of the compiler's flags."""
    scene = Scene(name)
    CASES[name](scene)
    scene.write(folder)
    theirs, found = frames.by_lavapipe(options.player, folder), []
    for flags in options.driver:
        try:
            mine = frames.by_texpipe(options.command, options.player, folder, dict([flags.split("=", 1)]) if flags else {})
        except frames.Failed as failure:
            found.append(f"{flags or 'default'}: {failure}")
            continue
        for number, check in enumerate(scene.program.checks):
            a, b = (mine / f"bytes_{number}.bin").read_bytes(), (theirs / f"{number}.bin").read_bytes()
            wrong = frames.differing(check, a, b)
            if wrong.any():
                found.append(f"{flags or 'default'}: " + frames.describe(check, number, a, b, wrong))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("player", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--only", nargs="+", default=list(CASES), choices=list(CASES))
    parser.add_argument("--driver", nargs="+", default=DRIVERS)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    frames.skip_without_tools()
    failing = 0
    for name in options.only:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            try:
                found = compare(name, options, folder)
            except (frames.Doubtful, frames.Failed) as failure:
                found = [str(failure)]
            except subprocess.CalledProcessError as failure:
                found = [f"{failure.cmd[-1]}: {failure.stdout[-800:]}"]
            for line in found:
                print(f"{name}: {line}", flush=True)
            failing += bool(found)
            if found and options.keep:
                shutil.copytree(folder, options.keep / name, dirs_exist_ok=True)
    if failing:
        sys.exit(f"{failing} of {len(options.only)} pixel shaders differ from lavapipe")
    print(f"{len(options.only)} pixel shaders, each compiled in {len(options.driver)} ways, give what lavapipe gives")


if __name__ == "__main__":
    main()
