#!/usr/bin/env python3
"""Draws the paved square of first_look, 1024x1024 texels that tile in both directions, as BC1 with all mip levels.

    configs/textures/make_plaza.py OUT.dds

Nothing but Python's standard library and fixed seeds: the same file every time, after about two minutes. Row 0 is the
edge near the viewer of a floor, so that its letters read upright there. This script and what it draws: CC0.
"""
import math
import struct
import sys

SIZE = 1024
PAVER = 128  # texels from joint to joint
CENTRE = PAVER + (SIZE - PAVER) / 2  # of the star; a band of one paver's width runs along u = 0 and v = 0

CREAM = (224, 205, 170)
SAND = (196, 168, 128)
SLATE = (58, 78, 104)
TERRACOTTA = (170, 84, 56)
OCHRE = (212, 164, 82)
INK = (44, 38, 44)
JOINT = (92, 82, 74)


def hashed(x, y, seed):
    """A number in [0, 1) for a lattice point."""
    h = (x * 0x8DA6B343 ^ y * 0xD8163841 ^ seed * 0xCB1AB31F) & 0xFFFFFFFF
    h = (h ^ h >> 16) * 0x7FEB352D & 0xFFFFFFFF
    h = (h ^ h >> 15) * 0x846CA68B & 0xFFFFFFFF
    return (h ^ h >> 16) / 4294967296.0


def noise(cells, seed):
    """SIZE x SIZE values in [0, 1): random at cells x cells lattice points, smooth between them, periodic."""
    points = [[hashed(x, y, seed) for x in range(cells)] for y in range(cells)]
    step = SIZE / cells
    axis = []
    for i in range(SIZE):
        place = i / step
        first = int(place)
        t = place - first
        axis.append((first % cells, (first + 1) % cells, t * t * (3 - 2 * t)))
    rows = []
    for y0, y1, ty in axis:
        top, bottom = points[y0], points[y1]
        line = [a + (b - a) * ty for a, b in zip(top, bottom)]
        rows.append([line[x0] + (line[x1] - line[x0]) * tx for x0, x1, tx in axis])
    return rows


def clouds(octaves, seed):
    """Octaves of noise (cells, weight) added up, about 0."""
    total = [[0.0] * SIZE for _ in range(SIZE)]
    for cells, weight in octaves:
        for row, values in zip(total, noise(cells, seed + cells)):
            for x, value in enumerate(values):
                row[x] += weight * (value - 0.5)
    return total


def mixed(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def inside(distance):
    """How much of a texel lies within a shape whose edge is `distance` texels away (negative: inside)."""
    return min(1.0, max(0.0, 0.5 - distance))


def to_segment(x, y, x0, y0, x1, y1):
    dx, dy = x1 - x0, y1 - y0
    t = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - x0 - t * dx, y - y0 - t * dy)


# Strokes of letters in a cell of width 0.62 and height 1, y upwards; a bowl is a half circle to the right.
LETTERS = {
    'T': [(0, 1, 0.62, 1), (0.31, 0, 0.31, 1)],
    'E': [(0, 0, 0, 1), (0, 0, 0.55, 0), (0, 0.5, 0.45, 0.5), (0, 1, 0.55, 1)],
    'X': [(0, 0, 0.62, 1), (0, 1, 0.62, 0)],
    'P': [(0, 0, 0, 1), (0, 1, 0.3, 1), (0, 0.46, 0.3, 0.46), ('bowl', 0.3, 0.73, 0.27)],
    'I': [(0.31, 0, 0.31, 1)],
}
WORD = 'TEXPIPE'
LETTER_HEIGHT = 68.0
LETTER_PITCH = 104.0
WORD_LEFT = CENTRE - (len(WORD) - 1) / 2 * LETTER_PITCH - 0.31 * LETTER_HEIGHT
WORD_BASE = (PAVER - LETTER_HEIGHT) / 2
STROKE = 7.5


def to_letters(u, v):
    """Distance to the strokes of the word, which stands in the band along v = 0."""
    index = int((u - WORD_LEFT + 20) // LETTER_PITCH)
    if not 0 <= index < len(WORD):
        return 99.0
    x = (u - WORD_LEFT - index * LETTER_PITCH) / LETTER_HEIGHT
    y = (v - WORD_BASE) / LETTER_HEIGHT
    nearest = 99.0
    for stroke in LETTERS[WORD[index]]:
        if stroke[0] == 'bowl':
            _, cx, cy, radius = stroke
            if x >= cx:
                nearest = min(nearest, abs(math.hypot(x - cx, y - cy) - radius))
        else:
            nearest = min(nearest, to_segment(x, y, *stroke))
    return nearest * LETTER_HEIGHT - STROKE


def to_star(r, angle, points, outer, inner):
    """Distance beyond the edge of a star, and which side of its ray (-1 or 1)."""
    sector = 2 * math.pi / points
    a = (angle + sector / 2) % sector - sector / 2
    x, y = r * math.cos(a), r * abs(math.sin(a))
    ex, ey = inner * math.cos(sector / 2), inner * math.sin(sector / 2)
    nx, ny = ey, outer - ex
    length = math.hypot(nx, ny)
    return ((x - outer) * nx + y * ny) / length, (1 if a >= 0 else -1)


def to_square(x, y, half):
    return max(abs(x), abs(y)) - half


def paver_of(u, v):
    """Column and row of the paver under a point, and the distance to its joint."""
    column, row = int(u // PAVER), int(v // PAVER)
    x, y = u - column * PAVER, v - row * PAVER
    return column, row, min(x, PAVER - x, y, PAVER - y)


def design(u, v):
    """Stone, its paver's seed, and the distance to the nearest joint, at a point."""
    column, row, joint = paver_of(u, v)
    seed = row * 8 + column
    if column == 0 and row == 0:  # where the bands cross
        x, y = u - PAVER / 2, v - PAVER / 2
        turned = (x + y) * math.sqrt(0.5), (x - y) * math.sqrt(0.5)
        color = mixed(SLATE, OCHRE, inside(to_square(*turned, 40)))
        color = mixed(color, TERRACOTTA, inside(to_square(x, y, 26)))
        color = mixed(color, CREAM, inside(math.hypot(x, y) - 14))
        joint = min(joint, abs(to_square(*turned, 40)), abs(to_square(x, y, 26)), abs(math.hypot(x, y) - 14))
        return color, seed, joint
    if row == 0:  # the word
        edge = min(abs(v - 14), abs(v - PAVER + 14))
        color = mixed(CREAM, TERRACOTTA, inside(min(v, PAVER - v) - 14))
        color = mixed(color, INK, inside(to_letters(u, v)))
        if column in (1, 7):
            x = u - (PAVER + PAVER / 2 if column == 1 else SIZE - PAVER / 2)
            outside = PAVER * -0.28 if column == 1 else PAVER * 0.28
            d = abs(x - outside) + abs(v - PAVER / 2) - 18
            color = mixed(color, SLATE, inside(d))
        return color, 90, min(edge, v, PAVER - v)
    if column == 0:  # diamonds
        x, y = u - PAVER / 2, v % 64 - 32
        d = (abs(x) * 0.8 + abs(y) - 28) * 0.78
        color = mixed(CREAM, TERRACOTTA, inside(min(u, PAVER - u) - 14))
        color = mixed(color, SLATE, inside(d))
        color = mixed(color, OCHRE, inside(d + 10))
        edge = min(abs(u - 14), abs(u - PAVER + 14))
        return color, 91, min(edge, u, PAVER - u, abs(d))

    x, y = u - CENTRE, v - CENTRE
    r, angle = math.hypot(x, y), math.atan2(y, x)
    field = CREAM if (column + row) % 2 == 0 else SAND
    if r > 410:
        corner = abs(abs(x) - 448 + 64) + abs(abs(y) - 448 + 64)
        color = mixed(field, TERRACOTTA, inside((corner - 40) * 0.7))
        return color, seed, min(joint, abs(r - 410), abs(corner - 40) * 0.7)
    # The medallion: rings, a star of eight rays below one of four, each ray lit from one side.
    color, joint, seed = SLATE, abs(r - 410), 200
    ring = int((angle + math.pi) / (2 * math.pi) * 48) % 48
    if 340 < r <= 410:
        arc = (angle + math.pi) / (2 * math.pi) * 48 % 1.0
        color = OCHRE if ring % 2 == 0 else CREAM
        color = mixed(color, TERRACOTTA, inside(math.hypot((arc - 0.5) * r * 2 * math.pi / 48, r - 375) - 13))
        joint = min(joint, abs(r - 340), min(arc, 1 - arc) * r * 2 * math.pi / 48)
        return color, 300 + ring, joint
    joint = min(joint, abs(r - 340))
    for points, outer, inner, lit, shaded in ((8, 286, 110, SAND, TERRACOTTA), (4, 334, 96, CREAM, OCHRE)):
        d, side = to_star(r, angle, points, outer, inner)
        if d < 0.5:  # what lies below is hidden, its joints too
            color, seed = mixed(color, lit if side > 0 else shaded, inside(d)), 400 + points + side
            sector = 2 * math.pi / points
            joint = abs(r * math.sin((angle + sector / 2) % sector - sector / 2))
        joint = min(joint, abs(d))
    d = r - 62
    color = mixed(color, SLATE, inside(d))
    color = mixed(color, OCHRE, inside(r - 44))
    color = mixed(color, INK, inside(r - 18))
    joint = min(joint if r > 62 else 99, abs(d), abs(r - 44))
    return color, seed, joint


def draw():
    tone = clouds([(8, 0.30), (16, 0.25), (32, 0.2), (64, 0.2)], 1)
    grain = clouds([(128, 0.25), (256, 0.35), (512, 0.45)], 2)
    warp = clouds([(6, 1.0), (12, 0.6), (24, 0.3)], 3)
    picture = []
    for y in range(SIZE):
        row = []
        for x in range(SIZE):
            u, v = x + 0.5, y + 0.5
            color, seed, joint = design(u, v)
            light = 1.0 + 0.22 * (hashed(seed, 7, 11) - 0.5) + 0.30 * tone[y][x] + 0.28 * grain[y][x]
            vein = abs(math.sin(9 * math.pi * warp[y][x] + 4 * hashed(seed, 3, 5)))
            light -= 0.16 * max(0.0, 0.10 - vein) / 0.10
            warmth = 6 * (hashed(seed, 9, 13) - 0.5)
            # Worn edges catch light just inside the joint.
            light += 0.07 * math.exp(-((joint - 4.0) / 1.8) ** 2)
            stone = (color[0] * light + warmth, color[1] * light, color[2] * light - warmth)
            worn = tuple(c * (0.92 + 0.4 * grain[y][x]) for c in JOINT)
            stone = mixed(stone, worn, inside(joint - 2.0))
            row.append(tuple(min(255.0, max(0.0, c)) for c in stone))
        picture.append(row)
    return picture


def halved(picture):
    """Box filter of the codes, which are what a UNORM format's filter averages."""
    return [[tuple((a + b + c + d) / 4 for a, b, c, d in zip(*texels))
             for texels in zip(top[::2], top[1::2], bottom[::2], bottom[1::2])]
            for top, bottom in zip(picture[::2], picture[1::2])]


def to_565(color):
    r, g, b = (min(255.0, max(0.0, c)) for c in color)
    return int(r * 31 / 255 + 0.5) << 11 | int(g * 63 / 255 + 0.5) << 5 | int(b * 31 / 255 + 0.5)


def from_565(code):
    return ((code >> 11) * 255 / 31, (code >> 5 & 63) * 255 / 63, (code & 31) * 255 / 31)


def fitted(texels, first, second):
    """Codes of a block whose palette runs from `first` to `second`, its indices and its squared error."""
    high, low = to_565(first), to_565(second)
    if high < low:
        high, low = low, high
    a, b = from_565(high), from_565(low)
    if high == low:
        palette = [a]
    else:
        palette = [a, b, mixed(a, b, 1 / 3), mixed(a, b, 2 / 3)]
    indices, error = [], 0.0
    for r, g, b in texels:
        best, chosen = 1e9, 0
        for index, (pr, pg, pb) in enumerate(palette):
            distance = (r - pr) ** 2 + (g - pg) ** 2 + (b - pb) ** 2
            if distance < best:
                best, chosen = distance, index
        indices.append(chosen)
        error += best
    return high, low, indices, error


def improved(texels, indices):
    """The two ends that fit given indices best, by least squares; None when one end has no weight."""
    weights = [(1.0, 0.0, 2 / 3, 1 / 3)[i] for i in indices]
    aa = sum(w * w for w in weights)
    bb = sum((1 - w) ** 2 for w in weights)
    ab = sum(w * (1 - w) for w in weights)
    determinant = aa * bb - ab * ab
    if abs(determinant) < 1e-6:
        return None
    ends = []
    for channel in range(3):
        a = sum(w * t[channel] for w, t in zip(weights, texels))
        b = sum((1 - w) * t[channel] for w, t in zip(weights, texels))
        ends.append(((a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant))
    return tuple(e[0] for e in ends), tuple(e[1] for e in ends)


def bc1_block(texels):
    """Ends along the principal axis, then two rounds of least squares; always opaque (first code above the second)."""
    mean = tuple(sum(t[c] for t in texels) / 16 for c in range(3))
    centred = [tuple(t[c] - mean[c] for c in range(3)) for t in texels]
    covariance = [[sum(t[i] * t[j] for t in centred) for j in range(3)] for i in range(3)]
    axis = (1.0, 1.0, 1.0)
    for _ in range(6):
        axis = tuple(sum(covariance[i][j] * axis[j] for j in range(3)) for i in range(3))
        length = math.sqrt(sum(a * a for a in axis))
        if length < 1e-6:
            axis = (0.0, 0.0, 0.0)
            break
        axis = tuple(a / length for a in axis)
    places = [sum(t[c] * axis[c] for c in range(3)) for t in centred]
    ends = tuple(tuple(mean[c] + axis[c] * p for c in range(3)) for p in (max(places), min(places)))
    best = fitted(texels, *ends)
    for _ in range(2):
        ends = improved(texels, best[2])
        again = fitted(texels, *ends) if ends else best
        if again[3] >= best[3]:
            break
        best = again
    high, low, indices, _ = best
    return struct.pack('<HHI', high, low, sum(index << 2 * i for i, index in enumerate(indices)))


def bc1_level(picture):
    size = len(picture)
    blocks = []
    for y in range(0, max(size, 4), 4):
        for x in range(0, max(size, 4), 4):
            texels = [picture[min(y + j, size - 1)][min(x + i, size - 1)] for j in range(4) for i in range(4)]
            blocks.append(bc1_block(texels))
    return b''.join(blocks)


def dds_header(levels):
    flags = 0x1 | 0x2 | 0x4 | 0x1000 | 0x20000 | 0x80000  # caps, height, width, format, mip count, linear size
    pixel_format = struct.pack('<2I4s5I', 32, 0x4, b'DXT1', 0, 0, 0, 0, 0)
    caps = struct.pack('<5I', 0x8 | 0x1000 | 0x400000, 0, 0, 0, 0)
    return b'DDS ' + struct.pack('<7I', 124, flags, SIZE, SIZE, SIZE * SIZE // 2, 0, levels) + bytes(44) + pixel_format + caps


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    levels = [draw()]
    while len(levels[-1]) > 1:
        levels.append(halved(levels[-1]))
    with open(sys.argv[1], 'wb') as file:
        file.write(dds_header(len(levels)) + b''.join(bc1_level(level) for level in levels))


main()
