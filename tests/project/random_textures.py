"""Textures for random programs: contents, samplers, and lookups whose error is known."""
import numpy as np

import vulkan_formats as formats
from random_frames import COLOUR, FROM, GENERAL, IMAGE_SAMPLER, READ_LAYOUT, SAMPLED, TO
from random_shaders import FILTER, ULP, Value

# Name: type of image, type of view, letters of GLSL's name, dimensions, layered
SHAPES = {"1d": (0, 0, "1D", 1, False), "2d": (1, 1, "2D", 2, False), "3d": (2, 2, "3D", 3, False), "cube": (1, 3, "Cube", 2, False),
          "1d_array": (0, 4, "1DArray", 1, True), "2d_array": (1, 5, "2DArray", 2, True)}
CUBE_COMPATIBLE = 16
REPEAT, MIRROR, TO_EDGE, BORDER, MIRROR_TO_EDGE = range(5)


def texels(draw, format, count):
    """Random contents of a format without NaN and infinities, of a magnitude below 2."""
    numbers = np.random.default_rng(draw.getrandbits(32))
    if format.kind == "float" and format.channels[0][1] in (16, 32):
        kind = f"<f{format.channels[0][1] // 8}"
        return (numbers.integers(-256, 257, count * len(format.channels)) / 256).astype(kind).tobytes()
    raw = numbers.integers(0, 256, count * format.bytes, dtype=np.uint8)
    if format.kind in ("float", "shared"):  # exponents below 16
        raw = raw.view("<u4") & np.uint32({"float": ~(1 << 10 | 1 << 21 | 1 << 31) & 0xFFFFFFFF, "shared": 0x7FFFFFFF}[format.kind])
    return raw.tobytes()


class Texture:
    """A texture with its sampler, bound as a combined one."""

    def __init__(self, program, integer=False, vertex=False):
        self.program, draw = program, program.draw
        self.shape = draw.choice(list(SHAPES))
        self.kind, self.view_kind, self.letters, self.dimensions, self.layered = SHAPES[self.shape]
        self.side = draw.choice([4, 8, 16, 32])
        self.levels = draw.randint(1, self.side.bit_length())
        self.layers = 6 if self.shape == "cube" else draw.randint(1, 4) if self.layered else 1
        self.extent = [self.side if axis < self.dimensions else 1 for axis in range(3)]
        blocks = not integer and self.dimensions == 2 and draw.random() < 0.3
        if blocks:
            self.name = draw.choice(list(formats.BLOCKS))
            number, block = formats.BLOCKS[self.name]
            contents = [b"".join(draw.randbytes(block) for _ in range(max(1, (self.side >> level) // 4)**2 * self.layers)) for level in range(self.levels)]
            self.prefix, self.large = "", 1.0
            steps = 127 if "SNORM" in self.name else 255
            self.coded = (3.5 if "SRGB" in self.name else 1.5) / steps  # roundings between the colours of a block are left open
        else:
            format = draw.choice([f for f in formats.TEXTURES if f.integer == integer])
            self.name, number = format.name, format.number
            contents = []
            for level in range(self.levels):
                count = self.layers
                for side in self.extent:
                    count *= max(1, side >> level)
                contents.append(texels(draw, format, count))
            self.coded = 1.5 / 1024 if format.kind == "srgb" else 0  # lavapipe's curve is a polynomial
            self.prefix = {"uint": "u", "sint": "i"}.get(format.kind, "")
            self.large = 2.0 if format.kind in ("float", "shared") else 1.0
        self.integer = integer
        image = program.image(number, self.extent, SAMPLED | TO | FROM, kind=self.kind, levels=self.levels, layers=self.layers,
                              flags=CUBE_COMPATIBLE if self.shape == "cube" else 0, contents=contents)
        program.layout(image, READ_LAYOUT)
        self.view = program.view(image, number, kind=self.view_kind, levels=(0, self.levels), layers=(0, self.layers))
        self.linear = not integer and draw.random() < 0.6
        address = [draw.choice([REPEAT, MIRROR, TO_EDGE, BORDER, MIRROR_TO_EDGE]) for _ in range(3)] if self.shape != "cube" else [TO_EDGE] * 3
        self.mip_linear = draw.random() < 0.3 and not integer
        self.sampler = program.add("samplers", mag=int(self.linear), min=int(self.linear), mip=int(self.mip_linear), address=address, bias=0, anisotropy=1, compare=-1,
                                   lod=[0, 1000], border=draw.choice([1, 3, 5]) if integer else draw.choice([0, 2, 4]), texels=False)

    def declaration(self, binding, name):
        return f"layout(binding = {binding}) uniform {self.prefix}sampler{self.letters} {name};"

    def element(self):
        return {"view": self.view, "sampler": self.sampler, "layout": READ_LAYOUT}

    def coordinate(self, place):
        """Exact coordinates from a place (a vec2 of pixels), off texel borders; where they lie in a cube decides their largest component."""
        draw = self.program.draw
        scale = draw.choice([1, 2, 4]) / self.side / 2
        shift = draw.randint(-4, 4) / self.side + 1 / (64 * self.side)
        base = f"({place} * {scale!r} + {shift!r})"
        if self.shape == "cube":
            return f"vec3({draw.choice(['1.0', '-1.0', '0.5 + 0.5', '-2.0 + 1.0'])}, fract({base}) * 1.5 - 0.75){draw.choice(['', '.yxz', '.zyx', '.yzx'])}"
        layer = f", {draw.randint(0, 4)}.0" if self.layered else ""
        third = f", {draw.randint(-8, 8) / 16 + 1 / 64!r}"
        return {1: f"{base}.x" if not layer else f"vec2({base}.x{layer})", 2: base if not layer else f"vec3({base}{layer})", 3: f"vec3({base}{third})"}[self.dimensions]

    def lookup(self, name, place):
        """Text of a lookup at a place, and how far two results can be apart."""
        draw = self.program.draw
        level = draw.randint(0, self.levels - 1)
        if self.shape != "cube" and draw.random() < 0.3:
            side = max(1, self.side >> level)
            at = {1: f"int({place}.x) & {side - 1}", 2: f"ivec2({place}) & {side - 1}", 3: f"ivec3({place}, {draw.randint(0, 31)}) & {side - 1}"}[self.dimensions]
            if self.layered:
                at = f"ivec{self.dimensions + 1}({at}, {draw.randint(0, self.layers - 1)})"
            return f"texelFetch({name}, {at}, {level})", self.coded + 4 * ULP * self.large
        part = draw.choice([0, 0.5, 0.25]) if self.mip_linear else 0
        error = self.coded + self.large * ((2 * FILTER * self.dimensions if self.linear else 0) + (2 / 128 if part else 0) + 4 * ULP)
        return f"textureLod({name}, {self.coordinate(place)}, {level + part!r})", error

    def value(self, name, place):
        text, error = self.lookup(name, place)
        if self.integer:
            return Value(f"(vec4({text} & {self.prefix.replace('i', '')}{'vec4' if self.prefix == 'u' else 'ivec4'}(255)) * 0.00390625)", 1, 0)
        return Value(text, self.large, error)

    def integer_value(self, name, place):
        return f"uvec4({self.lookup(name, place)[0]})"
