// Palette formats (specification/formats 3).
#pragma once

#include <cstddef>
#include <cstdint>

#include "functional/formats/texel.h"

namespace texpipe::functional {

/// Places of a palette format's index and alpha.
struct PalettePlan {
  unsigned palette = 0;  // 0 or 1
  std::uint8_t index_bit = 0;
  std::uint8_t index_bits = 8;
  std::uint8_t alpha_bit = 0;
  std::uint8_t alpha_bits = 0;  // 0: alpha from the palette
  std::uint8_t texel_bits = 8;  // of 1, 2, 4 or 8 texels per byte the first is in the least significant bits (assumed)
};

PalettePlan palette_plan(const gen9::FormatFacts& facts);

/// Codes of R, G, B, A over 255. A nibble of alpha is repeated to 8 bits.
/// @param entries  256 entries of ARGB8888, or null: all 0
/// @param x        texel of the element
Texel decode_palette_texel(const PalettePlan& plan, const std::uint32_t* entries, const std::byte* element, unsigned x);

}  // namespace texpipe::functional
