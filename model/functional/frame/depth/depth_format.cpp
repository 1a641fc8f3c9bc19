#include "functional/frame/depth/depth_format.h"

#include <bit>
#include <cmath>

#include "functional/pixel_kernels/pixel_rules.h"

namespace texpipe::functional {

std::uint32_t depth_code(DepthFormat format, float z) {
  return format == DepthFormat::kD32Float ? float_depth(z) : unorm_depth(z, depth_bits(format));
}

float depth_value(DepthFormat format, std::uint32_t code) {
  if (format == DepthFormat::kD32Float) return std::bit_cast<float>(code);
  const std::uint32_t most = depth_bits(format);
  return static_cast<float>(static_cast<double>(code & most) / most);
}

double depth_bias_unit(DepthFormat format, double largest_z) {
  if (format == DepthFormat::kD16Unorm) return std::ldexp(1.0, -16);
  if (format == DepthFormat::kD24UnormX8) return std::ldexp(1.0, -24);
  constexpr int kFractionBits = 23;
  return largest_z > 0 ? std::ldexp(1.0, std::ilogb(static_cast<float>(largest_z)) - kFractionBits) : 0.0;
}

}  // namespace texpipe::functional
