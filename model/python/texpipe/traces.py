"""Recordings as arrays, and files of accesses from arrays (docs/reference/accesses.md)."""
import os
from pathlib import Path

from . import _texpipe


class Recording:
    """Messages and footprints of a recording (run --record) as numpy arrays by name.

    phases      of a workload in phases (draws, launches in a row), a dictionary each: stage, groups, threads_per_group
    has_scene   whether its threads shade the pixels of a scene
    messages    of each message: thread, phase, shared_function, descriptor, extended_descriptor, mask, its registers in `payload`
                (first_register, registers), its footprints (first_footprint, footprints)
    payload     registers of all messages: [registers, 8] words
    footprints  of each footprint: message, subspan, pixels, level, tap, slice_half, texels, format, its words in `addresses`
                (first_word, words)
    addresses   of the words of 8 bytes that footprints touch, in the order of first touch
    """

    def __init__(self, file):
        head, self.messages, self.payload, self.footprints, self.addresses = _texpipe.read_recording(os.fspath(file))
        self.study, self.kind = head["study"], head["kind"]
        self.phases, self.has_scene = head["phases"], head["has_scene"]
        self.groups, self.threads_per_group = head["groups"], head["threads_per_group"]


def read_recording(file):
    """Reads a recording of any workload."""
    return Recording(file)


def write_accesses(file, **columns):
    """Writes quads as a file of accesses: NAME.csv or NAME.jsonl, and either with .zst.

    A keyword is a column: an array of one value for each quad, [quads, 4] of the pixels', or one value for all.
    """
    import numpy
    names = [name for name in Path(file).suffixes if name in (".csv", ".jsonl", ".zst")]
    if not names or names[0] == ".zst":
        raise ValueError(f"{file}: expected a name that ends in .csv, .jsonl, .csv.zst or .jsonl.zst")
    known = set(_texpipe.access_columns())
    unknown = [name for name in columns if name not in known]
    if unknown:
        raise ValueError(f"there is no column {unknown[0]!r}; docs/reference/accesses.md lists them")
    arrays = {name: numpy.asarray(values) for name, values in columns.items()}
    counts = {len(array) for array in arrays.values() if array.ndim > 0}
    if len(counts) > 1:
        raise ValueError(f"the columns have different lengths: {sorted(counts)}")
    count = counts.pop() if counts else 1
    flat = {}
    for name, array in arrays.items():
        if array.ndim == 2 and array.shape[1] == 4 and f"{name}0" in known:
            flat.update({f"{name}{pixel}": _texts(array[:, pixel]) for pixel in range(4)})
        elif array.ndim <= 1:
            flat[name] = _texts(numpy.broadcast_to(array, (count,)))
        else:
            raise ValueError(f"{name} has the shape {array.shape}; expected (quads,) or, of pixels, (quads, 4)")
    for name in columns:
        pixels = [f"{name}{pixel}" for pixel in range(4) if f"{name}{pixel}" in columns]
        if pixels:
            raise ValueError(f"{name!r} and {pixels[0]!r} both give a pixel's value; give one of them")
    if not {"u", "u0"} & flat.keys():
        raise ValueError("there is no column 'u', which every quad has")
    text = _csv(flat) if names[0] == ".csv" else _json(flat)
    with open(file, "wb") as out:
        out.write(_texpipe.zstd_packed(text) if names[-1] == ".zst" else text.encode())


def _texts(array):
    import numpy
    if array.dtype.kind == "f":
        return [str(value) for value in array.astype(numpy.float32)]
    return [str(value) for value in array.tolist()]


def _csv(columns):
    return "\n".join([",".join(columns), *map(",".join, zip(*columns.values()))]) + "\n"


def _json(columns):
    rows = zip(*columns.values())
    return "".join("{" + ", ".join(f'"{name}": "{value}"' for name, value in zip(columns, row)) + "}\n" for row in rows)
