#!/usr/bin/env python3
"""Compiles a table of OpenCL kernels with ocloc, optimised and with -cl-opt-disable, runs each untimed and approximately timed, and compares
what comes out with pocl, or with numpy where pocl lacks what a kernel uses. Skipped (77) without ocloc, PyOpenCL, pocl or numpy.
  pocl_kernels_test.py COMMAND [KERNEL...]"""
import pathlib
import sys
import tempfile

from pocl import Pocl
from kernel_cases import find_ocloc, verify, write_launch
from pocl_kernels import kernels


def main():
    ocloc = find_ocloc()
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
