#include "functional/rasterization/window_vertex.h"

#include <cmath>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

std::int32_t snap_axis(float position) {
  if (std::isnan(position)) return 0;
  if (!(std::fabs(position) <= static_cast<float>(kGuardBand))) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = "window coordinate " + std::to_string(position) + " is beyond the guard band",
                           .hint = "expected at most " + std::to_string(kGuardBand) + " pixels from the origin"}};
  }
  const double scaled = static_cast<double>(position) * kSubpixelsPerPixel;  // exact
  const double below = std::floor(scaled);
  const double fraction = scaled - below;
  const bool up = fraction > 0.5 || (fraction == 0.5 && std::fmod(below, 2.0) != 0.0);
  return static_cast<std::int32_t>(below) + (up ? 1 : 0);
}

}  // namespace

WindowVertex snap(float x, float y) {
  return {snap_axis(x), snap_axis(y)};
}

}  // namespace texpipe::functional
