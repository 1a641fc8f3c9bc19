// Bytes to texels, for every surface format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "functional/formats/texel.h"

namespace texpipe::functional {

struct FormatPlan;

/// Bytes of a gathered element of PLANAR_420_8.
inline constexpr unsigned kPlanarElementBytes = 3;

/// Decodes the elements of one surface. An element is the smallest piece of whole bytes (FormatFacts::element_width and
/// so on): a texel, a block, a pair of YUV texels, or a byte of 1- or 2-bit texels; of PLANAR_420_8 the three bytes Y,
/// Cb, Cr that belong to a texel, gathered from the planes (yuv.h). Cheap to make and to copy.
class ElementDecoder {
 public:
  /// Every listed format, also those that the sampling engine does not read: whether it may is FormatFacts::sampling.
  /// @param palettes  read while decoding, only by palette formats
  /// Errors: kUnsupported for RAW, which has no texels, and 64-bit pass-through formats (vertex64.h has them).
  explicit ElementDecoder(gen9::SurfaceFormat format, const Palettes& palettes = {},
                          MissingColor missing = MissingColor::kZero);

  const gen9::FormatFacts& facts() const;
  const TexelCoding& coding() const;

  /// All texels of an element, row by row: element_width * element_height of them, at most kMaxTexelsPerElement.
  void decode(const std::byte* element, Texel* texels) const;

  /// Texels of elements of one texel each that follow one another.
  void decode_row(const std::byte* elements, unsigned count, Texel* texels) const;

  /// Texel (x, y) of an element.
  Texel texel(const std::byte* element, unsigned x, unsigned y) const;

 private:
  const FormatPlan* plan_;
  const std::uint32_t* palette_ = nullptr;
};

/// One texel of an element given as bytes.
/// Errors: as ElementDecoder; kMalformedInput when bytes are missing.
Texel decode_texel(gen9::SurfaceFormat format, std::span<const std::byte> element, unsigned x = 0, unsigned y = 0,
                   const Palettes& palettes = {}, MissingColor missing = MissingColor::kZero);

}  // namespace texpipe::functional
