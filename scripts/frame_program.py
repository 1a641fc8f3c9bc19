"""Small Vulkan programs for tests/project/frame_player, and their recordings through Mesa's driver for Kaby Lake."""
import json
import pathlib
import struct
import subprocess
import tempfile

# Vulkan's numbers
R8, RG8, RGBA8, RGBA16F, RGBA32F, RGBA8_SRGB, BC7, D32 = 9, 16, 37, 97, 109, 43, 145, 126
SAMPLED, COLOUR_TARGET, DEPTH_TARGET, TO, FROM = 4, 16, 32, 2, 1
COLOUR_LAYOUT, DEPTH_LAYOUT, READ_LAYOUT, FROM_LAYOUT = 2, 3, 5, 6
VERTEX, FRAGMENT = 1, 16
TRIANGLES, STRIP = 3, 4
IMAGE_SAMPLER, UNIFORM, STORED = 1, 6, 7
STORAGE_BUFFER, INDEX_BUFFER, VERTEX_BUFFER = 32, 64, 128
NEAREST, LINEAR = 0, 1
REPEAT, CLAMP = 0, 2
LOAD, CLEAR, ANY = 0, 1, 2
LESS, ALWAYS = 1, 7
OPAQUE = [False, 1, 0, 0, 1, 0, 0, 15]
ALPHA = [True, 6, 7, 0, 1, 7, 0, 15]  # source alpha, one minus source alpha
ADDED = [True, 1, 7, 0, 1, 7, 0, 15]  # one, one minus source alpha
FACE = [0, 0, 0, 7, 255, 255, 0]
NO_DEPTH = {"test": False, "write": False, "compare": ALWAYS, "stencil": False, "front": FACE, "back": FACE}

WITH_DEPTH = {**NO_DEPTH, "test": True, "write": True, "compare": LESS}

FULL_SCREEN = """#version 460
void main() { gl_Position = vec4(vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2) * 2.0 - 1.0, 0.5, 1.0); }
"""


def floats(numbers):
    return struct.pack(f"<{len(numbers)}f", *numbers)


def words(numbers):
    return list(struct.unpack(f"<{len(numbers)}I", floats(numbers)))


class Program:
    """Lists of what frame_player makes and does, and the shaders' texts."""

    def __init__(self):
        self.lists = {name: [] for name in "buffers images views texel_buffers samplers queries pipelines commands outputs".split()}
        self.data, self.shaders = bytearray(), {}
        self.sampler_of = {}

    def add(self, kind, **fields):
        self.lists[kind].append(fields)
        return len(self.lists[kind]) - 1

    def do(self, what, **fields):
        self.lists["commands"].append({"do": what, **fields})

    def store(self, content):
        self.data += bytes(-len(self.data) % 64)
        self.data += content
        return len(self.data) - len(content)

    def buffer(self, usage, content):
        return self.add("buffers", size=len(content), usage=usage, offset=self.store(content))

    def image(self, format, width, height, usage, levels=()):
        """An image; without levels it has whatever its memory held, zeros. Returns (image, view)."""
        data = [{"offset": self.store(content), "level": level, "extent": [max(1, width >> level), max(1, height >> level), 1]}
                for level, content in enumerate(levels)]
        depth = usage & DEPTH_TARGET != 0
        image = self.add("images", type=1, format=format, extent=[width, height, 1], levels=max(1, len(levels)), layers=1, samples=1,
                         usage=usage | TO, flags=0, data=data, data_end=len(self.data))
        view = self.add("views", image=image, format=format, type=1, aspect=2 if depth else 1, range=[0, max(1, len(levels)), 0, 1], swizzle=[0, 0, 0, 0])
        return image, view

    def sampler(self, filter=NEAREST, address=CLAMP, anisotropy=1, mip=0):
        key = (filter, address, anisotropy, mip)
        if key not in self.sampler_of:
            self.sampler_of[key] = self.add("samplers", mag=filter, min=filter, mip=mip, address=[address] * 3, bias=0, anisotropy=anisotropy, compare=-1,
                                            lod=[0, 16], border=0, texels=False)
        return self.sampler_of[key]

    def shader(self, stage, text):
        name = next((name for name, known in self.shaders.items() if known == text), None)
        if name is None:
            name = f"{len(self.shaders)}.{'vert' if stage == VERTEX else 'frag'}"
            self.shaders[name] = text
        return [stage, name + ".spv"]

    def pipeline(self, vertex, fragment, target, size, bindings=(), topology=TRIANGLES, blend=OPAQUE, depth=None, inputs=None, cull=0):
        """Bindings are lists of descriptors by their number: ("view", view, sampler) or ("stored", buffer)."""
        described = []
        for number, binding in enumerate(bindings):
            if binding[0] == "view":
                described.append({"binding": number, "type": IMAGE_SAMPLER, "elements": [{"view": binding[1], "sampler": binding[2], "layout": READ_LAYOUT}]})
            else:
                described.append({"binding": number, "type": STORED, "elements": [{"buffer": binding[1]}]})
        strides, attributes = inputs or ([], [])
        raster = {"depth_clip": True, "provoking": 0, "line_mode": 0, "depth_clamp": False, "discard": False, "polygon": 0, "cull": cull, "front": 0,
                  "depth_bias": [], "line_width": 1.0, "sample_mask": 0xFFFFFFFF, "samples": 1, "sample_shading": 0, "alpha_to_coverage": False,
                  "alpha_to_one": False}
        return self.add("pipelines", stages=[self.shader(VERTEX, vertex), self.shader(FRAGMENT, fragment)], bindings=described,
                        vertex_buffers=[[stride, 0, 1] for stride in strides], attributes=attributes, topology=topology, restart=False, patch=3,
                        viewports=[[0, 0, *size, 0, 1]], scissors=[[0, 0, *size]], raster=raster, depth=depth or NO_DEPTH, blends=[blend], logic=-1,
                        blend_constants=[0, 0, 0, 0], colour_formats=[target], depth_format=D32 if depth else 0, stencil_format=0)

    def begin(self, view, size, load=ANY, depth=None, clear=(0, 0, 0, 0)):
        colours = [{"view": view, "layout": COLOUR_LAYOUT, "load": load, "store": 0, "clear": list(clear)}]
        more = {"depth": {"view": depth, "layout": DEPTH_LAYOUT, "load": CLEAR, "store": 0, "clear": [1.0, 0]}} if depth is not None else {}
        self.do("begin", colours=colours, area=[0, 0, *size], layers=1, **more)

    def draw(self, pipeline, vertices, instances=1, first_instance=0, push=()):
        self.do("bind", pipeline=pipeline, push=list(push) + [0] * (16 - len(push)))
        self.do("draw", numbers=[vertices, instances, 0, first_instance])

    def layout(self, image, layout):
        self.do("layout", image=image, layout=layout)

    def target(self, format, size):
        """An image that passes draw into and others read: (image, view), ready to be drawn into."""
        image, view = self.image(format, *size, COLOUR_TARGET | SAMPLED | FROM)
        self.layout(image, COLOUR_LAYOUT)
        return image, view

    def source(self, format, size, levels=()):
        image, view = self.image(format, *size, SAMPLED, levels)
        self.layout(image, READ_LAYOUT)
        return image, view

    def picture(self, image, size):
        """Leaves an image in memory, which a run then has as bytes."""
        buffer = self.add("buffers", size=size[0] * size[1] * 4, usage=TO)
        self.layout(image, FROM_LAYOUT)
        self.do("copy_to_buffer", image=image, buffer=buffer, offset=0, layers=[1, 0, 0, 1], **{"from": [0, 0, 0]}, extent=[*size, 1])
        self.lists["outputs"].append(buffer)

    def record(self, command, player, recording):
        """Compiles the shaders and records the program. Raises CalledProcessError."""
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "program.json").write_text(json.dumps(self.lists))
            (folder / "data.bin").write_bytes(bytes(self.data))
            for name, text in self.shaders.items():
                (folder / name).write_text(text)
                subprocess.run(["glslangValidator", "-V", "--quiet", "--target-env", "vulkan1.3", "-o", name + ".spv", name], cwd=folder, check=True)
            subprocess.run([command, "capture", "--force", "-q", "-o", recording, "--", player, folder / "program.json", folder], cwd=folder, check=True)
