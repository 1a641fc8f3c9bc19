"""The functional core: surfaces, samplers and batches of samples."""
import numpy

from . import _texpipe, words


def float_bits(values):
    return numpy.asarray(values).astype(numpy.float32).view(numpy.uint32)


def integer_bits(values):
    return numpy.asarray(values).astype(numpy.int64).astype(numpy.uint32)


def is_integer(operation, parameter):
    """Loads and queries take integers, and so do offsets; everything else is float32."""
    return operation.startswith("ld") or operation == "resinfo" or parameter.startswith("off")


def parameter_bits(operation, name, values):
    if not is_integer(operation, name):
        return float_bits(values)
    if numpy.asarray(values).dtype.kind not in "iub":
        raise TypeError(f"{name} of {operation} is an integer")
    return integer_bits(values)


def to_subspans(image):
    """[height, width] of pixels as [subspan, pixel]: 2x2 pixels, upper left, upper right, lower left, lower right."""
    image = numpy.asarray(image)
    height, width = image.shape[:2]
    if height % 2 or width % 2:
        raise ValueError(f"{width}x{height} pixels are no whole subspans of 2x2")
    quads = image.reshape(height // 2, 2, width // 2, 2, *image.shape[2:])
    return numpy.ascontiguousarray(quads.swapaxes(1, 2)).reshape(height * width // 4, 4, *image.shape[2:])


def from_subspans(values, height, width):
    """[subspan, pixel, ...] as [height, width, ...]; the inverse of to_subspans."""
    values = numpy.asarray(values)
    quads = values.reshape(height // 2, width // 2, 2, 2, *values.shape[2:])
    return numpy.ascontiguousarray(quads.swapaxes(1, 2)).reshape(height, width, *values.shape[2:])


class Context:
    """GPU memory with a binding table and a sampler table. A context is for one thread at a time."""

    def __init__(self):
        self._context = _texpipe.Context()

    def surface(self, format, texels, width, height=1, depth=1, array_length=1, levels=1, samples=1, type="SURFTYPE_2D", tiling=None,
                is_array=False, **fields):
        """Lays out packed texels (bytes, or an array) and binds them; returns the binding table index. Fields of RENDER_SURFACE_STATE
        go by their documented names in lower case."""
        packed = numpy.frombuffer(texels, dtype=numpy.uint8) if isinstance(texels, (bytes, bytearray, memoryview)) else (
            numpy.ascontiguousarray(texels).reshape(-1).view(numpy.uint8))
        return self._context.surface(format, type, tiling, [width, height, depth, array_length, levels, samples], is_array, packed,
                                     words.fields(fields))

    def load(self, texture, **fields):
        """The surface of a texture (texpipe.read_texture), with its swizzle."""
        sources = {"R": "RED", "G": "GREEN", "B": "BLUE", "A": "ALPHA", "0": "ZERO", "1": "ONE"}
        for name, letter, own in zip(("red", "green", "blue", "alpha"), texture.channels, "RGBA"):
            if letter != own:
                fields.setdefault(f"shader_channel_select_{name}", sources[letter])
        return self.surface(texture.format, texture.texels, texture.width, texture.height, texture.depth, texture.array_length,
                            texture.levels, type=texture.type, **fields)

    def sampler(self, border=None, **fields):
        """Adds a SAMPLER_STATE with these fields; `border`: R, G, B, A, integers for integer formats."""
        if border is not None:
            whole = numpy.asarray(border).dtype.kind in "iu"
            border = (integer_bits(border) if whole else float_bits(border)).tolist()
        return self._context.sampler(words.fields(fields), border)

    def sample(self, operation, surface, sampler, offset=(0, 0, 0), gather_channel=0, dtype=numpy.float32, **parameters):
        """Samples all subspans at once: sample("sample_l", surface, sampler, u=u, v=v, lod=2). Parameters by their names of the message
        (texpipe.parameter_names(operation)), each a number or an array whose last axis are the four pixels of a subspan; what is left out
        is 0. The result has one axis more: R, G, B, A."""
        names = _texpipe.parameter_names(operation)
        unknown = [name for name in parameters if name not in names]
        if unknown:
            raise TypeError(f"{operation} has no parameter {unknown[0]}; it has {', '.join(names)}")
        arrays = numpy.broadcast_arrays(*[parameter_bits(operation, name, parameters.get(name, 0)) for name in names])
        shape = arrays[0].shape if arrays else ()
        if not shape or shape[-1] != 4:
            raise ValueError(f"parameters have the shape {shape}; expected four pixels in the last axis (texpipe.to_subspans)")
        packed = numpy.stack([array.reshape(-1) for array in arrays])
        results = self._context.sample(operation, surface, sampler, packed, offset, gather_channel)
        return numpy.ascontiguousarray(results.T).view(dtype).reshape(*shape, 4)
