#!/usr/bin/env python3
"""Compiles random OpenCL kernels with ocloc, those without vectors with -cl-opt-disable as well, runs each untimed and approximately timed, and
compares what comes out with pocl. Where they differ, pocl is asked again with -cl-opt-disable: kernels for which it contradicts itself count
neither way. Skipped (77) without ocloc, PyOpenCL, pocl or numpy.
  random_kernels_test.py COMMAND [--seed N] [--count N] [--keep DIR]   kernels of seeds N, N+1, ...; failing ones stay in DIR"""
import argparse
import dataclasses
import pathlib
import shutil
import sys
import tempfile

from pocl import Pocl
import numpy as np

from kernel_cases import Buffer, Case, Image, NotCompiled, find_ocloc, verify, write_launch
from random_kernels import ITEMS, PICTURE, PROLOGUE, SCRATCH, Kernel


def case_of(seed):
    """A kernel, and in which ways it is compiled."""
    kernel = Kernel(seed, f"random_{seed}")
    source = PROLOGUE + kernel.text()
    draw = np.random.default_rng(seed)
    words = draw.integers(0, 2**32, 256, dtype=np.uint32)
    words[::3] = draw.integers(0, 64, words[::3].size)
    width, height = PICTURE
    arguments = [Buffer(words), Buffer(np.zeros(ITEMS, np.uint64), out=True), Buffer(draw.integers(0, 2**32, 8, dtype=np.uint32), out=True),
                 Buffer(np.zeros(ITEMS * SCRATCH, np.uint8), out=True),
                 Image("2d", draw.integers(0, 2**8, (height, width, 4), dtype=np.uint8), channels="UNSIGNED_INT8"),
                 Image("2d", np.zeros((8, ITEMS // 8, 4), np.uint32), access="write", channels="UNSIGNED_INT32")]
    return Case(source, arguments, items=(ITEMS,), group=(32,), options=kernel.options()), kernel.ways()


def same(results, others):
    return all(np.array_equal(result, other) for result, other in zip(results, others))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    ocloc = find_ocloc()
    differing, compiled, refused, doubtful, pocl = 0, 0, 0, 0, Pocl()
    for seed in range(options.seed, options.seed + options.count):
        name, (case, ways) = f"random_{seed}", case_of(seed)
        with tempfile.TemporaryDirectory() as folder:
            expected = pocl.results(name, case)
            write_launch(pathlib.Path(folder), name, case, expected, f"{name}.bin")
            for way in ways:
                try:
                    failed = verify(ocloc, options.command, pathlib.Path(folder), name, case, [way])
                except NotCompiled as reason:  # by IGC, which ends on some of them
                    print(reason, file=sys.stderr, flush=True)
                    refused += 1
                    continue
                if failed and not same(expected, pocl.results(name, dataclasses.replace(case, options=f"{case.options} -cl-opt-disable"))):
                    print(f"{name}: pocl gives something else with -cl-opt-disable", file=sys.stderr, flush=True)
                    doubtful += 1
                    continue
                compiled += 1
                differing += len(failed)
                for failure in failed:
                    print(failure, file=sys.stderr, flush=True)
                if failed and options.keep:
                    shutil.copytree(folder, options.keep / f"{name}{way.replace(' ', '')}", dirs_exist_ok=True)
    if differing:
        sys.exit(f"{differing} of {2 * compiled} runs differ")
    if compiled <= refused + doubtful:
        sys.exit(f"only {compiled} of {compiled + refused + doubtful} programs could be compared")
    print(f"{compiled} programs give what pocl gives; ocloc did not compile {refused}, pocl contradicted itself about {doubtful}")


if __name__ == "__main__":
    main()
