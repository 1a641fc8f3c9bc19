"""More pixel shaders, of memory, control flow and stages before them."""
import numpy as np

from pixel_cases import PLACE, case, level_place
from pixel_scene import POINTS, WORDS


@case
def addresses(s):
    """Buffers by addresses of 64 bits: numbers of all widths, vectors, atomic operations, in branches."""
    s.extensions |= {"GL_EXT_buffer_reference", "GL_EXT_buffer_reference_uvec2", "GL_EXT_shader_explicit_arithmetic_types_int64", "GL_EXT_shader_explicit_arithmetic_types_int16",
                     "GL_EXT_shader_explicit_arithmetic_types_int8", "GL_EXT_shader_16bit_storage", "GL_EXT_shader_8bit_storage"}
    s.targets = [WORDS]
    s.addressed(0)
    s.addressed(2)
    s.declarations += ["layout(buffer_reference, std430, buffer_reference_align = 16) buffer Words { uvec4 v[256]; };", "layout(buffer_reference, std430) buffer Wide { uint64_t v[512]; };",
                       "layout(buffer_reference, std430) buffer Bytes { uint8_t v[4096]; };", "layout(buffer_reference, std430) buffer Halves { uint16_t v[2048]; };",
                       "layout(buffer_reference, std430) buffer Counts { uint v[1024]; };"]
    s.body += ["uvec2 first = floatBitsToUint(p[0].xy), second = floatBitsToUint(p[0].zw);", "uint i = uint(at.x * 7 + at.y) & 127u;", "o0 = Words(first).v[i] + uvec4(uvec2(Wide(first).v[i * 3u] >> 5), uint(Bytes(first).v[i + 9u]), uint(Halves(first).v[i * 2u + 1u]));",
               "if ((at.x & 3) != 1) {", "  atomicAdd(Counts(second).v[i], 3u); atomicMax(Counts(second).v[i + 128u], uint(at.y));", "  atomicCompSwap(Counts(second).v[256u], 1u, 2u);",
               "  if (at.y > 20) { Bytes(second).v[2048 + at.x] = uint8_t(at.x); Halves(second).v[1300 + at.x] = uint16_t(at.x * 3); Wide(second).v[400 + at.x] = 0x123456789abcul * at.x; }", "}"]


@case
def view_index(s):
    s.extensions.add("GL_EXT_multiview")
    s.layers, s.view_mask, s.vertices = 2, 3, [(v[0], 1, v[2]) for v in s.vertices]
    s.vertex_lines.append("v2.y = uint(gl_ViewIndex) * 100u;")
    s.body += ["o0 = vec4(at, gl_ViewIndex, v2.y);"]


@case
def demote_and_lookups(s):
    """Pixels that are given up go on as helpers of their neighbours' derivatives."""
    s.extensions.add("GL_EXT_demote_to_helper_invocation")
    a = s.texture("2d", "R16G16B16A16_float", levels=4)
    s.body += ["if (((at.x + at.y) & 1) == 1) demote;", f"o0 = vec4(dFdx(gl_FragCoord.x * gl_FragCoord.x), 0, 0, 0) + texture({a}, {level_place(1)});"]
    s.errors = [2.0**-10]


@case
def pull_constants(s):
    """A uniform block that is too large to be pushed, by numbers that differ between pixels, and some that do not."""
    s.targets = [WORDS]
    a = s.uniform("std140) uniform Block { uvec4 v[700]; } {n};", s.draw.randbytes(700 * 16))
    s.body += [f"o0 = {a}.v[(at.x * 53 + at.y * 11) % 700] ^ {a}.v[int(p[2].w * 800.0)] ^ {a}.v[699];", f"for (int i = 0; i < (at.x & 7); ++i) o0 += {a}.v[i * 97 + at.y].wzyx;"]


@case
def narrow_blocks(s):
    """Uniform and storage blocks of 8 and 16 bits."""
    s.extensions |= {"GL_EXT_shader_explicit_arithmetic_types_int16", "GL_EXT_shader_explicit_arithmetic_types_int8", "GL_EXT_shader_explicit_arithmetic_types_float16",
                     "GL_EXT_shader_16bit_storage", "GL_EXT_shader_8bit_storage"}
    s.targets = [WORDS]
    halves = np.arange(512, dtype="<f2").tobytes() + s.draw.randbytes(1024)
    a = s.uniform("std140) uniform Block { f16vec4 h[32]; u16vec4 s[32]; u8vec4 b[32]; } {n};", halves + bytes(1024))
    c = s.storage("u16vec3", size=4096)
    s.body += [f"uint i = uint(at.x + at.y) & 31u;", f"o0 = uvec4(vec4({a}.h[i] * float16_t(0.5))) + uvec4({a}.s[i & 7u]) + uvec4({a}.b[at.x & 15]);",
               f"if (v2.w % 3u == 1u) {c}[at.y * 2 + (at.x & 1)].y = uint16_t(at.y);", f"o0.x += uint({c}[300 + at.x].z);"]


@case
def chosen_components(s):
    """Columns and rows of matrices, and parts of arrays, that each pixel chooses, written and read."""
    s.body += ["mat4 m = mat4(v2 & 15u, vec4(at, 1, 2), vec4(3.0), vec4(v2.wzyx & 7u));", "m[at.x & 3][at.y & 3] += 8.0; m[(at.y >> 1) & 3].zw *= 2.0;", "vec4 x = m[at.y & 3]; x[at.x & 3] -= 5.0;",
               "float f[9]; for (int i = 0; i < 9; ++i) f[i] = x[i & 3] + float(i);", "f[(at.x * at.y) % 9] = -1.0;", "o0 = x + m * vec4(1, 2, 3, 4) + vec4(f[at.x % 9], f[at.y % 9], f[2], f[8]);"]


@case
def special_numbers(s):
    """Infinities, what is no number, and rounding of halves."""
    s.targets = [WORDS]
    s.body += ["float zero = p[1].w * 0.0 + float(at.x - at.x); float inf = 1.0 / zero; float nan = zero / zero;", "o0 = uvec4(isinf(inf), isinf(-inf), isnan(nan), isnan(inf - inf));",
               "vec4 h = vec4(at.xyxy) * 0.5 - 16.25; o0 += uvec4(ivec4(roundEven(h)) + 100) + (uvec4(ivec4(trunc(h)) + 100) << 8u) + (uvec4(ivec4(ceil(h)) - ivec4(floor(h))) << 16u);",
               "o0 += uvec4(ivec4(sign(h)) + 1) << 20u; o0 += uvec4(notEqual(h, h.yxwz)) << 24u; o0.x += uint(abs((at.x - 32) / -3) % 5 == 1) << 26u;",
               "o0.y ^= uint(int(clamp(inf, -5.0, 77.0))) << 10u; o0.z += uint(-inf < h.x) << 27u; o0.w += uint(nan == nan) << 28u;"]


@case
def lookups_in_loops(s):
    """Lookups whose number differs between neighbours, in branches that few pixels take."""
    a, b = s.texture("2d", "R16G16B16A16_float", levels=4), s.texture("2d_array", "R8G8B8A8_unorm")
    s.body += ["o0 = vec4(0.0);", f"for (int i = 0; i < ((at.x * 3 + at.y) & 7); ++i) {{", f"  vec4 t = textureLod({a}, {PLACE} + float(i) * 0.0625, float(i & 3));", "  o0 += t * 0.25;",
               f"  if (t.x > 0.5) {{ o0 += textureGather({b}, vec3({PLACE}, float(i)), 1) * 0.125; if (t.y > 0.25) break; continue; }}", f"  o0 -= texelFetch({a}, ivec2(i, at.y & 15), 0) * 0.125;", "}"]
    s.errors = [2.0**-14]


@case
def point_derivatives(s):
    s.topology, s.vertices, s.point_size = "points", POINTS, "8.0"
    s.body += ["o0 = vec4(dFdx(gl_PointCoord.x), dFdy(gl_PointCoord.y), fwidth(float(at.x)), float(v2.x & 255u));"]
    s.errors = [2.0**-12]


@case
def vertex_lookups(s):
    """Textures, blocks and counters of the vertex shader."""
    s.vertices = [(v[0], 1, v[2]) for v in s.vertices]
    a, b, c = s.texture("2d", "R16G16B16A16_float", levels=3), s.storage(), s.uniform("std140) uniform Block { uvec4 v[64]; } {n};", s.draw.randbytes(1024))
    s.vertex_declarations += s.declarations[:3]
    s.declarations = []
    s.mode = "flat "
    s.vertex_lines += [f"v1 = textureLod({a}, vec2(gl_VertexIndex) * 0.0625 + 0.03, float(gl_VertexIndex & 1)) + texelFetch({a}, ivec2(gl_VertexIndex, 1), 0);", f"atomicAdd({b}[gl_VertexIndex], 1u);",
                       f"v2 ^= {c}.v[gl_VertexIndex * 5];"]
    s.body += ["o0 = v1 + vec4(v2 & 255u);"]
    s.errors = [2.0**-10]


@case
def early_return(s):
    """Functions that end early in some pixels, and a second one called from several places."""
    s.targets = [WORDS]
    b = s.storage()
    s.declarations += [f"uint depth(uint n, inout uvec4 sum) {{ if (n > 40u) return 1u; sum.x += n; for (uint i = 0u; i < n; ++i) {{ if (i * i > n) return i; sum.y ^= i << 3; }} return n * 2u; }}"]
    s.body += ["uvec4 sum = uvec4(at, v2.zw);", "sum.z += depth(uint(at.x), sum); if ((at.x & 1) == 0) sum.w += depth(uint(at.y), sum); else sum.w -= depth(v2.x & 63u, sum);", "o0 = sum;", "if (sum.x % 5u == 0u) return;",
               f"atomicAdd({b}[at.x], sum.y & 255u);", "o0.x += 1u;"]


@case
def exchanged_numbers(s):
    """Shuffles between the pixels of a block, votes and ballots over what all pixels share, in a branch that whole blocks take."""
    s.extensions |= {"GL_KHR_shader_subgroup_quad", "GL_KHR_shader_subgroup_shuffle", "GL_KHR_shader_subgroup_ballot", "GL_KHR_shader_subgroup_vote"}
    s.targets, s.vertices = [WORDS], s.vertices[3:6]
    s.body += ["float f = float(at.x * 64 + at.y);", "o0 = uvec4(0u);", "if (((at.x >> 1) & 1) == 0) o0 = uvec4(subgroupQuadBroadcast(f, 3u), subgroupQuadSwapDiagonal(vec3(f, at)));",
               "o0.x += uint(subgroupAllEqual(p[2].x)) + uint(subgroupBallotBitCount(subgroupBallot(false))); o0.y += uint(subgroupAny(at.x < 0)); o0.z += uint(subgroupInverseBallot(uvec4(~0u)));"]


@case
def compact_image_formats(s):
    """Storage images whose formats the driver packs and unpacks itself."""
    s.vertices = s.vertices[3:6]
    names = [("R16G16_uint", "rg16ui"), ("R8G8_unorm", "rg8"), ("R16G16B16A16_sint", "rgba16i"), ("B10G11R11_float", "r11f_g11f_b10f"), ("R8G8B8A8_snorm", "rgba8_snorm"), ("R32G32_float", "rg32f"),
             ("A2B10G10R10_uint", "rgb10_a2ui")]
    s.body.append("o0 = vec4(0.0);")
    for name, glsl in names:
        kind = {"uint": "u", "sint": "i"}.get(name.rsplit("_", 1)[1], "")
        image = s.image(name, glsl, error=0 if kind else 0.017)
        if kind:
            s.body.append(f"{kind}vec4 x{image} = imageLoad({image}, at); imageStore({image}, at, (x{image}.wzyx + {kind}vec4(at.xyxy)) & {kind}vec4(3)); o0 += vec4(x{image} & {kind}vec4(255));")
        else:
            s.body.append(f"vec4 x{image} = imageLoad({image}, at); imageStore({image}, at, x{image} * 0.5 + 0.125); o0 += clamp(x{image}, -2.0, 2.0);")
    s.errors = [2.0**-8]


@case
def cube_blocks(s):
    """Levels where a block of pixels lies on two faces or three. Kaby Lake's compiler divides the direction by its largest component before the
    sampler sees it, so that derivatives are those of points on the cube; lavapipe gets the quotient, too."""
    s.vertices = [((0, 0), 1, 0.5), ((128, 0), 1, 0.5), ((0, 128), 1, 0.5)]
    c = s.texture("cube", side=64, levels=7)
    s.body += ["vec3 d = vec3(gl_FragCoord.xy * vec2(0.05, 0.0421875) - vec2(1.61, 1.23), 0.7); vec3 a = abs(d); d /= max(a.x, max(a.y, a.z));", f"o0 = vec4(textureQueryLod({c}, d).y);"]
    s.errors = [0.5]  # rule L3
