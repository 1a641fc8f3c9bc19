"""texpipe from Python: configurations, runs, sweeps, sampling, textures and messages.

    run = texpipe.run("configs/studies/first_look.yaml", {"slice.l3.banks": 8}, timing="loosely_timed")
    run.cycles, run.statistics["l3.reads"], run.series["l3.reads"], run.image
"""
import os

from . import _texpipe, words
from ._texpipe import parameter_names, read_texture
from .errors import Error, SweepError, UnknownName
from .runs import Configuration, Run, compare, configure, read, run
from .sampling import Context, from_subspans, to_subspans
from .states import decode_state, encode_state, execute_message, read_dump, texel_address
from .sweeps import Search, Sweep, read_sweep, search, sweep
from .traces import Recording, read_recording, write_accesses

__version__ = _texpipe.version
__all__ = ["Configuration", "Context", "Error", "Recording", "Run", "Search", "Sweep", "SweepError", "UnknownName", "compare", "configure", "decode_message",
           "decode_state", "decode_texels", "encode_message", "encode_state", "execute_message", "from_subspans", "load_plugin", "parameter_names",
           "read", "read_dump", "read_recording", "read_sweep", "read_texture", "run", "search", "sweep", "texel_address", "to_subspans", "write_accesses"]


def load_plugin(file):
    """Loads a plug-in (docs/how-to/plug-ins.md). Its words are there for all that this process does from here on."""
    _texpipe.load_plugin(os.fspath(file))


def decode_texels(format, texels, width, height):
    """Packed texels of a SURFACE_FORMAT as [height, width, R G B A]: float32, or integers of integer formats."""
    import numpy
    packed = numpy.frombuffer(texels, numpy.uint8) if isinstance(texels, (bytes, bytearray, memoryview)) else numpy.ascontiguousarray(
        texels).reshape(-1).view(numpy.uint8)
    return _texpipe.decode_texels(format, packed, width, height)


def decode_message(*send):
    """What a send means: {"description": ..., "fields": {key: {value, raw, bits, name, meaning}}}. Its extended descriptor and descriptor, or
    the four DWords of the instruction."""
    if len(send) not in (2, 4):
        raise TypeError(f"a send has its extended descriptor and descriptor, or four DWords; {len(send)} given")
    given = [words.word(one) for one in send]
    return _texpipe.decode_instruction(given) if len(given) == 4 else _texpipe.decode_message(*given)


def encode_message(shared_function, /, **fields):
    """(extended descriptor, descriptor) of a message with these fields."""
    return _texpipe.encode_message(shared_function, words.fields(fields))
