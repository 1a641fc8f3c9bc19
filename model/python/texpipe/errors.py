"""What goes wrong, as the command says it."""


# Cures of the command, and the same in Python.
CURES = {"--force replaces it": "force=True replaces it", "--out DIR names another": "out=FOLDER names another"}


def in_python(diagnostic):
    told = dict(diagnostic)
    for name in ("hint", "text"):
        for command, python in CURES.items():
            told[name] = told[name].replace(command, python)
    return told


class Error(Exception):
    """A refused input or a failed run.

    exit_code    of the command in this case (docs/reference/exit-codes.md)
    diagnostics  dictionaries: file, line, column, path, problem, hint, text
    """

    def __init__(self, exit_code, diagnostics):
        diagnostics = [in_python(diagnostic) for diagnostic in diagnostics]
        super().__init__("\n".join(diagnostic["text"] for diagnostic in diagnostics))
        self.exit_code = exit_code
        self.diagnostics = diagnostics


class UnknownName(Error, KeyError):
    """A name that is no path, or several (docs/reference/statistics.md)."""

    __str__ = Exception.__str__  # a KeyError shows its text in quotes

    @classmethod
    def of(cls, name, problem, hint):
        diagnostic = {"file": "", "line": 0, "column": 0, "path": name, "problem": problem, "hint": hint, "text": f"{name}: {problem}; {hint}"}
        return cls(3, [diagnostic])


class SweepError(Error):
    """Points of a sweep failed or are missing; `sweep` has the others."""

    def __init__(self, sweep):
        failed = [point for point in sweep.points if point["status"] == "failed"]
        text = f"{sweep.folder}: {len(failed)} of {len(sweep.points)} points failed"
        if failed:
            text += f": point {failed[0]['point']}: {failed[0]['failure']}"
        super().__init__(7, [{"file": str(sweep.folder), "line": 0, "column": 0, "path": "", "problem": text, "hint": "", "text": text}])
        self.sweep = sweep
