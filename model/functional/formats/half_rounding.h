// Float16 as arithmetic rounds to it: what is too large becomes infinity, where writes of texels keep the largest
// number.
#pragma once

#include <bit>
#include <cstdint>

#include "functional/formats/small_float.h"

namespace texpipe::functional {

/// float32 bits to float16 bits as arithmetic does it: to nearest even, too large becomes infinity.
constexpr std::uint16_t nearest_half_bits(std::uint32_t float_bits) {
  // A magnitude from 65520 on, halfway between the largest half and the next power of two, becomes infinity.
  if ((float_bits & 0x7FFF'FFFF) >= 0x477F'F000 && (float_bits & 0x7FFF'FFFF) <= 0x7F80'0000)
    return static_cast<std::uint16_t>((float_bits >> 16 & 0x8000u) | 0x7C00u);
  return float_to_half_bits(float_bits, Narrowing::kNearestEven);
}

/// The float32 that rounds to the same half as a float64 does: the bits that are lost leave a mark in the last one.
inline float sticky_float(double value) {
  const float near = static_cast<float>(value);
  if (static_cast<double>(near) == value || near != near) return near;
  const auto bits = std::bit_cast<std::uint32_t>(near);
  if (near - near != 0.0f)
    return std::bit_cast<float>(bits - 1);  // finite once: the largest float, whose last bit is 1
  if ((bits & 1) != 0) return near;
  // The neighbour on the side of the exact value has an odd last bit.
  const bool beyond =
      (value < 0 ? -value : value) > (near < 0 ? -static_cast<double>(near) : static_cast<double>(near));
  return std::bit_cast<float>(beyond ? bits + 1 : bits - 1);
}

}  // namespace texpipe::functional
