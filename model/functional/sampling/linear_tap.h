// The texels that a filter reads along one axis, before the address mode (sampling-spec C5, C6).
#pragma once

#include "functional/sampling/coordinate.h"

namespace texpipe::functional {

/// Texels `first` and first + 1 of an axis. `second_weight` is that of first + 1 in 1/256; the first has the rest.
struct LinearTap {
  std::int32_t first = 0;
  std::uint16_t second_weight = 0;  // 0 to 255
};

/// Footprint of a linear filter around a position (C6): texel centres lie at half texels.
constexpr LinearTap linear_tap(SubtexelPosition position) {
  const SubtexelPosition from_centre = position - kOneTexel / 2;
  return {from_centre >> kSubtexelBits, static_cast<std::uint16_t>(from_centre & (kOneTexel - 1))};
}

/// Texel that contains a position (C5).
constexpr std::int32_t nearest_texel(SubtexelPosition position) {
  return position >> kSubtexelBits;
}

}  // namespace texpipe::functional
