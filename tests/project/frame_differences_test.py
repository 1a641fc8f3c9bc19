#!/usr/bin/env python3
"""scripts/frame_differences.py gives each differing pixel the first reason that changes it visibly and encloses what is expected.
Skipped (77) without numpy or PIL.
  frame_differences_test.py COMMAND"""
import pathlib
import subprocess
import sys

try:
    import numpy
    import PIL  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(root / "scripts"))
import frame_differences as script  # noqa: E402

failures = []


def expect(true, what):
    if not true:
        failures.append(what)


# Six pixels: equal, at an edge, between levels, of both, rounding, none.
expected = numpy.zeros((1, 6, 3), int)
expected[0, :, 0] = [0, 40, 40, 60, 8, 90]
drawn = numpy.zeros_like(expected)
edge, level = drawn.copy(), drawn.copy()
edge[0, :, 0] = [9, 40, 0, 30, 2, 0]
level[0, :, 0] = [9, 42, 39, 59, 2, 0]
counts, left = script.reasons(expected, drawn, {"edge": [edge], "level": [level]})
expect(counts == {"close": "16.67", "differ": 5, "edge": 1, "level": 2, "mixed": 0, "rounding": 1, "other": 1}, f"reasons: {counts}")
expect(left.tolist() == [[False] * 5 + [True]], f"pixels without a reason: {left}")

text = "state SF_CLIP_VIEWPORT at 0x40\n  viewport_matrix_element_m00 = 160\n  viewport_matrix_element_m30 = 160\nend\n"
expect("m30 = 160.00390625\n" in script.moved(text, "160", x=script.PIXEL_STEP), "a viewport is not moved")
expect("m31 = -0.5\n" in script.moved(text, "160", y=-0.5), "a field that is 0 is not moved")
expect("m30 = 160\n" in script.moved(text, "128", x=1), "a viewport of another size is moved")

frames = root / "tests/data/frames"
run = subprocess.run([sys.executable, root / "scripts/frame_differences.py", "--command", sys.argv[1], "--expected", frames, frames / "interface.frames.zst"],
                     capture_output=True, text=True)
expect(run.returncode == 0 and "| interface | 0 | 100.00 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |" in run.stdout, f"{run.stdout}{run.stderr}")
print("\n".join(failures) or "frames' differing pixels have their reasons")
sys.exit(bool(failures))
