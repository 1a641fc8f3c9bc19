// The border colour as the filter adds it (rule B1).
#pragma once

#include <array>
#include <cstdint>

#include "functional/formats/texel.h"
#include "isa/gen9/sampler_state_enums.h"

namespace texpipe::functional {

/// Fraction bits that a border colour keeps below a texel's code: the precision at which fixed-point formats are
/// filtered.
inline constexpr int kBorderFractionBits = 24;

/// Border colour of a surface. `code` is what a texel would have (whole codes, for compare), `fine` the same with
/// kBorderFractionBits more bits (fixed-point channels only).
struct BorderColor {
  Texel texel;
  std::array<std::int64_t, 4> fine{};
};

/// Limits each channel of the colour to what the format can hold (B1, R31) and gives channels that the format lacks
/// their default. UNORM and SNORM are clamped to [0, 1] and [-1, 1], NaN is 0; integers to the channel's width; floats
/// without sign have no negative numbers. L and I take red.
/// @param rgba  float32 bits, or integers for integer formats
/// @param mode  DX10/OGL: the colour is in linear space; DX9: in the surface's own, so that sRGB channels are
/// linearised
BorderColor border_color(gen9::SurfaceFormat format, const TexelCoding& coding,
                         const std::array<std::uint32_t, 4>& rgba, gen9::BorderColorMode mode);

/// A border colour as a result of its own: R, G, B, A as float32 bits or integers, with all of its fraction bits.
std::array<std::uint32_t, 4> border_result(const TexelCoding& coding, const BorderColor& border);

}  // namespace texpipe::functional
