"""Values of Python as -p takes them."""
import os


def text(value):
    if value is None:
        raise TypeError("None is no value of a parameter; leave the parameter out")
    if isinstance(value, (set, frozenset)):
        raise TypeError(f"a set has no order: {value}; a list of values has square brackets")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(text(entry) for entry in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {text(entry)}" for key, entry in value.items()) + "}"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def paths(parameters, before=""):
    """(path, value) of each parameter. Dictionaries inside are the groups of a configuration, lists of dictionaries its equal parts:
    {"slice": {"subslice": [{"eu": {"count": 8}}]}} is slice.subslice[0].eu.count. A list of "path=value", as -p takes them, does as well."""
    if isinstance(parameters, (list, tuple)) and not before and all(isinstance(entry, str) and "=" in entry for entry in parameters):
        yield from (entry.split("=", 1) for entry in parameters)
        return
    if parameters is not None and not hasattr(parameters, "items"):
        raise TypeError(f'parameters are a dictionary, as {{"l1.size": "8KiB"}}, or a list of "path=value"; this is {parameters!r}')
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


def word(value):
    """A DWord of a number, or of text in hexadecimal as the command takes it."""
    given = value
    try:
        value = int(value, 16) if isinstance(value, str) else int(value)
        if not isinstance(given, str) and value != given:
            raise ValueError
    except (TypeError, ValueError):
        raise ValueError(f"{given!r} is no DWord; expected a number, or 1 to 8 hexadecimal digits as text") from None
    if not 0 <= value < 1 << 32:
        raise ValueError(f"{given!r} is no DWord; expected 0 to 0xffffffff")
    return value


def fields(values):
    """Fields of a state or message by their documented names in lower case."""
    return [(name, text(value)) for name, value in values.items()]
