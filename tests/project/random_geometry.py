"""Vertices of random draws, and the shaders that stand between vertices and pixels."""
import math
import re

import numpy as np

import vulkan_formats as formats
from random_textures import texels

UNITS = {"points": 1, "lines": 2, "triangles": 3, "lines_adjacency": 4, "triangles_adjacency": 6}
LINES = ("lines", "line_strip", "lines_adjacency", "line_strip_adjacency")


class Geometry:
    """Vertices of a draw in pixels, and their depths and weights."""

    def __init__(self, program, topology, patch):
        draw = program.draw
        unit = patch if topology == "patches" else UNITS.get(topology)
        self.count = unit * draw.randint(1, 6) if unit else draw.randint(4, 10)
        if unit and draw.random() < 0.2:
            self.count += draw.randint(0, unit - 1)  # left over
        self.places, at, reach = [], None, draw.choice([4, 12, 40])
        grid = 1 if topology == "patches" else 16 if program.exact else 4096
        for number in range(self.count):
            if at is None or (unit and number % unit == 0) or draw.random() < 0.1:
                at = [draw.uniform(0, program.width), draw.uniform(0, program.height)]
            # Within twice the size of the target, also when instances and copies are moved: beyond that lavapipe clips, and edges move a little
            limits = [(-0.5 * program.width, 1.1 * program.width), (-0.25 * program.height, 1.5 * program.height)]
            if topology == "points":  # those whose centre lies outside may be drawn or not
                limits = [(0, 0.625 * program.width), (0.25 * program.height, program.height)]
            place = [min(max(draw.uniform(-reach, reach) + side, low), high) for side, (low, high) in zip(at, limits)]
            place = [round(side * grid) / grid for side in place]
            if topology in LINES:  # along pixels, a little off their centres: which pixels others cover is left open
                place = [math.floor(side) + 0.5625 for side in place]
                if number > 0:
                    place[number % 2] = self.places[-1][number % 2]
            self.places.append(place)
        if topology == "patches":
            self.widen_patches(patch)
        flat = topology == "patches" or topology in LINES or draw.random() < 0.3
        depths = [draw.randint(0, 64) / 64 for _ in range(self.count)]
        self.depths = [depths[0]] * self.count if flat else depths
        affine = topology == "patches" or topology in LINES or draw.random() < 0.5
        self.weights = [1 if affine else draw.choice([0.5, 1, 1, 2, 4]) for _ in range(self.count)]
        if not affine:  # lavapipe's plane of one depth is off by a last bit where weights differ, and a comparison of equal depths goes either way
            self.depths = depths

    def widen_patches(self, patch):
        """No patch is as thin as a line: whether its triangles cover a pixel on that line depends on roundings."""
        for first in range(0, self.count - 2, patch):
            a, b, c = range(first, first + 3)
            if self.places[a] == self.places[b]:
                self.places[b] = [self.places[a][0] + 2, self.places[a][1] + 1]
            if self.is_line(a, b, c):
                self.places[c] = [self.places[a][0] - self.places[b][1] + self.places[a][1], self.places[a][1] + self.places[b][0] - self.places[a][0]]

    def is_line(self, a, b, c):
        """Whether three vertices lie on one line."""
        (ax, ay), (bx, by), (cx, cy) = (self.places[n] for n in (a, b, c))
        return (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)

    def keep_inside(self, width, height):
        """Vertices come inside of the target, also when instances are moved: lavapipe interpolates a noperspective value as NaN along an edge that
        it clips, if both ends have the same x and another w."""
        self.places = [[round((x / width + 0.5) * 0.34 * width * 16) / 16, min(max(y, 0.125 * height), height)] for x, y in self.places]

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
        return np.frombuffer(texels(draw, self.format, count), np.uint8).reshape(count, self.format.bytes)

    def expression(self):
        bits = max(bits for _, bits in self.format.channels)
        scale = 2.0**bits if "scaled" in self.format.kind else 2 if bits == 11 else 1
        return f"({self.name} * {1 / scale!r})"


def control_shader(draw, patch, declarations=""):
    """Levels of whole numbers and of fractions."""
    level = lambda: draw.choice([1, 1, 2, 3, 4, 5.5, 2.25, 7])
    outer, inner = [level() for _ in range(4)], [level() for _ in range(2)]
    levels = " ".join(f"gl_TessLevelOuter[{i}] = {float(v)!r};" for i, v in enumerate(outer)) + " " + " ".join(
        f"gl_TessLevelInner[{i}] = {float(v)!r};" for i, v in enumerate(inner))
    return f"""#version 460
layout(vertices = {patch}) out;
layout(location = 0) in vec4 v0[];
layout(location = 1) in vec4 v1[];
layout(location = 2) in uvec4 v2[];
layout(location = 0) out vec4 c0[];
layout(location = 1) out vec4 c1[];
layout(location = 2) patch out uvec4 c2;
{declarations}void main() {{
  gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
  c0[gl_InvocationID] = v0[gl_InvocationID];
  c1[gl_InvocationID] = v1[{draw.choice(['gl_InvocationID', '0', f'(gl_InvocationID + 1) % {patch}'])}];
  if (gl_InvocationID == 0) {{ {levels} c2 = v2[0] + uvec4(gl_PrimitiveID, 0, 0, gl_PatchVerticesIn); }}
}}
"""


def without_slivers(control, evaluation):
    """The control shader with no inner level of 1 if spacing is odd: beside larger levels that is 1 and a little, whose outer ring has no width. Which
    way its triangles turn, and so which are culled, depends on roundings."""
    return re.sub(r"(Inner\[.\]) = 1\.0;", r"\1 = 1.25;", control) if "fractional_odd" in evaluation else control


def evaluation_shader(draw, mode):
    """Everything is affine over a patch, so that triangulations do not matter."""
    domain = draw.choice(["triangles", "quads"])
    spacing = draw.choice(["equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"])
    u, v = ("gl_TessCoord.y", "gl_TessCoord.z") if domain == "triangles" else ("gl_TessCoord.x", "gl_TessCoord.y")
    affine = lambda name: f"{name.format(0)} + {u} * ({name.format(1)} - {name.format(0)}) + {v} * ({name.format(2)} - {name.format(0)})"
    return f"""#version 460
layout({domain}, {spacing}, {draw.choice(['cw', 'ccw'])}) in;
layout(location = 0) in vec4 c0[];
layout(location = 1) in vec4 c1[];
layout(location = 2) patch in uvec4 c2;
layout(location = 0) out vec4 v0;
layout(location = 1) {mode}out vec4 v1;
layout(location = 2) flat out uvec4 v2;
void main() {{
  gl_Position = {affine('gl_in[{}].gl_Position')};
  v0 = ({affine('c0[{}]')}) * 0.25;
  v1 = {'c1[0]' if mode.startswith('flat') else '(' + affine('c1[{}]') + ') * 0.25'};
  v2 = c2;
}}
"""


def geometry_shader(draw, topology, mode, viewports, single):
    """Emits what comes in, and moved copies of it."""
    kind, count = {"points": ("points", 1), "patches": ("triangles", 3)}.get(topology, ("triangles", 3))
    if topology in LINES:
        kind, count = ("lines_adjacency", 4) if "adjacency" in topology else ("lines", 2)
    elif "adjacency" in topology:
        kind, count = "triangles_adjacency", 6
    corners = {"lines_adjacency": [1, 2], "triangles_adjacency": [0, 2, 4]}.get(kind, list(range(count)))
    out = {1: "points", 2: "line_strip", 3: "triangle_strip"}[len(corners)]
    # Triangles of a patch come in any order: copies would cover each other in any order, too
    copies, invocations = 1 if topology == "patches" else draw.randint(1, 3), draw.choice([1, 2, 5, 11]) if single else 1
    emits = "\n".join(f"    emit({c}, copy);" for c in corners)
    number = "0" if topology == "patches" else "gl_PrimitiveIDIn"  # lavapipe numbers the triangles of a patch
    viewport = f"gl_ViewportIndex = (copy + {draw.randint(0, 1)}) % {viewports};" if viewports > 1 else ""
    return f"""#version 460
layout({kind}{f', invocations = {invocations}' if invocations > 1 else ''}) in;
layout({out}, max_vertices = {copies * len(corners)}) out;
layout(location = 0) in vec4 v0[];
layout(location = 1) in vec4 v1[];
layout(location = 2) in uvec4 v2[];
layout(location = 0) out vec4 g0;
layout(location = 1) {mode}out vec4 g1;
layout(location = 2) flat out uvec4 g2;
void emit(int corner, int copy) {{
  vec4 at = gl_in[corner].gl_Position;
  gl_Position = at + vec4(float(copy) * 0.25, float(gl_InvocationID) * -0.25, 0.0, 0.0) * at.w;
  g0 = v0[corner];
  g1 = v1[{draw.choice(['corner', str(count - 1), '0'])}];
  g2 = v2[corner] + uvec4(copy, gl_InvocationID, {number}, 0);
  gl_PrimitiveID = {number} * 3 + copy;
  gl_PointSize = {draw.choice(['1.0', '3.0', '4.0'])};
  {viewport}
  EmitVertex();
}}
void main() {{
  for (int copy = 0; copy < {copies}; ++copy) {{
{emits}
    EndPrimitive();
  }}
}}
"""
