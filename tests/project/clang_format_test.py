#!/usr/bin/env python3
"""Sources are laid out as clang-format 14 (Debian bookworm's) writes them with .clang-format.

  clang_format_test.py   exit code 77 (skipped) without this version: other versions write otherwise
"""
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
JOBS = 2
FILES_AT_A_TIME = 40

for command in ("clang-format-14", "clang-format"):
    if shutil.which(command) and "version 14." in subprocess.run([command, "--version"], capture_output=True, text=True).stdout:
        break
else:
    print("skipped: clang-format 14 is not installed; scripts/install_dependencies.sh --with-clang-tools installs it")
    sys.exit(77)


def places(paths):
    """FILE:LINE of the first line of each file that clang-format would write otherwise."""
    run = subprocess.run([command, "--style=file", "--dry-run", *paths], cwd=root, capture_output=True, text=True)
    first = {}
    for file, line in re.findall(r"^(.+?):(\d+):\d+: (?:warning|error): ", run.stderr, re.M):
        first.setdefault(file, int(line))
    if run.returncode and not first:
        sys.exit(f"{command} failed: {run.stderr[:1000]}")
    return first.items()


files = [str(path.relative_to(root)) for folder in ("model", "rtl_cosim", "tests") for path in sorted((root / folder).rglob("*"))
         if path.suffix in {".h", ".cpp", ".c"} and path.is_file()]
if not files:
    sys.exit("no sources to look at: have folders other names?")
parts = [files[begin:begin + FILES_AT_A_TIME] for begin in range(0, len(files), FILES_AT_A_TIME)]
with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
    found = [place for part in pool.map(places, parts) for place in part]
for file, line in found:
    print(f"{file}:{line}: not as clang-format writes it; {command} -i {file} does")
print(f"{len(files)} files, {len(found)} that clang-format would write otherwise")
sys.exit(bool(found))
