#include "functional/rasterization/plane_equation.h"

#include "functional/rasterization/edge_function.h"

namespace texpipe::functional {

namespace {

constexpr auto kFloatPixelsPerSubpixel = static_cast<float>(kPixelsPerSubpixel);

float place(std::int32_t pixel, std::int16_t offset) {
  constexpr float kOffsetScale = 1.0f / (1 << kPixelOffsetBits);
  return (static_cast<float>(pixel) + 0.5f) + static_cast<float>(offset) * kOffsetScale;
}

}  // namespace

PlaneEquation plane_through(std::array<WindowVertex, 3> vertices, std::array<float, 3> values) {
  const auto [v0, v1, v2] = vertices;
  PlaneEquation plane{.origin = values[0],
                      .x0 = static_cast<float>(v0.x) * kFloatPixelsPerSubpixel,
                      .y0 = static_cast<float>(v0.y) * kFloatPixelsPerSubpixel};
  const std::int64_t area = doubled_area(v0, v1, v2);
  if (area == 0) return plane;
  const float inverse = 1.0f / (static_cast<float>(area) * (kFloatPixelsPerSubpixel * kFloatPixelsPerSubpixel));
  const auto side = [](std::int32_t a, std::int32_t b) {
    return static_cast<float>(std::int64_t{a} - b) * kFloatPixelsPerSubpixel;
  };
  const float rise1 = values[1] - values[0];
  const float rise2 = values[2] - values[0];
  plane.dx = (rise1 * side(v2.y, v0.y) - rise2 * side(v1.y, v0.y)) * inverse;
  plane.dy = (rise2 * side(v1.x, v0.x) - rise1 * side(v2.x, v0.x)) * inverse;
  return plane;
}

float interpolate(const PlaneEquation& plane, std::int32_t x, std::int32_t y, PixelOffset offset) {
  return plane.at(place(x, offset.dx), place(y, offset.dy));
}

BarycentricPlanes barycentric_planes(std::array<WindowVertex, 3> vertices, std::array<float, 3> one_over_w) {
  return {plane_through(vertices, {0, 1, 0}), plane_through(vertices, {0, 0, 1}), plane_through(vertices, one_over_w),
          plane_through(vertices, {0, one_over_w[1], 0}), plane_through(vertices, {0, 0, one_over_w[2]})};
}

Barycentrics linear_barycentrics(const BarycentricPlanes& planes, std::int32_t x, std::int32_t y, PixelOffset offset) {
  return {interpolate(planes.b1, x, y, offset), interpolate(planes.b2, x, y, offset)};
}

Barycentrics perspective_barycentrics(const BarycentricPlanes& planes, std::int32_t x, std::int32_t y,
                                      PixelOffset offset) {
  const float one_over_w = interpolate(planes.one_over_w, x, y, offset);
  return {interpolate(planes.b1_over_w, x, y, offset) / one_over_w,
          interpolate(planes.b2_over_w, x, y, offset) / one_over_w};
}

}  // namespace texpipe::functional
