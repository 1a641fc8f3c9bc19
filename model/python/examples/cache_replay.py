"""A texture cache small enough to look into: lines of a walk over a floor, and a cache with any replacement policy, in Python.

The lines are those of the model: texpipe.texel_address says where a texel lies. The cache knows hits and misses alone, without time.
"""
import numpy

import texpipe

LINE = 64  # bytes


def floor(width, height, repeats=0.5, turned=40):
    """u and v of a floor, [height, width], by the centre of each pixel, seen by somebody who is turned by so many degrees."""
    y, x = numpy.mgrid[0:height, 0:width] + 0.5
    depth = 1 / (y / height + 0.2)
    across, along = (x / width - 0.5) * depth * repeats, depth * repeats
    angle = numpy.radians(turned)
    return ((across * numpy.cos(angle) - along * numpy.sin(angle)) % 1.0, (across * numpy.sin(angle) + along * numpy.cos(angle)) % 1.0)


def surface(size, tile_mode="YMAJOR"):
    """Words of a square RENDER_SURFACE_STATE of R8G8B8A8_UNORM texels."""
    return texpipe.encode_state("surface", surface_type="SURFTYPE_2D", surface_format="R8G8B8A8_UNORM", tile_mode=tile_mode, width=size,
                                height=size, surface_pitch=4 * size, surface_base_address=0x100000)


def lines_of_texture(state, size):
    """Number of the line that each texel lies in, [size, size]."""
    return texpipe.texel_address(state, numpy.arange(size), numpy.arange(size)[:, None]) // LINE


def walk(u, v, lines):
    """Lines that the pixels touch with a nearest filter, quad by quad from the upper left, [quads, 4]."""
    size = len(lines)
    touched = lines[(v * size).astype(int) % size, (u * size).astype(int) % size]
    return texpipe.to_subspans(touched)


class Lru:
    """The line that was not used for longest leaves."""

    def __init__(self, ways):
        self.order = []

    def touched(self, line):
        self.order.remove(line)
        self.order.append(line)

    def filled(self, line):
        self.order.append(line)

    def victim(self):
        return self.order.pop(0)


class Fifo(Lru):
    """The line that came first leaves."""

    def touched(self, line):
        pass


class Cache:
    """Sets of `ways` lines. A policy is a class with touched, filled and victim, one object for each set."""

    def __init__(self, size, ways, policy=Lru):
        self.sets = [(set(), policy(ways)) for _ in range(size // LINE // ways)]
        self.ways = ways
        self.lookups = self.hits = 0

    def look_up(self, line):
        held, policy = self.sets[line % len(self.sets)]
        self.lookups += 1
        if line in held:
            self.hits += 1
            policy.touched(line)
            return True
        if len(held) == self.ways:
            held.remove(policy.victim())
        held.add(line)
        policy.filled(line)
        return False

    def held(self):
        return numpy.array(sorted(line for held, _ in self.sets for line in held))


def replay(cache, quads, frames=0):
    """Looks up the lines of all quads, each line of a quad once. @return what the cache holds after each part, when `frames` are asked for"""
    parts = numpy.array_split(quads, frames or 1)
    seen = []
    for part in parts:
        for quad in part:
            for line in dict.fromkeys(quad.tolist()):
                cache.look_up(line)
        seen.append(cache.held())
    return seen


def animate(seen, lines, picture=None):
    """Texels of the texture that the cache holds, as the walk goes on: a matplotlib animation."""
    from matplotlib import animation, pyplot
    figure, axes = pyplot.subplots(figsize=(4, 4))
    axes.set_axis_off()
    base = numpy.full((*lines.shape, 3), 0.25) if picture is None else picture[..., :3] / (255 if picture.dtype == numpy.uint8 else 1)
    shown = axes.imshow(base)

    def draw(number):
        inside = numpy.isin(lines, seen[number])
        shown.set_data(numpy.where(inside[..., None], 0.4 * base + numpy.array([0.6, 0.36, 0.0]), 0.5 * base))
        axes.set_title(f"part {number + 1} of {len(seen)}: {inside.sum()} texels held")
        return [shown]

    made = animation.FuncAnimation(figure, draw, frames=len(seen), interval=150, blit=False)
    pyplot.close(figure)
    return made
