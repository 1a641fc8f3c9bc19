"""Words of states and messages: what `texpipe state` and `texpipe message` say, as Python's values."""
import json

import numpy

from . import _texpipe, words


def state_words(state):
    """Words of a state: numbers, or text in hexadecimal as the command takes it."""
    return [words.word(one) for one in (state.replace(",", " ").split() if isinstance(state, str) else state)]


def decode_state(name, state):
    """Fields of a state's words: {"name": ..., "fields": {key: {value, raw, bits, name, meaning}}, "reserved": {dword: bits}}."""
    return _texpipe.decode_state(name, state_words(state))


def encode_state(name, /, begin=None, **fields):
    """Words of a state with these fields. `begin`: the words that it begins with."""
    return _texpipe.encode_state(name, words.fields(fields), None if begin is None else state_words(begin))


def texel_address(state, x, y=0, lod=0, slice=0, sample=0):
    """Where texels of a RENDER_SURFACE_STATE lie: an address, or an array of them where x or y is one."""
    columns, rows = numpy.broadcast_arrays(numpy.asarray(x), numpy.asarray(y))
    if columns.size and min(columns.min(), rows.min()) < 0:
        raise ValueError("texels count from 0")
    addresses = _texpipe.texel_addresses(state_words(state), columns.reshape(-1), rows.reshape(-1), lod, slice, sample)
    return int(addresses[0]) if columns.ndim == 0 else addresses.reshape(columns.shape)


def read_dump(text):
    """Blocks of a dump's text, as drivers and tools print it: [(address or None, array of words)]."""
    return _texpipe.read_dump(text)


def execute_message(dump, extended, descriptor, payload, surface_base=0, dynamic_base=0, binding_table=0, sampler_table=0, mask=None):
    """A sampler message of a dump's text, executed again: what `texpipe message execute --json` prints."""
    places = [payload, surface_base, dynamic_base, binding_table, sampler_table]
    return json.loads(_texpipe.execute_message(dump, extended, descriptor, places, mask))
