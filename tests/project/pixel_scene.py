"""A small scene for one pixel shader: triangles, points or samples in several targets, drawn by frame_player. Vertices lie on sixteenths of pixels,
so that every renderer sees the same edges; shaders take coordinates from gl_FragCoord, which is exact."""
import numpy as np

import vulkan_formats as formats
from random_frames import (COLOUR, COLOUR_LAYOUT, COLOUR_TARGET, DEPTH, DEPTH_LAYOUT, DEPTH_TARGET, FRAGMENT, FROM, GENERAL, IMAGE_SAMPLER, READ_LAYOUT, SAMPLED, STENCIL,
                           STORAGE, STORAGE_BUFFER, STORAGE_IMAGE, STORED, TEXELS, TEXEL_BUFFER, TO, TOPOLOGIES, UNIFORM, UNIFORM_BUFFER, VERTEX, VERTEX_BUFFER, Program, Target, word)
from random_passes import dump_samples
from random_textures import CUBE_COMPATIBLE, texels

DEVICE_ADDRESS = 0x20000
SIDE = 64  # pixels of the targets
FLOATS, WORDS = "R32G32B32A32_float", "R32G32B32A32_uint"
# Name: type of image, type of view, GLSL's name, dimensions, layers
SHAPES = {"1d": (0, 0, "1D", 1, 1), "2d": (1, 1, "2D", 2, 1), "3d": (2, 2, "3D", 3, 1), "cube": (1, 3, "Cube", 2, 6), "1d_array": (0, 4, "1DArray", 1, 3),
          "2d_array": (1, 5, "2DArray", 2, 3), "cube_array": (1, 6, "CubeArray", 2, 12)}
TRIANGLES = [((2, 3), 1, 0.25), ((61, 5), 2, 0.5), ((7, 60), 4, 0.75), ((60, 8), 1, 0.5), ((62, 61.5), 1, 0.25), ((10, 58), 1, 0.875),
             ((30.5, 20.25), 1, 0.125), ((34, 22), 1, 0.125), ((31, 27), 1, 0.125), ((40, 30), 1, 0.75), ((41.0625, 45), 1, 0.75), ((44, 33), 1, 0.75)]
POINTS = [((5 + 9 * i, 8 + 7 * (i * 5 % 7)), 1, i / 8) for i in range(6)]
KEEP = [0, 0, 0, 7, 255, 255, 0]
REPLACE = [0, 2, 0, 7, 255, 255, 1]
GLSL_TYPES = {"float": "vec4", "unorm": "vec4", "snorm": "vec4", "srgb": "vec4", "uint": "uvec4", "sint": "ivec4"}


class Scene:
    """A program with one draw, whose fragment shader a case writes into `body` and `declarations`."""

    def __init__(self, name):
        self.name, self.program = name, Program(name)
        self.program.width = self.program.height = SIDE
        self.program.exact = self.program.exact_vertices = True
        self.draw = self.program.draw
        self.bindings, self.declarations, self.extensions, self.body, self.varyings = [], [], set(), [], []
        self.targets, self.errors, self.samples, self.depth = [FLOATS], [0.0], 1, None
        self.vertices, self.topology, self.layers, self.instances = TRIANGLES, "triangles", 1, 1
        self.point_size = "7.0"
        self.depth_state = {"test": False, "write": False, "compare": 0, "stencil": False, "front": KEEP, "back": KEEP}
        self.raster = {"depth_clip": True, "provoking": 0, "line_mode": 0, "depth_clamp": False, "discard": False, "polygon": 0, "cull": 0, "front": 0, "depth_bias": [],
                       "line_width": 1.0, "sample_mask": 0xFFFFFFFF, "sample_shading": 0, "alpha_to_coverage": False, "alpha_to_one": False}
        self.blend = [False, 1, 0, 0, 1, 0, 0, 15]
        self.mode, self.vertex_lines, self.outputs, self.kept = "", [], None, []
        self.vertex_declarations, self.view_mask, self.addresses = [], 0, []
        self.push = [word(n / 8) for n in range(-8, 8)]

    # Resources

    def bind(self, kind, elements, declaration):
        """Returns the name; the declaration has its binding as {b} and the name as {n}."""
        name = f"r{len(self.bindings)}"
        self.declarations.append(declaration.replace("{b}", str(len(self.bindings))).replace("{n}", name))
        self.bindings.append({"binding": len(self.bindings), "type": kind, "elements": elements})
        return name

    def sampler(self, **changes):
        fields = {"mag": 0, "min": 0, "mip": 0, "address": [0, 0, 0], "bias": 0, "anisotropy": 1, "compare": -1, "lod": [0, 1000], "border": 0, "texels": False}
        return self.program.add("samplers", **{**fields, **changes})

    def texture(self, shape, format="R8G8B8A8_unorm", side=16, levels=3, swizzle=(0, 0, 0, 0), **sampler):
        """Random texels of a power of two a side."""
        kind, view_kind, letters, dimensions, layers = SHAPES[shape]
        form, extent = formats.ALL[format], [side if axis < dimensions else 1 for axis in range(3)]
        counts = [int(np.prod([max(1, s >> level) for s in extent])) * layers for level in range(levels)]
        image = self.program.image(form.number, extent, SAMPLED | TO, kind=kind, levels=levels, layers=layers, flags=CUBE_COMPATIBLE if "cube" in shape else 0,
                                   contents=[texels(self.draw, form, count) for count in counts])
        self.program.layout(image, READ_LAYOUT)
        view = self.program.view(image, form.number, kind=view_kind, levels=(0, levels), layers=(0, layers), swizzle=swizzle)
        prefix = {"uint": "u", "sint": "i"}.get(form.kind, "")
        element = {"view": view, "sampler": self.sampler(**sampler), "layout": READ_LAYOUT}
        return self.bind(IMAGE_SAMPLER, [element], f"layout(binding = {{b}}) uniform {prefix}sampler{letters} {{n}};")

    def shadow(self, shape, side=16, levels=1, **sampler):
        """Depths on steps of 1/256, compared."""
        kind, view_kind, letters, dimensions, layers = SHAPES[shape]
        extent = [side if axis < dimensions else 1 for axis in range(3)]
        numbers = np.random.default_rng(self.draw.getrandbits(32))
        contents = [(numbers.integers(0, 256, int(np.prod([max(1, s >> level) for s in extent])) * layers) / 256).astype("<f4").tobytes() for level in range(levels)]
        number = formats.DEPTHS["D32"][0]
        image = self.program.image(number, extent, SAMPLED | TO, kind=kind, levels=levels, layers=layers, flags=CUBE_COMPATIBLE if "cube" in shape else 0, contents=contents)
        self.program.layout(image, READ_LAYOUT)
        view = self.program.view(image, number, kind=view_kind, aspect=DEPTH, levels=(0, levels), layers=(0, layers))
        element = {"view": view, "sampler": self.sampler(**{"compare": 3, **sampler}), "layout": READ_LAYOUT}
        return self.bind(IMAGE_SAMPLER, [element], f"layout(binding = {{b}}) uniform sampler{letters}Shadow {{n}};")

    def storage(self, members="uint", content=None, size=4096, qualifiers=""):
        """A storage buffer, compared as words when all is done; {n} is its array."""
        content = content if content is not None else self.draw.randbytes(size)
        buffer = self.program.buffer(STORAGE_BUFFER | TO, content)
        self.program.later(buffer, {"format": "buffer", "error": 0, "exact": True})
        return self.bind(STORED, [{"buffer": buffer}], f"layout(binding = {{b}}, std430) {qualifiers} buffer B{{n}} {{ {members} {{n}}[]; }};")

    def addressed(self, word, size=4096):
        """A buffer whose address stands in push constants from a word on, compared as words when all is done."""
        buffer = self.program.buffer(STORAGE_BUFFER | TO | DEVICE_ADDRESS, self.draw.randbytes(size))
        self.program.later(buffer, {"format": "buffer", "error": 0, "exact": True})
        self.addresses.append([word, buffer])

    def uniform(self, declaration, content):
        return self.bind(UNIFORM, [{"buffer": self.program.buffer(UNIFORM_BUFFER, content)}], f"layout(binding = {{b}}, {declaration}")

    def texel_buffer(self, format, count, prefix=""):
        form = formats.ALL[format]
        view = self.program.add("texel_buffers", buffer=self.program.buffer(TEXEL_BUFFER, texels(self.draw, form, count)), format=form.number)
        return self.bind(TEXELS, [{"texels": view}], f"layout(binding = {{b}}) uniform {prefix}samplerBuffer {{n}};")

    def image(self, format, glsl, shape="2d", qualifiers="", side=SIDE, error=0.0):
        """A storage image, compared when all is done."""
        kind, view_kind, letters, dimensions, layers = SHAPES[shape]
        form, extent = formats.ALL[format], [side if axis < dimensions else 1 for axis in range(3)]
        image = self.program.image(form.number, extent, STORAGE | TO | FROM, kind=kind, layers=layers, flags=CUBE_COMPATIBLE if "cube" in shape else 0,
                                   contents=[texels(self.draw, form, int(np.prod(extent)) * layers)])
        self.program.layout(image, GENERAL)
        view = self.program.view(image, form.number, kind=view_kind, layers=(0, layers))
        prefix = {"uint": "u", "sint": "i"}.get(form.kind, "")
        layout = f", {glsl}" if glsl else ""
        self.kept.append((image, form, extent, layers, error))
        return self.bind(STORAGE_IMAGE, [{"view": view, "layout": GENERAL}], f"layout(binding = {{b}}{layout}) {qualifiers} uniform {prefix}image{letters} {{n}};")

    # The draw

    def vertex_shader(self):
        lines = "\n  ".join([f"gl_PointSize = {self.point_size};"] * (self.topology == "points") + self.vertex_lines)
        extra = "\n".join([line.format(io="out") for line in self.varyings] + self.vertex_declarations)
        extensions = "".join(f"#extension {name} : require\n" for name in sorted(self.extensions) if any(word in name for word in ("layer", "arithmetic_types", "multiview")))
        return f"""#version 460
{extensions}layout(location = 0) in vec4 position;
layout(location = 1) in vec4 a0;
layout(location = 2) in uvec4 a1;
layout(location = 0) out vec4 v0;
layout(location = 1) {self.mode}out vec4 v1;
layout(location = 2) flat out uvec4 v2;
{extra}
layout(push_constant) uniform Push {{ vec4 p[4]; }};
void main() {{
  gl_Position = position;
  v0 = a0;
  v1 = a0.wzyx;
  v2 = a1 + uvec4(gl_VertexIndex, gl_InstanceIndex, 0, 1);
  {lines}
}}
"""

    def fragment_shader(self):
        outputs = self.outputs or [f"layout(location = {i}) out {GLSL_TYPES[formats.ALL[t].kind]} o{i};" for i, t in enumerate(self.targets)]
        extensions = "".join(f"#extension {name} : require\n" for name in sorted(self.extensions) if "layer" not in name)
        lines = "\n  ".join(self.body)
        declared = "\n".join([*outputs, *(line.format(io="in") for line in self.varyings), *self.declarations])
        return f"""#version 460
{extensions}layout(location = 0) in vec4 v0;
layout(location = 1) {self.mode}in vec4 v1;
layout(location = 2) flat in uvec4 v2;
layout(push_constant) uniform Push {{ vec4 p[4]; }};
{declared}
#define at ivec2(gl_FragCoord.xy)
void main() {{
  {lines}
}}
"""

    def vertex_buffer(self):
        rows = b""
        for (x, y), w, z in self.vertices:
            rows += np.array([(x * 2 / SIDE - 1) * w, (y * 2 / SIDE - 1) * w, z * w, w, *(self.draw.randint(-16, 16) / 16 for _ in range(4))], "<f4").tobytes()
            rows += np.array([self.draw.getrandbits(32) for _ in range(4)], "<u4").tobytes()
        return self.program.buffer(VERTEX_BUFFER, rows)

    def write(self, folder):
        program, size = self.program, [SIDE, SIDE, 1]
        views = 1 if self.layers == 1 else 5
        targets = []
        for name in self.targets:
            form = formats.ALL[name]
            image = program.image(form.number, size, COLOUR_TARGET | FROM | SAMPLED, samples=self.samples, layers=self.layers)
            targets.append(Target(image, program.view(image, form.number, kind=views, layers=(0, self.layers)), form))
            program.layout(image, COLOUR_LAYOUT)
        begin = {"colours": [{"view": t.view, "layout": COLOUR_LAYOUT, "load": 1, "store": 0, "clear": [0, 0, 0, 0]} for t in targets], "area": [0, 0, SIDE, SIDE],
                 "layers": self.layers if self.view_mask == 0 else 0, "view_mask": self.view_mask}
        if self.depth:
            number, aspects = formats.DEPTHS[self.depth][0], DEPTH | (STENCIL if "S8" in self.depth else 0)
            depth = program.image(number, size, DEPTH_TARGET | FROM, samples=self.samples, layers=self.layers)
            program.layout(depth, DEPTH_LAYOUT)
            attachment = {"view": program.view(depth, number, kind=views, aspect=aspects, layers=(0, self.layers)), "layout": DEPTH_LAYOUT, "load": 1, "store": 0, "clear": [0.5, 0]}
            begin.update({aspect: attachment for aspect, bit in (("depth", DEPTH), ("stencil", STENCIL)) if aspects & bit})
        strides = [[48, 0, 1]]
        pipeline = program.add(
            "pipelines", stages=[program.shader(VERTEX, self.vertex_shader()), program.shader(FRAGMENT, self.fragment_shader())], bindings=self.bindings, vertex_buffers=strides,
            attributes=[[0, 109, 0], [0, 109, 16], [0, 107, 32]], topology=TOPOLOGIES.index(self.topology), restart=False, patch=3, viewports=[[0, 0, SIDE, SIDE, 0, 1]],
            scissors=[[0, 0, SIDE, SIDE]], raster={**self.raster, "samples": self.samples}, depth=self.depth_state, blends=[self.blend for _ in targets], logic=-1,
            blend_constants=[0.25, 0.5, 0.75, 1.0], colour_formats=[t.format.number for t in targets], depth_format=number if self.depth else 0,
            stencil_format=number if self.depth and "S8" in self.depth else 0, view_mask=self.view_mask)
        program.do("begin", **begin)
        program.do("bind", pipeline=pipeline, push=self.push, addresses=self.addresses)
        program.do("vertices", buffers=[[self.vertex_buffer(), 0]])
        program.do("draw", numbers=[len(self.vertices), self.instances, 0, 0])
        program.do("end")
        for target, error in zip(targets, self.errors * len(targets)):
            target.error = error
            if self.samples > 1:
                dump_samples(program, target, self.samples)
            else:
                program.output(target.image, target.format, COLOUR, size, {"format": target.format.name, "error": error, "exact": True}, self.layers)
        if self.depth and self.samples == 1:
            program.output(depth, number, DEPTH, size, {"format": self.depth, "error": 2.0**-15, "exact": True}, self.layers)
            if "S8" in self.depth:
                program.output(depth, number, STENCIL, size, {"format": "S8", "error": 0, "exact": True}, self.layers)
        for image, form, extent, layers, error in self.kept:
            program.output(image, form, COLOUR, extent, {"format": form.name, "error": error, "exact": True}, layers)
        program.finish()
        program.write(folder)
