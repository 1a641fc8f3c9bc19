#!/usr/bin/env python3
"""Runs the rows of frames that were timed on a chip, and prints them beside the model.

    scripts/chip_rows.py [--command TEXPIPE] [--jobs N] [--markdown]

Exit code 5: a row leaves its band, or does not keep its bound.
"""
import argparse
import pathlib
import subprocess
import sys

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=str(ROOT / "build/release/texpipe"))
    parser.add_argument("--jobs", default="2")
    markdown_table.add_option(parser)
    options = parser.parse_args()
    form = "markdown" if options.markdown else "text"
    return subprocess.run([options.command, "correlate", "configs/studies/silicon_frames", "-q", "--format", form, "--jobs", options.jobs], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
