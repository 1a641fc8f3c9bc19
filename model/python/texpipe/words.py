"""Values of Python as -p takes them."""
import os


def text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(text(entry) for entry in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {text(entry)}" for key, entry in value.items()) + "}"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def paths(parameters, before=""):
    """(path, value) of each parameter. Dictionaries inside are the groups of a configuration, lists of dictionaries its equal parts:
    {"slice": {"subslice": [{"eu": {"count": 8}}]}} is slice.subslice[0].eu.count."""
    for name, value in (parameters or {}).items():
        path = f"{before}{name}"
        if isinstance(value, dict) and value:
            yield from paths(value, path + ".")
        elif isinstance(value, (list, tuple)) and value and all(isinstance(entry, dict) for entry in value):
            for number, entry in enumerate(value):
                yield from paths(entry, f"{path}[{number}].")
        else:
            yield path, value


def assignments(parameters, timing=None):
    """path=value of each parameter, which may be nested; a list is the parameter's list. `timing` is one of them."""
    words = [f"{path}={text(as_list(value))}" for path, value in paths(parameters)]
    return words + ([f"timing={timing}"] if timing else [])


def as_list(value):
    return value.tolist() if hasattr(value, "tolist") else value


def axes(parameters):
    """path=a,b,c where a list of values is given."""
    words = []
    for path, value in paths(parameters):
        value = as_list(value)
        values = value if isinstance(value, (list, tuple)) else [value]
        words.append(f"{path}=" + ",".join(text(entry) for entry in values))
    return words


def fields(values):
    """Fields of a state or message by their documented names in lower case."""
    return [(name, text(value)) for name, value in values.items()]
