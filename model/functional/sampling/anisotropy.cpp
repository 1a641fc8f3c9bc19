#include "functional/sampling/anisotropy.h"

#include <algorithm>
#include <cmath>

#include "functional/sampling/rules/coordinate.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/sampling/rules/tap_offset.inc.h"
}

namespace {

/// Axes of the ellipse that x and y (in texels) span (L2). False for a circle, which has no longer axis, and where
/// the arithmetic leaves the finite numbers: the derivatives serve as they are.
bool ellipse_axes(const std::array<double, 3>& x, const std::array<double, 3>& y, PixelFootprint& footprint,
                  std::array<double, 2>& direction) {
  const double a = x[1] * x[1] + y[1] * y[1];
  const double b = -2.0 * (x[0] * x[1] + y[0] * y[1]);
  const double c = x[0] * x[0] + y[0] * y[0];
  const double determinant = x[0] * y[1] - x[1] * y[0];
  const double f = determinant * determinant;
  const double p = a - c;
  const double q = a + c;
  const double t = std::sqrt(p * p + b * b);
  if (!(t > 0.0) || !is_finite(q + t)) return false;
  footprint.major_squared = 0.5 * (q + t);
  footprint.minor_squared = f / footprint.major_squared;
  // Unit vector of the major axis: components sqrt((t -+ p) / 2t), signs from b.
  direction = {std::sqrt(std::max(0.0, (t - p) / (2.0 * t))), std::sqrt(std::max(0.0, (t + p) / (2.0 * t)))};
  if (b > 0.0) direction[0] = -direction[0];
  return true;
}

}  // namespace

PixelFootprint pixel_footprint(const Gradients& gradients, const std::array<double, 3>& size, FootprintAxes axes) {
  std::array<double, 3> x{}, y{};
  for (unsigned axis = 0; axis < 3; ++axis) {
    x[axis] = gradients.dx[axis] * size[axis];
    y[axis] = gradients.dy[axis] * size[axis];
  }
  const double x_squared = squared_length(x);
  const double y_squared = squared_length(y);
  PixelFootprint footprint;
  std::array<double, 2> direction{};
  if (axes == FootprintAxes::kEllipse && ellipse_axes(x, y, footprint, direction)) {
    const double length = std::sqrt(footprint.major_squared);
    footprint.major = {direction[0] * length / size[0], direction[1] * length / size[1]};
    return footprint;
  }
  const bool x_longer = x_squared >= y_squared;
  const std::array<double, 3>& longer = x_longer ? gradients.dx : gradients.dy;
  return {x_longer ? x_squared : y_squared, x_longer ? y_squared : x_squared, {longer[0], longer[1]}};
}

TapSpread tap_spread(const PixelFootprint& footprint, unsigned maximum_taps) {
  const double major = footprint.major_squared;
  if (!(major > 0.0)) return {1, major};
  const double limit = static_cast<double>(maximum_taps) * maximum_taps;
  const bool limited = !(footprint.minor_squared * limit > major);
  if (limited) return {static_cast<std::uint8_t>(maximum_taps), major / limit};
  const double ratio = std::sqrt(major / footprint.minor_squared);
  const unsigned taps = tap_count(static_cast<std::uint32_t>(floor_to_integer(ratio * 256.0 + 0.5)));
  return {static_cast<std::uint8_t>(taps), footprint.minor_squared};
}

std::int32_t tap_offset(double spacing, unsigned taps, unsigned tap) {
  return one_lane::tap_distance(spacing, static_cast<std::int32_t>(taps), static_cast<std::int32_t>(tap));
}

}  // namespace texpipe::functional
