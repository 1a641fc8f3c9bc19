// Which pixels of a subspan go in the same footprints.
#pragma once

#include <bit>
#include <cstdint>

#include "functional/message/sampler_request.h"
#include "functional/sampling/footprint.h"

namespace texpipe::functional {

/// Facts that the pixels of a group share.
struct FootprintGroup {
  std::int32_t level = 0;  // the first one, of the view
  bool two_levels = false;
  bool linear = false;
  bool mono = false;
  std::int32_t taps = 1;

  bool operator==(const FootprintGroup&) const = default;

  /// Two by two texels of a MONO filter take a bilinear footprint's time (assumed).
  FilterClass filter() const {
    if (taps > 1 && !mono) return FilterClass::kAnisotropic;
    if (!linear) return FilterClass::kPoint;
    return two_levels ? FilterClass::kTrilinear : FilterClass::kBilinear;
  }
};

/// Calls visit(group, pixels) for each group, in the order of the address generator: that of the groups' first pixels.
/// @param pixels    bit p: pixel p reads texels
/// @param group_of  FootprintGroup(pixel)
template <class GroupOf, class Visitor>
void for_each_group(unsigned pixels, GroupOf&& group_of, Visitor&& visit) {
  while (pixels != 0) {
    const FootprintGroup group = group_of(static_cast<unsigned>(std::countr_zero(pixels)));
    unsigned members = 0;
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      if ((pixels >> p & 1) != 0 && group_of(p) == group) members |= 1u << p;
    }
    pixels &= ~members;
    visit(group, members);
  }
}

}  // namespace texpipe::functional
