// Numbers of single pixels, in whatever way their lanes are led through it.
#pragma once

#include <bit>
#include <cstdint>

namespace texpipe::functional {

/// Values at eight neighbouring pixels.
using TileRow [[gnu::vector_size(8 * sizeof(std::int64_t))]] = std::int64_t;

/// Nearest integer to value * scale, of a value in [0, 1] after clamping; NaN is 0, halves go up. Bits of floats that
/// are not negative are in order as integers, which vectors compare without a branch.
/// @param scale  below 2^31
inline std::uint32_t encode_unorm(std::uint32_t bits, double scale) {
  constexpr std::int32_t kOne = 0x3F80'0000, kInfinity = 0x7F80'0000;
  auto inside = static_cast<std::int32_t>(bits);
  inside = inside < 0 || inside > kInfinity ? 0 : inside;
  inside = inside > kOne ? kOne : inside;
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>(static_cast<double>(std::bit_cast<float>(inside)) * scale + 0.5));
}

/// Depth as a UNORM code: the nearest of z * scale; not a number is 0. @param scale  below 2^31
inline std::uint32_t unorm_depth(float z, double scale) {
  const float positive = z > 0 ? z : 0;
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>((positive < 1 ? static_cast<double>(positive) : 1.0) * scale + 0.5));
}

/// Depth as the bits of a float that is not negative; not a number is 0.
inline std::uint32_t float_depth(float z) {
  return std::bit_cast<std::uint32_t>(z > 0 ? z : 0.0f);
}

}  // namespace texpipe::functional
