#!/usr/bin/env python3
"""Compiles a table of OpenCL kernels with ocloc, optimised and with -cl-opt-disable, runs each untimed and approximately timed, and compares
what comes out with pocl, or with numpy where pocl lacks what a kernel uses. Skipped (77) without ocloc, PyOpenCL, pocl or numpy.
  pocl_kernels_test.py COMMAND [KERNEL...]"""
import pathlib
import sys
import tempfile
import warnings

try:
    import numpy as np
    import pyopencl as cl
except ImportError:
    print("skipped: numpy or PyOpenCL (scripts/install_dependencies.sh --with-pocl) is not installed")
    sys.exit(77)

from kernel_cases import Buffer, Image, Local, find_ocloc, verify, write_launch
from pocl_kernels import kernels

warnings.filterwarnings("ignore")  # PyOpenCL warns of what compilers print


def there(argument, context):
    """The argument as pocl takes it."""
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    if isinstance(argument, Buffer):
        return cl.Buffer(context, flags, hostbuf=argument.array.copy())
    if isinstance(argument, Image):
        channels = cl.ImageFormat(getattr(cl.channel_order, argument.order), getattr(cl.channel_type, argument.channels))
        return cl.Image(context, flags, channels, shape=argument.size, hostbuf=argument.array.copy())
    return cl.LocalMemory(argument.size) if isinstance(argument, Local) else np.int32(argument.value)


def result(argument, queue, place):
    found = np.empty_like(argument.array)
    if isinstance(argument, Image):
        cl.enqueue_copy(queue, found, place, origin=(0, 0, 0), region=(*argument.size, 1, 1)[:3])
    else:
        cl.enqueue_copy(queue, found, place)
    return found


def has_pocl():
    return any("Portable" in p.name for p in cl.get_platforms())


class Pocl:
    """Runs kernels; a source is compiled once."""

    def __init__(self):
        platform = next(p for p in cl.get_platforms() if "Portable" in p.name)
        self.context = cl.Context(platform.get_devices())
        self.queue = cl.CommandQueue(self.context)
        self.programs = {}

    def results(self, name, case):
        key = case.source, case.options
        if key not in self.programs:
            self.programs[key] = cl.Program(self.context, case.source).build(options=case.options)
        places = [there(argument, self.context) for argument in case.arguments]
        getattr(self.programs[key], name)(self.queue, case.items, case.group, *places)
        return [result(argument, self.queue, place) for argument, place in zip(case.arguments, places) if argument.out]


def main():
    ocloc = find_ocloc()
    if not has_pocl():
        print("skipped: pocl (scripts/install_dependencies.sh --with-pocl) is not installed")
        sys.exit(77)
    table = kernels()
    command = str(pathlib.Path(sys.argv[1]).resolve())
    families = {}  # what one device binary holds
    for name in sys.argv[2:] or table:
        families.setdefault((table[name].source, table[name].options), []).append(name)
    failures, pocl = [], Pocl()
    for names in families.values():
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                write_launch(pathlib.Path(folder), name, table[name], table[name].expected or pocl.results(name, table[name]), f"{names[0]}.bin")
            failures += verify(ocloc, command, pathlib.Path(folder), names[0], table[names[0]])
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(sys.argv[2:] or table)} kernels give what pocl or numpy gives")


if __name__ == "__main__":
    main()
