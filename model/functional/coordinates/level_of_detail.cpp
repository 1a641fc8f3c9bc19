#include "functional/coordinates/level_of_detail.h"

#include <algorithm>

#include "functional/coordinates/one_lane.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/coordinates/level_choice.inc.h"
}

FineLod biased_lod(FineLod lod, double squared, float bias) {
  const FineLod fine = bias_of_parameter(bias), sum = lod + fine;
  if (!one_lane::is_open_tie(lod, fine)) return sum;
  // The logarithm is irrational, or it would have no odd bit: it lies above its floor in 2^-40.
  constexpr int kMoreBits = 40;
  const double added = std::min(double{bias}, kBiasLimit - 0x1p-40);
  const double without_bias = static_cast<double>(sum) / (1 << kLog2FractionBits) - added;  // exact
  const double floor = static_cast<double>(log2_by_squares(squared, kMoreBits)) / (std::int64_t{2} << kMoreBits);
  return floor >= without_bias ? sum + 1 : sum - 1;
}

Lod to_lod(FineLod fine) {
  return one_lane::nearest_lod(fine);
}

LevelChoice choose_levels(FineLod lod, const LodControls& controls) {
  const one_lane::Levels levels = one_lane::levels_of(lod, controls.minimum, controls);
  return {.magnify = levels.magnify,
          .out_of_bounds = controls.resource_minimum > controls.last_level * kOneLevel,
          .first = static_cast<std::uint8_t>(levels.first),
          .second = static_cast<std::uint8_t>(levels.second),
          .second_weight = static_cast<std::uint16_t>(levels.second_weight),
          .clamped = levels.clamped,
          .unclamped = levels.unclamped};
}

}  // namespace texpipe::functional
