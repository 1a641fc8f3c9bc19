#!/usr/bin/env python3
"""Random programs of Vulkan draws: recorded through Mesa's driver for Kaby Lake and drawn by texpipe, and drawn by lavapipe. What both leave in
memory is compared: integers to the bit, floats as near as the program's shaders and blend equations say. Pixels of programs whose vertices lie
between the rasterisers' steps may also be what lavapipe draws with viewports moved by 1/256 pixel. Skipped (77) without Mesa's drivers, glslang or
numpy, and where texpipe was built without its recorder.
  random_frames_test.py COMMAND PLAYER [--seed N] [--count N] [--keep DIR]   programs of seeds N, N+1, ...; failing ones stay in DIR"""
import argparse
import json
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

import vulkan_formats as formats
from random_frames import Program
from random_passes import make_program

LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
ANV = "/usr/share/vulkan/icd.d/intel_icd.x86_64.json"
MACHINE = pathlib.Path(__file__).resolve().parent.parent.parent / "configs/machines/kaby_lake_gt2.yaml"
FEW = 4  # pixels of an output whose vertices lie on steps of both rasterisers: lavapipe misses some that lie next to an edge
SHIFTS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Failed(Exception):
    """A program that ends as it should not."""


class Doubtful(Exception):
    """lavapipe itself ends with a signal."""


def run(arguments, folder, environment=None):
    done = subprocess.run([str(a) for a in arguments], cwd=folder, env={**os.environ, **(environment or {})}, capture_output=True, text=True)
    if done.returncode < 0 and "VK_ICD_FILENAMES" in (environment or {}):
        raise Doubtful(f"lavapipe ends with signal {-done.returncode}")
    if done.returncode != 0:
        raise Failed(f"{pathlib.Path(arguments[0]).name} ends with {done.returncode}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


def by_lavapipe(player, folder, shift=(0, 0)):
    out = folder / "lavapipe_{}_{}".format(*shift)
    out.mkdir(exist_ok=True)
    run([player, folder / "program.json", out, *shift], folder, {"VK_ICD_FILENAMES": LAVAPIPE, "MESA_SHADER_CACHE_DISABLE": "true"})
    return out


def by_texpipe(command, player, folder, environment=None):
    out = folder / "texpipe"
    out.mkdir(exist_ok=True)
    run([command, "capture", "--force", "-o", "x.frames", "--", player, folder / "program.json", out], folder, {"WAYLAND_DISPLAY": "none", **(environment or {})})  # no X server
    (folder / "x.yaml").write_text(f"study: x\nmachine: {MACHINE}\ntiming: untimed\nworkload: {{kind: frame, file: x.frames}}\n")
    run([command, "run", "x.yaml", "--force", "-q"], folder)
    return folder / "out/x"


def contents(check, data):
    """Numbers of an output, and how far each may be apart: {name: (array, tolerance)}."""
    if check["format"] == "buffer":
        return {"word": (np.frombuffer(data, "<u4").astype(float), 0)}
    if check["format"] in formats.DEPTHS:
        name = check["format"]
        number, size = formats.DEPTHS[name]
        if name == "S8":
            return {"stencil": (np.frombuffer(data, np.uint8).astype(float), 0)}
        if name.startswith("D32"):
            return {"depth": (np.frombuffer(data, "<f4").astype(float), check["error"])}
        bits = 16 if size == 2 else 24
        words = np.frombuffer(data, f"<u{size}").astype(np.uint64) & np.uint64((1 << bits) - 1)
        return {"depth": (words.astype(float) / (2**bits - 1), check["error"] + 1.5 / (2**bits - 1))}
    format = formats.ALL[check["format"]]
    values = formats.values_of(format, data)
    return {channel: (value, tolerance(check, format, channel, value)) for channel, value in values.items()}


def tolerance(check, format, channel, value):
    if format.integer:
        return 0
    step = formats.step_of(format, channel, 1)
    relative = np.abs(np.nan_to_num(value, posinf=0, neginf=0)) * formats.step_of(format, channel, 1) if format.kind == "float" else 0
    slope = 12.92 if format.kind == "srgb" and channel != "a" else 1  # of the curve, where it is steepest
    return check["error"] * slope + 1.01 * step * (format.kind != "float") + relative


def differing(check, mine, theirs):
    """Places whose numbers differ more than they may."""
    ours, others, wrong = contents(check, mine), contents(check, theirs), None
    for name, (value, allowed) in ours.items():
        other = others[name][0]
        with np.errstate(invalid="ignore"):
            apart = ~((np.abs(value - other) <= allowed) | (value == other) | (np.isnan(value) & np.isnan(other)))
        wrong = apart if wrong is None else wrong | apart
    return wrong


def near_edges(check, mine, variants, wrong):
    """Those wrong places that lie between what moved viewports give, where these differ."""
    ours = contents(check, mine)
    inside, moves = np.ones_like(wrong), np.zeros_like(wrong)
    for name, (value, allowed) in ours.items():
        others = np.array([contents(check, v)[name][0] for v in variants])
        low, high = others.min(0), others.max(0)
        inside &= (value >= low - allowed) & (value <= high + allowed)
        moves |= high - low > 0
    return wrong & inside & moves


def describe(check, number, mine, theirs, wrong):
    place = int(np.flatnonzero(wrong)[0])
    where = f"pixel {place % check['width']},{place // check['width']}" if check.get("width") else f"word {place}"
    ours, others = contents(check, mine), contents(check, theirs)
    numbers = ", ".join(f"{name} {value[place]:.9g} instead of {others[name][0][place]:.9g}" for name, (value, _) in ours.items())
    return f"output {number} ({check['format']}, error {check['error']:.2g}): {int(wrong.sum())} of {wrong.size} differ, first {where}: {numbers}"


def compare(seed, command, player, folder):
    """Lines that tell what differs; none: nothing does."""
    program = Program(seed)
    make_program(program)
    program.write(folder)
    (folder / "checks.json").write_text(json.dumps(program.checks))
    mine, theirs, variants, found = by_texpipe(command, player, folder), by_lavapipe(player, folder), None, []
    for number, check in enumerate(program.checks):
        a, b = (mine / f"bytes_{number}.bin").read_bytes(), (theirs / f"{number}.bin").read_bytes()
        wrong = differing(check, a, b)
        if wrong.any() and (not check["exact"] or wrong.sum() <= FEW * check.get("copies", 1)):
            variants = variants or [theirs, *(by_lavapipe(player, folder, shift) for shift in SHIFTS)]
            wrong &= ~near_edges(check, a, [(v / f"{number}.bin").read_bytes() for v in variants], wrong)
        if wrong.any():
            found.append(describe(check, number, a, b, wrong))
    return found


def skip_without_tools():
    for needed in (LAVAPIPE, ANV):
        if not pathlib.Path(needed).is_file():
            print(f"{needed} is not there (package mesa-vulkan-drivers)")
            sys.exit(77)
    if not shutil.which("glslangValidator"):
        print("glslangValidator is not there (package glslang-tools)")
        sys.exit(77)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("player", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    skip_without_tools()
    failing, doubtful = 0, 0
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            try:
                found = compare(seed, options.command, options.player, folder)
            except Doubtful as reason:
                print(f"seed {seed}: {reason}", flush=True)
                doubtful += 1
                continue
            except Failed as failure:
                found = [str(failure)]
            except subprocess.CalledProcessError as failure:
                found = [f"{failure.cmd[-1]}: {failure.stdout[-500:]}"]
            for line in found:
                print(f"seed {seed}: {line}", flush=True)
            failing += bool(found)
            if found and options.keep:
                shutil.copytree(folder, options.keep / f"seed_{seed}", dirs_exist_ok=True)
    if failing:
        sys.exit(f"{failing} of {options.count} programs differ from lavapipe")
    if 4 * doubtful > options.count:
        sys.exit(f"lavapipe did not draw {doubtful} of {options.count} programs")
    print(f"{options.count - doubtful} programs of draws give what lavapipe gives, which did not draw {doubtful}")


if __name__ == "__main__":
    main()
