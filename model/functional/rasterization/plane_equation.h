// An attribute over a triangle as a plane, and its value at places inside a pixel.
#pragma once

#include <array>

#include "functional/rasterization/pixel_offset.h"
#include "functional/rasterization/window_vertex.h"

namespace texpipe::functional {

/// value(x, y) = origin + (x - x0) dx + (y - y0) dy, with (x0, y0) the first vertex, in pixels; float32 without
/// contraction.
struct PlaneEquation {
  float dx = 0;
  float dy = 0;
  float origin = 0;
  float x0 = 0;
  float y0 = 0;

  float at(float x, float y) const { return origin + ((x - x0) * dx + (y - y0) * dy); }
};

/// Plane through three vertices' values; all zero slopes when the triangle has no area.
PlaneEquation plane_through(std::array<WindowVertex, 3> vertices, std::array<float, 3> values);

/// Value at the centre of pixel (x, y) moved by `offset`: zero, a message's offset, or the centroid. IPA.OFFSET fed
/// with PIXLD.CENTROID_OFFSET equals IPA.CENTROID because both evaluate the same place the same way (SPA 5.0 PIXLD,
/// CENTROID_OFFSET).
float interpolate(const PlaneEquation& plane, std::int32_t x, std::int32_t y, PixelOffset offset);

/// Barycentric coordinates (b1, b2) of vertices 1 and 2 as planes; perspective weighting divides by the interpolated
/// 1/w.
struct BarycentricPlanes {
  PlaneEquation b1;
  PlaneEquation b2;
  PlaneEquation one_over_w;
  PlaneEquation b1_over_w;
  PlaneEquation b2_over_w;
};
BarycentricPlanes barycentric_planes(std::array<WindowVertex, 3> vertices, std::array<float, 3> one_over_w);

struct Barycentrics {
  float b1 = 0;
  float b2 = 0;
};
Barycentrics linear_barycentrics(const BarycentricPlanes& planes, std::int32_t x, std::int32_t y, PixelOffset offset);
Barycentrics perspective_barycentrics(const BarycentricPlanes& planes, std::int32_t x, std::int32_t y,
                                      PixelOffset offset);

}  // namespace texpipe::functional
