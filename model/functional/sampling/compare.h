// Shadow compare of one texel (gen9-sampling.md section 8, resolution R18).
#pragma once

#include <cstdint>

#include "functional/coordinates/fixed_math.h"

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

}  // namespace texpipe::functional
