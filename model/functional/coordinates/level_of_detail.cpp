#include "functional/coordinates/level_of_detail.h"

#include "functional/coordinates/one_lane.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/coordinates/level_choice.inc.h"
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
