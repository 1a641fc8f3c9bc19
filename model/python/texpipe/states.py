"""Words of states and messages: what `texpipe state` and `texpipe message` say, as Python's values."""
import json
import os

import numpy

from . import _texpipe, words


def state_words(state):
    """Words of a state: numbers, text in hexadecimal as the command takes it, or bytes as they lie in memory."""
    if isinstance(state, (bytes, bytearray, memoryview)):
        memory = bytes(state)
        if len(memory) % 4:
            raise ValueError(f"{len(memory)} bytes are no whole words of 4 bytes")
        return [int(one) for one in numpy.frombuffer(memory, "<u4")]
    return [words.word(one) for one in (state.replace(",", " ").split() if isinstance(state, str) else state)]


def decode_state(name, state):
    """Fields of a state's words: {"name": ..., "fields": {key: {value, raw, bits, name, meaning}}, "reserved": {dword: bits}}."""
    return _texpipe.decode_state(name, state_words(state))


def encode_state(name, /, begin=None, **fields):
    """Words of a state with these fields. `begin`: the words that it begins with."""
    return _texpipe.encode_state(name, words.fields(fields), None if begin is None else state_words(begin))


def _whole(values):
    """Numbers as an array of whole ones."""
    array = numpy.asarray(values)
    parts = array.dtype.kind == "f" and not (numpy.isfinite(array).all() and (array == numpy.floor(array)).all())
    if parts or (array.size and array.dtype.kind not in "iufb"):
        raise ValueError(f"texels are counted in whole numbers; this is {values!r}")
    return array.astype(numpy.int64)


def texel_address(state, x, y=0, lod=0, slice=0, sample=0):
    """Where texels of a RENDER_SURFACE_STATE lie: an address, or an array of them where x or y is one."""
    columns, rows = numpy.broadcast_arrays(_whole(x), _whole(y))
    if columns.size and min(columns.min(), rows.min()) < 0:
        raise ValueError("texels count from 0")
    addresses = _texpipe.texel_addresses(state_words(state), columns.reshape(-1), rows.reshape(-1), lod, slice, sample)
    return int(addresses[0]) if columns.ndim == 0 else addresses.reshape(columns.shape)


def dump_text(dump):
    """A dump as it is given, or the bytes of the file that is named."""
    named = isinstance(dump, os.PathLike) or (isinstance(dump, str) and 0 < len(dump) < 4096 and "\n" not in dump and os.path.isfile(dump))
    if not named:
        return dump
    with open(dump, "rb") as file:
        return file.read()


def read_dump(dump):
    """Blocks of a dump, its text or its file, as drivers and tools print it: [(address or None, array of words)]."""
    return _texpipe.read_dump(dump_text(dump))


def execute_message(dump, extended, descriptor, payload, surface_base=0, dynamic_base=0, binding_table=0, sampler_table=0, mask=None):
    """A sampler message of a dump, its text or its file, executed again: what `texpipe message execute --json` prints."""
    places = [payload, surface_base, dynamic_base, binding_table, sampler_table]
    return json.loads(_texpipe.execute_message(dump_text(dump), extended, descriptor, places, mask))
