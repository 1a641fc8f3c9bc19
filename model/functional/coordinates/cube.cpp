#include "functional/coordinates/cube.h"

#include <cmath>

#include "functional/coordinates/fixed_math.h"

namespace texpipe::functional {

unsigned cube_face(float x, float y, float z) {
  const auto magnitude = [](float v) { return is_nan(v) ? 0.0f : std::fabs(v); };
  const float ax = magnitude(x), ay = magnitude(y), az = magnitude(z);
  if (az >= ax && az >= ay) return std::signbit(z) && az > 0.0f ? 5 : 4;
  if (ay >= ax) return std::signbit(y) ? 3 : 2;
  return std::signbit(x) ? 1 : 0;
}

FacePoint cube_face_point(float x, float y, float z) {
  const unsigned face = cube_face(x, y, z);
  const FaceVector<double> v = to_face<double>(face, x, y, z);
  const double scale = v.major > 0.0 && is_finite(v.major) ? 0.5 / v.major : 0.5;
  const auto place = [&](double c) { return v.major == 1.0 ? 0.5 * c + 0.5 : c * scale + 0.5; };
  return {face, place(v.s), place(v.t)};
}

FaceTexel across_edge(unsigned face, std::int32_t x, std::int32_t y, std::int32_t size) {
  const bool x_outside = x < 0 || x >= size;
  const bool y_outside = y < 0 || y >= size;
  if (!x_outside && !y_outside) return {face, x, y, false};
  if (x_outside && y_outside) return {face, x, y, true};
  // Texel centres in units of half a texel: the cube's faces lie at +-size. The outside component folds onto the
  // neighbour's plane, and the old face's plane becomes the row of texels next to the shared edge.
  FaceVector<std::int32_t> centre{2 * x + 1 - size, 2 * y + 1 - size, size};
  std::int32_t& outside = x_outside ? centre.s : centre.t;
  outside = outside < 0 ? -size : size;
  centre.major = size - 1;
  const std::array<std::int32_t, 3> v = from_face(face, centre);
  unsigned neighbour = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (v[axis] == size) neighbour = 2 * axis;
    if (v[axis] == -size) neighbour = 2 * axis + 1;
  }
  const FaceVector<std::int32_t> there = to_face(neighbour, v[0], v[1], v[2]);
  return {neighbour, (there.s + size - 1) / 2, (there.t + size - 1) / 2, false};
}

void share_missing_weight(std::span<std::uint32_t, 4> weights, unsigned missing) {
  const std::uint32_t lost = weights[missing];
  std::uint32_t rest = lost % 3;
  for (unsigned corner = 0; corner < 4; ++corner) {
    if (corner == missing) continue;
    weights[corner] += lost / 3 + (rest != 0 ? 1 : 0);
    if (rest != 0) --rest;
  }
  weights[missing] = 0;
}

FaceVector<double> face_derivative(const FaceVector<double>& direction, const FaceVector<double>& derivative) {
  const double major = direction.major > 0.0 ? direction.major : 1.0;
  const double scale = 0.5 / (major * major);
  return {(major * derivative.s - direction.s * derivative.major) * scale,
          (major * derivative.t - direction.t * derivative.major) * scale, 0.0};
}

}  // namespace texpipe::functional
