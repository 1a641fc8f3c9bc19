#include "functional/frame/setup/piece_clipping.h"

#include <cmath>

namespace texpipe::functional {

namespace {

constexpr float kLeastW = 1e-30f;
/// Pixels from the origin within which the raster is exact, with room for half of a line's or point's width.
constexpr float kRasterReach = 1'000'000.0f;
static_assert(kRasterReach < kGuardBand);

bool needs_clipping(const PrimitiveRasterContext& context, const CurrentPrimitive& current, const ClipPolygon& shape) {
  const ClipState& clip = context.clip;
  if (clip.clip_distances != 0) return true;
  for (unsigned i = 0; i < shape.count; ++i) {
    const auto& [x, y, z, w] = shape.vertices[i].position;
    if (!(w >= kLeastW)) return true;
    if (clip.near && !(z >= (clip.zero_to_w ? 0.0f : -w))) return true;
    if (clip.far && !(z <= w)) return true;
    const float inverse = 1.0f / w;
    const WindowPosition at = current.viewport->place(x * inverse, y * inverse, 0);
    if (!(std::fabs(at.x) <= kRasterReach && std::fabs(at.y) <= kRasterReach)) return true;
  }
  return false;
}

void clip_by_plane(ClippedPiece& piece, const ClipPlane& plane) {
  switch (piece.kind) {
    case PrimitiveKind::kPoint:
      // A point is whole or gone.
      if (!(plane.distance(piece.shape.vertices[0]) >= 0)) piece.shape.count = 0;
      break;
    case PrimitiveKind::kLine:
      clip_line(piece.shape, plane);
      break;
    default:
      clip_polygon(piece.shape, plane);
      break;
  }
}

}  // namespace

bool clip_piece(const PrimitiveRasterContext& context, const CurrentPrimitive& current, ClippedPiece& piece) {
  const ClipState& clip = context.clip;
  if (!clip.perspective_divide || !needs_clipping(context, current, piece.shape)) return true;
  const unsigned least = piece.kind == PrimitiveKind::kTriangle ? 3 : vertices_of(piece.kind);
  const auto by = [&](const ClipPlane& plane) {
    if (piece.shape.count >= least) clip_by_plane(piece, plane);
  };
  by({.by_position = {0, 0, 0, 1}, .offset = -kLeastW});
  const bool normal = clip.enabled && clip.mode == ClipMode::kNormal;
  if (normal && clip.near) by({.by_position = {0, 0, 1, clip.zero_to_w ? 0.0f : 1.0f}});
  if (normal && clip.far) by({.by_position = {0, 0, -1, 1}});
  for (unsigned n = 0; normal && n < kClipDistances; ++n) {
    if ((clip.clip_distances >> n & 1) == 0) continue;
    ClipPlane plane;
    for (unsigned i = 0; i < vertices_of(piece.kind); ++i)
      plane.by_vertex[i] = current.clip_distance(piece.vertices[i], n);
    by(plane);
  }
  const Viewport& v = *current.viewport;
  by({.by_position = {v.x_scale, 0, 0, kRasterReach + v.x_offset}});
  by({.by_position = {-v.x_scale, 0, 0, kRasterReach - v.x_offset}});
  by({.by_position = {0, v.y_scale, 0, kRasterReach + v.y_offset}});
  by({.by_position = {0, -v.y_scale, 0, kRasterReach - v.y_offset}});
  return piece.shape.count >= least;
}

bool is_beyond_side(const PrimitiveRasterContext& context, const CurrentPrimitive& current) {
  const ClipState& clip = context.clip;
  if (!clip.enabled || clip.mode != ClipMode::kNormal || !clip.sides) return false;
  constexpr unsigned kSides = 4;
  unsigned beyond = (1u << kSides) - 1;
  for (unsigned i = 0; i < vertices_of(current.list->kind); ++i) {
    const auto& [x, y, z, w] = current.positions[i];
    beyond &= (x < -w ? 1u : 0) | (x > w ? 2u : 0) | (y < -w ? 4u : 0) | (y > w ? 8u : 0);
  }
  return beyond != 0;
}

bool culled_by_distance(const PrimitiveRasterContext& context, const CurrentPrimitive& current) {
  if (!context.clip.enabled) return false;
  const unsigned vertices = vertices_of(current.list->kind);
  for (unsigned n = 0; n < kClipDistances; ++n) {
    if ((context.clip.cull_distances >> n & 1) == 0) continue;
    bool all_outside = true;
    for (unsigned i = 0; i < vertices; ++i) all_outside = all_outside && !(current.clip_distance(i, n) >= 0);
    if (all_outside) return true;
  }
  return false;
}

}  // namespace texpipe::functional
