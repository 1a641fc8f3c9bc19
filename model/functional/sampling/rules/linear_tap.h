// The texels that a filter reads along one axis, before the address mode (rules C5, C6).
#pragma once

#include "functional/sampling/rules/coordinate.h"

namespace texpipe::functional {

namespace one_lane {
#include "functional/sampling/rules/linear_tap.inc.h"
}

/// Texels `first` and first + 1 of an axis. `second_weight` is that of first + 1 in 1/256; the first has the rest.
struct LinearTap {
  std::int32_t first = 0;
  std::uint16_t second_weight = 0;  // 0 to 255
};

/// Footprint of a linear filter around a position (C6): texel centres lie at half texels.
constexpr LinearTap linear_tap(SubtexelPosition position) {
  const one_lane::AxisTap tap = one_lane::axis_tap(position, one_lane::always());
  return {tap.first, static_cast<std::uint16_t>(tap.next_weight)};
}

/// Texel that contains a position (C5).
constexpr std::int32_t nearest_texel(SubtexelPosition position) {
  return one_lane::axis_tap(position, one_lane::never()).first;
}

}  // namespace texpipe::functional
