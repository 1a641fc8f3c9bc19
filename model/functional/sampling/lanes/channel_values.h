// Values of a message's channels, as the kernels take them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "functional/sampling/lanes/lane_kernels.h"

namespace texpipe::functional::lanes {

template <class T>
void fill(T (&values)[kChannels], T value) {
  std::fill(std::begin(values), std::end(values), value);
}

constexpr std::int32_t signed_bits(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits);
}

}  // namespace texpipe::functional::lanes
