#include "analysis/verify/compare_reference.h"

#include <cmath>
#include <limits>

namespace texpipe::study {

float compare_reference(ApiCompare compare, float reference, const functional::TexelCoding& coding) {
  const functional::ChannelCoding& channel = coding[coding[0].constant ? 3 : 0];  // alpha of alpha-only formats
  constexpr std::uint32_t kCodesThatFloatsTellApart = 1u << 16;
  if (channel.kind != functional::ChannelKind::kFixed || channel.denominator > kCodesThatFloatsTellApart)
    return reference;
  if (!(reference > 0.0f && reference < 1.0f)) return reference;  // clamped by both
  const double denominator = channel.denominator;
  const double below = std::floor(reference * denominator);  // 24 by 16 bits: exact
  const auto value = [&](double code) { return static_cast<float>(code / denominator); };
  if (reference == value(below) || reference == value(below + 1)) return reference;
  switch (compare) {
    case ApiCompare::kLess:
    case ApiCompare::kGreaterEqual:
      return value(below);
    case ApiCompare::kLessEqual:
    case ApiCompare::kGreater:
      return value(below + 1);
    case ApiCompare::kEqual:
    case ApiCompare::kNotEqual:
      return std::numeric_limits<float>::quiet_NaN();
    default:
      return reference;
  }
}

}  // namespace texpipe::study
