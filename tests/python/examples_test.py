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

    def run_notebook(self, name, small, smaller):
        """Outputs of a notebook's cells, in their order, with a smaller workload in place of its own."""
        import nbclient
        import nbformat
        notebook = nbformat.read(EXAMPLES / name, as_version=4)
        self.assertTrue(any(small in cell.source for cell in notebook.cells), f"{name} has no {small}")
        for cell in notebook.cells:
            cell.source = cell.source.replace(small, smaller).replace("../../../", f"{ROOT}/")
        os.environ.update(self.environment, PYDEVD_DISABLE_FILE_VALIDATION="1")
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute(cwd=str(self.scratch))
        return [output.get("data", {"text/plain": output.get("text", "")}) for cell in notebook.cells for output in cell.get("outputs", [])]

    def test_the_notebook_of_latency_hiding_draws_the_same_figure(self):
        outputs = self.run_notebook("latency_hiding.ipynb", "measure()", "measure({'workload.image': '64x48'})")
        self.assertTrue(any("image/png" in output for output in outputs))

    def test_the_notebook_on_caches_has_pictures_and_an_animation(self):
        outputs = self.run_notebook("cache_study.ipynb", 'IMAGE = "64x48"', 'IMAGE = "32x24"')
        pages = [output["text/html"] for output in outputs if "text/html" in output]
        self.assertTrue(any("data:image/png;base64," in page for page in pages))
        self.assertTrue(any("anim" in page and page.count("data:image/png;base64,") >= 24 for page in pages))
        self.assertTrue(any("image/png" in output for output in outputs))
        hits = dict(re.findall(r"(YMAJOR|LINEAR) (\d+) of", "".join(output.get("text/plain", "") for output in outputs)))
        self.assertGreater(int(hits["YMAJOR"]), 0)

    def test_the_notebook_on_policies_compares_ones_own_with_the_models(self):
        outputs = self.run_notebook("own_policy.ipynb", 'IMAGE = "64x48"', 'IMAGE = "32x24"')
        plain = "".join(output.get("text/plain", "") for output in outputs)
        self.assertIn("late promotion", plain)
        self.assertTrue(any(output.get("text/html", "").count("<tr>") >= 9 for output in outputs))


if __name__ == "__main__":
    unittest.main()
