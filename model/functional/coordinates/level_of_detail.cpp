#include "functional/coordinates/level_of_detail.h"

#include <algorithm>

namespace texpipe::functional {
namespace {

constexpr Lod whole_below(Lod lod) {
  return lod & ~(kOneLevel - 1);
}
constexpr Lod whole_above(Lod lod) {
  return whole_below(lod + kOneLevel - 1);
}

}  // namespace

LevelChoice choose_levels(FineLod fine, const LodControls& c) {
  LevelChoice choice;
  const Lod last = c.last_level * kOneLevel;
  const Lod maximum = std::min(c.maximum, last);
  const Lod minimum = std::max(std::min(c.minimum, last), std::min(c.resource_minimum, last));
  choice.out_of_bounds = c.resource_minimum > last;

  Lod lod = to_lod(fine + c.bias * (1 << (kLog2FractionBits - kLodBits)));
  choice.unclamped = lod;
  // Only the clamps of sampler and resource choose the filter: on a map of one level a high level of detail still
  // minifies (gen9-sampling.md 4.4: the level count limits the access, after all else).
  if (c.preclamp) lod = std::max(std::min(lod, c.maximum), std::max(c.minimum, c.resource_minimum));
  choice.magnify = lod <= c.base;

  const bool one_level = c.mip_filter == gen9::MipFilter::kNone || (choice.magnify && !c.magnified_uses_mip_filter);
  if (one_level) {
    lod = std::max(std::min(0, whole_above(maximum)), whole_below(minimum));
  } else if (c.mip_filter == gen9::MipFilter::kNearest) {
    lod = std::max(std::min(lod, whole_above(maximum)), whole_below(minimum));
    lod = whole_below(lod + kOneLevel / 2);
  } else {
    lod = std::max(std::min(lod, maximum), minimum);
  }
  lod = std::clamp(lod, 0, last);
  choice.clamped = lod;
  choice.first = static_cast<std::uint8_t>(lod >> kLodBits);
  choice.second = static_cast<std::uint8_t>(std::min<Lod>(choice.first + 1, c.last_level));
  choice.second_weight = static_cast<std::uint16_t>(lod & (kOneLevel - 1));

  const Lod dropped = dropped_share(c.quality);
  if (choice.second_weight > kOneLevel - dropped) {
    choice.first = choice.second;
    choice.second_weight = 0;
  } else if (choice.second_weight < dropped) {
    choice.second_weight = 0;
  }
  return choice;
}

}  // namespace texpipe::functional
