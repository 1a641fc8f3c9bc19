"""Pixel shaders that look up textures of every shape in every way."""
from pixel_cases import PLACE, case, level_place
from pixel_scene import WORDS
from random_shaders import FILTER


@case
def integer_textures(s):
    a, b = s.texture("2d", "R16G16B16A16_uint"), s.texture("3d", "R8G8B8A8_sint", address=[1, 2, 0])
    c, d = s.texture("2d_array", "R32G32_sint", border=3, address=[3, 3, 3]), s.texture("cube", "R8_uint")
    s.targets = [WORDS]
    s.body += [f"o0 = texture({a}, {level_place(1)}) + uvec4(textureLod({b}, vec3({PLACE}, 0.3), 1.0));",
               f"o0 += uvec4(textureLod({c}, vec3({PLACE} - 0.5, float(at.x & 3)), 0.0)) ^ textureLod({d}, vec3(1.0, fract({PLACE}) - 0.5), 1.0);"]


@case
def fetch_offsets(s):
    """Of all shapes that have any; what lies outside is not fetched."""
    a, b, c, d = (s.texture(shape, "R16G16B16A16_float") for shape in ("1d", "2d", "3d", "2d_array"))
    e = s.texture("1d_array", "R8G8_unorm")
    s.body += [f"o0 = texelFetchOffset({a}, at.x & 7, 0, 3) + texelFetchOffset({b}, (at & 7) + 3, 0, ivec2(-3, 5)) + texelFetchOffset({c}, ivec3(at & 3, 2), 1, ivec3(1, 2, -2));",
               f"o0 += texelFetchOffset({d}, ivec3((at & 3) + 2, v2.w % 3u), 1, ivec2(-1, 2)) + texelFetchOffset({e}, ivec2(8 + (at.y & 7), 1), 0, -8);"]
    s.errors = [2.0**-18]


@case
def gathers(s):
    a, b = s.texture("2d", "R8G8B8A8_unorm", address=[1, 2, 0]), s.texture("2d_array", "R16G16B16A16_float")
    c, d = s.texture("cube_array", "R8G8B8A8_snorm"), s.texture("2d", "R32G32B32A32_uint")
    s.body += [f"o0 = textureGatherOffset({a}, {PLACE}, ivec2(-3, 7), 2) + textureGather({b}, vec3({PLACE}, 1.0), 3);",
               f"o0 += textureGather({c}, vec4(fract({PLACE}) - 0.5, -1.0, 1.0), 1) + vec4(textureGather({d}, {PLACE}, 1) & 255u);",
               f"o0 += textureGatherOffset({a}, {PLACE}, ivec2(at & 7) - 4, 0);",
               f"const ivec2 places[4] = ivec2[4](ivec2(0, 1), ivec2(-2, 3), ivec2(5, -6), ivec2(7, 0)); o0 += textureGatherOffsets({a}, {PLACE}, places, 1);"]
    s.errors = [2.0**-16]


@case
def gathers_compared(s):
    a, b, c = s.shadow("2d", address=[0, 1, 2]), s.shadow("2d_array", compare=4), s.shadow("cube", compare=6)
    reference = "(float((at.x * 37 + at.y * 11) & 255) + 0.5) / 256.0"
    s.body += [f"float r = {reference};", f"o0 = textureGather({a}, {PLACE}, r) + textureGatherOffset({a}, {PLACE}, r, ivec2(5, -8)) * 2.0;",
               f"o0 += textureGather({b}, vec3({PLACE}, 2.0), r) * 4.0 + textureGather({c}, vec3(fract({PLACE}) - 0.5, 1.0), r) * 8.0;"]


@case
def level_queries(s):
    a, b, c = s.texture("2d", levels=5, bias=0.5), s.texture("3d", levels=5), s.texture("cube", levels=4)
    s.body += [f"o0 = vec4(textureQueryLod({a}, {level_place(1)}), textureQueryLod({b}, vec3({level_place(2)}, 0.5)));",
               f"o0 += vec4(textureQueryLod({c}, vec3(1.0, gl_FragCoord.xy / 64.0 - 0.5)), textureQueryLod({a}, {level_place(9)})) * 0.5;"]
    s.errors = [0.35]  # rule L3, and faces of cubes


@case
def size_queries(s):
    a, b, c, d = (s.texture(shape, levels=3) for shape in ("1d_array", "3d", "cube_array", "2d"))
    t, i, j = s.texel_buffer("R8G8B8A8_uint", 77, "u"), s.image("R32_uint", "r32ui", "2d_array", side=8), s.image("R32_sint", "r32i", "3d", side=8)
    s.targets = [WORDS]
    s.body += [f"o0 = uvec4(textureSize({a}, int(p[2].z * 8.0)), textureSize({d}, int(p[2].y * 8.0)));", f"o0 += uvec4(textureSize({b}, 1), textureQueryLevels({b})) * 256u;",
               f"o0 += uvec4(textureSize({c}, 1), textureSize({t})) * 65536u;", f"o0 += uvec4(imageSize({i}), imageSize({j}).z) << 24u;"]


@case
def shadows(s):
    """Levels by bias, offsets, projections, arrays."""
    a, b = s.shadow("2d", levels=4), s.shadow("2d_array", compare=1, levels=2, mag=1, min=1, address=[2, 2, 2])
    c, d, e = s.shadow("cube_array", compare=4), s.shadow("1d", compare=2), s.shadow("1d_array")
    s.body += ["float r = (float((at.x * 37 + at.y * 11) & 255) + 0.5) / 256.0;", f"vec2 place = {level_place(0)};",
               f"o0.x = texture({a}, vec3(place, r), 1.0) + 2.0 * textureOffset({a}, vec3(place, r), ivec2(3, -4), -2.0) + 4.0 * textureProj({a}, vec4(place * 2.0, r * 2.0, 2.0));",
               f"o0.y = texture({b}, vec4(place, 1.0, r)) + 2.0 * textureGrad({b}, vec4(place, 0.0, r), vec2(0.01), vec2(0.02));",
               f"o0.z = texture({c}, vec4(fract(place) - 0.5, -1.0, 1.0), r) + 2.0 * textureLod({d}, vec3(place.x, 0.0, r), 0.0);",
               f"o0.w = textureLod({e}, vec3(place.y, 1.0, r), 0.0) + textureLodOffset({a}, vec3(place, r), 2.0, ivec2(-1, 1));"]
    s.errors = [12 * FILTER]


@case
def cubes(s):
    a, b = s.texture("cube_array", levels=1), s.texture("cube", "R16G16B16A16_float", levels=4)
    s.body += ["vec2 side = fract(gl_FragCoord.xy * 0.046875) * 1.9 - 0.95;", "vec3 faces[6] = vec3[6](vec3(1, side), vec3(-1, side), vec3(side.x, 1, side.y), vec3(side.x, -1, side.y), vec3(side, 1), vec3(side, -1));",
               f"o0 = texture({a}, vec4(faces[(at.x >> 3) % 6] * 2.0, 1.0)) + textureLod({b}, faces[(at.y >> 3) % 6], 2.0);",
               f"o0 += textureGrad({b}, faces[at.y % 6], vec3(0.0), vec3(0.0));"]
    s.errors = [2.0**-14]


@case
def volumes(s):
    a, b = s.texture("3d", "R16G16B16A16_float", levels=4), s.texture("3d", mag=1, min=1, address=[2, 1, 0])
    s.body += [f"vec3 place = vec3({PLACE}, 0.3 + float(at.x) / 64.0);", f"o0 = textureGrad({a}, place, vec3(2.3 / 16.0, 0, 0), vec3(0, 0, 1.0 / 16.0)) + textureProj({a}, vec4(place * 2.0, 2.0), -9.0);",
               f"o0 += textureLodOffset({b}, place, 0.0, ivec3(1, -2, 3)) + textureGradOffset({a}, place, vec3(0), vec3(0), ivec3(-8, 7, 1));"]
    s.errors = [8 * FILTER]


@case
def projections(s):
    a, b = s.texture("2d", "R16G16B16A16_float", levels=4), s.texture("1d", "R8G8B8A8_srgb", levels=4)
    s.body += [f"vec2 place = {level_place(1)};", f"o0 = textureProj({a}, vec3(place * 4.0, 4.0)) + textureProjOffset({a}, vec4(place, 9.0, 0.5) * vec4(0.5, 0.5, 1, 1), ivec2(2, -3));",
               f"o0 += textureProjLod({b}, vec2(place.x * 0.25, 0.25), 2.0) + textureProjGrad({a}, vec3(place, 1.0), vec2(0.2, 0), vec2(0)) + textureOffset({b}, place.y, 4, 1.0);",
               f"o0 += textureProjGradOffset({a}, vec3(-place, -1.0), vec2(0), vec2(0.4, 0), ivec2(1, 1));"]
    s.errors = [4 / 1024]


@case
def buffer_textures(s):
    a, b, c = s.texel_buffer("R8G8B8A8_sint", 64, "i"), s.texel_buffer("R16G16_float", 64), s.texel_buffer("R32G32B32A32_uint", 64, "u")
    s.targets = [WORDS]
    s.body += [f"o0 = uvec4(texelFetch({a}, at.x)) + uvec4(texelFetch({b}, at.y) * 256.0 + 512.0) + texelFetch({c}, (at.x + at.y) & 63);"]


@case
def sampled_samples(s):
    """Levels by bias of samplers and shaders, anisotropy of a square footprint, border colours, swizzles."""
    a = s.texture("2d", "R16G16B16A16_float", levels=5, bias=1.0)
    b, c = s.texture("2d", "R8G8B8A8_snorm", levels=1, address=[3, 3, 3], border=4, swizzle=(6, 5, 0, 3)), s.texture("2d", "R16G16B16A16_float", levels=5, lod=[1.0, 2.0])
    s.body += [f"o0 = texture({a}, {level_place(0)}) + texture({a}, {level_place(0)}, -2.0) + texture({b}, {PLACE} - 0.5) + texture({c}, {level_place(4)}) + texture({c}, {level_place(-3)});"]
    s.errors = [2.0**-14]
