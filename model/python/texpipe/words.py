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


def assignments(parameters, timing=None):
    """path=value of each parameter; `timing` is one of them."""
    words = [f"{path}={text(value)}" for path, value in (parameters or {}).items()]
    return words + ([f"timing={timing}"] if timing else [])


def axes(parameters):
    """path=a,b,c where a list of values is given."""
    words = []
    for path, value in (parameters or {}).items():
        values = value if isinstance(value, (list, tuple)) or hasattr(value, "tolist") else [value]
        words.append(f"{path}=" + ",".join(text(entry) for entry in values))
    return words


def fields(values):
    """Fields of a state or message by their documented names in lower case."""
    return [(name, text(value)) for name, value in values.items()]
