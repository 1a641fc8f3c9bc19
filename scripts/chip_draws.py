"""Draws of scripts/chip_frames.py that are more than a full-screen pass: sprites, circles, rectangles and cubes with depth, vertices."""
import math
import random
import struct

from frame_program import (ADDED, ALPHA, CLEAR, D32, DEPTH_LAYOUT, DEPTH_TARGET, FULL_SCREEN, INDEX_BUFFER, LINEAR, OPAQUE, RGBA8, STORAGE_BUFFER, STRIP,
                           WITH_DEPTH, floats, words)

QUADS = """#version 460
struct Place { float x, y; uint colour; };
layout(binding = 1) readonly buffer Places { Place places[]; };
layout(push_constant) uniform Push { vec4 size; };  // of a sprite, of half the target
layout(location = 0) out vec2 texel;
layout(location = 1) out vec4 tint;
void main() {
  vec2 corner = vec2(gl_VertexIndex == 1 || gl_VertexIndex == 4 || gl_VertexIndex == 5, gl_VertexIndex == 2 || gl_VertexIndex == 3 || gl_VertexIndex == 5);
  Place place = places[gl_InstanceIndex];
  gl_Position = vec4((vec2(place.x, place.y) + corner * size.xy) / size.zw - 1.0, 0.5, 1.0);
  texel = corner;
  tint = unpackUnorm4x8(place.colour);
}
"""
POINTS = QUADS.replace("layout(location = 0) out vec2 texel;\n", "").replace("texel = corner;", "gl_PointSize = size.x;")
SPRITE = """#version 460
layout(binding = 0) uniform sampler2D sprite;
layout(location = 0) in vec2 texel;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 colour;
void main() { colour = texture(sprite, texel) * tint; }
"""
FLAT = "#version 460\nlayout(location = 0) out vec4 colour;\nvoid main() { colour = vec4(0.25, 0.5, 0.75, 1.0); }\n"


def sprites(program):
    """Blended sprites at random places, behind a pass that writes the whole target."""
    size, draw = (1280, 1024), random.Random(1)
    count = 4096
    places = program.buffer(STORAGE_BUFFER, b"".join(struct.pack("<ffI", draw.uniform(0, size[0] - 16), draw.uniform(0, size[1] - 16), 0xC0FFFFFF) for _ in range(count)))
    _, sprite = program.source(RGBA8, (16, 16))
    bindings = [("view", sprite, program.sampler(LINEAR)), ("stored", places)]
    flat = program.pipeline(FULL_SCREEN, FLAT, RGBA8, size)
    quads = program.pipeline(QUADS, SPRITE, RGBA8, size, bindings, blend=ALPHA)
    points = program.pipeline(POINTS, SPRITE.replace("layout(location = 0) in vec2 texel;\n", "").replace("texel)", "gl_PointCoord)"), RGBA8, size, bindings,
                              topology=0, blend=ALPHA)
    for pipeline, vertices, instances, sides in ((quads, 6, count, (8, 6.4)), (points, 1, count // 2, (16, 16))):
        _, view = program.target(RGBA8, size)
        program.begin(view, size)
        program.draw(flat, 3)
        program.draw(pipeline, vertices, instances, push=words([*sides, size[0] / 2, size[1] / 2]))
        program.do("end")


CIRCLE = """#version 460
layout(location = 0) out vec2 place;
layout(binding = 0) readonly buffer Corners { vec2 corners[]; };
void main() {
  vec2 corner = corners[gl_VertexIndex];
  PLACE
  gl_Position = vec4(centre, 0.5, 1.0);
  place = corner;
}
"""
IN_A_GRID = """vec2 cell = vec2(gl_InstanceIndex >> 5, gl_InstanceIndex & 31) + corner * 0.5 + 0.5;
  vec2 centre = (cell / vec2(64.0, 32.0) * 2.0 - 1.0) * 0.95;"""
IN_LAYERS = """uint layer = gl_InstanceIndex >> 4, cell = gl_InstanceIndex & 15;
  vec2 centre = (vec2(cell & 3, cell >> 2) + fract(vec2(layer * 0.618, layer * 0.755)) - 0.5 + corner * 0.5 + 0.5) * 0.5 - 1.0;"""
LENGTH = "#version 460\nlayout(location = 0) in vec2 place;\nlayout(location = 0) out vec4 colour;\nvoid main() { colour = vec4(FROM - length(place)); }\n"


def circle_shapes():
    """Corners of each shape by triangle: a square, and a 12-gon as a fan, as a strip, and with the largest triangles first."""
    ring = [(math.cos(2 * math.pi * n / 12), math.sin(2 * math.pi * n / 12)) for n in range(12)]
    square = [(-1, -1), (1, -1), (-1, 1), (-1, 1), (1, -1), (1, 1)]
    fan = [corner for n in range(12) for corner in ((0, 0), ring[n], ring[(n + 1) % 12])]
    zigzag = [0, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 6]
    strip = [ring[n] for first in range(10) for n in zigzag[first:first + 3]]
    largest = [ring[n] for triangle in [(0, 4, 8)] + [(n, n + 2, (n + 4) % 12) for n in (0, 4, 8)] + [(n, n + 1, (n + 2) % 12) for n in range(0, 12, 2)] for n in triangle]
    return square, fan, strip, largest


def circles(program):
    """A quarter of a grid of small circles, and layers of large ones that blend."""
    for size, text, start, instances, blend, shapes in (((1600, 900), IN_A_GRID, "1.0", 2048, OPAQUE, circle_shapes()),
                                                       ((300, 300), IN_LAYERS, "0.9", 512, ADDED, circle_shapes()[:2])):
        for shape in shapes:
            corners = program.buffer(STORAGE_BUFFER, floats([number for corner in shape for number in corner]))
            pipeline = program.pipeline(CIRCLE.replace("PLACE", text), LENGTH.replace("FROM", start), RGBA8, size, [("stored", corners)], blend=blend)
            _, view = program.target(RGBA8, size)
            program.begin(view, size, CLEAR)
            program.draw(pipeline, len(shape), instances)
            program.do("end")


CUBE = """#version 460
layout(location = 0) out vec2 texel;
layout(push_constant) uniform Push { vec4 aspect; };
void main() {
  uint side = gl_VertexIndex / 6, corner = (0x432210 >> (gl_VertexIndex % 6 * 4)) & 7;
  corner = corner == 4 ? 1 : corner;
  vec2 uv = vec2(corner & 1, corner >> 1);
  vec3 p = vec3(uv * 2.0 - 1.0, (side & 1) == 0 ? 1.0 : -1.0);
  p = side < 2 ? p : side < 4 ? p.yzx : p.zxy;
  vec2 c = vec2(0.766, 0.643), s = vec2(0.643, 0.766);
  p = vec3(c.x * p.x + s.x * p.z, p.y, c.x * p.z - s.x * p.x);
  p = vec3(p.x, c.y * p.y - s.y * p.z, c.y * p.z + s.y * p.y) + vec3(0.0, 0.0, 5.0);
  gl_Position = vec4(p.x * 2.0 * aspect.x, p.y * 2.0, (p.z - 1.0) * 1.1, p.z);
  texel = uv;
}
"""


def cube(program):
    """A clear and a cube with a mip-mapped texture, in two windows."""
    levels = [bytes(4 * max(1, 512 >> level) ** 2) for level in range(10)]
    _, texture = program.source(RGBA8, (512, 512), levels)
    body = SPRITE.replace("layout(location = 1) in vec4 tint;\n", "").replace(" * tint", "")
    for size in ((1920, 1080), (800, 600)):
        _, view = program.target(RGBA8, size)
        depth_image, depth = program.image(D32, *size, DEPTH_TARGET)
        program.layout(depth_image, DEPTH_LAYOUT)
        pipeline = program.pipeline(CUBE, body, RGBA8, size, [("view", texture, program.sampler(LINEAR, mip=1))], depth=WITH_DEPTH)
        program.begin(view, size, CLEAR, depth)
        program.draw(pipeline, 36, push=words([size[1] / size[0]]))
        program.do("end")


RECTANGLE = """#version 460
layout(push_constant) uniform Push { vec4 depth; };
void main() { gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0, depth.x, 1.0); }
"""


def rectangles(program):
    """Opaque rectangles with depth: one in front, the next one hidden by it."""
    size = (1024, 1024)
    _, view = program.target(RGBA8, size)
    depth_image, depth = program.image(D32, *size, DEPTH_TARGET)
    program.layout(depth_image, DEPTH_LAYOUT)
    pipeline = program.pipeline(RECTANGLE, FLAT, RGBA8, size, topology=STRIP, depth=WITH_DEPTH)
    program.begin(view, size, depth=depth)
    for z in (0.25, 0.75):
        program.draw(pipeline, 4, push=words([z]))
    program.do("end")


TINY = "#version 460\nvoid main() { gl_Position = vec4(gl_VertexIndex == 1 ? 0.01 : 0.0, gl_VertexIndex == 2 ? 0.01 : 0.0, 0.5, 1.0); }\n"


def minimal(program):
    """Many draws of one small triangle."""
    size = (256, 256)
    _, view = program.target(RGBA8, size)
    pipeline = program.pipeline(TINY, FLAT, RGBA8, size)
    program.begin(view, size)
    program.do("bind", pipeline=pipeline, push=[0] * 16)
    for _ in range(300):
        program.do("draw", numbers=[3, 1, 0, 0])
    program.do("end")


GRID = """#version 460
void main() { gl_Position = vec4(vec2(gl_VertexIndex % 101, gl_VertexIndex / 101) / 50.0 - 1.0, 0.5, 1.0); }
"""


def grid(program):
    """A grid of 100x100 squares as an indexed list: in stripes of 50 columns, and in whole rows."""
    size = (256, 256)
    pipeline = program.pipeline(GRID, FLAT, RGBA8, size)
    for columns in (50, 100):
        order = [(x, y) for first in range(0, 100, columns) for y in range(100) for x in range(first, first + columns)]
        numbers = [n for x, y in order for n in (y * 101 + x, y * 101 + x + 1, (y + 1) * 101 + x, (y + 1) * 101 + x, y * 101 + x + 1, (y + 1) * 101 + x + 1)]
        _, view = program.target(RGBA8, size)
        program.begin(view, size)
        program.do("bind", pipeline=pipeline, push=[0] * 16)
        program.do("indices", buffer=program.buffer(INDEX_BUFFER, struct.pack(f"<{len(numbers)}I", *numbers)), offset=0, type=1)
        program.do("draw_indexed", numbers=[len(numbers), 1, 0, 0, 0])
        program.do("end")
