#!/usr/bin/env python3
"""Compiles a table of OpenCL kernels with ocloc, optimised and with -cl-opt-disable, runs each untimed and approximately timed, and compares
what comes out with pocl, or with numpy where pocl lacks what a kernel uses. Skipped (77) without ocloc, PyOpenCL, pocl or numpy.
  pocl_kernels_test.py COMMAND [KERNEL...]"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    import pyopencl as cl
except ImportError:
    print("skipped: numpy or PyOpenCL (scripts/install_dependencies.sh --with-pocl) is not installed")
    sys.exit(77)

warnings.filterwarnings("ignore")  # PyOpenCL warns of what compilers print
MACHINE = pathlib.Path(__file__).resolve().parents[2] / "configs/machines/kaby_lake_gt2.yaml"


class Buffer:
    """An argument; `out`: it is compared."""

    def __init__(self, array, out=False):
        self.array, self.out = np.ascontiguousarray(array), out

    def of_pocl(self, context):
        flags = cl.mem_flags
        return cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=self.array.copy())

    def result(self, queue, there):
        found = np.empty_like(self.array)
        cl.enqueue_copy(queue, found, there)
        return found

    def of_launch(self):
        return f"kind: buffer, address_space: global, element: {self.array.dtype.name}, bytes: {self.array.nbytes}"


class Image:
    """An image of (depth,) height, width, and four channels."""

    TYPES = {"uint8": "UNORM_INT8", "float32": "FLOAT", "uint16": "UNSIGNED_INT16", "int32": "SIGNED_INT32"}

    def __init__(self, kind, array, access="read"):
        self.kind, self.array, self.access, self.out = kind, np.ascontiguousarray(array), access, access != "read"
        self.size = self.array.shape[:-1][::-1]
        self.channels = self.TYPES[self.array.dtype.name]

    def of_pocl(self, context):
        flags = cl.mem_flags
        channels = cl.ImageFormat(cl.channel_order.RGBA, getattr(cl.channel_type, self.channels))
        return cl.Image(context, flags.READ_WRITE | flags.COPY_HOST_PTR, channels, shape=self.size, hostbuf=self.array.copy())

    def result(self, queue, there):
        found = np.empty_like(self.array)
        cl.enqueue_copy(queue, found, there, origin=(0, 0, 0), region=(*self.size, 1, 1)[:3])
        return found

    def of_launch(self):
        third = {"3d": "depth", "2d_array": "array_size"}.get(self.kind)
        names = ["width", "array_size" if self.kind == "1d_array" else "height", third]
        sizes = ", ".join(f"{name}: {size}" for name, size in zip(names, self.size))
        return f"kind: image, image_type: {self.kind}, access: {self.access}, {sizes}, channel_order: RGBA, channel_type: {self.channels}"


class Local:
    out = False

    def __init__(self, size):
        self.size = size

    def of_pocl(self, context):
        return cl.LocalMemory(self.size)

    def of_launch(self):
        return f"kind: local, bytes: {self.size}"


class Int:
    out = False

    def __init__(self, value):
        self.value = value

    def of_pocl(self, context):
        return np.int32(self.value)

    def of_launch(self):
        return f"kind: scalar, type: int, value: {self.value}"


class Struct:
    """A structure by value, for kernels that numpy tells the results of; `keys` as the launch has them."""

    out = False

    def __init__(self, keys):
        self.keys = keys

    def of_launch(self):
        return f"kind: struct, {self.keys}"


def by_pocl(source, name, arguments, items, group, options):
    platform = next(p for p in cl.get_platforms() if "Portable" in p.name)
    context = cl.Context(platform.get_devices())
    queue = cl.CommandQueue(context)
    there = [argument.of_pocl(context) for argument in arguments]
    getattr(cl.Program(context, source).build(options=options), name)(queue, items, group, *there)
    return [argument.result(queue, place) for argument, place in zip(arguments, there) if argument.out]


def write_launch(folder, name, case, expected):
    results = iter(expected)
    lines = [f"kernel: {name}", f"files: {{binary: {name}.bin}}", f"global_size: {list(case.items)}", f"local_size: {list(case.group)}", "args:"]
    outputs = ["outputs:"]
    for index, argument in enumerate(case.arguments):
        data = ""
        if isinstance(argument, (Buffer, Image)) and getattr(argument, "access", "read") != "write":
            np.save(folder / f"argument_{index}.npy", argument.array)
            data = f", data: argument_{index}.npy"
        lines.append(f"- {{index: {index}, {argument.of_launch()}{data}}}")
        if argument.out:
            np.save(folder / f"expected_{index}.npy", next(results))
            absolute, relative = case.tolerance
            outputs.append(f"- {{arg: {index}, expected: expected_{index}.npy, tolerance: {{abs: {absolute}, rel: {relative}}}}}")
    (folder / f"{name}.yaml").write_text("\n".join(lines + outputs) + "\n")


def run(ocloc, command, folder, name, case):
    folder.mkdir()
    (folder / f"{name}.cl").write_text(case.source)
    write_launch(folder, name, case, case.expected or by_pocl(case.source, name, case.arguments, case.items, case.group, case.options))
    failures = []
    for more in ("", "-cl-opt-disable"):
        options = f"{case.options} {more}".strip()
        made = subprocess.run([ocloc, "compile", "-file", f"{name}.cl", "-device", "kbl", "-output_no_suffix", "-output", f"{name}.bin",
                               *(["-options", options] if options else [])], cwd=folder, capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(f"{name}: ocloc: {made.stdout}{made.stderr}")
        for timing in ("untimed", "approximately_timed"):
            on = [] if timing == "untimed" else ["--machine", MACHINE]
            done = subprocess.run([command, "verify", f"{name}.yaml", *on, "--timing", timing], cwd=folder, capture_output=True, text=True)
            if done.returncode != 0:
                failures.append(f"{name}, {options or 'no options'}, {timing}: {done.stdout}{done.stderr}")
    return failures


def main():
    ocloc = os.environ.get("OCLOC") or shutil.which("ocloc")
    if not ocloc:
        print("skipped: ocloc (Debian package intel-opencl-icd) is not installed")
        sys.exit(77)
    if not any("Portable" in p.name for p in cl.get_platforms()):
        print("skipped: pocl (scripts/install_dependencies.sh --with-pocl) is not installed")
        sys.exit(77)
    from pocl_kernels import kernels  # needs the classes above

    table = kernels(Buffer, Image, Local, Int, Struct)
    command = str(pathlib.Path(sys.argv[1]).resolve())
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[2:] or table:
            failures += run(ocloc, command, pathlib.Path(folder) / name, name, table[name])
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(sys.argv[2:] or table)} kernels give what pocl or numpy gives")


if __name__ == "__main__":
    main()
