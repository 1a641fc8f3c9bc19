"""Random passes and draws: geometry, vertex formats, pipelines, shaders of all stages."""
import numpy as np

import vulkan_formats as formats
from random_frames import (ADD, COLOUR, COLOUR_LAYOUT, COLOUR_TARGET, DEPTH, DEPTH_LAYOUT, DEPTH_TARGET, FRAGMENT, FROM, IMAGE_SAMPLER, INDEX_BUFFER,
                           INDEX_TYPES, INDIRECT_BUFFER, MAX, MIN, REVERSE, SAMPLED, STENCIL, SUBTRACT, TO, TOPOLOGIES, UNIFORM, UNIFORM_BUFFER, VERTEX,
                           VERTEX_BUFFER, Target, word)
from random_shaders import ULP, FloatExpressions, IntegerExpressions, Value
from random_textures import Texture, texels

PLACE = "gl_FragCoord.xy"
INTERPOLATED = 2.0**-15  # of a varying, of its magnitude: plane equations of slivers and of large triangles


class Geometry:
    """Vertices of a draw in pixels, and in which order they are taken."""

    def __init__(self, program, topology):
        draw = program.draw
        self.topology = topology
        unit = {"points": 1, "lines": 2, "triangles": 3, "lines_adjacency": 4, "triangles_adjacency": 6}.get(topology)
        self.count = unit * draw.randint(1, 6) if unit else draw.randint(4, 10)
        if unit and draw.random() < 0.2:
            self.count += draw.randint(0, unit - 1)  # left over
        self.places, at, reach = [], None, draw.choice([4, 12, 40])
        for number in range(self.count):
            if at is None or (unit and number % unit == 0) or draw.random() < 0.1:
                at = [draw.uniform(0, program.width), draw.uniform(0, program.height)]
            step = (lambda side: draw.uniform(-reach, reach) + side) if program.exact else (lambda side: draw.uniform(-reach, reach) + side)
            grid = 16 if program.exact else 4096
            self.places.append([round(step(side) * grid) / grid for side in at])
        flat = draw.random() < 0.3
        depths = [draw.randint(0, 64) / 64 for _ in range(self.count)]
        self.depths = [depths[0]] * self.count if flat else depths
        self.weights = [draw.choice([0.5, 1, 2, 4]) if draw.random() < 0.5 else 1 for _ in range(self.count)] if draw.random() < 0.5 else [1] * self.count

    def clip_positions(self, width, height):
        rows = [[(x * 2 / width - 1) * w, (y * 2 / height - 1) * w, z * w, w] for (x, y), z, w in zip(self.places, self.depths, self.weights)]
        return np.array(rows, "<f4")


class Attribute:
    """A vertex attribute, its random contents, and the expression that brings it to a magnitude of at most 1 (floats)."""

    def __init__(self, program, location, kind):
        self.location, self.kind = location, kind
        self.format = program.draw.choice([f for f in formats.VERTICES if f.kind in formats.VERTEX_KINDS[kind]])
        self.name = f"a{location}"
        self.type = {"float": "vec4", "uint": "uvec4", "int": "ivec4"}[kind]

    def contents(self, draw, count):
        raw = np.frombuffer(texels(draw, self.format, count), np.uint8)
        return raw.reshape(count, self.format.bytes)

    def expression(self):
        largest = {"uscaled": 2.0**max(bits for _, bits in self.format.channels), "sscaled": 2.0**max(bits for _, bits in self.format.channels)}
        scale = largest.get(self.format.kind, 2 if self.format.channels[0][1] == 11 else 1)
        return f"({self.name} * {1 / scale!r})"


class Draw:
    """A draw with a pipeline of its own."""

    def __init__(self, program, targets, depth, textures, samples=1):
        self.program, self.draw = program, program.draw
        self.targets, self.depth, self.textures, self.samples = targets, depth, textures, samples
        self.bindings, self.declarations = [], []
        self.topology = self.choose_topology()
        self.geometry = Geometry(program, self.topology)
        self.attributes = [Attribute(program, 1, "float"), Attribute(program, 2, "float"), Attribute(program, 3, self.draw.choice(["uint", "int"]))]
        self.push = [self.draw.randint(-8, 8) / 8 for _ in range(16)]
        self.mode = self.draw.choice(["", "noperspective ", "flat ", "centroid "])
        self.instances = self.draw.choice([1, 1, 2, 3])

    def choose_topology(self):
        return self.draw.choice(["triangles", "triangles", "triangle_strip", "triangle_fan", "triangles_adjacency", "triangle_strip_adjacency"])

    # Shaders

    def vertex_shader(self):
        inputs = "".join(f"layout(location = {a.location}) in {a.type} {a.name};\n" for a in self.attributes)
        first, second, third = self.attributes
        return f"""#version 460
layout(location = 0) in vec4 position;
{inputs}layout(push_constant) uniform Push {{ vec4 p[4]; }};
layout(location = 0) out vec4 v0;
layout(location = 1) {self.mode}out vec4 v1;
layout(location = 2) flat out uvec4 v2;
void main() {{
  gl_Position = position + vec4(float(gl_InstanceIndex) * 0.125, float(gl_InstanceIndex) * -0.25, 0.0, 0.0) * position.w;
  gl_PointSize = 1.0;
  v0 = {first.expression()};
  v1 = {second.expression()} * 0.5 + p[0] * 0.5;
  v2 = uvec4({third.name}) + uvec4(gl_VertexIndex, gl_InstanceIndex, 0, 1);
}}
"""

    def bind_texture(self, texture):
        binding, name = len(self.bindings), f"t{len(self.bindings)}"
        self.bindings.append({"binding": binding, "type": IMAGE_SAMPLER, "elements": [texture.element()]})
        self.declarations.append(texture.declaration(binding, name))
        return name

    def fragment_shader(self):
        draw = self.draw
        leaves = [lambda: Value("v0", 1, INTERPOLATED), lambda: Value("v1", 1, 0 if self.mode.startswith("flat") else INTERPOLATED),
                  lambda: Value("(vec4(v2 & 255u) * 0.00390625)", 1), lambda: Value(f"p[{draw.randint(0, 3)}]", 1),
                  lambda: Value("(gl_FragCoord.xyyx * vec4(0.0078125))", 1), lambda: Value("(gl_FrontFacing ? v1 : p[1])", 1, INTERPOLATED)]
        integer_leaves = [lambda: "v2", lambda: "uvec4(gl_FragCoord.xyxy)", lambda: "uvec4(gl_PrimitiveID)", lambda: "floatBitsToUint(p[2])"]
        for texture in self.textures:
            if draw.random() < 0.7:
                name = self.bind_texture(texture)
                leaves.append(lambda texture=texture, name=name: texture.value(name, PLACE))
                if texture.integer:
                    integer_leaves.append(lambda texture=texture, name=name: texture.integer_value(name, PLACE))
        floats, integers = FloatExpressions(draw, leaves), IntegerExpressions(draw, integer_leaves)
        body, outputs, self.values = [], [], []
        if draw.random() < 0.3:
            body.append(f"if (((uint(gl_FragCoord.x) * 3u + uint(gl_FragCoord.y) * 5u + v2.x) & 7u) < {draw.randint(1, 4)}u) discard;")
        for number, target in enumerate(self.targets):
            kind = target.format.kind
            if target.format.integer:
                text = integers.any(draw.randint(0, 3))
                limits = [(1 << target.format.bits_of(c)) - 1 if target.format.bits_of(c) else 0 for c in "rgba"]
                if kind == "uint":
                    text = f"{text} & uvec4({', '.join(f'{limit}u' for limit in limits)})"
                else:
                    text = f"ivec4({text} & uvec4({', '.join(f'{limit >> 1}u' for limit in limits)}))"
                outputs.append(f"layout(location = {number}) out {'uvec4' if kind == 'uint' else 'ivec4'} o{number};")
                self.values.append(None)
                body.append(f"o{number} = {text};")
            else:
                value = floats.bounded(draw.randint(0, 3), 2)
                outputs.append(f"layout(location = {number}) out vec4 o{number};")
                self.values.append(value)
                body.append(f"o{number} = {value.text};")
        lines = "\n  ".join(body)
        declared = "\n".join([*self.declarations, *outputs])
        return f"""#version 460
layout(location = 0) in vec4 v0;
layout(location = 1) {self.mode}in vec4 v1;
layout(location = 2) flat in uvec4 v2;
layout(push_constant) uniform Push {{ vec4 p[4]; }};
{declared}
void main() {{
  {lines}
}}
"""

    # State

    def blend_of(self, target, value):
        """Blend state of a target; its error grows by what the equation does to errors."""
        draw, format = self.draw, target.format
        mask = 15 if draw.random() < 0.7 else draw.randint(0, 15)
        step = 0 if format.integer else max(formats.step_of(format, c, max(target.large, 2)) for c, _ in format.channels)
        if format.integer or format.name not in formats.BLENDED or self.logic >= 0 or draw.random() < 0.4:
            if not format.integer:
                target.error = max(target.error, value.error + step)
                target.large = max(target.large, min(value.large, 1) if format.kind != "float" else value.large)
            return [False, 1, 0, 0, 1, 0, 0, mask]
        state, errors, larges = [], [], []
        fixed = format.kind != "float"
        source, source_error = (min(value.large, 1) if fixed else value.large), value.error
        for _ in range(2):
            operation = draw.choice([ADD, SUBTRACT, REVERSE, MIN, MAX])
            factors = [draw.randint(0, 14) for _ in range(2)]
            if operation in (MIN, MAX):
                errors.append(max(source_error, target.error) + step)
                larges.append(max(source, target.large))
            else:
                parts = []
                for factor, of, of_error in ((factors[0], source, source_error), (factors[1], target.large, target.error)):
                    large, error = self.factor(factor, source, source_error, target)
                    parts.append((of * large, of_error * large + of * error + of_error * error))
                errors.append(sum(error for _, error in parts) + (2.5 if fixed else 1) * step)
                larges.append(sum(large for large, _ in parts))
            state.append([*factors, operation])
        error, large = max(errors), max(larges)
        target.error = max(target.error, error)
        target.large = max(target.large, min(large, 1) if fixed else large)
        return [True, *state[0], *state[1], mask]

    @staticmethod
    def factor(number, source, source_error, target):
        """Largest magnitude and error of a blend factor."""
        name = "zero one source 1-source target 1-target source_alpha 1-source_alpha target_alpha 1-target_alpha c 1-c ca 1-ca saturate".split()[number]
        if name in ("zero", "one"):
            return float(name == "one"), 0
        large, error = (1, 0) if "c" == name[-1] or name.endswith("ca") else (source, source_error) if "source" in name else (max(1, target.large), target.error)
        if name == "saturate":
            large, error = max(1, source, target.large), max(source_error, target.error)
        return large + (1 if name.startswith("1-") else 0), error

    def depth_state(self):
        draw = self.draw
        face = lambda: [draw.randint(0, 7), draw.randint(0, 7), draw.randint(0, 7), draw.randint(0, 7), draw.choice([255, 15, 1]), draw.choice([255, 15, 6]), draw.randint(0, 3)]
        state = {"test": False, "write": False, "compare": 0, "stencil": False, "front": face(), "back": face()}
        if self.depth:
            has_depth, has_stencil = self.depth.name != "S8", "S8" in self.depth.name
            state.update(test=has_depth and draw.random() < 0.8, write=draw.random() < 0.7, compare=draw.choice([1, 3, 4, 5, 6, 7]),
                         stencil=has_stencil and draw.random() < 0.8)
        return state

    def raster(self):
        draw = self.draw
        return {"depth_clip": True, "provoking": draw.choice([0, 0, 1]), "line_mode": 0, "depth_clamp": False, "discard": False, "polygon": 0,
                "cull": draw.choice([0, 0, 0, 1, 2]), "front": draw.choice([0, 1]), "depth_bias": [], "line_width": 1.0, "sample_mask": 0xFFFFFFFF,
                "samples": self.samples, "sample_shading": 0, "alpha_to_coverage": False, "alpha_to_one": False}

    def scissor(self):
        draw, program = self.draw, self.program
        if draw.random() < 0.6:
            return [0, 0, program.width, program.height]
        x, y = draw.randint(0, program.width // 2), draw.randint(0, program.height // 2)
        return [x, y, draw.randint(1, program.width - x), draw.randint(1, program.height - y)]

    # Vertices and the command

    def vertex_buffers(self):
        """One interleaved buffer, or one for each attribute; the last attribute may be one of instances."""
        draw, program, geometry = self.draw, self.program, self.geometry
        per_instance = draw.random() < 0.3
        columns = [geometry.clip_positions(program.width, program.height).view(np.uint8).reshape(geometry.count, 16)]
        columns += [a.contents(draw, geometry.count) for a in self.attributes]
        layouts, attributes, buffers = [], [], []
        groups = [[0, 1, 2, 3]] if not per_instance else [[0, 1, 2], [3]]
        if draw.random() < 0.3:
            groups = [[0], [1], [2], [3]]
        for number, group in enumerate(groups):
            instanced = per_instance and group == [3]
            rows, stride = [], 0
            for column in group:
                while stride % 4 and len(group) > 1:
                    rows.append(np.zeros((geometry.count, 1), np.uint8))
                    stride += 1
                format = 109 if column == 0 else self.attributes[column - 1].format.number
                attributes.append((column, [number, format, stride]))
                rows.append(columns[column])
                stride += columns[column].shape[1]
            padding = -stride % 4
            rows.append(np.zeros((geometry.count, padding), np.uint8))
            layouts.append([stride + padding, int(instanced), draw.choice([1, 1, 2]) if instanced else 1])
            buffers.append([program.buffer(VERTEX_BUFFER, np.concatenate(rows, 1).tobytes() + bytes(64)), 0])
        return layouts, [place for _, place in sorted(attributes)], buffers

    def record(self):
        program, draw, geometry = self.program, self.draw, self.geometry
        self.logic = -1
        stages = [program.shader(VERTEX, self.vertex_shader()), program.shader(FRAGMENT, self.fragment_shader())]
        layouts, attributes, buffers = self.vertex_buffers()
        depth_number = formats.DEPTHS[self.depth.name][0] if self.depth else 0
        restart = "strip" in self.topology or "fan" in self.topology
        indexed = draw.random() < 0.5
        pipeline = program.add("pipelines", stages=stages, bindings=self.bindings, vertex_buffers=layouts, attributes=attributes,
                               topology=TOPOLOGIES.index(self.topology), restart=restart and indexed and draw.random() < 0.7, patch=3,
                               viewports=[[0, 0, program.width, program.height, 0, 1]], scissors=[self.scissor()], raster=self.raster(),
                               depth=self.depth_state(), blends=[self.blend_of(t, v) for t, v in zip(self.targets, self.values)], logic=self.logic,
                               blend_constants=[draw.randint(0, 8) / 8 for _ in range(4)], colour_formats=[t.format.number for t in self.targets],
                               depth_format=depth_number if self.depth and self.depth.name != "S8" else 0,
                               stencil_format=depth_number if self.depth and "S8" in self.depth.name else 0)
        program.do("bind", pipeline=pipeline, push=[word(number) for number in self.push])
        program.do("vertices", buffers=buffers)
        if not indexed:
            self.submit_draw([geometry.count, self.instances, 0, 0])
            return
        kind = draw.choice(list(INDEX_TYPES))
        letters, end = INDEX_TYPES[kind]
        numbers = [draw.randrange(geometry.count) if draw.random() < 0.2 else n for n in range(geometry.count)]
        if program.lists["pipelines"][pipeline]["restart"]:
            numbers = [end if draw.random() < 0.15 else n for n in numbers]
        offset = draw.choice([0, 0, 2])
        shifted = [n if n == end else n + offset for n in numbers]
        program.do("indices", buffer=program.buffer(INDEX_BUFFER, np.array([0, 0, *shifted, 0, 0], letters).tobytes() + bytes(4)), offset=0, type=kind)
        self.submit_draw([len(numbers), self.instances, 2, -offset, 0])

    def submit_draw(self, numbers):
        program, draw = self.program, self.draw
        indexed = len(numbers) == 5
        if draw.random() < 0.6:
            program.do("draw_indexed" if indexed else "draw", numbers=numbers)
            return
        count = draw.randint(1, 2)
        content = np.array([n & 0xFFFFFFFF for n in numbers] * count, "<u4").tobytes()
        program.do("draw_indirect", buffer=program.buffer(INDIRECT_BUFFER, content), offset=0, indexed=indexed, count=count, stride=4 * len(numbers))


class Depth:
    """A depth or stencil image."""

    def __init__(self, program, samples=1):
        self.name = program.draw.choice(list(formats.DEPTHS))
        number = formats.DEPTHS[self.name][0]
        self.aspects = (0 if self.name == "S8" else DEPTH) | (STENCIL if "S8" in self.name else 0)
        self.image = program.image(number, [program.width, program.height, 1], DEPTH_TARGET | FROM | SAMPLED, samples=samples)
        self.view = program.view(self.image, number, aspect=self.aspects)


def make_target(program, format, samples=1):
    image = program.image(format.number, [program.width, program.height, 1], COLOUR_TARGET | FROM | SAMPLED, samples=samples)
    return Target(image, program.view(image, format.number), format)


def clear_words(draw, format):
    if format.integer:
        return [draw.getrandbits(min(format.bits_of(c), 31) - (format.kind == "sint")) if format.bits_of(c) > 1 else 0 for c in "rgba"]
    return [word(draw.randint(0, 8) / 8) for _ in "rgba"]


def record_pass(program, textures):
    draw = program.draw
    targets = [make_target(program, draw.choice(formats.TARGETS)) for _ in range(draw.choice([1, 1, 1, 2, 3]))]
    depth = Depth(program) if draw.random() < 0.6 else None
    for target in targets:
        program.layout(target.image, COLOUR_LAYOUT)
    attachments = [{"view": t.view, "layout": COLOUR_LAYOUT, "load": 1, "store": 0, "clear": clear_words(draw, t.format)} for t in targets]
    begin = {"colours": attachments, "area": [0, 0, program.width, program.height], "layers": 1}
    if depth:
        program.layout(depth.image, DEPTH_LAYOUT)
        attachment = {"view": depth.view, "layout": DEPTH_LAYOUT, "load": 1, "store": 0, "clear": [draw.randint(0, 4) / 4, draw.randint(0, 3)]}
        begin.update({name: attachment for name, bit in (("depth", DEPTH), ("stencil", STENCIL)) if depth.aspects & bit})
    draws = [Draw(program, targets, depth, textures) for _ in range(draw.randint(1, 4))]
    program.do("begin", **begin)
    for one in draws:
        one.record()
    program.do("end")
    size = [program.width, program.height, 1]
    for target in targets:
        program.output(target.image, target.format, COLOUR, size, {"format": target.format.name, "error": target.error, "exact": program.exact})
    if depth:
        number = formats.DEPTHS[depth.name][0]
        if depth.aspects & DEPTH:
            program.output(depth.image, number, DEPTH, size, {"format": depth.name, "error": 2.0**-20, "exact": program.exact})
        if depth.aspects & STENCIL:
            program.output(depth.image, number, STENCIL, size, {"format": "S8", "error": 0, "exact": program.exact})


def make_program(program):
    textures = [Texture(program, integer=program.draw.random() < 0.3) for _ in range(program.draw.randint(0, 3))]
    for _ in range(program.draw.randint(1, 2)):
        record_pass(program, textures)
