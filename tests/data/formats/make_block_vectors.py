#!/usr/bin/python3
"""Makes the block vectors of this folder: random blocks of every mode, decoded by OpenImageIO (Debian: python3-openimageio, python3-numpy)."""
import random
import struct
import tempfile

import numpy
import OpenImageIO

COLUMNS = 16  # blocks in a row of the image


def any_block(size):
    return bytes(random.getrandbits(8) for _ in range(size))


def with_low_bits(block, count, value):
    number = int.from_bytes(block, "little")
    return (number >> count << count | value).to_bytes(len(block), "little")


def bc7_blocks():
    return [with_low_bits(any_block(16), mode + 1, 1 << mode) for mode in range(8) for _ in range(48)]


def bc6h_blocks():
    modes = [(0, 2), (1, 2)] + [(mode, 5) for mode in (2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15)]
    return [with_low_bits(any_block(16), bits, mode) for mode, bits in modes for _ in range(32)]


def bc1_blocks():
    blocks = [any_block(8) for _ in range(256)]
    return [block[:2] * 2 + block[4:] if n % 16 == 0 else block for n, block in enumerate(blocks)]


def dds(blocks, code):
    """A DDS file: `code` is a DXGI format number or four characters."""
    width, height = 4 * COLUMNS, len(blocks) // COLUMNS * 4
    header = b"DDS " + struct.pack("<7I", 124, 0x81007, height, width, len(blocks) * len(blocks[0]), 0, 0) + bytes(44)
    header += struct.pack("<2I4s5I", 32, 4, code if isinstance(code, bytes) else b"DX10", 0, 0, 0, 0, 0)
    header += struct.pack("<5I", 0x1000, 0, 0, 0, 0)
    if not isinstance(code, bytes):
        header += struct.pack("<5I", code, 3, 0, 1, 0)
    return header + b"".join(blocks)


def decoded(file_bytes, as_half):
    with tempfile.NamedTemporaryFile(suffix=".dds") as file:
        file.write(file_bytes)
        file.flush()
        keep_alpha = OpenImageIO.ImageSpec()
        keep_alpha.attribute("oiio:UnassociatedAlpha", 1)
        image = OpenImageIO.ImageInput.open(file.name, keep_alpha)
        pixels = numpy.array(image.read_image(OpenImageIO.HALF if as_half else OpenImageIO.UINT8))
    return pixels.view(numpy.uint16) if as_half else pixels


random.seed(20)
for name, code, blocks in [
    ("BC7_UNORM", 98, bc7_blocks()),
    ("BC6H_UF16", 95, bc6h_blocks()),
    ("BC6H_SF16", 96, bc6h_blocks()),
    ("BC1_UNORM", b"DXT1", bc1_blocks()),
    ("BC2_UNORM", b"DXT3", [any_block(16) for _ in range(128)]),
    ("BC3_UNORM", b"DXT5", [any_block(16) for _ in range(128)]),
    ("BC4_UNORM", b"ATI1", [any_block(8) for _ in range(256)]),
    ("BC5_UNORM", b"ATI2", [any_block(16) for _ in range(128)]),
]:
    numpy.save(f"{name}.blocks.npy", numpy.frombuffer(b"".join(blocks), dtype=numpy.uint8))
    numpy.save(f"{name}.texels.npy", decoded(dds(blocks, code), "BC6H" in name))
