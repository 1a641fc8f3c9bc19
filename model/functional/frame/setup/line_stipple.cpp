#include "functional/frame/setup/line_stipple.h"

#include <algorithm>
#include <cstdlib>

namespace texpipe::functional {

namespace {

constexpr std::int32_t kHalf = kSubpixelsPerPixel / 2;

/// The first pixel whose centre is not before a place.
std::int32_t pixel_behind(std::int32_t place) {
  const std::int32_t from_centre = place - kHalf + kSubpixelsPerPixel - 1;
  return from_centre >= 0 ? from_centre / kSubpixelsPerPixel
                          : -((-from_centre + kSubpixelsPerPixel - 1) / kSubpixelsPerPixel);
}
/// The last pixel whose centre is not behind a place.
std::int32_t pixel_before(std::int32_t place) {
  return -pixel_behind(kSubpixelsPerPixel - place);
}

}  // namespace

LinePlaces::LinePlaces(WindowVertex from, WindowVertex to)
    : columns_{std::abs(to.x - from.x) >= std::abs(to.y - from.y)},
      forwards_{columns_ ? to.x >= from.x : to.y >= from.y},
      first_{0},
      count_{0} {
  const std::int32_t begin = columns_ ? from.x : from.y, end = columns_ ? to.x : to.y;
  first_ = forwards_ ? pixel_behind(begin) : pixel_before(begin);
  count_ = static_cast<std::uint32_t>(forwards_ ? pixel_behind(end) - first_ : first_ - pixel_before(end));
}

std::uint32_t LinePlaces::place_of(std::int32_t x, std::int32_t y) const {
  const std::int32_t at = columns_ ? x : y;
  return static_cast<std::uint32_t>(std::max(0, forwards_ ? at - first_ : first_ - at));
}

void stipple_line(const LineStipple& stipple, const LinePlaces& places, std::uint32_t place,
                  std::vector<CoveredSubspan>& subspans) {
  for (CoveredSubspan& subspan : subspans) {
    for (unsigned p = 0; p < 4; ++p) {
      const auto x = subspan.x + static_cast<std::int32_t>(p & 1), y = subspan.y + static_cast<std::int32_t>(p >> 1);
      if (!stipple.draws(place + places.place_of(x, y))) subspan.samples[p] = 0;
    }
  }
  std::erase_if(subspans, [](const CoveredSubspan& s) { return s.samples == decltype(s.samples){}; });
}

}  // namespace texpipe::functional
