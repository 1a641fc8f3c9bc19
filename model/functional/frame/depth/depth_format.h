// Depth values as a depth buffer stores them.
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// 3DSTATE_DEPTH_BUFFER Surface Format.
enum class DepthFormat : std::uint8_t { kD32Float = 1, kD24UnormX8 = 3, kD16Unorm = 5 };

/// Codes of depth values: order and equality of values of one format are those of their codes, as no depth is negative
/// once it is clamped (UNORM rounds z x (2^n - 1) to nearest, resolution R35).
/// @param z  clamped; not a number counts as 0
std::uint32_t depth_code(DepthFormat format, float z);

/// Value of a code.
float depth_value(DepthFormat format, std::uint32_t code);

/// Bytes of a stored depth value: 2 or 4. The eight unused bits of D24_UNORM_X8 are written 0.
constexpr unsigned depth_bytes(DepthFormat format) {
  return format == DepthFormat::kD16Unorm ? 2 : 4;
}

/// Bits of a stored element that hold the depth.
constexpr std::uint32_t depth_bits(DepthFormat format) {
  return format == DepthFormat::kD32Float ? 0xFFFF'FFFFu : format == DepthFormat::kD24UnormX8 ? 0xFF'FFFFu : 0xFFFFu;
}

/// Smallest step that the depth bias counts in: 2^-24 and 2^-16 for UNORM; for D32_FLOAT one step of a float at the
/// primitive's largest depth (resolution R36).
double depth_bias_unit(DepthFormat format, double largest_z);

}  // namespace texpipe::functional
