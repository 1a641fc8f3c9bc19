"""Kernels with their arguments and what has to come out of them, as launch files of `texpipe verify`."""
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np

MACHINE = pathlib.Path(__file__).resolve().parents[2] / "configs/machines/kaby_lake_gt2.yaml"
N = 64


class NotCompiled(Exception):
    """ocloc did not compile a kernel."""


@dataclasses.dataclass
class Case:
    source: str
    arguments: list
    items: tuple = (N,)
    group: tuple = (16,)
    tolerance: tuple = (0, 0)  # absolute, relative
    options: str = ""
    expected: list = None  # by numpy; none: by pocl


class Buffer:
    """An argument; `out`: it is compared."""

    def __init__(self, array, out=False):
        self.array, self.out = np.ascontiguousarray(array), out

    def of_launch(self):
        return f"kind: buffer, address_space: global, element: {self.array.dtype.name}, bytes: {self.array.nbytes}"


class Image:
    """An image of (depth,) height, width, and as many channels as its order has, of more than one."""

    TYPES = {"uint8": "UNORM_INT8", "float32": "FLOAT", "uint16": "UNSIGNED_INT16", "int32": "SIGNED_INT32"}
    CHANNELS = {"R": 1, "A": 1, "DEPTH": 1, "RG": 2}

    def __init__(self, kind, array, access="read", order="RGBA", channels=None):
        self.kind, self.array, self.access, self.out = kind, np.ascontiguousarray(array), access, access != "read"
        self.order, self.channels = order, channels or self.TYPES[self.array.dtype.name]
        sizes = self.array.shape if self.CHANNELS.get(order) == 1 else self.array.shape[:-1]
        self.size = sizes[::-1]

    def of_launch(self):
        third = {"3d": "depth", "2d_array": "array_size"}.get(self.kind)
        names = ["width", "array_size" if self.kind == "1d_array" else "height", third]
        sizes = ", ".join(f"{name}: {size}" for name, size in zip(names, self.size))
        return f"kind: image, image_type: {self.kind}, access: {self.access}, {sizes}, channel_order: {self.order}, channel_type: {self.channels}"


class Local:
    out = False

    def __init__(self, size):
        self.size = size

    def of_launch(self):
        return f"kind: local, bytes: {self.size}"


class Int:
    out = False

    def __init__(self, value):
        self.value = value

    def of_launch(self):
        return f"kind: scalar, type: int, value: {self.value}"


class Scalar:
    """A number or vector of one of OpenCL's types, whose elements numpy calls so."""

    out = False

    def __init__(self, type_name, element, values):
        self.type_name, self.element, self.values = type_name, element, values

    def of_launch(self):
        return f"kind: scalar, type: {self.type_name}, value: {self.values if len(self.values) > 1 else self.values[0]}"


class Struct:
    """A structure by value, for kernels that numpy tells the results of; `keys` as the launch has them."""

    out = False

    def __init__(self, keys):
        self.keys = keys

    def of_launch(self):
        return f"kind: struct, {self.keys}"


def find_ocloc():
    ocloc = os.environ.get("OCLOC") or shutil.which("ocloc")
    if not ocloc:
        print("skipped: ocloc (Debian package intel-opencl-icd) is not installed")
        sys.exit(77)
    return ocloc


def write_launch(folder, name, case, expected, binary):
    """`NAME.yaml` and its arrays, for a binary in the same folder; without `expected` nothing is compared."""
    results = iter(expected or [])
    lines = [f"kernel: {name}", f"files: {{binary: {binary}}}", f"global_size: {list(case.items)}", f"local_size: {list(case.group)}", "args:"]
    outputs = ["outputs:"]
    for index, argument in enumerate(case.arguments):
        data = ""
        if isinstance(argument, (Buffer, Image)) and getattr(argument, "access", "read") != "write":
            np.save(folder / f"{name}_{index}.npy", argument.array)
            data = f", data: {name}_{index}.npy"
        called = f"name: {argument.name}, " if hasattr(argument, "name") else ""
        lines.append(f"- {{index: {index}, {called}{argument.of_launch()}{data}}}")
        if argument.out and expected is None:
            outputs.append(f"- {{arg: {index}}}")
        elif argument.out:
            np.save(folder / f"{name}_{index}_expected.npy", next(results))
            absolute, relative = case.tolerance
            outputs.append(f"- {{arg: {index}, expected: {name}_{index}_expected.npy, tolerance: {{abs: {absolute}, rel: {relative}}}}}")
    (folder / f"{name}.yaml").write_text("\n".join(lines + outputs) + "\n")


def compile_kernels(ocloc, folder, name, source, options):
    """`NAME.cl` and `NAME.bin`."""
    (folder / f"{name}.cl").write_text(source)
    made = subprocess.run([ocloc, "compile", "-file", f"{name}.cl", "-device", "kbl", "-output_no_suffix", "-output", f"{name}.bin",
                           *(["-options", options] if options else [])], cwd=folder, capture_output=True, text=True)
    if made.returncode != 0:
        raise NotCompiled(f"{name}: ocloc: {made.stdout}{made.stderr}")


def verify(ocloc, command, folder, name, case, ways=("", "-cl-opt-disable")):
    """What failed of the folder's launches, with the case's source compiled to `NAME.bin` in each way, untimed and approximately timed."""
    failures = []
    for more in ways:
        options = f"{case.options} {more}".strip()
        compile_kernels(ocloc, folder, name, case.source, options)
        for timing in ("untimed", "approximately_timed"):
            on = [] if timing == "untimed" else ["--machine", MACHINE]
            done = subprocess.run([command, "verify", ".", *on, "--timing", timing], cwd=folder, capture_output=True, text=True)
            if done.returncode != 0:
                failures.append(f"{name}, {options or 'no options'}, {timing}: {done.stdout}{done.stderr}")
    return failures
