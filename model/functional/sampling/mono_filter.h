// The MONO filter: the mean of a box of one-bit texels around the position (gen9-sampling.md section 6; Sandy Bridge
// PRM vol. 4 part 1, section 2.2.2.4).
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/linear_tap.h"

namespace texpipe::functional {

inline constexpr unsigned kMaxMonoFilter = 7;  // texels along an axis

/// 2x2 texels at a time: along an axis a box of n texels touches n + 1, the first and the last in part.
constexpr unsigned mono_taps_on_axis(unsigned size) {
  return (size + 2) / 2;
}
constexpr std::uint8_t mono_taps(std::array<std::uint8_t, 2> size) {
  return static_cast<std::uint8_t>(mono_taps_on_axis(size[0]) * mono_taps_on_axis(size[1]));
}

/// Two neighbouring texels of the box along an axis. The weights of all of them sum to size * 2^8.
struct MonoTap {
  std::int32_t first = 0;
  std::uint8_t count = 0;                 // of the two, those that the box can touch
  std::array<std::uint32_t, 2> weight{};  // of 256: how much of the texel lies in the box
};

constexpr MonoTap mono_tap(SubtexelPosition position, unsigned size, unsigned tap) {
  const SubtexelPosition start = position - static_cast<SubtexelPosition>(size) * (kOneTexel / 2);
  const auto cut = static_cast<std::uint32_t>(start & (kOneTexel - 1));  // of the first texel, before the box
  MonoTap pair{.first = (start >> kSubtexelBits) + static_cast<std::int32_t>(2 * tap)};
  for (unsigned texel = 2 * tap; texel < 2 * tap + 2 && texel <= size; ++texel) {
    pair.weight[pair.count++] = texel == 0 ? kOneTexel - cut : texel == size ? cut : kOneTexel;
  }
  return pair;
}

}  // namespace texpipe::functional
