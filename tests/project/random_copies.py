"""Random copies, clears and blits between images of all kinds and buffers: what they leave is the same to the bit."""
import vulkan_formats as formats
from random_frames import COLOUR, FROM, FROM_LAYOUT, GENERAL, SAMPLED, TO, word

KINDS = {"1d": (0, 1), "2d": (1, 2), "3d": (2, 3)}  # type of image, dimensions
NEAREST = 0


class CopiedImage:
    """An image with random contents of all its levels and layers. Formats of blocks count in blocks of 4x4."""

    def __init__(self, program, draw, size=None):
        self.program = program
        names = [name for name, f in formats.ALL.items() if f in formats.TARGETS] + list(formats.BLOCKS)
        names = [name for name in names if size is None or self.texel_bytes(name) == size]
        self.name = draw.choice(names)
        self.blocks = self.name in formats.BLOCKS
        self.number = formats.BLOCKS[self.name][0] if self.blocks else formats.ALL[self.name].number
        self.bytes, self.side = self.texel_bytes(self.name), 4 if self.blocks else 1
        self.kind = "2d" if self.blocks else draw.choice(["1d", "2d", "2d", "2d", "3d"])
        kind, dimensions = KINDS[self.kind]
        self.extent = [draw.choice([3, 8, 17, 32, 45, 64]) if axis < dimensions else 1 for axis in range(3)]
        if self.kind == "3d":
            self.extent[2] = draw.randint(2, 6)
        self.levels = draw.randint(1, min(4, max(self.extent).bit_length()))
        self.layers = 1 if self.kind == "3d" else draw.choice([1, 1, 2, 5])
        contents = [draw.randbytes(self.bytes_of(self.size_of(level)) * self.layers) for level in range(self.levels)]
        self.image = program.image(self.number, self.extent, FROM | TO | SAMPLED, kind=kind, levels=self.levels, layers=self.layers, contents=contents)
        program.layout(self.image, GENERAL)

    @staticmethod
    def texel_bytes(name):
        return formats.BLOCKS[name][1] if name in formats.BLOCKS else formats.ALL[name].bytes

    def size_of(self, level):
        return [max(1, side >> level) for side in self.extent]

    def bytes_of(self, size):
        return -(-size[0] // self.side) * -(-size[1] // self.side) * size[2] * self.bytes

    def region(self, draw, most=None):
        """A level, layers, an offset and a size in texels, of at most so many blocks a side."""
        level = draw.randrange(self.levels)
        offset, extent = [], []
        for axis, side in enumerate(self.size_of(level)):
            unit = self.side if axis < 2 else 1
            count = -(-side // unit)
            first = draw.randrange(count)
            length = draw.randint(1, min(count - first, most[axis] if most else count))
            offset.append(first * unit)
            extent.append(min(length * unit, side - first * unit))
        layer = draw.randrange(self.layers)
        return level, [layer, draw.randint(1, self.layers - layer)], offset, extent

    def output(self):
        """Reads everything back, level by level, as words."""
        for level in range(self.levels):
            size = self.size_of(level)
            buffer = self.program.buffer(TO, size=-(-self.bytes_of(size) * self.layers // 4) * 4)
            self.program.do("copy_to_buffer", image=self.image, buffer=buffer, offset=0, layers=[COLOUR, level, 0, self.layers], **{"from": [0, 0, 0]}, extent=size)
            self.program.lists["outputs"].append(buffer)
            self.program.checks.append({"format": "buffer", "error": 0, "exact": True, "image": f"{self.name} {self.kind} {self.extent} level {level}"})


class Copies:
    """A few images and buffers, and what is done with them in turn."""

    def __init__(self, program, draw):
        self.program, self.draw = program, draw
        self.images = [CopiedImage(program, draw)]
        for _ in range(draw.randint(1, 2)):  # often of another format whose texels are as large
            self.images.append(CopiedImage(program, draw, self.images[0].bytes if draw.random() < 0.7 else None))
        self.buffer = program.buffer(FROM | TO, draw.randbytes(4096))

    def from_buffer(self):
        image = self.draw.choice(self.images)
        level, (first, layers), offset, extent = image.region(self.draw)
        source = self.program.buffer(FROM, self.draw.randbytes(image.bytes_of(extent) * layers + 64))
        place = self.draw.choice([0, 1, 2]) * 16 if image.bytes in (1, 2, 4, 8, 16) else 0
        self.program.do("copy_from_buffer", image=image.image, buffer=source, offset=place, layers=[COLOUR, level, first, layers], to=offset, extent=extent)

    def between(self):
        pairs = [(a, b) for a in self.images for b in self.images if a is not b and a.bytes == b.bytes and a.kind == b.kind]
        if not pairs:
            return
        source, target = self.draw.choice(pairs)
        level, (first, layers), offset, extent = target.region(self.draw)
        blocks = [-(-side // (target.side if axis < 2 else 1)) for axis, side in enumerate(extent)]
        from_level, (from_first, from_layers), from_offset, from_extent = source.region(self.draw, blocks)
        from_blocks = [-(-side // (source.side if axis < 2 else 1)) for axis, side in enumerate(from_extent)]
        if source.blocks != target.blocks and any(side % 4 for side in (from_extent if source.blocks else extent)[:2]):
            return  # a part of a block has no texel beside it
        sized = [min(count * target.side if axis < 2 else count, side) for axis, (count, side) in enumerate(zip(from_blocks, extent))]
        if source.blocks and target.blocks and sized != from_extent:
            return
        layers = min(layers, from_layers)
        self.program.do("copy_image", **{"from": source.image}, to=target.image, from_layers=[COLOUR, from_level, from_first, layers], to_layers=[COLOUR, level, first, layers],
                        from_offset=from_offset, to_offset=offset, extent=from_extent)

    def clear(self):
        image = self.draw.choice([i for i in self.images if not i.blocks] or [None])
        if image is None:
            return
        form = formats.ALL[image.name]
        level, layer = self.draw.randrange(image.levels), self.draw.randrange(image.layers)
        most = [(1 << min(31, form.bits_of(c) - (form.kind == "sint"))) - 1 if form.bits_of(c) else 0 for c in "rgba"]
        value = [self.draw.randint(0, m) for m in most] if form.integer else [word(self.draw.choice([0, 1])) for _ in range(4)]
        self.program.do("clear_image", image=image.image, range=[level, self.draw.randint(1, image.levels - level), layer, self.draw.randint(1, image.layers - layer)], clear=value)

    def blit(self):
        """Texels at another size: the nearest ones, in whole ratios, from one image to itself or another of its format."""
        image = self.draw.choice([i for i in self.images if not i.blocks and i.kind == "2d" and i.layers > 1 and formats.ALL[i.name].kind in ("unorm", "uint", "sint", "snorm")] or [None])
        if image is None or image.extent[0] < 8 or image.extent[1] < 8 or formats.ALL[image.name].kind == "snorm":
            return
        size, ratio = [4, 4], self.draw.choice([1, 2])
        corners = [[0, 0, 0], [size[0] * ratio, size[1] * ratio, 1]]
        if self.draw.random() < 0.5:
            corners[0][0], corners[1][0] = corners[1][0], corners[0][0]
        start = [self.draw.randint(0, image.extent[0] - 4), self.draw.randint(0, image.extent[1] - 4)]
        self.program.do("blit", **{"from": image.image}, to=image.image, from_layers=[COLOUR, 0, 0, 1], to_layers=[COLOUR, 0, 1, 1],
                        from_corners=[[*start, 0], [start[0] + 4, start[1] + 4, 1]], to_corners=corners, filter=NEAREST)

    def words(self):
        kind = self.draw.choice(["fill", "update", "copy"])
        if kind == "fill":
            self.program.do("fill_buffer", buffer=self.buffer, offset=4 * self.draw.randint(0, 500), size=4 * self.draw.randint(1, 500), word=self.draw.getrandbits(32))
        elif kind == "update":
            self.program.do("update_buffer", buffer=self.buffer, offset=4 * self.draw.randint(0, 500), words=[self.draw.getrandbits(32) for _ in range(self.draw.randint(1, 40))])
        else:
            first, second = self.draw.randint(0, 1000), self.draw.randint(2048, 3000)
            self.program.do("copy_buffer", **{"from": self.buffer}, to=self.buffer, from_offset=first, to_offset=second, size=self.draw.randint(1, 1000))

    def record(self):
        for _ in range(self.draw.randint(3, 8)):
            self.draw.choice([self.from_buffer, self.between, self.between, self.clear, self.blit, self.words])()
            self.program.do("barrier")
        for image in self.images:
            image.output()
        self.program.later(self.buffer, {"format": "buffer", "error": 0, "exact": True})


def record_copies(program, draw):
    Copies(program, draw).record()
