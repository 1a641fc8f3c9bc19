"""Vertices that random programs write to a buffer by transform feedback, and draw from there."""
import numpy as np

import vulkan_formats as formats
from random_frames import (COLOUR, COLOUR_LAYOUT, COLOUR_TARGET, COUNTER_BUFFER, FEEDBACK_BUFFER, FRAGMENT, FROM, INDIRECT_BUFFER, SAMPLED, TOPOLOGIES, VERTEX,
                           VERTEX_BUFFER, word)

FLOATS = 109  # R32G32B32A32_SFLOAT
STRIDE = 48
FACE = [0, 0, 0, 7, 255, 255, 0]

CAPTURING = """#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 colour;
layout(xfb_buffer = 0, xfb_stride = 48) out;
out gl_PerVertex {{ layout(xfb_buffer = 0, xfb_offset = {0}) vec4 gl_Position; float gl_PointSize; }};
layout(location = 0, xfb_buffer = 0, xfb_offset = {1}) flat out vec4 v0;
layout(location = 1, xfb_buffer = 0, xfb_offset = 32) flat out uvec4 v1;
layout(push_constant) uniform Push {{ vec4 p[4]; }};
void main() {{
  gl_Position = position + vec4(float(gl_InstanceIndex) * 0.25, 0.0, 0.0, 0.0);
  gl_PointSize = 1.0;
  v0 = colour.{2} + p[0];
  v1 = uvec4(gl_VertexIndex, gl_InstanceIndex, 7, floatBitsToUint(colour.x));
}}
"""
DRAWING = """#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 colour;
layout(location = 0) flat out vec4 v0;  // interpolation in slivers is left open
void main() {
  gl_Position = position;
  gl_PointSize = 1.0;
  v0 = colour;
}
"""
FLAT = """#version 460
layout(location = 0) flat in vec4 v0;
layout(location = 0) out vec4 o0;
void main() { o0 = clamp(v0, 0.0, 1.0); }
"""


def make_pipeline(program, vertex, attributes, stride, topology):
    size = [0, 0, program.width, program.height]
    raster = {"depth_clip": True, "provoking": 0, "line_mode": 0, "depth_clamp": False, "discard": False, "polygon": 0, "cull": 0, "front": 0, "depth_bias": [],
              "line_width": 1.0, "sample_mask": 0xFFFFFFFF, "samples": 1, "sample_shading": 0, "alpha_to_coverage": False, "alpha_to_one": False}
    return program.add("pipelines", stages=[program.shader(VERTEX, vertex), program.shader(FRAGMENT, FLAT)], bindings=[], vertex_buffers=[[stride, 0, 1]],
                       attributes=attributes, topology=TOPOLOGIES.index(topology), restart=False, patch=3, viewports=[[*size, 0, 1]], scissors=[size], raster=raster,
                       depth={"test": False, "write": False, "compare": 0, "stencil": False, "front": FACE, "back": FACE},
                       blends=[[False, 1, 0, 0, 1, 0, 0, 15]], logic=-1, blend_constants=[0] * 4, colour_formats=[FLOATS], depth_format=0, stencil_format=0)


def record_feedback(program):
    """Two draws into one buffer, the second where the first one ended, and a draw of what they left."""
    draw = program.draw
    format = formats.ALL["R32G32B32A32_float"]
    image = program.image(FLOATS, [program.width, program.height, 1], COLOUR_TARGET | FROM | SAMPLED)
    view = program.view(image, FLOATS)
    program.layout(image, COLOUR_LAYOUT)
    topology = draw.choice(["points", "triangles"])  # which vertex of a strip's triangle comes first is not the same everywhere
    count = draw.randint(3, 12)
    # Halves of pixels, off their centres: the same edges everywhere
    places = [[(draw.randint(0, program.width) + 0.25) * 2 / program.width - 1, (draw.randint(0, program.height) + 0.25) * 2 / program.height - 1, 0.5, 1] for _ in range(count)]
    colours = [[draw.randint(0, 64) / 64 for _ in range(4)] for _ in range(count)]
    source = program.buffer(VERTEX_BUFFER, np.array([[*p, *c] for p, c in zip(places, colours)], "<f4").tobytes())
    first, second = draw.choice([(0, 16), (16, 0)])
    capturing = make_pipeline(program, CAPTURING.format(first, second, draw.choice(["xyzw", "wzyx", "yyxx"])), [[0, FLOATS, 0], [0, FLOATS, 16]], 32, topology)
    drawing = make_pipeline(program, DRAWING, [[0, FLOATS, first], [0, FLOATS, second]], STRIDE, draw.choice(["points", "triangles"]))
    room = draw.choice([200, 200, 200, draw.randint(1, 20)])  # vertices
    captured = program.buffer(FEEDBACK_BUFFER | VERTEX_BUFFER, size=room * STRIDE)
    counter = program.buffer(COUNTER_BUFFER | INDIRECT_BUFFER, size=16)
    begin = {"colours": [{"view": view, "layout": COLOUR_LAYOUT, "load": 1, "store": 0, "clear": [word(0)] * 4}], "area": [0, 0, program.width, program.height], "layers": 1}
    push = [word(draw.randint(0, 8) / 8) for _ in range(16)]
    for step in ("begin", "resume"):
        program.do("begin", **begin)
        program.do("bind", pipeline=capturing, push=push)
        program.do("vertices", buffers=[[source, 0]])
        program.do("feedback", step=step, buffer=captured, counter=counter)
        program.do("draw", numbers=[draw.randint(1, count), draw.choice([1, 1, 2]), 0, 0])
        program.do("feedback", step="end", counter=counter)
        program.do("end")
        program.do("barrier")
    program.do("submit")  # lavapipe reads the count of a draw before captures of the same submission
    program.do("begin", **begin)
    program.do("bind", pipeline=drawing, push=push)
    program.do("vertices", buffers=[[captured, 0]])
    program.do("draw_feedback", instances=1, counter=counter, stride=STRIDE)
    program.do("end")
    program.output(image, format, COLOUR, [program.width, program.height, 1], {"format": format.name, "error": 2.0**-20, "exact": False})
    program.later(captured, {"format": "buffer", "error": 0, "exact": True})
    program.later(counter, {"format": "buffer", "error": 0, "exact": True})
