#!/usr/bin/env python3
"""Records the frames of configs/studies/silicon_frames: what others timed on a chip, rebuilt as small Vulkan programs.

    scripts/chip_frames.py [NAME]... [--command TEXPIPE] [--player FRAME_PLAYER] [--out FOLDER]

Each NAME.frames.zst goes through Mesa's driver for Kaby Lake (`texpipe capture`), played by the build's frame_player, and needs both and
glslangValidator. Pictures have half the width and height of what was timed, or the part that the rows say; contents do not matter.
"""
import argparse
import pathlib

from chip_draws import circles, cube, grid, minimal, rectangles, sprites
from frame_program import FULL_SCREEN, LINEAR, NEAREST, OPAQUE, R8, READ_LAYOUT, RG8, RGBA16F, RGBA32F, RGBA8, Program, words

ROOT = pathlib.Path(__file__).resolve().parent.parent
HD, SMALL_HD = (960, 540), (640, 360)  # half the width and height

COORDINATES = """#version 460
layout(location = 0) out vec4 place;  // texels of the first plane, of planes of half the size
layout(push_constant) uniform Push { vec4 size; };
void main() {
  vec2 corner = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.5, 1.0);
  place = vec4(corner * size.xy, corner * size.zw);
}
"""


def fragment(planes, body, head="", place=False):
    samplers = "".join(f"layout(binding = {n}) uniform sampler2D plane{n};\n" for n in range(planes))
    inputs = "layout(location = 0) in vec4 place;\n" if place else ""
    return f"""#version 460
{samplers}{inputs}layout(location = 0) out vec4 colour;
layout(push_constant) uniform Push {{ vec4 size; vec4 red, green, blue; }};
{head}
vec3 rgb_of(vec3 yuv) {{ return clamp(vec3(dot(yuv, red.xyz) + red.w, dot(yuv, green.xyz) + green.w, dot(yuv, blue.xyz) + blue.w), 0.0, 1.0); }}
void main() {{ {body} }}
"""


MATRIX = (1.164, 0.0, 1.793, -0.973, 1.164, -0.213, -0.533, 0.301, 1.164, 2.112, 0.0, -1.133)


def full_screen(program, view, target, size, sources, text, vertex=FULL_SCREEN, filter=NEAREST, places=(0, 0, 0, 0), blend=OPAQUE):
    """A pass over a whole target that reads sources."""
    bindings = [("view", source, program.sampler(filter)) for source in sources]
    pipeline = program.pipeline(vertex, text, target, size, bindings, blend=blend)
    program.begin(view, size)
    program.draw(pipeline, 3, push=words([*places, *MATRIX]))
    program.do("end")


def convert(program):
    """Conversions of video to RGBA8 and back; sources are full, half or quarter planes."""
    size, chroma, wide = HD, (480, 270), (480, 540)
    sizes = {"y": (R8, size), "rgba": (RGBA8, size), "uv": (RG8, chroma), "u": (R8, chroma), "v": (R8, chroma), "u2": (R8, wide), "v2": (R8, wide),
             "u4": (R8, size), "v4": (R8, size), "a": (R8, size), "packed": (RGBA8, wide), "bgr": (R8, (3 * size[0], size[1]))}
    image = {name: program.source(*what)[1] for name, what in sizes.items()}
    places, half_width = (*size, *chroma), (*size, *wide)
    at, at_half = "ivec2(place.xy)", "ivec2(place.zw)"
    y, u, v = f"texelFetch(plane0, {at}, 0).x", f"texelFetch(plane1, {at_half}, 0).x", f"texelFetch(plane2, {at_half}, 0).x"
    three = f"colour = vec4(rgb_of(vec3({y}, {u}, {v})), 1.0);"
    passes = [
        (["y"], "colour = vec4(clamp(texelFetch(plane0, ivec2(gl_FragCoord.xy), 0).xxx * red.x + red.w, 0.0, 1.0), 1.0);", None),
        (["rgba"], "colour = texelFetch(plane0, ivec2(gl_FragCoord.xy), 0);", None),
        (["y", "uv"], f"colour = vec4(rgb_of(vec3({y}, texelFetch(plane1, {at_half}, 0).xy)), 1.0);", places),
        (["y", "u", "v"], three, places),
        (["y", "u2", "v2"], three, half_width),
        (["y", "u4", "v4"], three, (*size, *size)),
        (["y", "u", "v", "a"], f"colour = vec4(rgb_of(vec3({y}, {u}, {v})), texelFetch(plane3, {at}, 0).x);", places),
        (["packed"], f"vec4 both = texelFetch(plane0, {at_half}, 0); float luma = fract(place.z) < 0.5 ? both.x : both.z; "
                     "colour = vec4(rgb_of(vec3(luma, both.yw)), 1.0);", half_width),
        (["bgr"], "ivec2 at = ivec2(gl_FragCoord.xy); at.x *= 3; colour = vec4(texelFetch(plane0, at + ivec2(2, 0), 0).x, "
                  "texelFetch(plane0, at + ivec2(1, 0), 0).x, texelFetch(plane0, at, 0).x, 1.0);", None),
    ]
    for sources, body, where in passes:
        _, view = program.target(RGBA8, size)
        text = fragment(len(sources), body, place=where is not None)
        full_screen(program, view, RGBA8, size, [image[name] for name in sources], text, COORDINATES if where else FULL_SCREEN, places=where or (0, 0, 0, 0))


def planes(program):
    """RGBA8 to planes: by way of packed YUV, by way of a smaller picture, and at once."""
    _, source = program.source(RGBA8, HD)

    def step(view, size, format, body, where=None):
        out, out_view = program.target(format, size)
        full_screen(program, out_view, format, size, [view], fragment(1, body, place=where is not None), COORDINATES if where else FULL_SCREEN,
                    filter=LINEAR if where and "texture(" in body else NEAREST, places=where or (0, 0, 0, 0))
        program.layout(out, READ_LAYOUT)
        return out_view

    here, first = "ivec2(gl_FragCoord.xy)", "texelFetch(plane0, ivec2(gl_FragCoord.xy), 0)"
    half = "texelFetch(plane0, ivec2(place.xy), 0)"
    matrix = f"vec4 c = {first}; colour = vec4(rgb_of(c.xyz), 1.0);"
    packed = step(source, HD, RGBA8, matrix)
    step(packed, HD, R8, f"colour = {first}.yyyy;")
    step(packed, (480, 270), RG8, f"colour = {half}.xzxz;", (*HD, 0, 0))
    small = step(source, SMALL_HD, RGBA8, "colour = texture(plane0, place.xy);", (1, 1, 0, 0))
    step(small, SMALL_HD, R8, f"colour = {first}.yyyy;")
    step(small, (320, 180), RG8, f"colour = {half}.xzxz;", (*SMALL_HD, 0, 0))
    step(source, HD, R8, f"colour = vec4(dot({first}.xyz, red.xyz) + red.w);")
    step(source, (480, 270), RG8, f"vec3 c = {half}.xyz; colour = vec4(dot(c, green.xyz) + green.w, dot(c, blue.xyz) + blue.w, 0.0, 0.0);", (*HD, 0, 0))


WEIGHTS = """
vec4 cubic(float x) {  // Catmull-Rom weights of four texels
  float x2 = x * x, x3 = x2 * x;
  return vec4(-0.5 * x3 + x2 - 0.5 * x, 1.5 * x3 - 2.5 * x2 + 1.0, -1.5 * x3 + 2.0 * x2 + 0.5 * x, 0.5 * x3 - 0.5 * x2);
}
"""
NINE = """vec2 texel = place.xy * size.zw - 0.5, whole = floor(texel), part = texel - whole;
  vec4 x = cubic(part.x), y = cubic(part.y);
  vec2 step = 1.0 / size.zw, middle = (whole + 0.5 + vec2(x.z / (x.y + x.z), y.z / (y.y + y.z))) * step, low = (whole - 0.5) * step, high = (whole + 2.5) * step;
  float xm = x.y + x.z, ym = y.y + y.z;
  colour = y.x * (x.x * texture(plane0, low) + xm * texture(plane0, vec2(middle.x, low.y)) + x.w * texture(plane0, vec2(high.x, low.y)))
         + ym * (x.x * texture(plane0, vec2(low.x, middle.y)) + xm * texture(plane0, middle) + x.w * texture(plane0, vec2(high.x, middle.y)))
         + y.w * (x.x * texture(plane0, vec2(low.x, high.y)) + xm * texture(plane0, vec2(middle.x, high.y)) + x.w * texture(plane0, high));"""
SIXTEEN = """vec2 texel = place.xy * size.zw - 0.5, whole = floor(texel), part = texel - whole;
  vec4 x = cubic(part.x), y = cubic(part.y), sum = vec4(0.0);
  vec2 step = 1.0 / size.zw, low = (whole - 0.5) * step;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) sum += x[i] * y[j] * texture(plane0, low + vec2(i, j) * step);
  colour = sum;"""
AREA = """vec2 extent = vec2(dFdx(place.x), dFdy(place.y)) * size.zw, low = place.xy * size.zw - 0.5 * extent, high = low + extent;
  vec4 sum = vec4(0.0);
  {loops} {{
      vec2 at = vec2(i, j), covered = min(at + 1.0, high) - max(at, low);
      sum += covered.x * covered.y * texelFetch(plane0, ivec2(at), 0);
    }}
  colour = sum / (extent.x * extent.y);"""
BY_INTEGERS = "for (int j = int(floor(low.y)); j < int(ceil(high.y)); ++j)\n    for (int i = int(floor(low.x)); i < int(ceil(high.x)); ++i)"
BY_FLOATS = "for (float j = floor(low.y); j < high.y; j += 1.0)\n    for (float i = floor(low.x); i < high.x; i += 1.0)"
ONE = """vec2 extent = vec2(dFdx(place.x), dFdy(place.y)) * size.zw, texel = place.xy * size.zw, edge = floor(texel + 0.5);
  colour = texture(plane0, (edge + clamp((texel - edge) / extent, -0.5, 0.5)) / size.zw);"""


def scale(program):
    """Larger and smaller pictures by cubic and by area weights."""
    for source_size, size, texts in (((322, 239), (662, 540), (NINE, SIXTEEN, AREA.format(loops=BY_INTEGERS), AREA.format(loops=BY_FLOATS), ONE)),
                                     (HD, SMALL_HD, (NINE, SIXTEEN))):
        _, source = program.source(RGBA8, source_size)
        for text in texts:
            _, view = program.target(RGBA8, size)
            filter = NEAREST if text == SIXTEEN else LINEAR
            full_screen(program, view, RGBA8, size, [source], fragment(1, text, WEIGHTS, place=True), COORDINATES, filter, (1, 1, *source_size))


def copy(program, format, size):
    _, source = program.source(format, size)
    _, view = program.target(format, size)
    full_screen(program, view, format, size, [source], fragment(1, "colour = texelFetch(plane0, ivec2(gl_FragCoord.xy), 0);"))


def wide(program):
    """RGBA32F copied, a sixteenth of what was timed."""
    copy(program, RGBA32F, (1024, 576))


def post(program):
    """RGBA16F copied by a pass; and a small picture drawn large with one tap."""
    copy(program, RGBA16F, HD)
    _, source = program.source(RGBA8, (80, 60))
    _, view = program.target(RGBA8, (960, 540))
    text = fragment(1, "vec4 c = texture(plane0, place.xy); float line = 0.75 + 0.25 * cos(place.y * 377.0); colour = vec4(pow(c.xyz * line, vec3(0.8)), 1.0);", place=True)
    full_screen(program, view, RGBA8, (960, 540), [source], text, COORDINATES, LINEAR, (1, 1, 0, 0))


SCENES = {scene.__name__: scene for scene in (convert, planes, scale, sprites, circles, wide, post, rectangles, cube, minimal, grid)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of: " + ", ".join(SCENES))
    parser.add_argument("--command", type=pathlib.Path, default=ROOT / "build/release/texpipe")
    parser.add_argument("--player", type=pathlib.Path, default=ROOT / "build/release/tests/frame_player")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "configs/studies/silicon_frames")
    options = parser.parse_args()
    for name in options.names or SCENES:
        program = Program()
        SCENES[name](program)
        recording = options.out.resolve() / f"{name}.frames.zst"
        program.record(options.command.resolve(), options.player.resolve(), recording)
        print(f"{recording.stat().st_size:8} bytes  {recording}")


if __name__ == "__main__":
    main()
