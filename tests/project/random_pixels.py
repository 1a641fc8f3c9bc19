"""Fragment shaders of random draws: their leaves, what they do beside colours, and their outputs."""
from random_frames import STORAGE_BUFFER, STORAGE_IMAGE, STORED, TEXELS, TEXEL_BUFFER, TO, UNIFORM, UNIFORM_BUFFER
from random_shaders import FloatExpressions, IntegerExpressions, Value
from random_textures import texels
import vulkan_formats as formats

PLACE = "gl_FragCoord.xy"
INTERPOLATED = 2.0**-14  # of a varying, of its magnitude: plane equations of slivers and of large triangles
COUNTERS = 64  # words of a draw's storage buffer

# Text of a word for each covered pixel that does not depend on the order of pixels
ATOMICS = ["atomicAdd(counts[{place}], {value})", "atomicOr(counts[{place}], {value})", "atomicXor(counts[{place}], {value})", "atomicMax(counts[{place}], {value})",
           "atomicMin(counts[{place}], {value})", "atomicAnd(counts[{place}], {value})", "atomicAdd(counts[{place}], 1u)"]


class Pixels:
    """A fragment shader. Values are those of its colours (None: integers)."""

    def __init__(self, owner):
        self.owner, self.program, self.draw = owner, owner.program, owner.draw
        self.bindings, self.declarations, self.body = [], [], []
        self.extensions = set()
        self.values = []
        error = owner.interpolated
        draw, mode = self.draw, owner.mode
        flat = mode.startswith("flat")
        v0, v1 = ("v0", "v1") if owner.samples == 1 else ("clamp(v0, -1.0, 1.0)", "clamp(v1, -1.0, 1.0)")  # centres may lie outside
        if owner.sample_shading:  # for which place of a pixel they are interpolated is left open
            v0, v1, error = "(vec4(v2 & 63u) * 0.015625)", "(vec4(v2 >> 28u) * 0.0625)", 0
        self.float_leaves = [
            lambda: Value(v0, 1, error), lambda: Value(v1, 1, 0 if flat else error), lambda: Value("(vec4(v2 & 255u) * 0.00390625)", 1),
            lambda: Value(f"p[{draw.randint(0, 3)}]", 1), lambda: Value("(gl_FragCoord.xyyx * vec4(0.0078125))", 1)]
        self.integer_leaves = [lambda: "v2", lambda: "uvec4(gl_FragCoord.xyxy)", lambda: "uvec4(gl_PrimitiveID)" if not owner.tessellated else "v2.wzyx", lambda: "floatBitsToUint(p[2])"]
        if owner.area:
            self.float_leaves.append(lambda: Value(f"(gl_FrontFacing ? {v1} : p[1])", 1, error))
        if owner.points and owner.samples == 1:
            self.float_leaves.append(lambda: Value("gl_PointCoord.xyxy", 1, 2.0**-8))
        for feature in (self.textures, self.uniforms, self.texel_buffer, self.derivatives, self.wide_numbers, self.subgroups, self.interpolation, self.loops,
                        self.samples):
            feature()

    def bind(self, kind, elements, declaration):
        """Binds resources; `declaration` has their binding for {}."""
        self.declarations.append(declaration.replace("{}", str(len(self.bindings))))
        self.bindings.append({"binding": len(self.bindings), "type": kind, "elements": elements})

    # Leaves

    def textures(self):
        for texture in self.owner.textures:
            if self.draw.random() < 0.6:
                name = f"t{len(self.bindings)}"
                self.declarations.append(texture.declaration(len(self.bindings), name))
                self.bindings.append({"binding": len(self.bindings), "type": 1, "elements": [texture.element()]})
                self.float_leaves.append(lambda texture=texture, name=name: texture.value(name, PLACE))
                if texture.integer:
                    self.integer_leaves.append(lambda texture=texture, name=name: texture.integer_value(name, PLACE))

    def uniforms(self):
        draw = self.draw
        if draw.random() < 0.4:
            content = b"".join(texels(draw, formats.ALL["R32G32B32A32_float"], 1) for _ in range(8)) + draw.randbytes(128)
            self.bind(UNIFORM, [{"buffer": self.program.buffer(UNIFORM_BUFFER, content)}], "layout(binding = {}, std140) uniform Block { vec4 u[8]; uvec4 w[8]; };")
            self.float_leaves += [lambda: Value(f"u[{draw.randint(0, 7)}]", 1), lambda: Value("u[(v2.x + uint(gl_FragCoord.x)) & 7u]", 1)]
            self.integer_leaves += [lambda: f"w[{draw.randint(0, 7)}]", lambda: "w[v2.y & 7u]"]

    def texel_buffer(self):
        draw = self.draw
        if draw.random() < 0.25:
            format = draw.choice([f for f in formats.TEXTURES if not f.integer and f.kind != "srgb" and f.name not in ("B8G8R8A8_unorm",)])
            buffer = self.program.buffer(TEXEL_BUFFER, texels(draw, format, 64))
            view = self.program.add("texel_buffers", buffer=buffer, format=format.number)
            self.bind(TEXELS, [{"texels": view}], "layout(binding = {}) uniform samplerBuffer tb;")
            self.float_leaves.append(lambda: Value(f"texelFetch(tb, int((v2.x + uint(gl_FragCoord.y) * {draw.randint(1, 9)}u) & 63u))", 2, 2.0**-20))

    def derivatives(self):
        self.derives = self.draw.random() < 0.3 and self.owner.samples == 1
        if self.derives:
            place = "gl_FragCoord.xyxy * gl_FragCoord.yyxx"
            texts = [(f"dFdxFine({place}) * 0.0078125", 2), (f"dFdyFine({place}) * 0.0078125", 2), ("fwidth(gl_FragCoord.xyxy * p[3])", 2),
                     ("dFdx(gl_FragCoord.xyyx) + dFdy(gl_FragCoord.yxyx) * 0.5", 1.5)]
            for number, (text, large) in enumerate(texts):  # before control flow, where all pixels are there
                self.body.append(f"vec4 d{number} = {text};")
                self.float_leaves.append(lambda number=number, large=large: Value(f"d{number}", large))

    def wide_numbers(self):
        draw = self.draw
        if draw.random() < 0.12:
            self.float_leaves.append(lambda: Value(f"vec4((dvec4(v2 & 1023u) * double({draw.randint(1, 9)}) - dvec4(p[1])) / 16384.0lf)", 1, 2.0**-22))
        if draw.random() < 0.12:
            self.extensions.add("GL_EXT_shader_explicit_arithmetic_types_int64")
            operation = draw.choice(["*", "+", "-", "^", "&"])
            self.integer_leaves.append(lambda: f"uvec4((u64vec4(v2) {operation} (u64vec4({draw.getrandbits(32)}u) << 9)) >> {draw.randint(1, 30)})")
            self.integer_leaves.append(lambda: f"uvec4(mix(i64vec4(v2), i64vec4(-77), lessThan(i64vec4(v2) * int64_t({draw.getrandbits(20)}), i64vec4({draw.getrandbits(31)}))))")

    def subgroups(self):
        draw = self.draw
        if draw.random() < 0.12:
            self.extensions |= {"GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_vote", "GL_KHR_shader_subgroup_ballot"}
            operation = draw.choice(["subgroupMax", "subgroupMin", "subgroupAnd", "subgroupOr", "subgroupBroadcastFirst"])
            self.integer_leaves.append(lambda: f"{operation}(floatBitsToUint(p[{draw.randint(0, 3)}]) | uvec4({draw.getrandbits(16)}u))")
            self.integer_leaves.append(lambda: f"uvec4(subgroupAll(p[0].x < 2.0), subgroupAny(p[0].y > 2.0), subgroupAllEqual({draw.randint(0, 9)}), 7u)")

    def interpolation(self):
        if self.draw.random() < 0.2 and not self.owner.mode.startswith("flat") and self.owner.affine and self.owner.samples == 1:
            offset = [self.draw.randint(-8, 7) / 16 for _ in range(2)]
            self.float_leaves.append(lambda: Value(f"clamp(interpolateAtOffset(v0, vec2({offset[0]}, {offset[1]})), -2.0, 2.0)", 2, 4 * self.owner.interpolated))

    def loops(self):
        draw = self.draw
        if draw.random() < 0.3:
            kind = draw.choice(["sum = sum * 3u + v2 + uvec4(i);", "sum ^= v2 << (i & 15u); if ((sum.x & 3u) == 1u) break;", "if ((i & 1u) == 0u) continue; sum += uvec4(i, v2.xyz);",
                                "for (uint k = 0u; k < (i & 3u); ++k) sum += uvec4(k) ^ v2.wzyx;", "switch (i & 3u) { case 0u: sum += v2; break; case 1u: sum ^= uvec4(9); default: sum *= 5u; }"])
            self.body.append(f"uvec4 sum = uvec4({draw.getrandbits(16)}u); for (uint i = 0u; i < ((v2.x + uint(gl_FragCoord.x)) % {draw.randint(2, 13)}u); ++i) {{ {kind} }}")
            self.integer_leaves.append(lambda: "sum")
            self.float_leaves.append(lambda: Value("(vec4(sum & 255u) * 0.00390625)", 1))

    def samples(self):
        if self.owner.samples > 1 and self.owner.sample_shading:
            self.float_leaves.append(lambda: Value("(vec4(gl_SampleID) * 0.25)", 1))

    # Beside colours

    def discards(self):
        draw = self.draw
        kind = draw.random()
        self.discarding = kind < 0.3
        if kind < 0.25 and not self.derives:  # neighbours of discarded pixels have no derivatives
            self.body.append(f"if (((uint(gl_FragCoord.x) * 3u + uint(gl_FragCoord.y) * 5u + v2.x) & 7u) < {draw.randint(1, 4)}u) discard;")
        elif kind < 0.3:
            self.extensions.add("GL_EXT_demote_to_helper_invocation")
            self.body.append(f"if (((uint(gl_FragCoord.x) ^ uint(gl_FragCoord.y)) & 3u) == {draw.randint(0, 3)}u) demote;")

    def stores(self):
        """A storage buffer with atomic operations, an image that every pixel gives its own value."""
        draw, program = self.draw, self.program
        if draw.random() < 0.3 and program.exact and self.owner.samples == 1:  # a pixel more or less at an edge is no small difference here
            buffer = program.buffer(STORAGE_BUFFER | TO, draw.randbytes(4 * COUNTERS))
            self.bind(STORED, [{"buffer": buffer}], f"layout(binding = {{}}, std430) buffer Counts {{ uint counts[{COUNTERS}]; }};")
            place = draw.choice(["v2.x & 63u", "uint(gl_FragCoord.x) & 63u", "v2.z & 63u" if self.owner.tessellated else "uint(gl_PrimitiveID) & 63u", "(uint(gl_FragCoord.x) + 7u * uint(gl_FragCoord.y)) & 63u"])
            value = draw.choice(["v2.y", "1u << (uint(gl_FragCoord.y) & 31u)", "uint(gl_FragCoord.x)"])
            self.body.append(draw.choice(ATOMICS).format(place=place, value=value) + ";")
            program.later(buffer, {"format": "buffer", "error": 0, "exact": True})
            if draw.random() < 0.4 and not self.discarding:  # early tests count discarded pixels, but not lavapipe's
                self.declarations.append("layout(early_fragment_tests) in;")
                return True
        return False

    def outputs(self, early):
        owner, draw = self.owner, self.draw
        if owner.alpha_to_one and len(owner.targets) > 1:  # lavapipe forgets the last colour's alpha where there are other outputs
            return
        if owner.depth and owner.depth.name != "S8" and not early and draw.random() < 0.15:
            self.body.append(f"gl_FragDepth = float((uint(gl_FragCoord.x) * {draw.randint(1, 9)}u + (v2.x & 15u)) & 63u) / 64.0;")
        if owner.depth and "S8" in owner.depth.name and not early and draw.random() < 0.2:
            self.extensions.add("GL_ARB_shader_stencil_export")
            self.body.append("gl_FragStencilRefARB = int((uint(gl_FragCoord.x) + v2.x) & 3u);")
        # Mesa's shaders that make alpha to coverage themselves take the alpha of the second colour where there are two
        if owner.samples > 1 and not early and draw.random() < 0.25 and not (owner.dual and owner.alpha_to_coverage):
            self.body.append("gl_SampleMask[0] = int((uint(gl_FragCoord.x) * 7u + uint(gl_FragCoord.y)) & 15u);")

    def colours(self):
        draw, owner = self.draw, self.owner
        floats, integers = FloatExpressions(draw, self.float_leaves), IntegerExpressions(draw, self.integer_leaves)
        declared = []
        for number, target in enumerate(owner.targets):
            kind = target.format.kind
            if target.format.integer:
                text = integers.any(draw.randint(0, 3))
                limits = [(1 << target.format.bits_of(c)) - 1 if target.format.bits_of(c) else 0 for c in "rgba"]
                if kind == "uint":
                    text = f"{text} & uvec4({', '.join(f'{limit}u' for limit in limits)})"
                else:
                    text = f"ivec4({text} & uvec4({', '.join(f'{limit >> 1}u' for limit in limits)}))"
                declared.append(f"layout(location = {number}) out {'uvec4' if kind == 'uint' else 'ivec4'} o{number};")
                self.values.append(None)
                self.body.append(f"o{number} = {text};")
                continue
            value = floats.bounded(draw.randint(0, 3), 2)
            if owner.logic >= 0:
                value = Value("(vec4(v2 & 255u) / 255.0)", 1, 0)
            index = ", index = 0" if owner.dual else ""
            declared.append(f"layout(location = {number}{index}) out vec4 o{number};")
            self.values.append(value)
            self.body.append(f"o{number} = {value.text};")
            if owner.alpha_to_coverage and number == 0:
                self.body.append("o0.a = ((uint(gl_FragCoord.x) ^ uint(gl_FragCoord.y)) & 2u) == 0u ? 1.0 : 0.0;")
        if owner.dual:
            second = floats.bounded(draw.randint(0, 2), 2)
            declared.append("layout(location = 0, index = 1) out vec4 second;")
            self.body.append(f"second = {second.text};")
            self.second = second
        return declared

    def text(self):
        self.discards()
        early = self.stores()
        self.outputs(early)
        declared = "\n".join([*self.colours(), *self.declarations])
        extensions = "".join(f"#extension {name} : require\n" for name in sorted(self.extensions))
        lines = "\n  ".join(self.body)
        return f"""#version 460
{extensions}layout(location = 0) in vec4 v0;
layout(location = 1) {self.owner.mode}in vec4 v1;
layout(location = 2) flat in uvec4 v2;
layout(push_constant) uniform Push {{ vec4 p[4]; }};
{declared}
void main() {{
  {lines}
}}
"""
