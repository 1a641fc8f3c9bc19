// Shadow compare of one texel.
#pragma once

#include "functional/coordinates/one_lane.h"
#include "functional/formats/texel.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/sampling/rules/compare.inc.h"
}

/// True when the hardware's prefilter puts out 1 for a pair of floats.
constexpr bool shadow_compare(unsigned function, float texel, float reference) {
  return one_lane::passes(function, texel, reference);
}

}  // namespace texpipe::functional
