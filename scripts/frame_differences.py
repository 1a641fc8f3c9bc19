#!/usr/bin/env python3
"""Why pictures of recorded frames differ from those of another renderer: the differing pixels by their reason.

  scripts/frame_differences.py --command build/no_rtl/texpipe --expected FOLDER RECORDING...

FOLDER holds SCENE.N.png for picture N of SCENE.frames.zst. A recording is drawn as it is, and again with what the rules leave
open moved within its bounds: its text (`frame dump --bytes`) is changed and assembled again. A pixel that differs by more than
2 of 255 has the first of these reasons whose drawings change it visibly (by more than 2) and, with 2 of 255 around them,
enclose what the other renderer has:

* edge: viewports of one size moved by 1/256 pixel in eight directions: its centre, or that of a texel of a shadow map, lies
  that near to an edge
* level: samplers between levels with biases from -0.5 to 1.5, the band of rule L3; anisotropic ones
  also with other limits of the ratio and by the other algorithm
* coverage: without alpha to coverage, or with a sample less
* depth: viewports of one size a depth step nearer and farther (2^-16, 2^-24)
* mixed: all of these together
* rounding: none of these, but no more than 8 of 255: sums of roundings over blends and passes
* other: none at all

Prints a table row for each picture. Needs python3-numpy and python3-pil.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
from PIL import Image  # python3-pil

CLOSE = 2  # of 255
ROUNDING = 8
PIXEL_STEP = 1 / 256
SHIFTS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
DEPTH_STEPS = [sign * step for step in (2**-16, 2**-24) for sign in (-1, 1)]
BIASES = (-0.5, -0.25, 0.25, 0.5, 1, 1.5)
RATIOS = (2, 4, 8, 16)


def structures(text, name, change):
    """The text with a change of every state structure of a name."""
    return re.sub(rf"^state {name} .*\n(?:  .*\n)+", lambda match: change(match.group(0)), text, flags=re.M)


def plus(text, field, step):
    """A real field and a step; fields that are 0 are not in the text."""
    found = re.search(rf"^  {field} = (\S+)$", text, flags=re.M)
    if not found:
        return text + f"  {field} = {step!r}\n"
    return text[:found.start(1)] + repr(float(found.group(1)) + step) + text[found.end(1):]


def widths(text):
    """Half widths of the viewports."""
    return sorted(set(re.findall(r"^  viewport_matrix_element_m00 = (\S+)$", text, flags=re.M)))


def moved(text, width, **steps):
    """Viewports of a half width, moved: x and y in pixels, z in depth."""
    def change(viewport):
        if f"  viewport_matrix_element_m00 = {width}\n" not in viewport:
            return viewport
        for axis, field in (("x", "m30"), ("y", "m31"), ("z", "m32")):
            viewport = plus(viewport, "viewport_matrix_element_" + field, steps.get(axis, 0))
        return viewport
    return structures(text, "SF_CLIP_VIEWPORT", change)


def covered(text):
    """Texts whose alpha to coverage is off, or that lose a sample of four."""
    if "alpha_to_coverage_enable = true" not in text:
        return
    yield text.replace("alpha_to_coverage_enable = true", "alpha_to_coverage_enable = false")
    for sample in range(4):
        yield text.replace("  sample_mask = 15\n", f"  sample_mask = {15 & ~(1 << sample)}\n")


def samplers(text, change):
    """Samplers that choose a level, changed."""
    return structures(text, "SAMPLER_STATE", lambda state: state if "mip_mode_filter = NONE" in state else change(state))


def levelled(text):
    """Texts with other levels of detail, where samplers choose one."""
    ratios = (None, *RATIOS) if "ANISOTROPIC" in text else (None,)
    for ratio in ratios:
        for bias in (0, *BIASES):
            def change(state, ratio=ratio, bias=bias):
                if ratio is not None and "ANISOTROPIC" in state:
                    state = re.sub(r"(maximum_anisotropy = )\S+", rf"\g<1>{ratio}", state)
                return plus(state, "texture_lod_bias", bias)
            changed = samplers(text, change)
            if changed != text:
                yield changed
    yield samplers(text, lambda state: state.replace("EWA_APPROXIMATION", "LEGACY"))


def draw(command, text, folder):
    """Pictures that a recording leaves, given as text."""
    (folder / "frames.txt").write_text(text)
    subprocess.run([command, "frame", "assemble", folder / "frames.txt", "-o", folder / "x.frames", "--force"], check=True, capture_output=True)
    return draw_file(command, folder / "x.frames", folder)


def draw_file(command, recording, folder):
    machine = pathlib.Path(__file__).resolve().parent.parent / "configs/machines/kaby_lake_gt2.yaml"
    (folder / "x.yaml").write_text(f"study: x\nmachine: {machine}\ntiming: untimed\nworkload: {{kind: frame, file: {recording}}}\n")
    subprocess.run([command, "run", "x.yaml", "--force"], cwd=folder, check=True, capture_output=True)
    pictures = sorted((folder / "out/x").glob("picture_*.png"), key=lambda p: int(p.stem.split("_")[1]))
    return [read(p) for p in pictures]


def read(path):
    return numpy.asarray(Image.open(path).convert("RGB")).astype(int)


def enclosed(expected, pictures):
    """Pixels that the pictures change visibly, and whose expected colour lies between them."""
    low, high = numpy.min(pictures, 0), numpy.max(pictures, 0)
    inside = ((expected >= low - CLOSE) & (expected <= high + CLOSE)).all(2)
    return inside & ((high - low).max(2) > CLOSE)


def reasons(expected, drawn, variants):
    """Number of pixels by reason, the first that fits, and those without one."""
    difference = numpy.abs(drawn - expected).max(2)
    left = difference > CLOSE
    counts = {"close": f"{100 * numpy.mean(~left):.2f}", "differ": int(left.sum())}
    fits = {name: enclosed(expected, [drawn, *pictures]) for name, pictures in variants.items()}
    fits["mixed"] = enclosed(expected, [drawn, *(p for pictures in variants.values() for p in pictures)])
    fits["rounding"] = difference <= ROUNDING
    for name, fit in fits.items():
        counts[name] = int((left & fit).sum())
        left = left & ~fit
    counts["other"] = int(left.sum())
    return counts, left


def row(head, cells):
    if head:
        print("| " + " | ".join(head) + " |\n|---" + "|---:" * (len(head) - 1) + "|")
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="+", type=pathlib.Path)
    parser.add_argument("--command", required=True, type=pathlib.Path)
    parser.add_argument("--expected", required=True, type=pathlib.Path)
    parser.add_argument("--left", type=pathlib.Path, help="folder for pictures of pixels without a reason")
    arguments = parser.parse_args()
    command = arguments.command.resolve()
    first = True
    for recording in arguments.recordings:
        scene = recording.name.split(".")[0]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            plain = draw_file(command, recording.resolve(), folder)
            text = subprocess.run([command, "frame", "dump", "--bytes", recording], check=True, capture_output=True, text=True).stdout
            texts = {
                "edge": [moved(text, width, x=x * PIXEL_STEP, y=y * PIXEL_STEP) for width in widths(text) for x, y in SHIFTS],
                "level": list(levelled(text)),
                "coverage": list(covered(text)),
                "depth": [moved(text, width, z=step) for width in widths(text) for step in DEPTH_STEPS],
            }
            variants = {reason: [draw(command, changed, folder) for changed in changes] for reason, changes in texts.items()}
            for n, picture in enumerate(plain):
                expected = read(arguments.expected / f"{scene}.{n}.png")
                counts, left = reasons(expected, picture, {reason: [v[n] for v in drawn] for reason, drawn in variants.items()})
                row(["scene", "picture", *counts] if first else None, [scene, n, *counts.values()])
                first = False
                if arguments.left:
                    Image.fromarray((left * 255).astype(numpy.uint8)).save(arguments.left / f"{scene}.{n}.png")


if __name__ == "__main__":
    sys.exit(main())
