"""Sweeps."""
import json
import os
from functools import cached_property
from pathlib import Path

import numpy

from . import _texpipe, words
from .answers import rows
from .errors import SweepError
from .runs import Run, compare, write_page

MOST_ROWS = 50  # of a table inside a notebook


def _numbers(column):
    """Texts as numbers where all are numbers; else, as 4KiB, as they are."""
    for kind in (numpy.int64, numpy.float64):
        try:
            return column if column.dtype == numpy.float64 else column.astype(kind)
        except ValueError:
            pass
    return column


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
        """The columns as a DataFrame where pandas is installed, in which axes whose values are numbers are numbers, else as they are;
        table["cycles"] is a column either way."""
        try:
            import pandas
        except ImportError:
            return self.columns
        return pandas.DataFrame({name: _numbers(column) for name, column in self.columns.items()})

    @cached_property
    def columns(self):
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

    @property
    def pareto(self):
        """The points that no other one beats in every objective."""
        return json.loads(_texpipe.pareto(os.fspath(self.folder)))["front"]

    def run(self, point):
        """The Run of a point, counted from 1."""
        return Run(self.folder / "points" / self.points[point - 1]["id"])

    def compare(self, other):
        """What changed from this sweep to another: an Answer."""
        return compare(self, other)

    def report(self, file=None):
        """The page of charts (`texpipe report`): written to a file, or returned as HTML."""
        return write_page(_texpipe.page(os.fspath(self.folder)), file)

    def _repr_html_(self):
        shown = self.points[:MOST_ROWS]
        lines = [[point["point"], *(point["settings"].get(axis, "") for axis in self.axes),
                  *(point["objectives"].get(name, "") for name in self.objectives), point["status"]] for point in shown]
        more = len(self.points) - len(shown)
        return rows(["point", *self.axes, *self.objectives, "status"], lines) + (f"<p>and {more} more points</p>" if more else "")

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


def search(file, parameters=None, timing=None, out=None, force=False, resume=False, jobs=None):
    """Searches the axes of a sweep file's section `search` and returns the Sweep of all points; `pareto` are the best."""
    folder, exit_code = _texpipe.run_search(*_search_words(file, parameters, timing, out), force, resume, jobs or os.cpu_count() or 1)
    result = Sweep(folder)
    if exit_code != 0:
        raise SweepError(result)
    return result


def _search_words(file, parameters, timing, out):
    return os.fspath(file), words.assignments(parameters, timing), "" if out is None else os.fspath(out)


class Search:
    """A search whose points another optimiser chooses.

    axes        dictionaries: name, path, and values or from, to, scale
    objectives  dictionaries: name, goal
    sweep       the Sweep of all points, once it is closed
    """

    def __init__(self, file, parameters=None, timing=None, out=None, force=False, resume=False, jobs=None):
        self._search = _texpipe.Search(*_search_words(file, parameters, timing, out), force, resume, jobs or os.cpu_count() or 1)
        head = json.loads(self._search.head())
        self.axes, self.objectives = head["axes"], head["objectives"]
        self.sweep = None

    def ask(self, points):
        """Runs points and returns their results, dictionaries as Sweep.points. A point gives values by the names of axes, or for all axes
        numbers of [0, 1)."""
        asked = [{name: words.text(value) for name, value in point.items()} if isinstance(point, dict) else [float(part) for part in point]
                 for point in points]
        return json.loads(self._search.answer(json.dumps({"ask": asked})))["tell"]

    def close(self):
        """Writes the tables."""
        if self.sweep is None:
            self.sweep = Sweep(self._search.finish())
            self._search = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def read_sweep(folder):
    """The Sweep of a folder, also while it runs."""
    return Sweep(folder)
