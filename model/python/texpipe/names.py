"""Values by the names that the command takes: a path, with `[*]` or no index for any, or its last words where only one path ends so."""
from . import _texpipe
from .errors import Error, UnknownName


class Named(dict):
    """Values by their paths; [], get and `in` take names. Of equal parts the value that they all have.

    kind  `parameter`, `statistic` or `time series`, for what an error says
    """

    def __init__(self, kind, values):
        super().__init__(values)
        self.kind = kind

    def together(self, name, paths):
        """The value of equal parts."""
        first = self[paths[0]]
        for path in paths:
            if self[path] != first:
                raise UnknownName.of(name, f"equal parts have different values: {first} of {paths[0]}, {self[path]} of {path}", "give an index")
        return first

    def __missing__(self, name):
        if not isinstance(name, str):
            raise KeyError(name)
        paths = list(self)
        try:
            places = _texpipe.match_name(name, paths, self.kind)
        except Error as error:
            raise UnknownName(error.exit_code, error.diagnostics) from None
        return self.together(name, [paths[place] for place in places])

    def get(self, name, default=None):
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name):
        try:
            self[name]
        except KeyError:
            return False
        return True


class Added(Named):
    """Numbers or arrays of which those of equal parts are added, or averaged where a sum means nothing.

    added  whether, by path
    """

    def __init__(self, kind, values, added):
        super().__init__(kind, values)
        self.added = added

    def together(self, name, paths):
        if len(paths) == 1:
            return self[paths[0]]
        total = sum(self[path] for path in paths)
        return total if self.added[paths[0]] else total / len(paths)
