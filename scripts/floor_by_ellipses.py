#!/usr/bin/env python3
"""Draws the scene `floor` with the anisotropic footprint of lavapipe, and compares it with lavapipe's picture.

  scripts/floor_by_ellipses.py --expected FOLDER [--drawn FOLDER]

FOLDER holds floor.N.png (N: 0, 1), and with --drawn picture_N.png as `texpipe run` leaves them for floor.frames.zst.

Rules L4 and L5 leave the taps of an anisotropic footprint open. lavapipe has none: it sums all texels inside an ellipse, those
of one level, with weights that fall off from its middle. This script has no model of a GPU in it: it computes the place of each
pixel on the floor from the scene's camera, its derivatives over blocks of 2x2 pixels, the ellipse and the sum. That its picture
is lavapipe's says that what differs in `floor` is this footprint, and nothing else. Needs python3-numpy and python3-pil.
"""
import argparse
import pathlib

import numpy
from PIL import Image  # python3-pil

WIDTH, HEIGHT = 320, 240
SIZE = 256  # texels of level 0 along an axis
MOST_RATIO = 16
WEIGHTS = numpy.exp(-2 * numpy.arange(1024) / 1023)  # by the squared distance from the middle, 1023 at the border


def noise(x, y):
    word = (x.astype(numpy.uint64) * 374761393 + y.astype(numpy.uint64) * 668265263) & 0xFFFFFFFF
    word = ((word ^ word >> 13) * 1274126177) & 0xFFFFFFFF
    return ((word ^ word >> 16) & 0xFFFF) / numpy.float32(65535)


def bricks():
    """Texture of the scene, sRGB."""
    y, x = numpy.mgrid[0:SIZE, 0:SIZE]
    row = y // 32
    along = x + (row & 1) * 32
    mortar = (y % 32 < 3) | (along % 64 < 3)
    grain, brick = 0.85 + 0.15 * noise(x, y), 0.8 + 0.2 * noise(along // 64, row)
    stone = numpy.stack([190 * grain, 185 * grain, 175 * grain], -1)
    clay = numpy.stack([190 * grain * brick, 80 * grain * brick, 60 * grain * brick], -1)
    return numpy.where(mortar[..., None], stone, clay).astype(numpy.uint8)


def decoded(code):
    value = code / 255
    return numpy.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def encoded(value):
    value = numpy.clip(value, 0, 1)
    return numpy.floor(numpy.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055) * 255 + 0.5).astype(int)


def mip_levels():
    levels = [decoded(bricks())]
    while len(levels[-1]) > 1:
        above = levels[-1]
        mean = (above[::2, ::2] + above[1::2, ::2] + above[::2, 1::2] + above[1::2, 1::2]) / 4
        levels.append(decoded(encoded(mean)))
    return levels


def camera(eye, target):
    eye, target = numpy.array(eye), numpy.array(target)
    ahead = target - eye
    ahead /= numpy.linalg.norm(ahead)
    side = numpy.cross(ahead, [0, 1, 0])
    side /= numpy.linalg.norm(side)
    up = numpy.cross(side, ahead)
    view = numpy.array([[*side, -side @ eye], [*-up, up @ eye], [*-ahead, ahead @ eye], [0, 0, 0, 1]])
    near, far, scale = 0.1, 100, 1 / numpy.tan(numpy.radians(30))
    project = numpy.array([[scale * HEIGHT / WIDTH, 0, 0, 0], [0, scale, 0, 0], [0, 0, far / (near - far), near * far / (near - far)], [0, 0, -1, 0]])
    return project @ view


def places(frame):
    """Texture coordinates of all pixels, and which of them lie on the floor: x = 2u - 40, z = 5 - 85/42 v."""
    clip = camera([0.3 * frame, 1.6, 4], [2.0 + frame, 0.4, -6])
    plane = numpy.stack([2 * clip[:, 0], -85 / 42 * clip[:, 2], -40 * clip[:, 0] + 5 * clip[:, 2] + clip[:, 3]], -1)
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    over = numpy.einsum("ij,jhw->ihw", numpy.linalg.inv(plane[[0, 1, 3]]), numpy.stack([2 * x / WIDTH - 1, 2 * y / HEIGHT - 1, numpy.ones_like(x)]))
    u, v = over[0] / over[2], over[1] / over[2]
    z, w = (plane[row, 0] * u + plane[row, 1] * v + plane[row, 2] for row in (2, 3))
    return u, v, (u >= 0) & (u <= 40) & (v >= 0) & (v <= 42) & (w > 0) & (z >= 0) & (z <= w)


def derivatives(value):
    """Along x and y in texels of level 0, one of each for a block of 2x2 pixels."""
    whole = lambda block: numpy.repeat(numpy.repeat(block * SIZE, 2, 0), 2, 1)
    return whole(value[::2, 1::2] - value[::2, ::2]), whole(value[1::2, ::2] - value[::2, ::2])


def ellipse_sum(texels, u, v, along_x, along_y):
    """Weighted mean of a level's texels. @param along_x, along_y: derivatives (u, v) in its texels"""
    size = len(texels)
    a = along_x[1] ** 2 + along_y[1] ** 2 + 1
    b = -2 * (along_x[0] * along_x[1] + along_y[0] * along_y[1])
    c = along_x[0] ** 2 + along_y[0] ** 2 + 1
    f = a * c - b * b / 4
    half_u, half_v = numpy.sqrt(c), numpy.sqrt(a)
    middle_u, middle_v = u * size - 0.5, v * size - 0.5
    columns = numpy.arange(int(numpy.floor(middle_u - half_u)), int(numpy.ceil(middle_u + half_u)) + 1)
    rows = numpy.arange(int(numpy.floor(middle_v - half_v)), int(numpy.ceil(middle_v + half_v)) + 1)
    x, y = (columns - middle_u)[None, :], (rows - middle_v)[:, None]
    square = ((a * x * x + b * x * y + c * y * y) * (1023 / f)).astype(int)
    weight = numpy.where(square <= 1023, WEIGHTS[numpy.clip(square, 0, 1023)], 0)
    return (texels[numpy.ix_(rows % size, columns % size)] * weight[..., None]).sum((0, 1)) / weight.sum()


def draw(frame):
    levels = mip_levels()
    u, v, floor = places(frame)
    (u_x, u_y), (v_x, v_y) = derivatives(u), derivatives(v)
    x, y = u_x**2 + v_x**2, u_y**2 + v_y**2
    shorter = numpy.maximum(numpy.minimum(x, y), numpy.maximum(x, y) / MOST_RATIO**2)
    level = numpy.clip(numpy.floor(numpy.log2(shorter) / 2), 0, len(levels) - 1).astype(int)
    picture = numpy.zeros((HEIGHT, WIDTH, 3))
    for j, i in zip(*numpy.nonzero(floor)):
        scale = 1 / (1 << level[j, i])
        picture[j, i] = ellipse_sum(levels[level[j, i]], u[j, i], v[j, i], (u_x[j, i] * scale, v_x[j, i] * scale), (u_y[j, i] * scale, v_y[j, i] * scale))
    return encoded(picture), floor


def shares(picture, expected, floor):
    difference = numpy.abs(picture - expected).max(2)[floor]
    return [f"{100 * numpy.mean(difference <= most):.2f}" for most in (1, 2, 8)] + [difference.max()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expected", required=True, type=pathlib.Path)
    parser.add_argument("--drawn", type=pathlib.Path)
    arguments = parser.parse_args()
    read = lambda path: numpy.asarray(Image.open(path).convert("RGB")).astype(int)
    print("| picture | drawn by | pixels of the floor | % within 1 of 255 | within 2 | within 8 | largest |\n|---|---|---:|---:|---:|---:|---:|")
    for frame in (0, 1):
        expected = read(arguments.expected / f"floor.{frame}.png")
        picture, floor = draw(frame)
        print("|", " | ".join(str(cell) for cell in [frame, "this script", floor.sum(), *shares(picture, expected, floor)]), "|", flush=True)
        if arguments.drawn:
            drawn = read(arguments.drawn / f"picture_{frame}.png")
            print("|", " | ".join(str(cell) for cell in [frame, "texpipe", floor.sum(), *shares(drawn, expected, floor)]), "|", flush=True)


if __name__ == "__main__":
    main()
