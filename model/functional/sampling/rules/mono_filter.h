// The MONO filter: the mean of a box of one-bit texels around the position (specification/sampling 6; Sandy Bridge
// PRM vol. 4 part 1, section 2.2.2.4).
#pragma once

#include <array>
#include <cstdint>

namespace texpipe::functional {

inline constexpr unsigned kMaxMonoFilter = 7;  // texels along an axis

/// 2x2 texels at a time: along an axis a box of n texels touches n + 1, the first and the last in part.
constexpr unsigned mono_taps_on_axis(unsigned size) {
  return (size + 2) / 2;
}
constexpr std::uint8_t mono_taps(std::array<std::uint8_t, 2> size) {
  return static_cast<std::uint8_t>(mono_taps_on_axis(size[0]) * mono_taps_on_axis(size[1]));
}

}  // namespace texpipe::functional
