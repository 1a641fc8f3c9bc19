#!/usr/bin/env python3
"""The examples of the Python module run, as scripts and as a notebook, and show what they say. Exit code 77 (skipped) where the module or what
an example needs is missing (scripts/install_dependencies.sh --with-python).

  examples_test.py BUILD_FOLDER
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "model/python/examples"
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
if not list((BUILD / "python/texpipe").glob("_texpipe*.so")):
    print("skipped: built without the Python module (pybind11-dev, python3-dev)")
    sys.exit(77)
missing = [name for name in ("numpy", "scipy", "matplotlib", "nbclient", "ipykernel") if importlib.util.find_spec(name) is None]
if missing:
    print(f"skipped: {sys.executable} has no {', '.join(missing)} (scripts/install_dependencies.sh --with-python)")
    sys.exit(77)
SMALL = "workload.image=64x48"


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scratch = pathlib.Path(folder.name)
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(BUILD / "python"), str(EXAMPLES)]), "HOME": str(self.scratch)}

    def run_script(self, name, *words):
        done = subprocess.run([sys.executable, EXAMPLES / name, *map(str, words)], capture_output=True, text=True, cwd=self.scratch,
                              env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_figure_of_latency_hiding_shows_that_slots_hide_a_memory(self):
        printed = self.run_script("latency_hiding.py", self.scratch / "figure.svg", SMALL)
        rates = {latency: [float(part) for part in re.findall(r"(\d+) %", line)] for latency, line in
                 (line.strip().split(":", 1) for line in printed.splitlines())}
        slow = rates["870ns"]
        self.assertEqual(slow, sorted(slow))
        self.assertLess(slow[0], 50)
        self.assertEqual(max(rates["1ns"]), 100)
        self.assertIn("<svg", (self.scratch / "figure.svg").read_text())

    def test_scipy_searches_and_its_points_are_a_sweep(self):
        printed = self.run_script("search_with_scipy.py", self.scratch / "search", "workload.image=32x24")
        self.assertRegex(printed, r"^\d+ points; the best costs \d+: l1.size=")
        done = subprocess.run([BUILD / "texpipe", "sweep", "status", self.scratch / "search"], capture_output=True, text=True)
        self.assertIn("0 failed, 0 waiting", done.stdout)

    def test_the_notebook_draws_the_same_figure(self):
        import nbclient
        import nbformat
        notebook = nbformat.read(EXAMPLES / "latency_hiding.ipynb", as_version=4)
        for cell in notebook.cells:
            cell.source = cell.source.replace("measure()", "measure({'workload.image': '64x48'})")
        os.environ.update(self.environment, PYDEVD_DISABLE_FILE_VALIDATION="1")
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute(cwd=str(self.scratch))
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        self.assertTrue(any("image/png" in output.get("data", {}) for output in outputs))


if __name__ == "__main__":
    unittest.main()
