#!/usr/bin/env python3
"""Public programs recorded without their GPU and drawn by texpipe, beside lavapipe: share of pixels within 2 of 255.

  scripts/public_programs.py --command build/no_rtl/texpipe [--markdown] [--keep FOLDER] [NAME]...

Each program of the table whose Debian package is installed is recorded with `texpipe capture --reference`, which lets lavapipe
draw the frames at the same times of the program's clock, and the recording is drawn by `texpipe run`. Prints a row for each
picture, and says which programs are not there. --keep leaves recordings and pictures in a folder. Ends with exit code 1 when a
program could not be recorded or drawn, or lies below its bound. Needs python3-numpy and python3-pil.
"""
import argparse
import dataclasses
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy
from PIL import Image  # python3-pil

ROOT = pathlib.Path(__file__).resolve().parent.parent
MACHINE = ROOT / "configs/machines/kaby_lake_gt2.yaml"
CLOSE = 2  # of 255


@dataclasses.dataclass
class Program:
    name: str
    command: list
    least: float  # per cent of the pixels within CLOSE
    opengl: bool = False
    frames: int = 2


def scene(name, least, options=""):
    """A scene of glmark2."""
    return Program(f"glmark2 {name}", ["glmark2", "-s", "320x240", "-b", name + options], least, opengl=True)


PROGRAMS = [
    Program("vkcube", ["vkcube"], 99),
    Program("glxgears", ["glxgears"], 99, opengl=True),
    scene("build", 99),
    scene("build:use-vbo=false", 99),
    scene("texture", 99),
    scene("texture:texture-filter=linear", 99),
    scene("texture:texture-filter=mipmap", 99),
    scene("shading:shading=phong", 99),
    scene("shading:shading=cel", 99),
    scene("bump:bump-render=height", 99),
    scene("bump:bump-render=normals", 99),
    scene("effect2d", 99),
    scene("effect2d:kernel=1,1,1,1,1;1,1,1,1,1;1,1,1,1,1;", 99),
    scene("pulsar", 99),
    scene("desktop:effect=blur", 99),
    scene("desktop:effect=shadow", 99),
    scene("buffer", 99),
    scene("ideas", 99),
    scene("jellyfish", 99),
    scene("terrain", 99),
    scene("shadow", 99),
    scene("refract", 99),
    scene("conditionals", 99),
    scene("function", 99),
    scene("loop", 99),
]


def run(command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, **options)


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB")).astype(int)


def close_share(drawn, expected):
    """Per cent of the pixels whose red, green and blue lie within CLOSE, and the largest difference."""
    difference = numpy.abs(pixels(drawn) - pixels(expected)).max(2)
    return 100 * numpy.mean(difference <= CLOSE), int(difference.max())


def capture(command, program, recording):
    """What `texpipe capture` says of a program. Errors: RuntimeError."""
    options = ["--gl"] if program.opengl else []
    options += ["--frames", program.frames] if program.frames else []
    done = run([command, "capture", *options, "--reference", "--json", "--force", "-o", recording, "--", *program.command])
    if done.returncode != 0:
        raise RuntimeError(f"not recorded: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout[done.stdout.index("{"):])


def draw(command, recording, folder):
    """Draws a recording. @return its pictures. Errors: RuntimeError."""
    (folder / "x.yaml").write_text(f"study: x\nmachine: {MACHINE}\ntiming: untimed\nworkload: {{kind: frame, file: {recording}}}\n")
    done = run([command, "run", "x.yaml", "--force"], cwd=folder)
    if done.returncode != 0:
        raise RuntimeError(f"not drawn: {done.stderr.strip()}")
    return folder / "out/x"


def compare(command, program, folder):
    """What was recorded of a program, and (share, largest difference) of each of its pictures. Errors: RuntimeError."""
    stem = "".join(c if c.isalnum() else "_" for c in program.name)
    recording = folder / f"{stem}.frames.zst"
    said = capture(command, program, recording)
    pictures = draw(command, recording, folder)
    shares = []
    for reference in said["reference"]:
        number = reference.split(".")[-2]
        drawn = shutil.copy(pictures / f"picture_{number}.png", folder / f"{stem}.{number}.drawn.png")
        shares.append(close_share(drawn, reference))
    return said, shares


def rows_of(program, said, shares):
    extents = ", ".join(picture["extent"] for picture in said["pictures"])
    for number, (share, most) in enumerate(shares):
        yield [program.name, number, extents, said["draws"], said["file_bytes"], f"{share:.2f}", most]


HEAD = ["program", "picture", "pixels", "draws", "recording, bytes", "close, %", "largest difference"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs whose names begin so")
    parser.add_argument("--command", type=pathlib.Path, default=ROOT / "build/release/texpipe")
    parser.add_argument("--markdown", action="store_true", help="print a table for a page")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    command = arguments.command.resolve()
    line = (lambda cells: print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)) if arguments.markdown else \
        (lambda cells: print("  ".join(f"{cell!s:<14}" for cell in cells), flush=True))
    line(HEAD)
    if arguments.markdown:
        print("|---" + "|---:" * (len(HEAD) - 1) + "|")
    failed = False
    for program in PROGRAMS:
        if arguments.names and not any(program.name.startswith(name) for name in arguments.names):
            continue
        if shutil.which(program.command[0]) is None:
            print(f"skipped: {program.name}: {program.command[0]} is not installed", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = arguments.keep.resolve() if arguments.keep else pathlib.Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            try:
                said, shares = compare(command, program, folder)
            except RuntimeError as error:
                print(f"{program.name}: {error}", file=sys.stderr)
                failed = True
                continue
        for cells in rows_of(program, said, shares):
            line(cells)
        if min(share for share, _ in shares) < program.least:
            print(f"{program.name}: fewer than {program.least} % of the pixels are close", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
