"""Formats of Vulkan for programs of draws: their numbers, their bits, and how near two renderers' contents are."""
import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Format:
    """A format of colours. Channels are (name, bits) from the lowest bit on; kind is unorm, snorm, uint, sint, float or srgb."""
    name: str
    number: int
    channels: tuple
    kind: str
    blends: bool = False  # both renderers blend it
    filters: bool = True

    @property
    def bytes(self):
        return sum(bits for _, bits in self.channels) // 8

    @property
    def integer(self):
        return self.kind in ("uint", "sint")

    def bits_of(self, channel):
        return dict(self.channels).get(channel, 0)


def channels(text):
    """Channels of a text such as `b5 g6 r5`."""
    return tuple((word[0], int(word[1:])) for word in text.split())


# First number and kinds in the order of Vulkan's numbers; "-" where nobody uses the kind.
KINDS8 = "unorm snorm uscaled sscaled uint sint srgb".split()
KINDS16 = "unorm snorm uscaled sscaled uint sint float".split()
KINDS32 = "uint sint float".split()
FAMILIES = [
    ("R8", 9, "r8", KINDS8), ("R8G8", 16, "r8 g8", KINDS8), ("R8G8B8", 23, "r8 g8 b8", KINDS8), ("R8G8B8A8", 37, "r8 g8 b8 a8", KINDS8),
    ("B8G8R8A8", 44, "b8 g8 r8 a8", KINDS8), ("A8B8G8R8", 51, "r8 g8 b8 a8", KINDS8),
    ("A2R10G10B10", 58, "b10 g10 r10 a2", KINDS8[:6]), ("A2B10G10R10", 64, "r10 g10 b10 a2", KINDS8[:6]),
    ("R16", 70, "r16", KINDS16), ("R16G16", 77, "r16 g16", KINDS16), ("R16G16B16", 84, "r16 g16 b16", KINDS16), ("R16G16B16A16", 91, "r16 g16 b16 a16", KINDS16),
    ("R32", 98, "r32", KINDS32), ("R32G32", 101, "r32 g32", KINDS32), ("R32G32B32", 104, "r32 g32 b32", KINDS32), ("R32G32B32A32", 107, "r32 g32 b32 a32", KINDS32),
]
PACKED = [("B4G4R4A4", 3, "a4 r4 g4 b4", "unorm"), ("R5G6B5", 4, "b5 g6 r5", "unorm"), ("B5G6R5", 5, "r5 g6 b5", "unorm"),
          ("A1R5G5B5", 8, "b5 g5 r5 a1", "unorm"), ("B10G11R11", 122, "r11 g11 b10", "float"), ("E5B9G9R9", 123, "r9 g9 b9 e5", "shared")]
NO_BLENDING = {"B4G4R4A4_unorm", "B5G6R5_unorm"}
ALL = {}
for family, first, text, kinds in FAMILIES:
    for place, kind in enumerate(kinds):
        ALL[f"{family}_{kind}"] = Format(f"{family}_{kind}", first + place, channels(text), kind)
for family, number, text, kind in PACKED:
    ALL[f"{family}_{kind}"] = Format(f"{family}_{kind}", number, channels(text), kind)

# Those that both drivers take, as vulkaninfo lists them.
TARGETS = [ALL[name] for name in """
    R8_unorm R8_snorm R8_uint R8_sint R8G8_unorm R8G8_snorm R8G8_uint R8G8_sint R8G8B8A8_unorm R8G8B8A8_snorm R8G8B8A8_uint R8G8B8A8_sint R8G8B8A8_srgb
    B8G8R8A8_unorm B8G8R8A8_srgb A8B8G8R8_unorm A8B8G8R8_snorm A8B8G8R8_uint A8B8G8R8_sint A8B8G8R8_srgb A2R10G10B10_unorm A2B10G10R10_unorm A2B10G10R10_uint
    R16_unorm R16_snorm R16_uint R16_sint R16_float R16G16_unorm R16G16_snorm R16G16_uint R16G16_sint R16G16_float
    R16G16B16A16_unorm R16G16B16A16_snorm R16G16B16A16_uint R16G16B16A16_sint R16G16B16A16_float R32_uint R32_sint R32_float R32G32_uint R32G32_sint R32G32_float
    R32G32B32A32_uint R32G32B32A32_sint R32G32B32A32_float B4G4R4A4_unorm R5G6B5_unorm B5G6R5_unorm A1R5G5B5_unorm B10G11R11_float""".split()]
BLENDED = {"R32_float", "R5G6B5_unorm", "A1R5G5B5_unorm", "R8_unorm", "R8G8_unorm", "R8G8B8A8_unorm", "A8B8G8R8_unorm", "A2B10G10R10_unorm", "R16_unorm",
           "R16_float", "R16G16_unorm", "R16G16_float", "R16G16B16A16_unorm", "R16G16B16A16_float", "R32G32_float", "R32G32B32A32_float", "B10G11R11_float",
           "R8G8B8A8_srgb", "B8G8R8A8_srgb", "A8B8G8R8_srgb", "B8G8R8A8_unorm", "A2R10G10B10_unorm"}
TEXTURES = TARGETS + [ALL["E5B9G9R9_shared"]]
STORAGE = [ALL[name] for name in ("R32_float R32_uint R32_sint R8_unorm R8G8B8A8_unorm R8G8B8A8_snorm R16_float R16G16_float R16G16B16A16_float R32G32B32A32_float "
                                  "R8_uint R8G8B8A8_uint R16_uint R16G16B16A16_uint R32G32_uint R32G32B32A32_uint R8G8B8A8_sint R16G16B16A16_sint").split()]
VERTEX_KINDS = {"float": "unorm snorm uscaled sscaled float".split(), "uint": ["uint"], "int": ["sint"]}
VERTICES = [format for name, format in ALL.items()
            if not name.startswith(("B8G8R8A8_s", "B8G8R8A8_ui", "B4", "R5", "B5", "A1", "E5", "R8G8B8_srgb", "R8_srgb")) and format.kind != "srgb"
            and name not in ("A2R10G10B10_sint", "A2B10G10R10_sint", "B8G8R8A8_uscaled")]

# Blocks: number, bytes, what they hold at most, steps of the filter's error
BLOCKS = {"BC1_RGB": (131, 8), "BC1_RGB_SRGB": (132, 8), "BC1": (133, 8), "BC1_SRGB": (134, 8), "BC2": (135, 16), "BC2_SRGB": (136, 16), "BC3": (137, 16),
          "BC3_SRGB": (138, 16), "BC4": (139, 8), "BC4_SNORM": (140, 8), "BC5": (141, 16), "BC5_SNORM": (142, 16), "BC7": (145, 16), "BC7_SRGB": (146, 16)}

DEPTHS = {"D16": (124, 2), "X8_D24": (125, 4), "D32": (126, 4), "S8": (127, 1), "D24_S8": (129, 4), "D32_S8": (130, 4)}


def words_of(format, data):
    """Stored integers of each channel of each pixel: {channel: array}."""
    if all(bits % 8 == 0 for _, bits in format.channels):
        out, at = {}, 0
        raw = np.frombuffer(data, np.uint8).reshape(-1, format.bytes)
        for channel, bits in format.channels:
            part = np.ascontiguousarray(raw[:, at:at + bits // 8])
            out[channel] = part.view(f"<u{bits // 8}").reshape(-1).astype(np.uint64)
            at += bits // 8
        return out
    packed, at, out = np.frombuffer(data, f"<u{format.bytes}").astype(np.uint64), 0, {}
    for channel, bits in format.channels:
        out[channel] = packed >> np.uint64(at) & np.uint64((1 << bits) - 1)
        at += bits
    return out


def small_float(word, bits):
    """Floats of 10 and 11 bits: 5 of exponent, no sign."""
    mantissa_bits = bits - 5
    mantissa, exponent = (word & np.uint64((1 << mantissa_bits) - 1)).astype(float), (word >> np.uint64(mantissa_bits)).astype(int)
    special = np.where(mantissa > 0, np.nan, np.inf)
    return np.where(exponent == 31, special, np.where(exponent == 0, mantissa * 2.0**(-14 - mantissa_bits), (1 + mantissa / 2**mantissa_bits) * 2.0**(exponent - 15)))


def values_of(format, data):
    """Numbers that pixels stand for: {channel: array of doubles}; sRGB stays encoded."""
    values = {}
    for channel, word in words_of(format, data).items():
        bits = format.bits_of(channel)
        signed = np.where(word >> np.uint64(bits - 1) > 0, word.astype(float) - 2.0**bits, word.astype(float))
        if format.kind in ("unorm", "srgb"):
            value = word.astype(float) / (2**bits - 1)
        elif format.kind == "snorm":
            value = np.maximum(-1, signed / (2**(bits - 1) - 1))
        elif format.kind == "uint":
            value = word.astype(float)
        elif format.kind == "sint":
            value = signed
        elif bits in (16, 32):
            value = word.astype(f"<u{bits // 8}").view(f"<f{bits // 8}").astype(float)
        else:
            value = small_float(word, bits)
        values[channel] = value
    return values


def step_of(format, channel, largest):
    """Distance of two neighbouring values, of floats at the largest magnitude."""
    bits = format.bits_of(channel)
    if format.kind in ("unorm", "srgb"):
        return 1 / (2**bits - 1)
    if format.kind == "snorm":
        return 1 / (2**(bits - 1) - 1)
    if format.kind == "float":
        return max(largest, 2.0**-14) * 2.0**-{32: 22, 16: 10, 11: 6, 10: 5}[bits]
    return 0
