// Planes of a primitive over the screen: weights of its vertices, 1/w, and depth.
#pragma once

#include <array>
#include <cstdint>

#include "functional/rasterization/plane_equation.h"
#include "functional/rasterization/window_vertex.h"

namespace texpipe::functional {

/// A corner of a primitive on the screen.
struct WindowCorner {
  WindowVertex place{};  // snapped
  double x = 0;          // pixels, before it is snapped
  double y = 0;
  float z = 0;
  float one_over_w = 1;
  float b1 = 0;  // weights of the primitive's second and third vertex
  float b2 = 0;
  float linear1 = 0;  // likewise, as they change linearly on the screen
  float linear2 = 0;
};

/// value(x, y) = origin + (x - x0) dx + (y - y0) dy, x0 and y0 shared by a primitive's planes.
struct WindowPlane {
  double dx = 0;
  double dy = 0;
  double origin = 0;
};

/// Planes in double precision, so that a pixel far from the first vertex of a large triangle loses nothing.
struct PrimitivePlanes {
  double x0 = 0;
  double y0 = 0;
  WindowPlane b1, b2;  // linear on the screen
  WindowPlane one_over_w, b1_over_w, b2_over_w;
  WindowPlane z;

  double at(const WindowPlane& plane, double x, double y) const {
    return plane.origin + ((x - x0) * plane.dx + (y - y0) * plane.dy);
  }
  /// Depth at a place in pixels.
  float depth(double x, double y) const { return static_cast<float>(at(z, x, y)); }
  /// Planes that start at the middle of a subspan, for the values inside of it: the same for the payload of a thread
  /// and for its messages to the pixel interpolator.
  BarycentricPlanes near(std::int32_t x, std::int32_t y) const;
};

/// Planes through three corners as they are before they are snapped (resolution R59); where snapping halves or doubles
/// the area, through the snapped ones, so that a sliver's values do not leave those of its corners by far. A primitive
/// without area has no slopes.
PrimitivePlanes primitive_planes(const std::array<WindowCorner, 3>& corners);

}  // namespace texpipe::functional
