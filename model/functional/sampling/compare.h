// Shadow compare of one texel (gen9-sampling.md section 8, resolution R18).
#pragma once

#include <cstdint>

#include "functional/sampling/fixed_math.h"

namespace texpipe::functional {

/// True when the hardware's prefilter puts out 1 for a pair of floats. The result is the inverse of the named relation,
/// except that the ordered relations give 0 when either side is NaN. `function` is the value of SAMPLER_STATE's Shadow
/// Function.
constexpr bool shadow_compare(unsigned function, float texel, float reference) {
  const bool ordered = !is_nan(texel) && !is_nan(reference);
  switch (function & 7) {
    case 0:
      return false;  // ALWAYS
    case 1:
      return true;  // NEVER
    case 2:
      return ordered && !(texel < reference);  // LESS
    case 3:
      return !(ordered && texel == reference);  // EQUAL
    case 4:
      return ordered && !(texel <= reference);  // LEQUAL
    case 5:
      return ordered && !(texel > reference);  // GREATER
    case 6:
      return ordered && texel == reference;  // NOTEQUAL
    default:
      return ordered && !(texel >= reference);  // GEQUAL
  }
}

/// The reference as a depth write to an UNORM format would store it: clamped to [0, 1], nearest code, NaN as 0
/// (sampling-spec F7).
/// @param largest code of 1.0, at most 2^32 - 1
constexpr std::uint32_t reference_code(float reference, std::uint32_t largest) {
  if (!(reference > 0.0f)) return 0;
  if (reference >= 1.0f) return largest;
  return static_cast<std::uint32_t>(floor_to_integer(static_cast<double>(reference) * largest + 0.5));
}

}  // namespace texpipe::functional
