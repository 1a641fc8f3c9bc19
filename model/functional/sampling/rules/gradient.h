// Screen derivatives of a texture position, in texels of the view's level 0 (sampling-spec L1 to L3).
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

/// Differences of a quad: UR - UL and LL - UL in float32 (L1; coarse, one pair for the four pixels).
/// @param coordinate of UL, UR, LL, LR
inline void quad_difference(const std::array<float, 4>& coordinate, unsigned axis, Gradients& gradients) {
  gradients.dx[axis] = static_cast<double>(coordinate[1] - coordinate[0]);
  gradients.dy[axis] = static_cast<double>(coordinate[2] - coordinate[0]);
}

namespace one_lane {
#include "functional/sampling/rules/gradient.inc.h"
}

/// Squared length, at most 1e30; NaN counts as 0.
inline double squared_length(const std::array<double, 3>& v) {
  return one_lane::squared_length(v[0], v[1], v[2]);
}

}  // namespace texpipe::functional
