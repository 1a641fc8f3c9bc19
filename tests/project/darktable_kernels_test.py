#!/usr/bin/env python3
"""Compiles kernels of darktable with ocloc, runs each untimed and compares what it leaves with pocl. What darktable would hand to a kernel is made
up: pictures and arrays of numbers from 0 to 1, sizes by the names of the arguments. A kernel that reaches beyond its arrays with that, or does
not end, counts neither way. Skipped (77) where ocloc, PyOpenCL, pocl, numpy or the kernels are not there; unpacking the package is enough:
  apt-get download darktable && dpkg -x darktable_*.deb DIR
  darktable_kernels_test.py COMMAND [--kernels DIR] [--count N] [--only NAME] [--keep DIR]
DIR is /usr/share/darktable/kernels, or what the variable DARKTABLE_KERNELS says, or what --kernels says."""
import argparse
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

from pocl import Pocl
import numpy as np

from kernel_cases import MACHINE, Buffer, Case, Image, Local, NotCompiled, Scalar, compile_kernels, find_ocloc, write_launch

WIDTH, HEIGHT = 64, 48
ITEMS, GROUP = (WIDTH, HEIGHT), (16, 16)
SECONDS = 120  # for one kernel by pocl, its compiler included

# Kernels that no two implementations have to agree about, with the reason.
LEFT_OUT = {
    "passthrough_monochrome": "writes an alpha that it never set",
    "inpaint_mask": "makes noise of an alpha that it never set",
}

WIDTHS = ("width", "wd", "w", "iw", "ow", "iwidth", "owidth", "cwidth", "stride", "rowstride")
HEIGHTS = ("height", "ht", "h", "ih", "oh", "iheight", "oheight", "cheight")
BASE = re.compile(r"(char|uchar|short|ushort|int|uint|long|ulong|float|double)(2|3|4|8|16)?$")
NUMPY = {"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16, "int": np.int32, "uint": np.uint32,
         "long": np.int64, "ulong": np.uint64, "float": np.float32, "double": np.float64}


class Unmade(Exception):
    """An argument that nothing sensible can be made up for."""


def body_of(source, name):
    """The kernel's own text, from its arguments on."""
    begin = re.search(rf"\b{name}\s*\(", source)
    end = source.find("\nkernel", begin.end()) if begin else -1
    return source[begin.start():end if end > 0 else None] if begin else ""


def picture(draw):
    """Waves of an own length in each channel and a little noise: where neighbours differ much, the eight bits of a sampler's weights would show."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    waves = [np.sin(x / (5 + 3 * channel) + y / (9 - channel) + channel) for channel in range(4)]
    return np.float32(0.5 + 0.4 * np.stack(waves, axis=-1) + draw.uniform(-0.02, 0.02, (HEIGHT, WIDTH, 4)))


def scalar(name, type_name, draw):
    if not BASE.match(type_name):
        raise Unmade(f"{name} is of type {type_name}")
    base, elements = BASE.match(type_name).group(1, 2)
    count = int(elements or 1)
    if base == "float":
        values = [float(value) for value in np.float32(draw.uniform(0.2, 0.9, count))]
    elif name in WIDTHS + HEIGHTS:
        values = [WIDTH if name in WIDTHS else HEIGHT] * count
    elif name == "blocksize":
        values = [GROUP[0]]
    elif name == "filters":
        values = [0x94949494]  # red, green, green, blue
    else:
        values = [int(value) for value in draw.integers(0, 4, count)]
    return Scalar(type_name, NUMPY[base], values)


def buffer(type_name, draw):
    match = BASE.match(type_name.rstrip("*").strip())
    base = match.group(1) if match else None
    count = WIDTH * HEIGHT * 16
    if base == "float":
        return Buffer(np.float32(draw.uniform(0, 1, count)), out=True)
    if base:
        return Buffer(draw.integers(0, 3, count).astype(NUMPY[base]), out=True)
    return Buffer(np.zeros(4 * count, np.uint8))  # structures


def image(fields, body, draw):
    if fields["image_type"] != "2d":
        raise Unmade(f"{fields['name']} is an image of type {fields['image_type']}")
    whole = re.search(rf"(read|write)_imageu?i\s*\(\s*{fields['name']}\b", body)
    texels = (HEIGHT, WIDTH, 4)
    if fields["written"]:
        return Image("2d", np.zeros(texels, np.uint32 if whole else np.float32), access="write", channels="UNSIGNED_INT32" if whole else "FLOAT")
    if whole:
        return Image("2d", draw.integers(0, 2**16, texels, dtype=np.uint16), channels="UNSIGNED_INT16")
    return Image("2d", picture(draw))


def argument(fields, body, draw):
    kind = fields["kind"]
    if kind == "image":
        return image(fields, body, draw)
    if kind == "scalar" and not BASE.match(fields["type"]) and [place["bytes"] for place in fields["data"]] == [4]:
        return Scalar("int", np.int32, [int(draw.integers(0, 2))])  # an enumeration
    if kind == "scalar":
        return scalar(fields["name"], fields["type"], draw)
    if kind in ("buffer", "constant buffer"):
        return buffer(fields["type"], draw)
    if kind == "local memory":
        return Local(32768 // max(1, len(re.findall(r"\blocal\b", body.split(")")[0]))))
    if kind == "unused" and BASE.match(fields["type"]):
        return scalar(fields["name"], fields["type"], draw)
    raise Unmade(f"{fields['name']} is {kind} of type {fields['type']}")


def case_of(source, kernel, options):
    draw = np.random.default_rng(zlib.crc32(kernel["name"].encode()))
    body = body_of(source, kernel["name"])
    arguments = [argument(fields, body, draw) for fields in kernel["arguments"]]
    group = tuple(size for size in kernel["required_work_group"] if size) or GROUP
    if any(items % size for items, size in zip(ITEMS, group)):
        raise Unmade(f"groups of {group}")
    return Case(f'#include "{kernel["file"]}"\n', arguments, items=ITEMS, group=group[:2], options=options)


def ours(command, folder, name, case):
    """What the kernel leaves by the model; nothing where its arguments do not suit it."""
    write_launch(folder, name, case, None, "program.bin")
    (folder / "study.yaml").write_text(f"study: darktable\nmachine: {MACHINE}\ntiming: untimed\n"
                                       f"workload: {{kind: kernel, file: {name}.yaml, bounds: fatal, max_instructions: 4000000}}\n")
    done = subprocess.run([command, "run", "study.yaml", "--out", f"run_{name}", "--force", "-q"], cwd=folder, capture_output=True, text=True)
    if done.returncode in (5, 6):
        return None, done.stderr
    if done.returncode != 0:
        sys.exit(f"{name}: exit {done.returncode}: {done.stderr}")
    return [np.load(folder / f"run_{name}" / f"{argument_name}.npy") for argument_name in output_names(case)], ""


def output_names(case):
    return [argument.name for argument in case.arguments if argument.out]


def by_pocl(connection, case, name):
    connection.send(Pocl().results(name, case))


def theirs(name, case):
    """What it leaves by pocl, in a process of its own; nothing where that process ends without."""
    ours_end, their_end = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=by_pocl, args=(their_end, case, name))
    process.start()
    their_end.close()
    try:
        return ours_end.recv() if ours_end.poll(SECONDS) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def differing(result, other):
    """Share of values that are neither close nor both no number."""
    a, b = result.reshape(-1).astype(np.float64), other.reshape(-1).astype(np.float64)
    with np.errstate(invalid="ignore"):
        close = np.abs(a - b) <= 1e-4 + 1e-3 * np.maximum(np.abs(a), np.abs(b))
    return 1 - np.mean(close | (a == b) | (np.isnan(a) & np.isnan(b)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--kernels", type=pathlib.Path, default=pathlib.Path(os.environ.get("DARKTABLE_KERNELS", "/usr/share/darktable/kernels")))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    files = sorted(options.kernels.glob("*.cl"))
    if not files:
        print(f"skipped: no kernels of darktable in {options.kernels}")
        sys.exit(77)
    ocloc, include = find_ocloc(), f"-I {options.kernels.resolve()}"
    agreeing, left_out, failures = [], [], []

    def leave_out(reason):
        print(f"left out: {reason.strip()}", file=sys.stderr, flush=True)
        left_out.append(reason)

    with tempfile.TemporaryDirectory() as scratch:
        programs = []
        for file in files:
            folder = pathlib.Path(scratch) / file.stem
            folder.mkdir()
            try:
                compile_kernels(ocloc, folder, "program", f'#include "{file.name}"\n', include)
            except NotCompiled as reason:
                leave_out(str(reason))
                continue
            info = subprocess.run([options.command, "kernel", "info", "--json", "program.bin"], cwd=folder, capture_output=True, text=True, check=True)
            programs.append([(folder, file, kernel) for kernel in json.loads(info.stdout)["kernels"]])
        # In turn from each file, so that all are represented.
        for folder, file, kernel in filter(None, itertools.chain.from_iterable(itertools.zip_longest(*programs))):
            name = kernel["name"]
            if len(agreeing) + len(failures) == options.count:
                break
            if name in LEFT_OUT or (options.only and options.only != name):
                continue
            try:
                case = case_of(file.read_text(), dict(kernel, file=file.name), include)
            except Unmade as reason:
                leave_out(f"{name}: {reason}")
                continue
            for place, fields in zip(case.arguments, kernel["arguments"]):
                place.name = fields["name"]
            results, reason = ours(options.command, folder, name, case)
            expected = theirs(name, case) if results is not None else None
            if expected is None:
                leave_out(f"{name}: {reason or 'pocl gives nothing'}")
                continue
            shares = {place: differing(result, other) for place, result, other in zip(output_names(case), results, expected)}
            if all(share <= 0.01 for share in shares.values()):
                agreeing.append(name)
                continue
            failures.append(name)
            print(f"{file.name}, {name}: values that differ: " + ", ".join(f"{100 * share:.1f} % of {place}" for place, share in shares.items()), file=sys.stderr, flush=True)
            if options.keep:
                shutil.copytree(folder, options.keep / name, dirs_exist_ok=True)
                for place, other in zip(output_names(case), expected):
                    np.save(options.keep / name / f"{place}_pocl.npy", other)
    if failures:
        sys.exit(f"{len(failures)} of {len(agreeing) + len(failures)} kernels differ")
    if not options.only and len(agreeing) < options.count:
        sys.exit(f"only {len(agreeing)} of {options.count} kernels could be compared")
    print(f"{len(agreeing)} kernels of darktable give what pocl gives; {len(left_out)} were left out")


if __name__ == "__main__":
    main()
