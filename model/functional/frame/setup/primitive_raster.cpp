#include "functional/frame/setup/primitive_raster.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <string>

#include "base/diagnostic.h"
#include "functional/frame/setup/fan_area.h"

namespace texpipe::functional {

namespace {

constexpr float kLeastW = 1e-30f;
/// Pixels from the origin within which the raster is exact, with room for half of a line's or point's width.
constexpr float kRasterReach = 1'000'000.0f;
static_assert(kRasterReach < kGuardBand);

constexpr unsigned kLayerWord = 1, kViewportWord = 2, kPointWidthWord = 3;  // of the vertex header

float real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

float clip_distance(std::span<const UrbSlot> entry, unsigned n) {
  const unsigned slot = kVertexDistanceSlot + n / 4;
  return slot < entry.size() ? real(entry[slot][n % 4]) : 0.0f;
}

constexpr unsigned vertices_of(PrimitiveKind kind) {
  return kind == PrimitiveKind::kPoint ? 1 : kind == PrimitiveKind::kLine ? 2 : 3;
}

}  // namespace

void PrimitiveRaster::begin(const AssembledPrimitives& list, const AssembledPrimitive& primitive) {
  list_ = &list;
  primitive_ = &primitive;
  pieces_count_ = next_piece_ = 0;
  const ClipState& clip = context_.clip;
  if (clip.counts) ++context_.statistics.clipper_runs;
  if (clip.enabled && clip.mode == ClipMode::kRejectAll) return;
  const unsigned vertices = vertices_of(list.kind);
  for (unsigned i = 0; i < vertices; ++i) {
    entries_[i] = list.urb->entry(primitive.vertices[i]);
    if (entries_[i].size() <= kVertexPositionSlot)
      throw Error{ExitCode::kMalformedInput, "a primitive's vertex has the URB handle " +
                                                 std::to_string(primitive.vertices[i]) + ", which holds no vertex"};
    for (unsigned c = 0; c < 4; ++c) positions_[i][c] = real(entries_[i][kVertexPositionSlot][c]);
  }
  // Layer and viewport are the provoking vertex' (resolution R38).
  const UrbSlot& header = entries_[std::min<unsigned>(primitive.provoking, vertices - 1)][kVertexHeaderSlot];
  const std::uint32_t viewport = header[kViewportWord] <= clip.most_viewport ? header[kViewportWord] : 0;
  viewport_ = &context_.viewports[viewport % kViewports];
  state_ = context_.raster.raster;
  state_.viewport = intersection(viewport_->pixels, context_.bounds);
  back_face_ = list.back_facing;
  shaded_ = {.layer = clip.force_zero_layer ? 0 : header[kLayerWord],
             .viewport = static_cast<std::uint8_t>(viewport % kViewports),
             .topology = list.topology,
             .back_face = back_face_};
  if (culled_by_distance(vertices)) return;
  switch (list.kind) {
    case PrimitiveKind::kPoint:
      add_point(0);
      break;
    case PrimitiveKind::kLine:
      add_line(0, 1);
      break;
    case PrimitiveKind::kTriangle:
      add_triangle();
      break;
    case PrimitiveKind::kRectangle:
      add_rectangle();
      break;
  }
  if (clip.counts && pieces_count_ != 0) ++context_.statistics.clipper_primitives;
}

bool PrimitiveRaster::culled_by_distance(unsigned vertices) const {
  if (!context_.clip.enabled) return false;
  for (unsigned n = 0; n < kClipDistances; ++n) {
    if ((context_.clip.cull_distances >> n & 1) == 0) continue;
    bool all_outside = true;
    for (unsigned i = 0; i < vertices; ++i) all_outside = all_outside && !(clip_distance(entries_[i], n) >= 0);
    if (all_outside) return true;
  }
  return false;
}

ClipVertex PrimitiveRaster::whole_vertex(unsigned vertex, unsigned weight) const {
  ClipVertex v{.position = positions_[vertex]};
  v.weights[weight] = 1;
  return v;
}

bool PrimitiveRaster::needs_clipping(const ClipPolygon& shape) const {
  const ClipState& clip = context_.clip;
  if (clip.clip_distances != 0) return true;
  for (unsigned i = 0; i < shape.count; ++i) {
    const auto& [x, y, z, w] = shape.vertices[i].position;
    if (!(w >= kLeastW)) return true;
    if (clip.near && !(z >= (clip.zero_to_w ? 0.0f : -w))) return true;
    if (clip.far && !(z <= w)) return true;
    const float inverse = 1.0f / w;
    const WindowPosition at = viewport_->place(x * inverse, y * inverse, 0);
    if (!(std::fabs(at.x) <= kRasterReach && std::fabs(at.y) <= kRasterReach)) return true;
  }
  return false;
}

/// Clips a piece by every plane that is on. @return  whether something is left
template <class Clip>
bool PrimitiveRaster::clip(Piece& piece, Clip clip_by) {
  const ClipState& clip = context_.clip;
  if (!clip.perspective_divide || !needs_clipping(piece.shape)) return true;
  const unsigned least = piece.kind == PrimitiveKind::kTriangle ? 3 : vertices_of(piece.kind);
  const auto by = [&](const ClipPlane& plane) {
    if (piece.shape.count >= least) clip_by(piece.shape, plane);
  };
  by({.by_position = {0, 0, 0, 1}, .offset = -kLeastW});
  const bool normal = clip.enabled && clip.mode == ClipMode::kNormal;
  if (normal && clip.near) by({.by_position = {0, 0, 1, clip.zero_to_w ? 0.0f : 1.0f}});
  if (normal && clip.far) by({.by_position = {0, 0, -1, 1}});
  for (unsigned n = 0; normal && n < kClipDistances; ++n) {
    if ((clip.clip_distances >> n & 1) == 0) continue;
    ClipPlane plane;
    for (unsigned i = 0; i < vertices_of(piece.kind); ++i)
      plane.by_vertex[i] = clip_distance(entries_[piece.vertices[i]], n);
    by(plane);
  }
  const Viewport& v = *viewport_;
  by({.by_position = {v.x_scale, 0, 0, kRasterReach + v.x_offset}});
  by({.by_position = {-v.x_scale, 0, 0, kRasterReach - v.x_offset}});
  by({.by_position = {0, v.y_scale, 0, kRasterReach + v.y_offset}});
  by({.by_position = {0, -v.y_scale, 0, kRasterReach - v.y_offset}});
  return piece.shape.count >= least;
}

/// Place on the screen before it is snapped.
WindowPosition PrimitiveRaster::position(const ClipVertex& vertex) const {
  const auto& [x, y, z, w] = vertex.position;
  const float scale = context_.clip.perspective_divide ? 1.0f / w : 1.0f;
  return viewport_->place(x * scale, y * scale, z * scale);
}

WindowCorner PrimitiveRaster::corner(const ClipVertex& vertex, const Piece& piece) const {
  WindowCorner corner;
  if (context_.clip.perspective_divide) corner.one_over_w = 1.0f / vertex.position[3];
  const float scale = corner.one_over_w;
  const WindowPosition at = position(vertex);
  corner.place = snap(at.x, at.y);
  corner.z = at.z;
  corner.b1 = vertex.weights[1];
  corner.b2 = vertex.weights[2];
  // A vertex' share on the screen is its share in clip space times its w over the corner's.
  const auto linear = [&](unsigned i) {
    return context_.clip.perspective_divide ? vertex.weights[i] * vertex_w(piece.vertices[i]) * scale
                                            : vertex.weights[i];
  };
  corner.linear1 = corner.b1 != 0 ? linear(1) : 0;
  corner.linear2 = corner.b2 != 0 ? linear(2) : 0;
  return corner;
}

void PrimitiveRaster::add_triangle() {
  Piece& piece = pieces_[0];
  piece.kind = PrimitiveKind::kTriangle;
  piece.vertices = {0, 1, 2};
  piece.shape.count = 3;
  for (unsigned i = 0; i < 3; ++i) piece.shape.vertices[i] = whole_vertex(i, i);
  if (!clip(piece, clip_polygon)) return;
  std::array<WindowCorner, kMostClippedVertices> corners;
  for (unsigned i = 0; i < piece.shape.count; ++i) corners[i] = corner(piece.shape.vertices[i], piece);
  const std::int64_t area = fan_area(std::span{corners}.first(piece.shape.count));
  if (area == 0) return;
  const ClipState& state = context_.clip;
  const bool front = (area < 0) == state.front_is_counter_clockwise;
  const bool culled = state.cull == CullMode::kBoth || (state.cull == CullMode::kFront && front) ||
                      (state.cull == CullMode::kBack && !front);
  if (culled) return;
  shaded_.back_face = back_face_ = !front;
  const FillMode fill = front ? state.front_fill : state.back_fill;
  if (fill == FillMode::kSolid) {
    if (context_.raster.polygon_stipple) unsupported("3DSTATE_WM with Polygon Stipple Enable");
    pieces_count_ = 1;
    return;
  }
  const PrimitivePlanes planes = primitive_planes(largest_of_fan(std::span{corners}.first(piece.shape.count)));
  triangle_slope_ = std::max(std::fabs(planes.z.dx), std::fabs(planes.z.dy));
  for (unsigned i = 0; i < 3; ++i) {
    if ((primitive_->edges >> i & 1) == 0) continue;
    if (fill == FillMode::kWireframe) {
      add_line(i, (i + 1) % 3);
    } else {
      add_point(i);
    }
  }
}

void PrimitiveRaster::add_line(unsigned from, unsigned to) {
  if (context_.raster.line_stipple) unsupported("3DSTATE_WM with Line Stipple Enable");
  if (context_.raster.smooth_lines) unsupported("antialiased lines");
  Piece& piece = pieces_[pieces_count_];
  piece.kind = PrimitiveKind::kLine;
  piece.vertices = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(from)};
  piece.shape.count = 2;
  piece.shape.vertices[0] = whole_vertex(from, 0);
  piece.shape.vertices[1] = whole_vertex(to, 1);
  if (clip(piece, clip_line)) ++pieces_count_;
}

/// A point is drawn when its centre lies between the near and the far plane (specification/3d-pipeline 5).
void PrimitiveRaster::add_point(unsigned vertex) {
  Piece& piece = pieces_[pieces_count_];
  piece.kind = PrimitiveKind::kPoint;
  const auto v = static_cast<std::uint8_t>(vertex);
  piece.vertices = {v, v, v};
  piece.shape.count = 1;
  piece.shape.vertices[0] = whole_vertex(vertex, 0);
  // By depth and w alone: neither the viewport nor the guard band cuts a point (resolution R40).
  const auto keep = [](ClipPolygon& shape, const ClipPlane& plane) {
    if (!(plane.distance(shape.vertices[0]) >= 0)) shape.count = 0;
  };
  if (clip(piece, keep)) ++pieces_count_;
}

void PrimitiveRaster::add_rectangle() {
  Piece& piece = pieces_[0];
  piece.kind = PrimitiveKind::kRectangle;
  piece.vertices = {0, 1, 2};
  piece.shape.count = 3;
  for (unsigned i = 0; i < 3; ++i) piece.shape.vertices[i] = whole_vertex(i, i);
  pieces_count_ = 1;
}

bool PrimitiveRaster::next(RasterPiece& piece) {
  while (next_piece_ < pieces_count_) {
    if (raster(pieces_[next_piece_++], piece)) return true;
  }
  return false;
}

bool PrimitiveRaster::raster(const Piece& piece, RasterPiece& out) {
  out.subspans.clear();
  out.primitive = shaded_;
  for (unsigned i = 0; i < 3; ++i) out.attributes.vertices[i] = entries_[piece.vertices[i]];
  out.attributes.provoking = entries_[std::min<unsigned>(primitive_->provoking, vertices_of(list_->kind) - 1)];
  out.attributes.primitive_id = primitive_->id;
  out.attributes.back_face = back_face_;
  out.attributes.point = piece.kind == PrimitiveKind::kPoint;
  switch (piece.kind) {
    case PrimitiveKind::kPoint:
      raster_point(piece, out);
      break;
    case PrimitiveKind::kLine:
      raster_line(piece, out);
      break;
    case PrimitiveKind::kTriangle:
      raster_polygon(piece, out);
      break;
    case PrimitiveKind::kRectangle:
      raster_rectangle(piece, out);
      break;
  }
  return !out.subspans.empty();
}

void PrimitiveRaster::raster_polygon(const Piece& piece, RasterPiece& out) {
  std::array<WindowCorner, kMostClippedVertices> corners;
  const unsigned count = piece.shape.count;
  double largest_z = 0;
  for (unsigned i = 0; i < count; ++i) {
    corners[i] = corner(piece.shape.vertices[i], piece);
    largest_z = std::max(largest_z, static_cast<double>(corners[i].z));
  }
  for (unsigned i = 2; i < count; ++i)
    rasterize_triangle(state_, corners[0].place, corners[i - 1].place, corners[i].place, out.subspans);
  if (out.subspans.empty()) return;
  out.primitive.planes = primitive_planes(largest_of_fan(std::span{corners}.first(count)));
  if (context_.raster.bias_solid) out.primitive.planes.z.origin += depth_bias(out.primitive.planes, largest_z);
}

void PrimitiveRaster::raster_line(const Piece& piece, RasterPiece& out) {
  const WindowCorner from = corner(piece.shape.vertices[0], piece), to = corner(piece.shape.vertices[1], piece);
  rasterize_line(state_, from.place, to.place, context_.raster.line_width, context_.raster.line_rule, out.subspans);
  if (out.subspans.empty()) return;
  // Across the line nothing changes.
  WindowCorner beside = from;
  beside.place = {from.place.x - (to.place.y - from.place.y), from.place.y + (to.place.x - from.place.x)};
  out.primitive.planes = primitive_planes({from, to, beside});
  if (context_.raster.bias_lines && list_->kind == PrimitiveKind::kTriangle)
    out.primitive.planes.z.origin += depth_bias(out.primitive.planes, std::max(from.z, to.z));
}

float PrimitiveRaster::point_width(unsigned vertex) const {
  const float width = context_.raster.point_width_of_state ? context_.raster.point_width
                                                           : real(entries_[vertex][kVertexHeaderSlot][kPointWidthWord]);
  const ClipState& clip = context_.clip;
  return width > clip.least_point_width ? std::min(width, clip.most_point_width) : clip.least_point_width;
}

void PrimitiveRaster::raster_point(const Piece& piece, RasterPiece& out) {
  const WindowCorner center = corner(piece.shape.vertices[0], piece);
  const auto width =
      std::max(1, static_cast<std::int32_t>(std::lround(point_width(piece.vertices[0]) * kSubpixelsPerPixel)));
  rasterize_point(state_, center.place, width, out.subspans);
  if (out.subspans.empty()) return;
  // Coverage is that of the snapped square; coordinates inside of it follow the centre and width as they are, as Vulkan
  // defines gl_PointCoord (resolution R41).
  const WindowPosition at = position(piece.shape.vertices[0]);
  const double size = point_width(piece.vertices[0]), step = 1 / size, w = center.one_over_w;
  PrimitivePlanes& planes = out.primitive.planes;
  planes = {.x0 = at.x - size / 2,
            .y0 = at.y - size / 2,
            .b1 = {.dx = step},
            .b2 = {.dy = step},
            .one_over_w = {.origin = w},
            .b1_over_w = {.dx = step * w},
            .b2_over_w = {.dy = step * w},
            .z = {.origin = center.z}};
  if (context_.raster.bias_points && list_->kind == PrimitiveKind::kTriangle)
    planes.z.origin += depth_bias(planes, center.z);
}

void PrimitiveRaster::raster_rectangle(const Piece& piece, RasterPiece& out) {
  std::array<WindowCorner, 3> corners;
  for (unsigned i = 0; i < 3; ++i) corners[i] = corner(piece.shape.vertices[i], piece);
  rasterize_rectangle(state_, corners[0].place, corners[1].place, corners[2].place, out.subspans);
  if (!out.subspans.empty()) out.primitive.planes = primitive_planes(corners);
}

double PrimitiveRaster::depth_bias(const PrimitivePlanes& planes, double largest_z) const {
  const RasterSetup& raster = context_.raster;
  const double slope = list_->kind == PrimitiveKind::kTriangle && pieces_[0].kind != PrimitiveKind::kTriangle
                           ? triangle_slope_
                           : std::max(std::fabs(planes.z.dx), std::fabs(planes.z.dy));
  const double unit = depth_bias_unit(context_.depth_format.value_or(DepthFormat::kD32Float), largest_z);
  const double bias = static_cast<double>(raster.bias_constant) * unit + static_cast<double>(raster.bias_scale) * slope;
  const double clamp = raster.bias_clamp;
  if (clamp > 0) return std::min(bias, clamp);
  return clamp < 0 ? std::max(bias, clamp) : bias;
}

}  // namespace texpipe::functional
