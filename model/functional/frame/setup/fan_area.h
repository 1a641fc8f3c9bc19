// Areas of convex polygons on the screen, as fans of triangles around the first corner.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "functional/frame/setup/primitive_planes.h"
#include "functional/rasterization/edge_function.h"

namespace texpipe::functional {

/// Twice the signed area in 1/65536 square pixels; positive when the corners run clockwise on the screen.
inline std::int64_t fan_area(std::span<const WindowCorner> corners) {
  std::int64_t area = 0;
  for (std::size_t i = 2; i < corners.size(); ++i)
    area += doubled_area(corners[0].place, corners[i - 1].place, corners[i].place);
  return area;
}

/// The triangle of the fan with the largest area, through whose corners planes lose least.
inline std::array<WindowCorner, 3> largest_of_fan(std::span<const WindowCorner> corners) {
  std::size_t best = 2;
  std::int64_t best_area = -1;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const std::int64_t area = doubled_area(corners[0].place, corners[i - 1].place, corners[i].place);
    const std::int64_t size = area < 0 ? -area : area;
    if (size > best_area) {
      best_area = size;
      best = i;
    }
  }
  return {corners[0], corners[best - 1], corners[best]};
}

}  // namespace texpipe::functional
