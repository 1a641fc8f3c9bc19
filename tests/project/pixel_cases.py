"""Pixel shaders of many kinds: each case writes one into a Scene. Numbers are exact or have a bound of their error, which the case says."""
import numpy as np

from pixel_scene import POINTS, REPLACE, WORDS

CASES = {}
PLACE = "(gl_FragCoord.xy * 0.0359375 + 0.0078125)"  # of 16 texels: 0.575 a pixel, off their borders; level of detail -0.8


def case(function):
    CASES[function.__name__] = function
    return function


def level_place(level, side=16):
    """Coordinates whose level of detail is a fifth above `level`."""
    return f"(gl_FragCoord.xy * {1.15 * 2.0**level / side!r} + 0.0078125)"


@case
def derivatives(s):
    """Fine ones of products, coarse ones of what is the same in both rows; minima at edges, where helper pixels take part."""
    s.body += ["vec4 x = gl_FragCoord.xyxy * gl_FragCoord.yyxx;", "vec4 y = gl_FragCoord.xxyy * gl_FragCoord.xyxy;",
               "o0 = dFdxFine(x) + dFdyFine(y) * 0.5 + dFdxCoarse(gl_FragCoord.xxyy * p[1]) + dFdyCoarse(gl_FragCoord.yyxx * p[2]) + fwidthFine(x) * 0.25;"]
    s.errors = [2.0**-9]


@case
def derivatives_of_flags(s):
    """Of integers and booleans made floats, in a branch that all pixels take."""
    s.body += ["if (p[0].x < 0.0) {", "  o0 = vec4(dFdx(float((at.x >> 1) & 3)), dFdy(float((at.y & 3) == 1)), dFdxFine(float(at.x * at.y)), fwidthCoarse(float(at.x * 3)));", "}"]


@case
def discard_and_stores(s):
    """Atomics before and after discard count covered, then kept pixels."""
    s.extensions.add("GL_EXT_demote_to_helper_invocation")
    b = s.storage()
    s.body += [f"atomicAdd({b}[at.x], 1u);", "if (((at.x ^ at.y) & 3) == 0) discard;", f"atomicAdd({b}[at.x + 64], uint(at.y));", "if (((at.x + at.y * 3) % 7) == 1) demote;",
               f"atomicAdd({b}[at.y + 128], 7u); {b}[256 + at.y] = 5u;", "bool helper = helperInvocationEXT();", f"if (!helper) atomicOr({b}[at.y + 384], 1u << (at.x & 31));",
               "o0 = vec4(float(helper), 1.0, vec2(at));"]


@case
def discard_in_loop(s):
    b = s.storage()
    s.body += ["uint sum = 0u;", "for (uint i = 0u; i < (v2.x & 31u); ++i) {", "  sum += i * uint(at.x);", f"  if (sum > 400u) {{ atomicAdd({b}[i], sum); discard; }}", "}", "o0 = vec4(sum);"]


@case
def dual_source(s):
    s.outputs = ["layout(location = 0, index = 0) out vec4 o0;", "layout(location = 0, index = 1) out vec4 o1;"]
    s.blend = [True, 15, 18, 0, 17, 16, 2, 15]
    s.body += ["o0 = vec4(at.xyyx) / 64.0;", "o1 = vec4(at.yxyx) / 128.0 + 0.125;"]
    s.errors = [2.0**-18]


@case
def sample_mask(s):
    """In and out, with samples that the state leaves out."""
    s.samples, s.raster["sample_mask"] = 4, 13
    s.body += ["int covered = gl_SampleMaskIn[0];", "o0 = vec4(covered, bitCount(covered), at);", "gl_SampleMask[0] = ((at.x & 1) == 0) ? 7 : 14;"]


@case
def interpolate_at(s):
    """At samples and offsets that differ between pixels, and centroids."""
    s.samples, s.vertices = 4, [(v[0], 1, v[2]) for v in s.vertices]
    s.body += ["vec4 a = interpolateAtSample(v0, at.x & 3);", "vec4 b = interpolateAtOffset(v0, vec2(float((at.x & 15) - 8), float((at.y & 15) - 8)) / 16.0);",
               "vec4 c = interpolateAtOffset(v0, vec2(0.25, -0.4375));", "o0 = clamp(vec4(a.x, b.y, c.z, b.w), -2.0, 2.0);"]
    s.errors = [2.0**-7]


@case
def sample_rate(s):
    s.samples, s.raster["sample_shading"] = 4, 1.0
    s.body += ["o0 = vec4(gl_SampleID, gl_SamplePosition, gl_SampleMaskIn[0]);"]


@case
def built_ins(s):
    s.layers, s.extensions = 2, s.extensions | {"GL_ARB_shader_viewport_layer_array"}
    s.vertex_lines.append("gl_Layer = (gl_VertexIndex / 3) & 1;")
    s.body += ["o0 = vec4(gl_FragCoord.xy, gl_FrontFacing ? 2.0 : 1.0, float(gl_PrimitiveID * 8 + gl_Layer));", "o0.xy += vec2(gl_FragCoord.z, 1.0 / gl_FragCoord.w);"]
    s.errors = [2.0**-11]


@case
def point_places(s):
    s.topology, s.vertices = "points", POINTS
    s.body += ["o0 = vec4(gl_PointCoord, v0.xy);"]
    s.errors = [2.0**-8]


@case
def clip_distances(s):
    """As the pixel shader reads them."""
    s.vertex_lines += ["gl_ClipDistance[0] = position.w * 8.0; gl_ClipDistance[1] = position.w * 4.0; gl_CullDistance[0] = position.w;"]
    s.vertices = [(v[0], 1, v[2]) for v in s.vertices]
    s.body += ["o0 = vec4(gl_ClipDistance[0], gl_ClipDistance[1], gl_CullDistance[0], 1.0);"]
    s.errors = [2.0**-10]


@case
def depth_greater(s):
    s.depth, s.depth_state = "D32", {**s.depth_state, "test": True, "write": True, "compare": 1}
    s.declarations.append("layout(depth_greater) out float gl_FragDepth;")
    s.body += ["gl_FragDepth = gl_FragCoord.z + float((at.x ^ at.y) & 7) / 8.0;", "o0 = vec4(1.0);"]


@case
def depth_less(s):
    s.depth, s.depth_state = "D24_S8", {**s.depth_state, "test": True, "write": True, "compare": 4, "stencil": True, "front": REPLACE, "back": REPLACE}
    s.declarations.append("layout(depth_less) out float gl_FragDepth;")
    s.body += ["gl_FragDepth = max(0.0, gl_FragCoord.z - float(at.x & 7) / 16.0 + 1.0 / 64.0 - 1.0 / 64.0);", "o0 = vec4(at, 1.0, 1.0);"]


@case
def early_stores(s):
    s.depth, s.depth_state = "D32_S8", {**s.depth_state, "test": True, "write": True, "compare": 1, "stencil": True, "front": REPLACE, "back": KEEP_AND_COUNT}
    s.declarations.append("layout(early_fragment_tests) in;")
    b, i = s.storage(), s.image("R32_uint", "r32ui")
    s.body += [f"uint before = atomicAdd({b}[v2.z & 63u], 1u);", f"imageAtomicAdd({i}, at, 3u + v2.w % 3u);", "o0 = vec4(at, gl_FragCoord.z, 1.0);"]
    s.errors = [2.0**-15]


KEEP_AND_COUNT = [0, 3, 4, 7, 255, 255, 1]


@case
def wide_numbers(s):
    s.extensions |= {"GL_EXT_shader_explicit_arithmetic_types_int64", "GL_EXT_shader_explicit_arithmetic_types_float64"}
    s.declarations += ["dvec2 twice(dvec2 x) { return fma(x, x, dvec2(0.25)); }"]
    s.targets = [WORDS]
    s.body += ["u64vec2 n = u64vec2(v2.xy) * u64vec2(v2.zw + 12345u) + uint64_t(at.x);", "int64_t m = int64_t(n.x ^ n.y) >> (at.y & 63);", "n /= u64vec2(v2.w | 1u, 77u); n.y %= 1000003ul;",
               "dvec2 d = sqrt(abs(twice(dvec2(v2.xz & 4095u) / 64.0lf))) + dvec2(floor(double(at.x) / 3.0lf), inversesqrt(4.0lf));", "uvec2 low = unpackDouble2x32(d.x * 0.5lf + min(d.y, 9.0lf));",
               "o0 = uvec4(uint(n.x), uint(n.y >> 7), uint(m) ^ uint(m >> 32), low.y + uint(d.y) + uint(int64_t(d.x * -1e3lf)));"]


@case
def narrow_numbers(s):
    s.extensions |= {"GL_EXT_shader_explicit_arithmetic_types_int16", "GL_EXT_shader_explicit_arithmetic_types_int8", "GL_EXT_shader_explicit_arithmetic_types_float16",
                     "GL_EXT_shader_16bit_storage", "GL_EXT_shader_8bit_storage"}
    s.targets = [WORDS]
    b, c = s.storage("uint16_t"), s.storage("uint8_t")
    s.body += ["u16vec4 a = u16vec4(v2) * uint16_t(77) + u16vec4(at.xyxy); i16vec4 e = i16vec4(a) >> int16_t(3);", "i8vec4 f = i8vec4(e) - int8_t(99); u8vec4 g = u8vec4(f) / uint8_t(3);",
               "f16vec4 h = f16vec4(a & uint16_t(63)) * float16_t(0.125) + f16vec4(1.0); h = min(h * h, f16vec4(99.0));",
               f"if (v2.w % 3u == 1u) {{ {b}[at.y * 16 + (at.x & 15)] = uint16_t(at.y * 3 + 1); {c}[at.y * 32 + (at.x & 31)] = uint8_t(at.y); }}",
               "o0 = uvec4(a) + uvec4(ivec4(e)) + (uvec4(ivec4(f)) << 16u) + (uvec4(g) << 8u) + uvec4(packFloat2x16(h.xy), packFloat2x16(h.zw), uint(float16BitsToUint16(h.x)), uint(h.y));"]


@case
def divergent_loops(s):
    """Nested, with breaks of both, returns and continues."""
    s.targets = [WORDS]
    s.declarations += ["uint walk(uint n) { for (uint i = 0u; i < 40u; ++i) { if (n == 1u) return i; n = (n & 1u) == 0u ? n >> 1 : n * 3u + 1u; } return n; }"]
    s.body += ["uvec4 sum = uvec4(0u);", "for (uint i = 0u; i < 12u; ++i) {", "  if (i > (v2.x & 15u)) break;", "  uint j = uint(at.x) & 7u;", "  do {",
               "    sum.x += walk(1u + ((i * 7u + j + uint(at.y)) & 31u));", "    if ((sum.x & 15u) == 3u) { sum.y += 1u; continue; }", "    if ((sum.x & 31u) == 9u) { sum.z += i; break; }",
               "    switch ((i + j) & 3u) { case 0u: sum.w += 5u; case 1u: sum.w ^= 9u; break; case 2u: continue; default: sum.w *= 3u; }", "  } while (++j < 11u);", "}", "o0 = sum;"]


@case
def spilled_registers(s):
    """More live numbers than there are registers, and arrays in scratch memory that each pixel indexes its own way."""
    s.targets = [WORDS]
    t = s.texture("2d", "R32G32B32A32_uint", side=16, levels=1)
    s.body += [f"uvec4 a[40]; for (int i = 0; i < 40; ++i) a[i] = texelFetch({t}, (at + ivec2(i, i * 3)) & 15, 0) + uint(i);", "uint keys[64]; for (int i = 0; i < 64; ++i) keys[i] = uint(i * i) ^ v2.x;",
               "uvec4 sum = uvec4(0u);", "for (int i = 0; i < 40; ++i) sum = sum * 5u + (a[i] ^ a[(i * 7 + 3) % 40]);", "for (int i = 0; i < 9; ++i) { keys[(at.x * 5 + i) & 63] += sum.x; sum.y ^= keys[(at.y * 3 + i * 11) & 63]; }",
               "o0 = sum + a[(at.x + at.y) % 40];"]


@case
def constant_tables(s):
    numbers = ", ".join(f"{(i * 2654435761) % 4294967296}u" for i in range(64))
    s.targets = [WORDS]
    s.declarations += [f"const uint table[64] = uint[64]({numbers});"]
    s.body += ["o0 = uvec4(table[at.x], table[at.y], table[(v2.x + uint(at.x)) & 63u], floatBitsToUint(p[at.x & 3][at.y & 3]));"]


@case
def uniform_blocks(s):
    s.targets = [WORDS]
    content = np.arange(1, 513, dtype="<u4").tobytes()
    a = s.uniform("std140) uniform Block {n}_t { layout(row_major) mat3x4 m[2]; uvec2 w[5]; uint k; dvec2 d; uvec4 rest[16]; } {n};".replace("Block {n}_t", "Block"), content)
    s.body += [f"o0 = {a}.rest[(at.x + at.y) & 15] + uvec4({a}.w[at.x % 5], {a}.w[3].y, {a}.k);", f"o0 ^= floatBitsToUint({a}.m[at.y & 1][2]) + uvec4(unpackDouble2x32({a}.d.x), unpackDouble2x32({a}.d.y));"]


@case
def images(s):
    """Of each shape, read, written and counted in."""
    s.vertices = s.vertices[3:6]
    a, b, c = s.image("R32_uint", "r32ui", qualifiers="coherent"), s.image("R8G8B8A8_unorm", "rgba8"), s.image("R32_sint", "r32i", "3d", side=8)
    d, e, f = s.image("R16G16B16A16_float", "", "cube", "writeonly"), s.image("R32_uint", "r32ui", "2d_array", side=8), s.image("A2B10G10R10_unorm", "", "2d", "writeonly")
    s.targets = [WORDS]
    s.body += [f"uint old = imageAtomicExchange({a}, at, uint(at.x * at.y)); old += imageAtomicCompSwap({a}, at, uint(at.x * at.y), 5u);", f"vec4 was = imageLoad({b}, at); imageStore({b}, at, was.wzyx);",
               f"imageAtomicMax({c}, ivec3(at & 7, at.x >> 3), at.y * 1000 - 30000); imageAtomicXor({e}, ivec3(at >> 3, v2.w % 3u), uint(at.x * 77));",
               f"imageStore({d}, ivec3(at, 4), vec4(at.xyxy)); imageStore({f}, at, vec4(at.xyyx) / 63.0);", "o0 = uvec4(old, uvec3(was.xyz * 255.0 + 0.5));"]


@case
def subgroups(s):
    """Of what does not depend on which pixels share a thread: blocks of 2x2 and whole numbers over all."""
    s.extensions |= {"GL_KHR_shader_subgroup_quad", "GL_KHR_shader_subgroup_shuffle", "GL_KHR_shader_subgroup_ballot", "GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_vote"}
    s.targets, s.vertices = [WORDS], s.vertices[3:6]
    s.body += ["uint n = uint(at.x * 64 + at.y);", "o0 = uvec4(subgroupQuadSwapHorizontal(n), subgroupQuadSwapVertical(n), subgroupQuadSwapDiagonal(n), subgroupQuadBroadcast(n, 2u));",
               "o0.x += subgroupShuffleXor(n, 1u) + subgroupShuffle(n, gl_SubgroupInvocationID);", "o0.y += uint(subgroupAll(p[0].x < 0.0)) + subgroupMax(v2.w * 0u + 3u) + subgroupBroadcastFirst(7u);"]


@case
def packing(s):
    s.targets = [WORDS]
    s.body += ["vec4 f = vec4(v2 & 1023u) / 512.0 - 1.0;", "o0 = uvec4(packHalf2x16(f.xy), packSnorm4x8(f), packUnorm2x16(f.zw), packUnorm4x8(f));",
               "o0 += uvec4(unpackSnorm4x8(v2.x) * 127.0 + 200.0) + uvec4(unpackUnorm2x16(v2.y) * 65535.0 + 0.5, vec2(unpackHalf2x16(v2.z & 0x3BFF3BFFu) * 1024.0));",
               "uint carry, low; uint high; uint sum = uaddCarry(v2.x, v2.y, carry); uint difference = usubBorrow(v2.z, v2.w, high); umulExtended(v2.x, v2.w, low, o0.w);",
               "o0.xyz += uvec3(sum + carry, difference + high, low);", "int e; float m = frexp(f.x * 37.0 + 0.01, e); o0.x += uint(e + 99) + floatBitsToUint(ldexp(m, e - 3)); float whole; o0.y += uint(modf(abs(f.y * 8.0), whole) * 256.0 + whole);"]


@case
def functions(s):
    """Trigonometric and others, to a thousandth."""
    s.body += ["vec4 x = (vec4(at.xyyx) / 32.0 - 1.0) * 0.96875;", "o0 = asin(x) + acos(x.yzwx) * 0.5 + atan(x * 3.0) + atan(x, x.wzyx + 1.5);",
               "o0 += tanh(x) + sinh(x) * 0.25 + asinh(x) + atanh(x * 0.875) + acosh(abs(x) + 1.5) + log(abs(x) + 0.25) + exp(x) * 0.5;",
               "o0 += refract(normalize(vec4(x.xyz, 1.0)), vec4(0, 0, 1, 0), 0.75) + smoothstep(-0.5, 0.5, x) + round(x * 8.0 + 0.25) + roundEven(x * 4.0 + 0.125) + mod(x, 0.375) * 0.0 + faceforward(x, x.wzyx, vec4(0, 0, 1, 1));",
               "mat3 m = mat3(vec3(2.0, x.xy), vec3(x.zw, 3.0), vec3(x.y, 4.0, x.x)); o0.xyz += inverse(m) * vec3(1, 2, 3); o0.w += determinant(m);"]
    s.errors = [2.0**-8]


@case
def many_varyings(s):
    """Of every qualifier and type."""
    s.extensions |= {"GL_EXT_shader_explicit_arithmetic_types_int64"}
    s.vertices = [(v[0], 1, v[2]) for v in s.vertices]
    s.varyings += ["layout(location = 3) {io} vec4 w[3];", "layout(location = 6) flat {io} ivec3 i6;", "layout(location = 7) flat {io} dvec3 d7;", "layout(location = 9, component = 0) noperspective {io} vec2 n9;",
                   "layout(location = 9, component = 2) {io} vec2 m9;", "layout(location = 10) centroid {io} mat2 c10;", "layout(location = 12) flat {io} uint64_t l12;", "layout(location = 13, component = 3) flat {io} float f13;"]
    s.vertex_lines += ["w[0] = a0; w[1] = a0 * 2.0; w[2] = a0.yxwz;", "i6 = ivec3(a1.xyz); d7 = dvec3(a0.xyz) * 3.0lf; n9 = a0.xy; m9 = a0.zw; c10 = mat2(a0.x, a0.y, a0.z, a0.w); l12 = uint64_t(a1.x) * 77ul; f13 = a0.w;"]
    s.body += ["o0 = w[at.x % 3] + vec4(i6.xyz & 255, 0) + vec4(d7, 1) + vec4(n9, m9) + vec4(c10[0], c10[1]) + float(uint(l12 >> 3) & 255u) + f13;"]
    s.errors = [8 * 2.0**-12]


@case
def eight_targets(s):
    s.targets = "R8G8B8A8_unorm R16G16B16A16_float R32_uint R8G8B8A8_sint B10G11R11_float R16G16_snorm R32G32B32A32_float R8_unorm".split()
    s.body += [f"o{i} = vec4(at.xyyx) / {64.0 + i};" for i in (0, 1, 4, 5, 6, 7)] + ["o2 = uvec4(at.x * at.y);", "o3 = ivec4(at - 32, at.yx);"]
    s.errors = [0.0079]


@case
def no_target(s):
    s.targets, s.depth = [], "D16"
    s.depth_state = {**s.depth_state, "test": True, "write": True, "compare": 3}
    b = s.storage()
    s.body += [f"atomicAdd({b}[at.y], uint(at.x)); uint n = atomicExchange({b}[1000], 5u); atomicMin({b}[64 + at.x], uint(at.y)); atomicCompSwap({b}[129], 1u, 2u);"]
