// Clipping of polygons and lines in clip space.
#pragma once

#include <array>
#include <cstdint>

namespace texpipe::functional {

inline constexpr unsigned kClipDistances = 8;
/// w, near, far, the four sides of the raster's guard band, and user distances.
inline constexpr unsigned kMostClipPlanes = 7 + kClipDistances;
inline constexpr unsigned kMostClippedVertices = 3 + kMostClipPlanes;

/// A vertex in clip space with its weights: how much of each of the primitive's vertices is in it. Between vertices all
/// of them change linearly.
struct ClipVertex {
  std::array<float, 4> position{};  // x, y, z, w
  std::array<float, 3> weights{};
};

/// Polygon of up to kMostClippedVertices corners.
struct ClipPolygon {
  std::array<ClipVertex, kMostClippedVertices> vertices{};
  unsigned count = 0;
};

/// Half space: distances of the primitive's vertices from a plane, by position or as user clip distances. Inside is
/// where the sum is not negative.
struct ClipPlane {
  std::array<float, 4> by_position{};
  std::array<float, 3> by_vertex{};  // added, by weights
  float offset = 0;

  float distance(const ClipVertex& v) const;
};

/// Keeps the part of the polygon (three or more vertices) inside of the plane. A new vertex does not depend on which
/// side of the edge comes first, so that neighbouring triangles meet in it.
void clip_polygon(ClipPolygon& polygon, const ClipPlane& plane);

/// Keeps the part of a line (two vertices); count 0: nothing is left.
void clip_line(ClipPolygon& line, const ClipPlane& plane);

}  // namespace texpipe::functional
