// Sizes and places in whole units.
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// The least multiple of an alignment that is not below a value. @param alignment  above 0
constexpr std::uint32_t aligned_up(std::uint32_t value, std::uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace texpipe::functional
