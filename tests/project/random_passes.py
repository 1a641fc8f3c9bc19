"""Random passes, compute dispatches and transfers between them."""
import random

import vulkan_formats as formats
from random_copies import record_copies
from random_draws import Draw
from random_frames import (COLOUR, COLOUR_LAYOUT, COLOUR_TARGET, COMPUTE, DEPTH, DEPTH_LAYOUT, DEPTH_TARGET, FROM, FROM_LAYOUT, GENERAL, IMAGE_SAMPLER, READ_LAYOUT,
                           SAMPLED, STENCIL, STORAGE_BUFFER, STORED, TO, TO_LAYOUT, Target, word)
from random_feedback import record_feedback
from random_lookups import Lookups
from random_shaders import ULP, FloatExpressions, IntegerExpressions, Value
from random_textures import Texture
from random_transfers import record_transfers


TWO_DIMENSIONS, LAYERS = 1, 5  # kinds of views
VIEWS = 2
DEPTH_ERROR = 2.0**-15  # where vertices lie on the steps of both rasterisers


class Depth:
    """A depth or stencil image."""

    def __init__(self, program, samples, layers):
        self.name = program.draw.choice(list(formats.DEPTHS))
        number = formats.DEPTHS[self.name][0]
        self.aspects = (0 if self.name == "S8" else DEPTH) | (STENCIL if "S8" in self.name else 0)
        self.image = program.image(number, [program.width, program.height, 1], DEPTH_TARGET | FROM | SAMPLED, samples=samples, layers=layers)
        self.view = program.view(self.image, number, kind=TWO_DIMENSIONS if layers == 1 else LAYERS, aspect=self.aspects, layers=(0, layers))


class DrawnTexture:
    """A target that later shaders read, texel by texel."""
    channels = ""

    def __init__(self, program, target):
        self.program, self.target, self.integer, self.view = program, target, target.format.integer, target.view
        self.prefix = {"uint": "u", "sint": "i"}.get(target.format.kind, "")
        self.sampler = program.add("samplers", mag=0, min=0, mip=0, address=[2, 2, 2], bias=0, anisotropy=1, compare=-1, lod=[0, 0], border=0, texels=False)
        self.error = target.error + max(formats.step_of(target.format, c, target.large) for c, _ in target.format.channels)
        if target.format.kind == "srgb":
            self.error *= 3

    def declaration(self, binding, name):
        return f"layout(binding = {binding}) uniform {self.prefix}sampler2D {name};"

    def element(self):
        return {"view": self.view, "sampler": self.sampler, "layout": READ_LAYOUT}

    def lookup(self, name, place):
        draw, program = self.program.draw, self.program
        return f"texelFetch({name}, (ivec2({place}) + ivec2({draw.randint(0, 9)}, {draw.randint(0, 9)})) & ivec2({program.width - 1}, {program.height - 1}), 0){self.channels}"

    def value(self, name, place):
        if self.integer:
            vector = "uvec4" if self.prefix == "u" else "ivec4"
            return Value(f"(vec4({self.lookup(name, place)} & {vector}(255)) * 0.00390625)", 1, 0)
        return Value(f"clamp({self.lookup(name, place)}, -2.0, 2.0)", 2, self.error)

    def integer_value(self, name, place):
        return f"uvec4({self.lookup(name, place)})"


class DrawnDepth(DrawnTexture):
    """One aspect of a depth or stencil image that later shaders read."""

    def __init__(self, program, depth, aspect):
        self.program, self.integer = program, aspect == STENCIL
        self.prefix, self.channels, self.error = ("u", "", 0) if self.integer else ("", ".rrrr", DEPTH_ERROR)
        self.view = program.view(depth.image, formats.DEPTHS[depth.name][0], aspect=aspect)
        self.sampler = program.add("samplers", mag=0, min=0, mip=0, address=[2, 2, 2], bias=0, anisotropy=1, compare=-1, lod=[0, 0], border=0, texels=False)


def make_target(program, format, samples, layers=1):
    """Sometimes a level of a larger image."""
    level = 1 if samples == 1 and layers == 1 and program.draw.random() < 0.15 else 0
    extent = [program.width << level, program.height << level, 1]
    image = program.image(format.number, extent, COLOUR_TARGET | FROM | SAMPLED, samples=samples, levels=level + 1, layers=layers)
    view = program.view(image, format.number, kind=TWO_DIMENSIONS if layers == 1 else LAYERS, levels=(level, 1), layers=(0, layers))
    return Target(image, view, format, level)


def clear_words(draw, format):
    if format.integer:
        return [draw.getrandbits(min(format.bits_of(c), 31) - (format.kind == "sint")) if format.bits_of(c) > 1 else 0 for c in "rgba"]
    return [word(draw.choice([0, 0, 1, 0.5, 0.25, 0.75])) for _ in "rgba"]


def dump_samples(program, target, samples):
    """A compute shader writes all samples of a target to a buffer, as floats."""
    sampler = program.add("samplers", mag=0, min=0, mip=0, address=[2, 2, 2], bias=0, anisotropy=1, compare=-1, lod=[0, 0], border=0, texels=False)
    size = program.width * program.height * samples * 16
    buffer = program.buffer(STORAGE_BUFFER, size=size)
    shader = program.shader(COMPUTE, f"""#version 460
layout(local_size_x = 8, local_size_y = 4) in;
layout(binding = 0) uniform sampler2DMS t;
layout(binding = 1, std430) buffer Out {{ vec4 texel[]; }};
void main() {{
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  int sampled = int(gl_GlobalInvocationID.z);
  texel[(sampled * {program.height} + at.y) * {program.width} + at.x] = texelFetch(t, at, sampled);
}}
""")
    pipeline = program.add("pipelines", stages=[shader], bindings=[
        {"binding": 0, "type": IMAGE_SAMPLER, "elements": [{"view": target.view, "sampler": sampler, "layout": READ_LAYOUT}]},
        {"binding": 1, "type": STORED, "elements": [{"buffer": buffer}]}])
    program.layout(target.image, READ_LAYOUT)
    program.do("bind", pipeline=pipeline, push=[0] * 16)
    program.do("dispatch", groups=[program.width // 8, program.height // 4, samples])
    program.do("barrier")
    step = max(formats.step_of(target.format, c, target.large) for c, _ in target.format.channels)
    slope = 3 if target.format.kind == "srgb" else 1
    program.later(buffer, {"format": "R32G32B32A32_float", "error": (target.error + 1.01 * step) * slope, "width": program.width, "exact": program.exact})


def resolve_target(program, target, attachment):
    """Gives an attachment an image that averages its samples."""
    resolved = make_target(program, target.format, 1)
    program.layout(resolved.image, COLOUR_LAYOUT)
    attachment.update(resolve=resolved.view, resolve_mode=2)
    return resolved


def record_pass(program, textures):
    draw = program.draw
    samples = 4 if draw.random() < 0.25 else 1
    program.exact = program.exact_vertices
    wanted = [f for f in formats.TARGETS if not f.integer] if samples > 1 else formats.TARGETS
    layers = VIEWS if samples == 1 and draw.random() < 0.1 else 1
    program.view_mask = (1 << VIEWS) - 1 if layers > 1 else 0
    targets = [make_target(program, draw.choice(wanted), samples, layers) for _ in range(draw.choice([1, 1, 1, 2, 3]))]
    depth = Depth(program, samples, layers) if draw.random() < 0.6 else None
    for target in targets:
        program.layout(target.image, COLOUR_LAYOUT)
    attachments = [{"view": t.view, "layout": COLOUR_LAYOUT, "load": 1, "store": 0, "clear": clear_words(draw, t.format)} for t in targets]
    resolved = [resolve_target(program, t, a) if samples > 1 and draw.random() < 0.6 else None for t, a in zip(targets, attachments)]
    begin = {"colours": attachments, "area": [0, 0, program.width, program.height], "layers": 1 if layers == 1 else 0, "view_mask": program.view_mask}
    if depth:
        program.layout(depth.image, DEPTH_LAYOUT)
        attachment = {"view": depth.view, "layout": DEPTH_LAYOUT, "load": 1, "store": 0, "clear": [draw.randint(0, 4) / 4, draw.randint(0, 3)]}
        begin.update({name: attachment for name, bit in (("depth", DEPTH), ("stencil", STENCIL)) if depth.aspects & bit})
    program.lines = draw.random() < 0.15 and layers == 1
    counted = draw.random() < 0.3 and layers == 1
    if counted:
        pool = program.add("queries", type=0, count=1, statistics=0)
        program.do("query", step="reset", pool=pool, count=1)
    program.do("begin", **begin)
    if counted:
        program.do("query", step="begin", pool=pool, number=0, flags=1)
    for _ in range(draw.randint(1, 4)):
        Draw(program, targets, depth, textures, samples).record()
        if draw.random() < 0.15 and layers == 1:
            clear_rectangle(program, targets, depth)
    if counted:
        program.do("query", step="end", pool=pool, number=0)
    program.do("end")
    if counted:
        buffer = program.buffer(TO, size=8)
        program.do("query", step="copy", pool=pool, count=1, buffer=buffer, stride=8)
        if program.exact:
            program.later(buffer, {"format": "buffer", "error": 0, "exact": True})
    finish_pass(program, targets, resolved, depth, samples, layers)
    if layers > 1:
        return []
    return [DrawnTexture(program, t) for t in (targets if samples == 1 else resolved) if t] + drawn_depths(program, depth, samples)


def drawn_depths(program, depth, samples):
    """Aspects of a depth buffer that shaders can read."""
    if not depth or samples > 1 or not program.exact or program.draw.random() < 0.5:
        return []
    program.layout(depth.image, READ_LAYOUT)
    return [DrawnDepth(program, depth, aspect) for aspect in (DEPTH, STENCIL) if depth.aspects & aspect]


def clear_rectangle(program, targets, depth):
    """Clears a part of an attachment between draws."""
    draw = program.draw
    x, y = draw.randint(0, program.width - 4), draw.randint(0, program.height - 4)
    area = [x, y, draw.randint(1, program.width - x), draw.randint(1, program.height - y)]
    if depth and draw.random() < 0.4:
        program.do("clear_attachment", aspects=depth.aspects, number=0, clear=[draw.randint(0, 4) / 4, draw.randint(0, 3)], area=area)
        return
    number = draw.randrange(len(targets))
    program.do("clear_attachment", aspects=COLOUR, number=number, clear=clear_words(draw, targets[number].format), area=area)


def finish_pass(program, targets, resolved, depth, samples, layers):
    size = [program.width, program.height, 1]
    for target, average in zip(targets, resolved):
        target.exact = program.exact
        if samples > 1:
            dump_samples(program, target, samples)
            if average:
                average.error = target.error + 2 * max(formats.step_of(target.format, c, target.large) for c, _ in target.format.channels)
                average.large, average.exact = target.large, program.exact
                program.output(average.image, average.format, COLOUR, size, {"format": target.format.name, "error": average.error, "exact": program.exact})
            continue
        program.output(target.image, target.format, COLOUR, size, {"format": target.format.name, "error": target.error, "exact": program.exact, "copies": layers},
                       layers, target.level)
    if depth and samples == 1:
        number = formats.DEPTHS[depth.name][0]
        if depth.aspects & DEPTH:
            program.output(depth.image, number, DEPTH, size, {"format": depth.name, "error": DEPTH_ERROR if program.exact else 2.0**-9, "exact": program.exact, "copies": layers}, layers)
        if depth.aspects & STENCIL:
            program.output(depth.image, number, STENCIL, size, {"format": "S8", "error": 0, "exact": program.exact, "copies": layers}, layers)


def record_compute(program, textures):
    """A dispatch with local memory, whose groups exchange numbers."""
    draw = program.draw
    side = draw.choice([4, 8, 16])
    declarations, bindings, floats, integers = [], [], [lambda: Value("(vec4(gl_GlobalInvocationID.xyxy) * 0.0078125)", 1)], [
        lambda: "uvec4(gl_GlobalInvocationID, gl_LocalInvocationIndex)", lambda: "kept", lambda: "uvec4(gl_WorkGroupID, gl_NumWorkGroups.x)"]
    place = "(vec2(gl_GlobalInvocationID.xy) + 0.5)"
    for texture in textures:
        if draw.random() < 0.6:
            name = f"t{len(bindings)}"
            declarations.append(texture.declaration(len(bindings), name))
            bindings.append({"binding": len(bindings), "type": IMAGE_SAMPLER, "elements": [texture.element()]})
            floats.append(lambda texture=texture, name=name: texture.value(name, place))
            if texture.integer:
                integers.append(lambda texture=texture, name=name: texture.integer_value(name, place))
    value = FloatExpressions(draw, floats).bounded(draw.randint(0, 3), 4)
    text = IntegerExpressions(draw, integers).any(draw.randint(1, 3))
    for name, kind in (("colours", "vec4"), ("words", "uvec4")):
        buffer = program.buffer(STORAGE_BUFFER, size=32 * 32 * 16)
        declarations.append(f"layout(binding = {len(bindings)}, std430) buffer {name.title()} {{ {kind} {name}[]; }};")
        bindings.append({"binding": len(bindings), "type": STORED, "elements": [{"buffer": buffer}]})
        program.later(buffer, {"format": "R32G32B32A32_float" if kind == "vec4" else "buffer", "error": value.error if kind == "vec4" else 0, "exact": True, "width": 32})
    declared = "\n".join(declarations)
    shader = program.shader(COMPUTE, f"""#version 460
layout(local_size_x = {side}, local_size_y = {draw.choice([2, 4, 8])}) in;
{declared}
shared uvec4 local[{side} * 8];
#define gl_FragCoord vec4({place}, 0.0, 1.0)
void main() {{
  local[gl_LocalInvocationIndex] = uvec4(gl_GlobalInvocationID, {draw.getrandbits(16)}u);
  barrier();
  uvec4 kept = local[(gl_LocalInvocationIndex + {draw.randint(1, 20)}u) % (gl_WorkGroupSize.x * gl_WorkGroupSize.y)];
  if (gl_GlobalInvocationID.x >= 32u || gl_GlobalInvocationID.y >= 32u) return;
  uint at = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
  colours[at] = {value.text};
  words[at] = {text};
}}
""")
    pipeline = program.add("pipelines", stages=[shader], bindings=bindings)
    program.do("bind", pipeline=pipeline, push=[0] * 16)
    program.do("dispatch", groups=[32 // side, 32 // 2, 1])
    program.do("barrier")


def make_program(program):
    draw = program.draw
    textures = [Texture(program, integer=draw.random() < 0.3) for _ in range(draw.randint(0, 3))]
    for _ in range(draw.randint(1, 3)):
        drawn = record_pass(program, textures)
        if draw.random() < 0.25:
            record_compute(program, textures)
        for texture in drawn:
            if not isinstance(texture, DrawnDepth):
                program.layout(texture.target.image, READ_LAYOUT)
            textures.append(texture)
    record_transfers(program, [t.target for t in textures if type(t) is DrawnTexture])
    if program.draw.random() < 0.6:
        Lookups(program).record()
    if program.draw.random() < 0.25:
        record_feedback(program)
    if program.draw.random() < 0.25:
        record_copies(program, random.Random(program.draw.getrandbits(32)))
    program.finish()
