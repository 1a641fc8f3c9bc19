// Bits of the weights of a pixel's texels (rules C6, L5, L10; explanation/design, Numbers).
#pragma once

#include "functional/coordinates/level_of_detail.h"
#include "functional/sampling/rules/coordinate.h"

namespace texpipe::functional {

/// Products of two axes' weights of a pixel sum to 2^16.
inline constexpr unsigned kCornerWeightBits = 16;
/// Weights of anisotropic taps sum to 2^10.
inline constexpr unsigned kTapWeightBits = 10;

/// Bits of a pixel's weights: its corner weights times footprint weights sum to 2^weight_bits over all footprints, but
/// of a MONO filter.
/// @param slices  a volume's two slices are mixed
constexpr unsigned weight_bits(bool two_levels, bool taps, bool slices) {
  return kCornerWeightBits + (two_levels ? kLodBits : 0) + (taps ? kTapWeightBits : 0) + (slices ? kSubtexelBits : 0);
}

}  // namespace texpipe::functional
