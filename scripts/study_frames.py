#!/usr/bin/env python3
"""Records the frames of configs/studies/frames: boxes on a floor, drawn in five ways; and more boxes, a draw for each.

    scripts/study_frames.py [--command TEXPIPE] [--player FRAME_PLAYER] [--out FOLDER]

The floor is that of the texture walk perspective_floor (horizon 0.4, focal length 0.75, 0.35 repeats). yard.frames.zst has a pass for each of
RGBA8 from back to front, from front to back, both with a shader that may discard (which tests depth late), and BC7 from back to front.
crowd.frames.zst has ten passes from back to front, each with another focal length.
"""
import argparse
import pathlib

from frame_program import BC7, CLEAR, D32, DEPTH_LAYOUT, DEPTH_TARGET, LINEAR, REPEAT, RGBA8, STRIP, WITH_DEPTH, Program, words

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZE, TEXTURE, BOXES, CROWD = (480, 272), 512, 64, 160
HORIZON = int(0.4 * SIZE[1]) // 2 * 2
# x, horizon and y of the camera in clip space; the last number turns the order of the boxes.
CAMERA = (1.5, 2 * HORIZON / SIZE[1] - 1, 1.5 * SIZE[0] / SIZE[1])

PLACE = """layout(push_constant) uniform Push { vec4 camera; };
vec4 clip(vec3 p) { return vec4(camera.x * p.x, camera.y * p.z + camera.z * p.y, (p.z - 1.0) * 1.001, p.z); }
"""
FLOOR = f"""#version 460
layout(location = 0) out vec2 texel;
{PLACE}
void main() {{
  float z = gl_VertexIndex < 2 ? 1.5 : 900.0, x = ((gl_VertexIndex & 1) == 0 ? -0.7 : 0.7) * z;
  gl_Position = clip(vec3(x, 1.0, z));
  texel = 0.35 * vec2(x, z);
}}
"""
BOX = f"""#version 460
layout(location = 0) out vec2 texel;
{PLACE}
void main() {{
  uint box = camera.w == 0.0 ? gl_InstanceIndex : {BOXES - 1} - gl_InstanceIndex;  // from far to near
  float z = 3.5 + 0.5 * float({BOXES - 1} - box), x = (fract(float(box) * 0.618) - 0.5) * 1.3 * z;
  uint side = gl_VertexIndex / 6, corner = gl_VertexIndex % 6;
  vec2 uv = vec2(corner == 1 || corner == 4 || corner == 5, corner == 2 || corner == 3 || corner == 5);
  vec3 p = vec3(uv - 0.5, (side & 1) == 0 ? 0.5 : -0.5);
  p = side < 2 ? p : side < 4 ? p.yzx : p.zxy;
  gl_Position = clip(p + vec3(x, 0.5, z));
  texel = uv;
}}
"""
CROWDED = BOX.replace(f"{BOXES - 1}", f"{CROWD - 1}").replace("0.5 * float", "0.13 * float")
TEXTURED = """#version 460
layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 texel;
layout(location = 0) out vec4 colour;
void main() { colour = texture(image, texel); MAYBE }
"""


def sizes_of_levels():
    return [TEXTURE >> level for level in range(TEXTURE.bit_length())]


def checks(x, y):
    return (x // 16 + y // 16) % 2


def plain_levels():
    colours = (bytes((200, 180, 150, 255)), bytes((90, 60, 40, 255)))
    return [b"".join(colours[checks(x, y)] for y in range(side) for x in range(side)) for side in sizes_of_levels()]


def bc7_block(red, green, blue):
    """Mode 6 with equal end points: one colour, of seven bits a channel."""
    bits, at = 1 << 6, 7
    for channel in (red, green, blue, 127):
        for _ in range(2):
            bits |= channel << at
            at += 7
    return bits.to_bytes(16, "little")


def bc7_levels():
    blocks = (bc7_block(100, 90, 75), bc7_block(45, 30, 20))
    return [b"".join(blocks[checks(x, y)] for y in range(0, side, 4) for x in range(0, side, 4)) for side in sizes_of_levels()]


def draw_yard(program, texture, forward, discards):
    _, view = program.target(RGBA8, SIZE)
    depth_image, depth = program.image(D32, *SIZE, DEPTH_TARGET)
    program.layout(depth_image, DEPTH_LAYOUT)
    shader = TEXTURED.replace("MAYBE", "if (colour.a < 0.25) discard;" if discards else "")
    bindings = [("view", texture, program.sampler(LINEAR, REPEAT, anisotropy=8, mip=1))]
    floor = program.pipeline(FLOOR, shader, RGBA8, SIZE, bindings, topology=STRIP, depth=WITH_DEPTH)
    boxes = program.pipeline(BOX, shader, RGBA8, SIZE, bindings, depth=WITH_DEPTH)
    draws = [(floor, 4, 1), (boxes, 36, BOXES)]
    program.begin(view, SIZE, CLEAR, depth)
    for pipeline, vertices, instances in reversed(draws) if forward else draws:
        program.draw(pipeline, vertices, instances, push=words([*CAMERA, float(forward)]))
    program.do("end")


def crowd(program):
    _, texture = program.source(RGBA8, (TEXTURE, TEXTURE), plain_levels())
    bindings = [("view", texture, program.sampler(LINEAR, REPEAT, mip=1))]
    boxes = program.pipeline(CROWDED, TEXTURED.replace("MAYBE", ""), RGBA8, SIZE, bindings, depth=WITH_DEPTH)
    for number in range(10):
        _, view = program.target(RGBA8, SIZE)
        depth_image, depth = program.image(D32, *SIZE, DEPTH_TARGET)
        program.layout(depth_image, DEPTH_LAYOUT)
        program.begin(view, SIZE, CLEAR, depth)
        for box in range(CROWD):
            program.draw(boxes, 36, 1, box, push=words([CAMERA[0] * (1 + 0.02 * number), *CAMERA[1:], 0.0]))
        program.do("end")


def yard(program):
    _, plain = program.source(RGBA8, (TEXTURE, TEXTURE), plain_levels())
    _, blocks = program.source(BC7, (TEXTURE, TEXTURE), bc7_levels())
    for discards in (False, True):
        for forward in (False, True):
            draw_yard(program, plain, forward, discards)
    draw_yard(program, blocks, False, False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", type=pathlib.Path, default=ROOT / "build/release/texpipe")
    parser.add_argument("--player", type=pathlib.Path, default=ROOT / "build/release/tests/frame_player")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "configs/studies/frames")
    options = parser.parse_args()
    for scene in (yard, crowd):
        program = Program()
        scene(program)
        recording = options.out.resolve() / f"{scene.__name__}.frames.zst"
        program.record(options.command.resolve(), options.player.resolve(), recording)
        print(f"{recording.stat().st_size:8} bytes  {recording}")


if __name__ == "__main__":
    main()
