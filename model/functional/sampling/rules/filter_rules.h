// The filter's rules for one pixel: exact sums, extremes, gathered corners.
#pragma once

#include <limits>

#include "functional/formats/code_value.h"
#include "functional/formats/texel_value.h"
#include "functional/sampling/rules/weights.h"

namespace texpipe::functional::one_lane {

/// sum / (denominator * 2^weight_bits), rounded once to float32.
inline F32 quotient(std::int64_t sum, std::uint64_t denominator, unsigned weight_bits) {
  return ratio_to_float(sum, denominator << weight_bits);
}

#include "functional/sampling/rules/extreme.inc.h"
#include "functional/sampling/rules/gather.inc.h"
#include "functional/sampling/rules/weighted_sum.inc.h"

}  // namespace texpipe::functional::one_lane
