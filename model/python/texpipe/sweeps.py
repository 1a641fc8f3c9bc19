"""Sweeps."""
import json
import os
from functools import cached_property
from pathlib import Path

import numpy

from . import _texpipe, words
from .errors import SweepError
from .runs import Run


class Sweep:
    """The folder of a sweep.

    points      dictionaries: point, id, status, settings, objectives
    axes        names of the parameters that change
    objectives  names of the objectives
    goals       "smaller" or "larger" of each objective
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        results = json.loads(_texpipe.read_sweep(os.fspath(folder)))
        self.name = results["sweep"]
        self.points = results["results"]
        self.axes = [axis["name"] for axis in results["axes"]]
        self.objectives = [objective["name"] for objective in results["objectives"]]
        self.goals = {objective["name"]: objective["goal"] for objective in results["objectives"]}

    @cached_property
    def table(self):
        """An array for each axis (texts) and each objective (float64, NaN where a point has none)."""
        columns = {axis: numpy.array([point["settings"].get(axis, "") for point in self.points]) for axis in self.axes}
        for name in self.objectives:
            values = [point["objectives"].get(name) for point in self.points]
            columns[name] = numpy.array([numpy.nan if value is None else value for value in values], dtype=numpy.float64)
        return columns

    @property
    def sensitivity(self):
        """What each axis does to each objective, the most first."""
        return json.loads(_texpipe.sensitivity(os.fspath(self.folder)))

    def run(self, point):
        """The Run of a point, counted from 1."""
        return Run(self.folder / "points" / self.points[point - 1]["id"])

    def __repr__(self):
        return f"<texpipe.Sweep {self.name}, {len(self.points)} points>"


def sweep(file, parameters=None, timing=None, out=None, force=False, resume=False, retry_failed=False, max_failures=None, jobs=None):
    """Runs a sweep file, or a study with lists of values for some parameters. Raises SweepError when points failed."""
    assignments = words.axes(parameters) + ([f"timing={timing}"] if timing else [])
    folder, exit_code = _texpipe.sweep(os.fspath(file), assignments, "" if out is None else os.fspath(out), force, resume, retry_failed,
                                       max_failures, jobs or os.cpu_count() or 1)
    result = Sweep(folder)
    if exit_code != 0:
        raise SweepError(result)
    return result


def read_sweep(folder):
    """The Sweep of a folder, also while it runs."""
    return Sweep(folder)
