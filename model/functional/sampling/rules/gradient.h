// Screen derivatives of a texture position, in texels of the view's level 0 (rules L1 to L3).
#pragma once

#include <array>
#include <cstdint>

#include "functional/coordinates/one_lane.h"

namespace texpipe::functional {

/// Derivatives of u, v and r along screen x and y.
struct Gradients {
  std::array<double, 3> dx{};
  std::array<double, 3> dy{};
};

namespace one_lane {
#include "functional/sampling/rules/gradient.inc.h"
}

/// Squared length, at most 1e30; NaN counts as 0.
inline double squared_length(const std::array<double, 3>& v) {
  return one_lane::squared_length(v[0], v[1], v[2]);
}

}  // namespace texpipe::functional
