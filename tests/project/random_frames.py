"""Random programs of Vulkan draws for frame_player: what a seed gives is always the same.

Vertices lie on sixteenths of pixels, divided by powers of two, so that every renderer sees the same edges; shaders tell how far their
results can be apart (random_shaders). What two renderers may do differently for other reasons is left out."""
import json
import random
import struct
import subprocess

import numpy as np

import vulkan_formats as formats
from random_shaders import FILTER, ULP, FloatExpressions, IntegerExpressions, Value

# Vulkan's numbers
VERTEX, CONTROL, EVALUATION, GEOMETRY, FRAGMENT, COMPUTE = 1, 2, 4, 8, 16, 32
STAGE_FILES = {VERTEX: "vert", CONTROL: "tesc", EVALUATION: "tese", GEOMETRY: "geom", FRAGMENT: "frag", COMPUTE: "comp"}
COLOUR, DEPTH, STENCIL = 1, 2, 4
GENERAL, COLOUR_LAYOUT, DEPTH_LAYOUT, READ_LAYOUT, FROM_LAYOUT, TO_LAYOUT = 1, 2, 3, 5, 6, 7
FROM, TO, SAMPLED, STORAGE, COLOUR_TARGET, DEPTH_TARGET = 1, 2, 4, 8, 16, 32
UNIFORM_BUFFER, STORAGE_BUFFER, INDEX_BUFFER, VERTEX_BUFFER, INDIRECT_BUFFER, TEXEL_BUFFER = 16, 32, 64, 128, 256, 4
CONDITION_BUFFER, FEEDBACK_BUFFER, COUNTER_BUFFER = 0x200, 0x800, 0x1000
IMAGE_SAMPLER, STORAGE_IMAGE, TEXELS, UNIFORM, STORED = 1, 3, 4, 6, 7
TOPOLOGIES = "points lines line_strip triangles triangle_strip triangle_fan lines_adjacency line_strip_adjacency triangles_adjacency triangle_strip_adjacency patches".split()
INDEX_TYPES = {0: ("<u2", 0xFFFF), 1: ("<u4", 0xFFFFFFFF), 1000265000: ("<u1", 0xFF)}
ADD, SUBTRACT, REVERSE, MIN, MAX = range(5)


def word(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


class Target:
    """An image that passes draw into, and how far its contents may be apart by now."""

    def __init__(self, image, view, format, level=0):
        self.image, self.view, self.format, self.level = image, view, format, level
        self.error, self.large, self.layout = 0.0, 1.0, 0
        self.exact = True  # vertices lie on the steps of both rasterisers
        self.words = None  # integers: exact


class Program:
    """Lists of what frame_player makes and does."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.lists = {name: [] for name in "buffers images views texel_buffers samplers queries pipelines commands outputs".split()}
        self.data = bytearray()
        self.shaders = {}  # file name: text
        self.checks = []   # of each output: how it is compared
        self.exact_vertices = self.exact = self.draw.random() < 0.75
        self.lines = False
        self.view_mask = 0  # of the pass: views that its draws are repeated for
        self.waiting = []  # outputs of buffers, as they are at the end
        self.width, self.height = self.draw.choice([(32, 32), (64, 64), (64, 32), (32, 64), (128, 32)])

    def add(self, kind, **fields):
        self.lists[kind].append(fields)
        return len(self.lists[kind]) - 1

    def do(self, what, **fields):
        self.lists["commands"].append({"do": what, **fields})

    def store(self, content):
        while len(self.data) % 64:
            self.data.append(0)
        self.data += content
        return len(self.data) - len(content)

    def buffer(self, usage, content=None, size=0):
        if content is not None:
            return self.add("buffers", size=len(content), usage=usage, offset=self.store(content))
        return self.add("buffers", size=size, usage=usage)

    def image(self, number, extent, usage, kind=1, levels=1, layers=1, samples=1, flags=0, contents=()):
        """An image; contents are bytes of each level, all layers."""
        data = []
        for level, content in enumerate(contents):
            size = [max(1, side >> level) for side in extent]
            data.append({"offset": self.store(content), "level": level, "extent": size})
        return self.add("images", type=kind, format=number, extent=extent, levels=levels, layers=layers, samples=samples, usage=usage, flags=flags,
                        data=data, data_end=len(self.data))

    def view(self, image, number, kind=1, aspect=COLOUR, levels=(0, 1), layers=(0, 1), swizzle=(0, 0, 0, 0)):
        return self.add("views", image=image, format=number, type=kind, aspect=aspect, range=[*levels, *layers], swizzle=list(swizzle))

    def layout(self, image, layout):
        self.do("layout", image=image, layout=layout)

    def shader(self, stage, text):
        name = f"{len(self.shaders)}.{STAGE_FILES[stage]}"
        self.shaders[name] = text
        return [stage, name + ".spv"]

    def random_bytes(self, size):
        return self.draw.randbytes(size)

    def output(self, image, format, aspect, extent, check, layers=1, level=0):
        """Reads an image back, and says how it is compared."""
        bytes_each = format.bytes if aspect == COLOUR else {DEPTH: {124: 2}.get(format, 4), STENCIL: 1}[aspect]
        buffer = self.buffer(TO, size=extent[0] * extent[1] * extent[2] * layers * bytes_each)
        self.layout(image, FROM_LAYOUT)
        self.do("copy_to_buffer", image=image, buffer=buffer, offset=0, layers=[aspect, level, 0, layers], **{"from": [0, 0, 0]}, extent=extent)
        self.lists["outputs"].append(buffer)
        self.checks.append({**check, "width": extent[0]})

    def later(self, buffer, check):
        """Compares a buffer as it is at the end."""
        self.waiting.append((buffer, check))

    def finish(self):
        for buffer, check in self.waiting:
            self.lists["outputs"].append(buffer)
            self.checks.append(check)

    def write(self, folder):
        """Files of the program; raises CalledProcessError when a shader does not compile."""
        (folder / "program.json").write_text(json.dumps(self.lists))
        (folder / "data.bin").write_bytes(bytes(self.data))
        for name, text in self.shaders.items():
            (folder / name).write_text(text)
        compile_shaders(folder, self.shaders)


def compile_shaders(folder, shaders):
    for name in shaders:
        subprocess.run(["glslangValidator", "-V", "--quiet", "--target-env", "vulkan1.3", "-o", name + ".spv", name], cwd=folder, check=True,
                       stdout=subprocess.PIPE, text=True)
