"""Random draws: pipelines with their state, vertex buffers, commands."""
import numpy as np

import vulkan_formats as formats
from random_frames import (ADD, CONDITION_BUFFER, CONTROL, EVALUATION, FRAGMENT, GEOMETRY, INDEX_BUFFER, INDEX_TYPES, INDIRECT_BUFFER, MAX, MIN, REVERSE, SUBTRACT, TOPOLOGIES,
                           VERTEX, VERTEX_BUFFER, word)
from random_geometry import LINES, UNITS, Attribute, Geometry, control_shader, evaluation_shader, geometry_shader, without_slivers
from random_pixels import INTERPOLATED, Pixels

OVERLAPS = 3  # primitives of a draw that usually lie above each other
AREAS = "triangles triangle_strip triangle_fan triangles_adjacency triangle_strip_adjacency".split()


class Draw:
    """A draw with a pipeline of its own."""

    def __init__(self, program, targets, depth, textures, samples):
        self.program, self.draw = program, program.draw
        draw = self.draw
        self.targets, self.depth, self.textures, self.samples = targets, depth, textures, samples
        self.topology = draw.choice(AREAS * 3 + ["points"] + (["patches", "patches"] if program.view_mask == 0 else []) + (list(LINES) if program.lines and samples == 1 else []))
        self.points, self.lines, self.area = self.topology == "points", self.topology in LINES, self.topology in [*AREAS, "patches"]
        self.patch = draw.choice([3, 3, 4])
        self.instances = draw.choice([1, 1, 2, 3])
        self.geometry = Geometry(program, self.topology, self.patch)
        # lavapipe takes instances of a geometry shader in another order than primitives come
        self.single = self.instances == 1 and self.topology in UNITS and self.geometry.count < 2 * UNITS[self.topology]
        self.affine = all(w == 1 for w in self.geometry.weights)
        self.attributes = [Attribute(program, 1, "float"), Attribute(program, 2, "float"), Attribute(program, 3, draw.choice(["uint", "int"]))]
        self.push = [draw.randint(-8, 8) / 8 for _ in range(16)]
        self.mode = draw.choice(["", "noperspective ", "flat "] + (["centroid "] if samples == 1 else []))
        self.tessellated = self.topology == "patches"
        # Which vertex of a triangle of a strip or a fan comes first for a geometry shader is not the same everywhere
        self.has_geometry = draw.random() < 0.35 and (self.topology in UNITS or self.tessellated) and program.view_mask == 0
        if self.mode.startswith("noperspective") and not self.affine:
            if self.has_geometry:  # moves copies far away
                self.mode = ""
            else:
                self.geometry.keep_inside(program.width, program.height)
        # Off the steps of a rasteriser vertices move by up to half of one
        self.interpolated = 2.0**-6 if self.tessellated else 0.25 if self.lines else INTERPOLATED if program.exact_vertices else 2.0**-7
        if program.view_mask != 0:  # lavapipe draws what it clips to the first layer
            self.geometry.keep_inside(program.width, program.height)
        self.viewports = self.choose_viewports()
        self.clip = draw.random() < 0.1 and program.view_mask == 0
        if self.tessellated or self.clip:
            program.exact = False
        self.dual = len(targets) == 1 and not targets[0].format.integer and draw.random() < 0.2
        fixed = all(t.format.integer or (t.format.kind == "unorm" and t.error == 0) or t.format.kind in ("float", "srgb") for t in targets)
        self.logic = draw.randint(0, 15) if fixed and samples == 1 and draw.random() < 0.15 else -1
        if any(t.format.name == "A2B10G10R10_uint" for t in targets):  # lavapipe inverts 32 bits and then clamps to ten
            self.logic = -1
        self.alpha_to_one = samples > 1 and not targets[0].format.integer and draw.random() < 0.15
        self.alpha_to_coverage = samples > 1 and not targets[0].format.integer and draw.random() < 0.25
        self.sample_shading = samples > 1 and draw.random() < 0.25
        self.opengl_depth = draw.random() < 0.08

    def choose_viewports(self):
        """Points have those that are as large as the target: the driver has pixels beyond a viewport cut off."""
        chosen = self.draw_viewports()
        return [v for v in chosen if v[0] == 0] or [self.whole] if self.points else chosen

    def draw_viewports(self):
        draw, width, height = self.draw, self.program.width, self.program.height
        low, high = draw.choice([(0, 1), (0, 1), (0.25, 0.75), (1, 0), (0.5, 0.5)])
        whole = self.whole = [0, 0, width, height, low, high]
        others = [[0, height, width, -height, low, high], [width / 4, height / 2, width / 2, height / 2, 0, 1], [-width / 2, 0.5 if self.samples == 1 else 1, width * 2, height, 0, 1]]  # samples beyond half a pixel are drawn or not
        kind = draw.random()
        if kind < 0.6 or self.lines or self.program.view_mask != 0:
            return [whole]
        if kind < 0.75:
            return [draw.choice(others)]
        return [whole, *draw.sample(others, draw.randint(1, 2))]

    def vertex_shader(self):
        inputs = "".join(f"layout(location = {a.location}) in {a.type} {a.name};\n" for a in self.attributes)
        first, second, third = self.attributes
        last = not self.tessellated and not self.has_geometry
        mode = self.mode if last else ""
        extra, flat = [], "flat " if last else ""
        if last and len(self.viewports) > 1:
            extra.append(f"gl_ViewportIndex = (gl_InstanceIndex + gl_VertexIndex / {UNITS.get(self.topology, 1000)}) % {len(self.viewports)};")
        if last and self.clip:
            extra.append("gl_ClipDistance[0] = dot(position.xyw, vec3(0.5, 1.0, 0.75)); gl_ClipDistance[1] = position.x + position.w * 0.875;")
        if last and self.draw.random() < 0.1 and self.program.view_mask == 0:
            extra.append("gl_CullDistance[0] = position.y + position.w * 0.25;")
        if self.points or self.topology == "points":
            extra.append(f"gl_PointSize = {self.draw.choice(['1.0', '2.0', '5.0', '8.0', '3.5'])};")
        if self.program.view_mask != 0:
            extra.append("gl_Position.x += float(gl_ViewIndex) * 0.25 * position.w; v2.w ^= uint(gl_ViewIndex);")
        lines = "\n  ".join(extra)
        viewport = "#extension GL_ARB_shader_viewport_layer_array : require\n" if last and len(self.viewports) > 1 else ""
        viewport += "#extension GL_EXT_multiview : require\n" if self.program.view_mask != 0 else ""
        return f"""#version 460
{viewport}layout(location = 0) in vec4 position;
{inputs}layout(push_constant) uniform Push {{ vec4 p[4]; }};
layout(location = 0) out vec4 v0;
layout(location = 1) {mode}out vec4 v1;
layout(location = 2) {flat}out uvec4 v2;
void main() {{
  gl_Position = position + vec4(float(gl_InstanceIndex) * 0.125, float(gl_InstanceIndex) * -0.125, 0.0, 0.0) * position.w;
  v0 = {first.expression()};
  v1 = {second.expression()} * 0.5 + p[0] * 0.5;
  v2 = uvec4({third.name}) + uvec4(gl_VertexIndex, gl_InstanceIndex, 0, 1);
  {lines}
}}
"""

    # State

    def blend_of(self, target, value):
        """Blend state of a target; its error grows by what the equation does to errors."""
        draw, format = self.draw, target.format
        mask = 15 if draw.random() < 0.7 else draw.randint(0, 15)
        step = self.step(format, max(target.large, 2))
        if format.integer or format.name not in formats.BLENDED or self.logic >= 0 or draw.random() < 0.4:
            if not format.integer:
                target.error = max(target.error, value.error + step)
                target.large = max(target.large, min(value.large, 1) if format.kind != "float" else value.large)
            return [False, 1, 0, 0, 1, 0, 0, mask]
        equations = []
        for _ in range(2):
            factors = [self.draw_factor(format) for _ in range(2)]
            equations.append([*factors, draw.choice([ADD, SUBTRACT, REVERSE, MIN, MAX])])
        for _ in range(OVERLAPS):
            grown = [self.blended(target, value, *equation) for equation in equations]
            target.error, target.large = max(target.error, *(error for error, _ in grown)), max(target.large, *(large for _, large in grown))
        return [True, *equations[0], *equations[1], mask]

    def blended(self, target, value, source_factor, target_factor, operation):
        """Error and magnitude of what an equation gives."""
        format, fixed = target.format, target.format.kind != "float"
        source, source_error = (min(value.large, 1) if fixed else value.large), value.error
        if operation in (MIN, MAX):
            large = max(source, target.large)
            return max(source_error, target.error) + self.step(format, max(large, 2)), large
        large, error = 0, 0
        for number, of, of_error in ((source_factor, source, source_error), (target_factor, target.large, target.error)):
            factor, factor_error = self.factor(number, source, source_error, target)
            large += of * factor
            error += of_error * factor + of * factor_error + of_error * factor_error
        error += (2.5 if fixed else 1) * self.step(format, max(large, 2))
        return error, min(large, 1) if fixed else large

    @staticmethod
    def step(format, large):
        return 0 if format.integer else max(formats.step_of(format, c, large) for c, _ in format.channels)

    def draw_factor(self, format):
        if format.kind == "float" and not self.dual:  # squares of what is there would grow without end
            return self.draw.choice([0, 1, 2, 3, 6, 7, 10, 11, 12, 13])
        return self.draw.randint(15, 18) if self.dual and self.draw.random() < 0.6 else self.draw.randint(0, 14)

    def factor(self, number, source, source_error, target):
        """Largest magnitude and error of a blend factor."""
        name = "zero one source 1-source target 1-target source_alpha 1-source_alpha target_alpha 1-target_alpha c 1-c ca 1-ca saturate second 1-second second_alpha 1-second_alpha".split()[number]
        if name in ("zero", "one"):
            return float(name == "one"), 0
        large, error = (1, 0) if "c" == name[-1] or name.endswith("ca") else (source, source_error) if "source" in name else (max(1, target.large), target.error)
        if "second" in name:
            large, error = self.pixels.second.large, self.pixels.second.error
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
        draw, program = self.draw, self.program
        bias = [draw.randint(-4, 4), draw.choice([0, 0, 0.125, -0.125]), draw.choice([0, 0.5, 2, -1]) if program.exact else 0] if draw.random() < 0.2 else []
        clamp = draw.random() < 0.2
        return {"depth_clip": not clamp if draw.random() < 0.7 else True, "provoking": 0 if self.has_geometry or len(self.viewports) > 1 else draw.choice([0, 0, 1]), "line_mode": 2 if self.lines else 0,
                "depth_clamp": clamp, "discard": False, "polygon": 0, "cull": draw.choice([0, 0, 0, 1, 2, 3] if draw.random() < 0.3 else [0, 0, 1, 2]),
                "front": draw.choice([0, 1]), "depth_bias": bias, "line_width": draw.choice([1.0, 1.0, 3.0]) if self.lines else 1.0, "sample_mask": 0xFFFFFFFF if draw.random() < 0.6 or self.samples == 1 else draw.randint(0, 15),
                "samples": self.samples, "sample_shading": 1.0 if self.sample_shading else 0, "alpha_to_coverage": self.alpha_to_coverage,
                "alpha_to_one": self.alpha_to_one}

    def scissor(self):
        draw, program = self.draw, self.program
        if draw.random() < 0.6 or self.samples > 1:  # lavapipe scissors samples, not pixels
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

    def stages(self):
        """Shaders of all stages, the last one's outputs as fragments take them."""
        program, draw = self.program, self.draw
        stages = [program.shader(VERTEX, self.vertex_shader())]
        if self.tessellated:
            control, evaluation = control_shader(draw, self.patch), evaluation_shader(draw, "" if self.has_geometry else self.mode)
            stages.append(program.shader(CONTROL, without_slivers(control, evaluation)))
            stages.append(program.shader(EVALUATION, evaluation))
        if self.has_geometry:
            stages.append(program.shader(GEOMETRY, geometry_shader(draw, self.topology, self.mode, len(self.viewports), self.single)))
        self.pixels = Pixels(self)
        stages.append(program.shader(FRAGMENT, self.pixels.text()))
        return stages

    def record(self):
        program, draw, geometry = self.program, self.draw, self.geometry
        stages = self.stages()
        layouts, attributes, buffers = self.vertex_buffers()
        depth_number = formats.DEPTHS[self.depth.name][0] if self.depth else 0
        restart = "strip" in self.topology or "fan" in self.topology
        indexed = draw.random() < 0.5
        pipeline = program.add("pipelines", stages=stages, bindings=self.pixels.bindings, vertex_buffers=layouts, attributes=attributes,
                               topology=TOPOLOGIES.index(self.topology), restart=restart and indexed and draw.random() < 0.7, patch=self.patch,
                               viewports=self.viewports, scissors=[self.scissor() for _ in self.viewports], raster=self.raster(),
                               depth=self.depth_state(), blends=[self.blend_of(t, v) for t, v in zip(self.targets, self.pixels.values)], logic=self.logic,
                               blend_constants=[draw.randint(0, 8) / 8 for _ in range(4)], colour_formats=[t.format.number for t in self.targets],
                               depth_format=depth_number if self.depth and self.depth.name != "S8" else 0,
                               stencil_format=depth_number if self.depth and "S8" in self.depth.name else 0, view_mask=program.view_mask,
                               negative_one_to_one=self.opengl_depth)
        program.do("bind", pipeline=pipeline, push=[word(number) for number in self.push])
        program.do("vertices", buffers=buffers)
        if not indexed:
            self.submit_draw([geometry.count, self.instances, 0, 0])
            return
        kind = draw.choice(list(INDEX_TYPES))
        letters, end = INDEX_TYPES[kind]
        numbers = [draw.randrange(geometry.count) if draw.random() < 0.2 else n for n in range(geometry.count)]
        if self.tessellated:
            for first in range(0, len(numbers) - 2, self.patch):
                if geometry.is_line(*numbers[first:first + 3]):
                    numbers[first:first + 3] = range(first, first + 3)
        if program.lists["pipelines"][pipeline]["restart"]:
            numbers = [end if draw.random() < 0.15 else n for n in numbers]
        offset = draw.choice([0, 0, 2])
        shifted = [n if n == end else n + offset for n in numbers]
        program.do("indices", buffer=program.buffer(INDEX_BUFFER, np.array([0, 0, *shifted, 0, 0], letters).tobytes() + bytes(4)), offset=0, type=kind)
        self.submit_draw([len(numbers), self.instances, 2, -offset, 0])

    def submit_draw(self, numbers):
        """Sometimes on a condition that memory holds."""
        program, draw = self.program, self.draw
        conditional = draw.random() < 0.1
        if conditional:
            words = np.array([0, draw.choice([0, 1, 1 << 31]), 3], "<u4").tobytes()
            program.do("conditional", step="begin", buffer=program.buffer(CONDITION_BUFFER, words), offset=4, inverted=draw.randint(0, 1))
        self.submit(numbers)
        if conditional:
            program.do("conditional", step="end")

    def submit(self, numbers):
        program, draw = self.program, self.draw
        indexed = len(numbers) == 5
        if draw.random() < 0.6:
            program.do("draw_indexed" if indexed else "draw", numbers=numbers)
            return
        count = draw.randint(1, 2)
        content = np.array([n & 0xFFFFFFFF for n in numbers] * count, "<u4").tobytes()
        program.do("draw_indirect", buffer=program.buffer(INDIRECT_BUFFER, content), offset=0, indexed=indexed, count=count, stride=4 * len(numbers))
