#!/usr/bin/env python3
"""Tables of sweeps, with pandas where it is installed and without. Exit code 77 (skipped) where the Python module was not built.

  tables_test.py BUILD_FOLDER
"""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
if not list((BUILD / "python/texpipe").glob("_texpipe*.so")) or importlib.util.find_spec("numpy") is None:
    print("skipped: built without the Python module (pybind11-dev, python3-dev), or no numpy (python3-numpy)")
    sys.exit(77)
sys.path.insert(0, str(BUILD / "python"))
import texpipe  # noqa: E402

STUDY = ROOT / "configs/studies/first_look.yaml"
SMALL = {"workload.image": "32x24"}
PANDAS = unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed (scripts/install_dependencies.sh --with-python)")


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scratch = pathlib.Path(folder.name)

    def test_a_sweeps_table_is_a_data_frame_where_pandas_is(self):
        (self.scratch / "pandas.py").write_text("class DataFrame(dict):\n    pass\n")
        sweep = texpipe.sweep(STUDY, {**SMALL, "l1.size": ["4KiB", "8KiB"]}, timing="loosely_timed", out=self.scratch / "sweep")
        code = f"import texpipe; table = texpipe.read_sweep({str(sweep.folder)!r}).table; print(type(table).__name__, *table['l1.size'])"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.scratch), str(BUILD / "python")])}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
        self.assertEqual(done.stdout.split(), ["DataFrame", "4KiB", "8KiB"], done.stderr)
        self.assertEqual(list(sweep.columns["l1.size"]), ["4KiB", "8KiB"])

    @PANDAS
    def test_pandas_reckons_with_a_sweeps_table(self):
        axes = {**SMALL, "memory.latency": ["90ns", "900ns"], "slice.l3.banks": [8, 16]}
        table = texpipe.sweep(STUDY, axes, timing="loosely_timed", out=self.scratch / "sweep").table
        self.assertEqual(table.columns.tolist(), ["memory.latency", "slice.l3.banks", "cycles"])
        self.assertEqual([str(table.dtypes[name]) for name in table.columns], ["object", "int64", "float64"])
        slower = table.pivot(index="slice.l3.banks", columns="memory.latency", values="cycles")
        self.assertTrue((slower["900ns"] > slower["90ns"]).all())
        self.assertEqual(table.sort_values("cycles").iloc[0]["memory.latency"], "90ns")
        self.assertIn("<table", table._repr_html_())

    @PANDAS
    def test_pandas_shows_points_that_failed_as_missing(self):
        with self.assertRaises(texpipe.SweepError) as raised:
            texpipe.sweep(STUDY, {"watchdog": [1, 1000000], **SMALL}, timing="loosely_timed", out=self.scratch / "sweep")
        table = raised.exception.sweep.table
        self.assertEqual(table["cycles"].isna().tolist(), [True, False])


if __name__ == "__main__":
    unittest.main()
