// A directed edge as a function that is positive on its inner side, with the top-left rule built in.
#pragma once

#include <array>
#include <cstdint>

#include "functional/rasterization/window_vertex.h"

namespace texpipe::functional {

/// e(x, y) = a x + b y + c in 1/65536 square pixels, exact in 64 bits inside the guard band: |a|, |b| < 2^30, so each
/// product is below 2^59. A point is inside when e >= 0: points on top and left edges count, on others not, because c
/// is one less for those.
struct EdgeFunction {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t c = 0;

  std::int64_t at(std::int64_t x, std::int64_t y) const { return a * x + b * y + c; }
};

/// Edge from `from` to `to`; its inner side is to the right of the direction of travel (y points down), as all edges of
/// a triangle with positive area see it.
constexpr EdgeFunction edge_function(WindowVertex from, WindowVertex to) {
  const std::int64_t dx = std::int64_t{to.x} - from.x;
  const std::int64_t dy = std::int64_t{to.y} - from.y;
  const bool top_or_left = dy < 0 || (dy == 0 && dx > 0);
  return {-dy, dx, dy * from.x - dx * from.y - (top_or_left ? 0 : 1)};
}

/// Twice the signed area, in 1/65536 square pixels; positive when the vertices run clockwise on the screen.
constexpr std::int64_t doubled_area(WindowVertex v0, WindowVertex v1, WindowVertex v2) {
  return (std::int64_t{v1.x} - v0.x) * (std::int64_t{v2.y} - v0.y) -
         (std::int64_t{v1.y} - v0.y) * (std::int64_t{v2.x} - v0.x);
}

/// Edges of a triangle of either winding, whose area is not 0.
constexpr std::array<EdgeFunction, 3> triangle_edges(WindowVertex v0, WindowVertex v1, WindowVertex v2) {
  if (doubled_area(v0, v1, v2) < 0) return {edge_function(v0, v2), edge_function(v2, v1), edge_function(v1, v0)};
  return {edge_function(v0, v1), edge_function(v1, v2), edge_function(v2, v0)};
}

}  // namespace texpipe::functional
