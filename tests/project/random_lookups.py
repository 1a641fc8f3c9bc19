"""A dispatch of lookups that no other shader of random programs has - gathers, comparisons, gradients, arrays of textures - and of storage images."""
import numpy as np

import vulkan_formats as formats
from random_frames import COMPUTE, DEPTH, FROM, GENERAL, IMAGE_SAMPLER, READ_LAYOUT, SAMPLED, STORAGE, STORAGE_BUFFER, STORAGE_IMAGE, STORED, TO
from random_shaders import FILTER, ULP
from random_textures import REPEAT, TO_EDGE, Texture, texels

SIDE = 32  # pixels of the dispatch
GLSL_NAMES = {"unorm": "", "snorm": "_snorm", "float": "f", "uint": "ui", "sint": "i"}


class Lookups:
    """The shader's text and bindings as they grow. Results are summed up, each with a weight of its own."""

    def __init__(self, program):
        self.program, self.draw = program, program.draw
        self.bindings, self.declarations, self.body = [], [], []
        self.error = 0.0

    def bind(self, kind, elements, declaration):
        """Returns the number by which the declaration's name ends."""
        number = len(self.bindings)
        self.declarations.append(declaration.replace("{}", str(number)))
        self.bindings.append({"binding": number, "type": kind, "elements": elements})
        return number

    def add(self, text, error):
        weight = self.draw.choice([0.25, 0.5, 1.0])
        self.body.append(f"sum += {weight} * {text};")
        self.error += weight * error

    def texture(self, fits, integer=False):
        """A new texture that fits."""
        while True:
            texture = Texture(self.program, integer=integer)
            if fits(texture):
                return texture

    def bound_texture(self, fits, integer=False):
        texture = self.texture(fits, integer)
        number = self.bind(IMAGE_SAMPLER, [texture.element()], texture.declaration("{}", "t{}"))
        return texture, f"t{number}"

    def gather(self):
        texture, name = self.bound_texture(lambda t: t.shape in ("2d", "2d_array", "cube"), self.draw.random() < 0.3)
        text = f"textureGather({name}, {texture.coordinate('place')}, {self.draw.randint(0, 3)})"
        self.add(f"vec4({text} & {'u' if texture.prefix == 'u' else 'i'}vec4(255)) / 256.0" if texture.integer else text, 0 if texture.integer else texture.coded + ULP)

    def gradient(self):
        texture, name = self.bound_texture(lambda t: t.shape == "2d" and not t.mip_linear)
        step = 2.0**self.draw.randint(-1, texture.levels) * 1.15 / texture.side  # a fifth of a level off the middle of two
        text = f"textureGrad({name}, {texture.coordinate('place')}, vec2({step!r}, 0.0), vec2(0.0, {step!r}))"
        self.add(text, texture.coded + texture.large * ((4 * FILTER if texture.linear else 0) + 4 * ULP))

    def array(self):
        """One of several textures, the same for all of a group: lavapipe has no divergent index."""
        several = [self.texture(lambda t: t.shape == "2d") for _ in range(3)]
        number = self.bind(IMAGE_SAMPLER, [t.element() for t in several], "layout(binding = {}) uniform sampler2D t{}[3];")
        self.add(f"texelFetch(t{number}[(gl_WorkGroupID.x + gl_WorkGroupID.y) % 3u], ivec2(at) & 3, 0)", max(t.coded + 4 * ULP * t.large for t in several))

    def comparison(self):
        draw, program = self.draw, self.program
        numbers = np.random.default_rng(draw.getrandbits(32)).integers(0, 256, 16 * 16)
        name, content = draw.choice([("D16", (numbers * 256).astype("<u2")), ("D32", (numbers / 256).astype("<f4"))])
        number = formats.DEPTHS[name][0]
        image = program.image(number, [16, 16, 1], SAMPLED | TO, contents=[content.tobytes()])
        program.layout(image, READ_LAYOUT)
        linear = draw.random() < 0.5
        sampler = program.add("samplers", mag=int(linear), min=int(linear), mip=0, address=[draw.choice([REPEAT, TO_EDGE])] * 3, bias=0, anisotropy=1,
                              compare=draw.randint(0, 7), lod=[0, 0], border=0, texels=False)
        element = {"view": program.view(image, number, aspect=DEPTH), "sampler": sampler, "layout": READ_LAYOUT}
        at = self.bind(IMAGE_SAMPLER, [element], "layout(binding = {}) uniform sampler2DShadow t{};")
        reference = f"(float((at.x * 37u + at.y * 11u) & 255u) + 0.5) / 256.0"
        coordinate = f"place * {draw.choice([1, 2]) / 32!r} + {draw.randint(-4, 4) / 16 + 1 / 1024!r}"
        if draw.random() < 0.3:
            self.add(f"textureGather(t{at}, {coordinate}, {reference})", 0)
        else:
            self.add(f"vec4(textureLod(t{at}, vec3({coordinate}, {reference}), 0.0))", 4 * FILTER if linear else 0)

    def storage_image(self):
        """Every pixel is read, changed and written; it is compared when all is done."""
        draw, program = self.draw, self.program
        format = draw.choice(formats.STORAGE)
        image = program.image(format.number, [SIDE, SIDE, 1], STORAGE | TO | FROM, contents=[texels(draw, format, SIDE * SIDE)])
        program.layout(image, GENERAL)
        prefix = {"uint": "u", "sint": "i"}.get(format.kind, "")
        bits = format.channels[0][1]
        glsl = {1: "r", 2: "rg", 4: "rgba"}[len(format.channels)] + str(bits) + GLSL_NAMES[format.kind]
        number = self.bind(STORAGE_IMAGE, [{"view": program.view(image, format.number), "layout": GENERAL}], f"layout(binding = {{}}, {glsl}) coherent uniform {prefix}image2D t{{}};")
        if format.integer:
            most = (1 << bits - (format.kind == "sint")) - 1
            self.body.append(f"imageStore(t{number}, ivec2(at), (imageLoad(t{number}, ivec2(at)) ^ {prefix}vec4(at, at.yx * 77u)) & {prefix}vec4({most}{'u' if prefix == 'u' else ''}));")
        else:
            self.body.append(f"imageStore(t{number}, ivec2(at), imageLoad(t{number}, ivec2(at)) * 0.5 + vec4(at.xyyx) / 128.0);")
        if format.name in ("R32_uint", "R32_sint"):
            operation = draw.choice(["Add", "Min", "Max", "And", "Or", "Xor"])
            self.body.append(f"memoryBarrierImage(); barrier(); imageAtomic{operation}(t{number}, ivec2(at) - ivec2(gl_LocalInvocationID.xy), {'int' if prefix == 'i' else ''}(at.x * 5u + at.y));")
        return image, format

    def record(self):
        draw, program = self.draw, self.program
        kinds = draw.sample([self.gather, self.gradient, self.array, self.comparison, self.comparison, self.gather], draw.randint(1, 4))
        for kind in kinds:
            kind()
        images = [self.storage_image() for _ in range(draw.randint(0, 2))]
        buffer = program.buffer(STORAGE_BUFFER, size=SIDE * SIDE * 16)
        self.bind(STORED, [{"buffer": buffer}], "layout(binding = {}, std430) buffer Sums { vec4 sums[]; };")
        declarations, body = "\n".join(self.declarations), "\n  ".join(self.body)
        shader = program.shader(COMPUTE, f"""#version 460
layout(local_size_x = 8, local_size_y = {draw.choice([1, 2, 4, 8])}) in;
{declarations}
void main() {{
  uvec2 at = gl_GlobalInvocationID.xy;
  vec2 place = vec2(at) + 0.5;
  vec4 sum = vec4(0.0);
  {body}
  if (at.y < {SIDE}u) sums[at.y * {SIDE}u + at.x] = sum;
}}
""")
        rows = int(program.shaders[shader[1][:-4]].split("local_size_y = ")[1].split(")")[0])
        pipeline = program.add("pipelines", stages=[shader], bindings=self.bindings)
        program.do("bind", pipeline=pipeline, push=[0] * 16)
        program.do("dispatch", groups=[SIDE // 8, SIDE // rows, 1])
        program.do("barrier")
        program.later(buffer, {"format": "R32G32B32A32_float", "error": self.error + 16 * ULP, "exact": True, "width": SIDE})
        for image, format in images:
            error = 0 if format.integer else 2 * formats.step_of(format, format.channels[0][0], 2)
            program.output(image, format, 1, [SIDE, SIDE, 1], {"format": format.name, "error": error, "exact": True})
