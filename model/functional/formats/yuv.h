// Packed 4:2:2 and planar 4:2:0 YUV: R = Cr, G = Y, B = Cb over 255, alpha 1, no colour-space conversion
// (specification/formats 5).
#pragma once

#include <cstddef>
#include <cstdint>

#include "functional/formats/texel.h"

namespace texpipe::functional {

TexelCoding yuv_coding();

/// Byte of each component in a pair of texels.
struct Yuv422Order {
  std::uint8_t y[2];
  std::uint8_t cb;
  std::uint8_t cr;
};

/// Order of a YCRCB_* format.
Yuv422Order yuv422_order(const gen9::FormatFacts& facts);

/// Texel 0 or 1 of a pair. Both have the pair's chroma: linear filters do not interpolate chroma inside a pair
/// (assumed).
Texel decode_yuv422_texel(Yuv422Order order, const std::byte* element, unsigned x);

/// A texel of PLANAR_420_8 from its bytes of the planes.
constexpr Texel planar_texel(std::uint8_t y, std::uint8_t cb, std::uint8_t cr) {
  return {{cr, y, cb, 1}};
}

}  // namespace texpipe::functional
