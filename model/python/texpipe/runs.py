"""Configurations and runs."""
import base64
import csv
import html
import json
import os
import shutil
import tempfile
import warnings
import weakref
from functools import cached_property
from pathlib import Path

from . import _texpipe, words
from .answers import Answer, rows
from .names import Added, Named


MOST_PICTURE_BYTES = 1 << 20  # of a picture inside a notebook


def write_page(page, file):
    """Writes HTML to a file and returns its path, or returns the HTML where there is no file."""
    if file is None:
        return page
    Path(file).write_text(page)
    return Path(file)


class Configuration:
    """A study and its machine, checked; `parameters` gives every value by its path, as text."""

    def __init__(self, study, parameters=None, timing=None):
        self.study = Path(study)
        self._words = words.assignments(parameters, timing)
        self.yaml, values = _texpipe.configure(os.fspath(study), self._words)
        self.parameters = Named("parameter", values)

    def run(self, out=None, force=False, intervals=128, threads=1):
        """Runs it in a process of its own and returns a Run. Without `out` the run folder goes when the Run does."""
        folder, scratch = out, None
        if out is None:
            scratch = tempfile.mkdtemp(prefix="texpipe-")
            folder = os.path.join(scratch, "run")
        try:
            told = json.loads(_texpipe.run(os.fspath(self.study), self._words, os.fspath(folder), force, intervals, threads))
        except BaseException:
            if scratch:
                shutil.rmtree(scratch, ignore_errors=True)
            raise
        for warning in told["warnings"]:
            warnings.warn(warning, stacklevel=2)
        run = Run(told["folder"])
        run.summary = told["summary"]
        if scratch:
            weakref.finalize(run, shutil.rmtree, scratch, True)
        return run


class Run:
    """A run folder. Tables have paths; they also take names, as the command does: `statistics["l1.hits"]` adds all first levels.

    statistics    every number by its path: int or float; numbers of equal parts are added, ratios and means averaged
    units         of the numbers
    descriptions  likewise
    parameters    every parameter by its path, as text
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        about, numbers, settings = _texpipe.read_run(os.fspath(folder))
        self.study, self.machine, self.timing = about["study"], about["machine"], about["timing"]
        self.unfinished = about["unfinished"]
        added = {path: is_added for path, _, _, _, is_added in numbers}
        self.statistics = Added("statistic", {path: value for path, value, *_ in numbers}, added)
        self.units = Named("statistic", {path: unit for path, _, unit, *_ in numbers})
        self.descriptions = Named("statistic", {path: text for path, _, _, text, _ in numbers})
        self.parameters = Named("parameter", settings)

    @property
    def cycles(self):
        """None of an untimed run."""
        return dict.get(self.statistics, "cycles")  # no other path that ends so

    @cached_property
    def series(self):
        """The time series: an array by path, and under "ends" the cycle in which each interval ends."""
        ends, rows = _texpipe.read_series(os.fspath(self.folder))
        added = {path: kind in ("counter", "account") for path, kind, _, _ in rows}
        return Added("time series", {"ends": ends, **{path: values for path, _, _, values in rows}}, added)

    @cached_property
    def launches(self):
        """Of timed launches in a row, a table each, in their order: its kernel's name as `name`, and its cycles and counters by their paths or
        names, with the cycle in which it began as "begin". Empty for other runs."""
        file = self.folder / "launches.csv"
        if not file.exists():
            return []
        with open(file, newline="") as text:
            head, *lines = csv.reader(text)
        tables = []
        for column, title in list(enumerate(head))[1:-1]:  # the last column is that of all
            numbers = {line[0]: int(line[column]) for line in lines}
            table = Added("statistic", numbers, {path: path not in ("begin", "cycles") for path in numbers})
            table.name = title.partition(" ")[2]
            tables.append(table)
        return tables

    @cached_property
    def image(self):
        """What the workload wrote: [height, width, R G B A], uint8. None without."""
        file = self.folder / "image.png"
        if not file.exists():
            return None
        texture = _texpipe.read_texture(os.fspath(file))
        return texture.texels.reshape(texture.height, texture.width, 4)

    def explain(self, only=(), exclude=(), budget="", runs=400, jobs=0):
        """What would shorten it (`texpipe explain`): an Answer, whose str() is the text. `only` and `exclude` name what may be changed."""
        only, exclude = ([names] if isinstance(names, str) else list(names) for names in (only, exclude))
        text, values = _texpipe.explain(os.fspath(self.folder), only, exclude, budget, runs, jobs)
        return Answer(text, json.loads(values))

    def compare(self, other):
        """What changes from this run to the other, and what may explain it (`texpipe compare`): an Answer."""
        return compare(self, other)

    def energy(self, table=None):
        """Energy and area by a table of what actions cost (`texpipe energy`), the study's own when none is given: an Answer."""
        text, values = _texpipe.energy(os.fspath(self.folder), "" if table is None else os.fspath(table))
        return Answer(text, json.loads(values))

    def report(self, file=None):
        """The page of charts (`texpipe report`): written to a file, or returned as HTML."""
        return write_page(_texpipe.page(os.fspath(self.folder)), file)

    def _repr_html_(self):
        facts = [("study", self.study), ("machine", self.machine), ("timing", self.timing)]
        if self.cycles is not None:
            facts.append(("cycles", f"{self.cycles:,}"))
        if self.unfinished:
            facts.append(("unfinished", "yes"))
        picture = self.folder / "image.png"
        drawn = ""
        if picture.exists() and picture.stat().st_size <= MOST_PICTURE_BYTES:
            drawn = f'<img alt="{html.escape(self.study)}" src="data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}">'
        return rows(["run", str(self.folder)], facts) + drawn

    def __repr__(self):
        cycles = "" if self.cycles is None else f", {self.cycles} cycles"
        return f"<texpipe.Run {self.study} on {self.machine}, {self.timing}{cycles}>"


def configure(study, parameters=None, timing=None):
    """Reads and checks a study: a file, with parameters over it as -p takes them, or in nested dictionaries."""
    return Configuration(study, parameters, timing)


def run(study, parameters=None, timing=None, **options):
    """configure(...).run(...)."""
    return configure(study, parameters, timing).run(**options)


def compare(before, after):
    """What changed between two runs or sweeps: Run and Sweep objects, folders, or files as stats.json. An Answer; `page` has all changes."""
    text, values, page = _texpipe.compare(*(os.fspath(getattr(run, "folder", run)) for run in (before, after)))
    return Answer(text, json.loads(values), page)


def read(folder):
    """The Run of a run folder."""
    return Run(folder)
