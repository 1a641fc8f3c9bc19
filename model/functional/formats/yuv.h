// Packed 4:2:2 and planar 4:2:0 YUV: R = Cr, G = Y, B = Cb over 255, alpha 1, no colour-space conversion (formats.md
// section 5).
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

/// Where the chroma of a luma texel of PLANAR_420_8 is: one chroma texel for 2x2 luma texels, shared by all four
/// (assumed).
struct PlanarChromaPosition {
  std::uint32_t x;  // in chroma texels
  std::uint32_t y;  // in chroma rows
};
constexpr PlanarChromaPosition planar_chroma_position(std::uint32_t luma_x, std::uint32_t luma_y) {
  return {luma_x / 2, luma_y / 2};
}

/// RENDER_SURFACE_STATE "Separate UV Plane Enable".
enum class ChromaPlanes : std::uint8_t {
  kInterleaved,  // one plane of (Cb, Cr) byte pairs, at the U(V) offset
  kSeparate,     // a plane of Cb at the U(V) offset, a plane of Cr at the V offset
};

/// Byte offsets, inside a row of its plane, of a chroma texel's Cb and Cr.
struct ChromaBytes {
  std::uint32_t cb;
  std::uint32_t cr;
};
constexpr ChromaBytes planar_chroma_bytes(ChromaPlanes planes, std::uint32_t chroma_x) {
  return planes == ChromaPlanes::kInterleaved ? ChromaBytes{2 * chroma_x, 2 * chroma_x + 1}
                                              : ChromaBytes{chroma_x, chroma_x};
}

/// A texel of PLANAR_420_8 from its bytes of the planes.
constexpr Texel planar_texel(std::uint8_t y, std::uint8_t cb, std::uint8_t cr) {
  return {{cr, y, cb, 1}};
}

}  // namespace texpipe::functional
