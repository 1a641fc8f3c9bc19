#include "functional/frame/clip/clip_polygon.h"

#include <utility>

namespace texpipe::functional {

namespace {

/// Vertex at which an edge crosses the plane, from its inner end on.
ClipVertex crossing(const ClipVertex& inside, float inner, const ClipVertex& outside, float outer) {
  const double t = static_cast<double>(inner) / (static_cast<double>(inner) - static_cast<double>(outer));
  const auto between = [t](float a, float b) {
    return static_cast<float>(static_cast<double>(a) + (static_cast<double>(b) - static_cast<double>(a)) * t);
  };
  ClipVertex vertex;
  for (unsigned i = 0; i < 4; ++i) vertex.position[i] = between(inside.position[i], outside.position[i]);
  for (unsigned i = 0; i < 3; ++i) vertex.weights[i] = between(inside.weights[i], outside.weights[i]);
  return vertex;
}

bool is_inside(float distance) {
  return distance >= 0;  // not a number lies outside
}

}  // namespace

float ClipPlane::distance(const ClipVertex& v) const {
  double sum = offset;
  for (unsigned i = 0; i < 4; ++i) {
    if (by_position[i] != 0) sum += static_cast<double>(by_position[i]) * static_cast<double>(v.position[i]);
  }
  for (unsigned i = 0; i < 3; ++i) {
    if (v.weights[i] != 0) sum += static_cast<double>(by_vertex[i]) * static_cast<double>(v.weights[i]);
  }
  return static_cast<float>(sum);
}

void clip_polygon(ClipPolygon& polygon, const ClipPlane& plane) {
  std::array<float, kMostClippedVertices> distances;
  bool all_inside = true;
  for (unsigned i = 0; i < polygon.count; ++i) {
    distances[i] = plane.distance(polygon.vertices[i]);
    all_inside = all_inside && is_inside(distances[i]);
  }
  if (all_inside) return;
  ClipPolygon clipped;
  for (unsigned i = 0; i < polygon.count; ++i) {
    const unsigned next = i + 1 < polygon.count ? i + 1 : 0;
    const ClipVertex& a = polygon.vertices[i];
    const ClipVertex& b = polygon.vertices[next];
    const bool a_inside = is_inside(distances[i]), b_inside = is_inside(distances[next]);
    if (a_inside && clipped.count < kMostClippedVertices) clipped.vertices[clipped.count++] = a;
    if (a_inside == b_inside || clipped.count == kMostClippedVertices) continue;
    clipped.vertices[clipped.count++] =
        a_inside ? crossing(a, distances[i], b, distances[next]) : crossing(b, distances[next], a, distances[i]);
  }
  polygon = clipped;
}

void clip_line(ClipPolygon& line, const ClipPlane& plane) {
  if (line.count != 2) return;
  const float first = plane.distance(line.vertices[0]), second = plane.distance(line.vertices[1]);
  if (is_inside(first) && is_inside(second)) return;
  if (!is_inside(first) && !is_inside(second)) {
    line.count = 0;
  } else if (is_inside(first)) {
    line.vertices[1] = crossing(line.vertices[0], first, line.vertices[1], second);
  } else {
    line.vertices[0] = crossing(line.vertices[1], second, line.vertices[0], first);
  }
}

}  // namespace texpipe::functional
