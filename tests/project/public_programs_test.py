#!/usr/bin/env python3
"""Public programs (vkcube, glxgears, scenes of glmark2, Vulkan filters of ffmpeg) are recorded without a GPU, and the model draws what
lavapipe draws: for each installed program of scripts/public_programs.py the share of close pixels reaches its bound. The commands of
the README that record a program work as they stand there, and leave the picture that they say.
Skipped (77) without numpy, PIL or Xvfb, or when no program is there; says which ones are not.
  public_programs_test.py COMMAND"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy  # noqa: F401
    import PIL  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(root / "scripts"))
import public_programs as script  # noqa: E402

command = pathlib.Path(sys.argv[1]).resolve()
for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(variable, None)  # windows belong on a server of the capture's own
if not (command.parent / "lib/texpipe/libtexpipe_capture.so").exists() or not script.LAVAPIPE or shutil.which("Xvfb") is None:
    print("skipped: built without libdrm-dev or libvulkan-dev, or mesa-vulkan-drivers or xvfb is not installed")
    sys.exit(77)

failures = []
missing = set()
compared = 0
for program in script.PROGRAMS:
    if shutil.which(program.command[0]) is None:
        missing.add(program.command[0])
        continue
    with tempfile.TemporaryDirectory() as folder:
        try:
            _, shares = script.compare(command, program, pathlib.Path(folder))
        except RuntimeError as error:
            failures.append(f"{program.name}: {error}")
            continue
    compared += 1
    if len(shares) != max(program.frames, 1):
        failures.append(f"{program.name}: {len(shares)} pictures in place of {program.frames}")
    failures += [f"{program.name}: picture {number}: {share:.2f} % of the pixels are close, of {program.least} %"
                 for number, (share, _) in enumerate(shares) if share < program.least]

[block] = [block for block in re.findall(r"```bash\n(.*?)```", (root / "README.md").read_text(), flags=re.S) if "texpipe capture" in block]
if shutil.which("glmark2"):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "configs").symlink_to(root / "configs")
        (pathlib.Path(folder) / "out").mkdir()  # by the runs that stand before in the README
        environment = {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}"}
        ran = subprocess.run(["bash", "-ec", block], cwd=folder, env=environment, capture_output=True, text=True, errors="replace")
        if ran.returncode != 0:
            failures.append(f"README.md: exit code {ran.returncode}: {ran.stderr[-300:]}")
        elif not list(pathlib.Path(folder).glob("out/*/picture_1.png")):
            failures.append("README.md: no picture 1 is left")

for name in sorted(missing):
    print(f"skipped: {name} is not installed")
print("\n".join(failures) or f"{compared} programs are drawn as lavapipe draws them")
sys.exit(1 if failures else 0 if compared else 77)
