#include "functional/frame/setup/primitive_raster.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/diagnostic.h"
#include "functional/frame/setup/fan_area.h"
#include "functional/frame/setup/piece_clipping.h"

namespace texpipe::functional {

void PrimitiveRaster::begin(const AssembledPrimitives& list, const AssembledPrimitive& primitive) {
  pieces_count_ = next_piece_ = 0;
  if (!primitive.continues) stipple_place_ = 0;
  const ClipState& clip = context_.clip;
  if (clip.counts) ++context_.statistics.clipper_runs;
  if (clip.enabled && clip.mode == ClipMode::kRejectAll) return;
  current_.read(context_, list, primitive);
  if (culled_by_distance(context_, current_)) return;
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
  // Pieces beyond a side of the viewport have no pixels and are set up all the same: they are only not counted.
  if (clip.counts && pieces_count_ != 0 && !is_beyond_side(context_, current_))
    ++context_.statistics.clipper_primitives;
}

ClipVertex PrimitiveRaster::whole_vertex(unsigned vertex, unsigned weight) const {
  ClipVertex v{.position = current_.positions[vertex]};
  v.weights[weight] = 1;
  return v;
}

void PrimitiveRaster::add_triangle() {
  ClippedPiece& piece = pieces_[0];
  piece.kind = PrimitiveKind::kTriangle;
  piece.vertices = {0, 1, 2};
  piece.shape.count = 3;
  for (unsigned i = 0; i < 3; ++i) piece.shape.vertices[i] = whole_vertex(i, i);
  if (!clip_piece(context_, current_, piece)) return;
  std::array<WindowCorner, kMostClippedVertices> corners;
  for (unsigned i = 0; i < piece.shape.count; ++i)
    corners[i] = current_.corner(context_, piece.shape.vertices[i], piece);
  const std::int64_t area = fan_area(std::span{corners}.first(piece.shape.count));
  if (area == 0) return;
  const ClipState& state = context_.clip;
  const bool front = (area < 0) == state.front_is_counter_clockwise;
  const bool culled = state.cull == CullMode::kBoth || (state.cull == CullMode::kFront && front) ||
                      (state.cull == CullMode::kBack && !front);
  if (culled) return;
  current_.shaded.back_face = current_.back_face = !front;
  const FillMode fill = front ? state.front_fill : state.back_fill;
  if (fill == FillMode::kSolid) {
    if (context_.raster.polygon_stipple) unsupported("3DSTATE_WM with Polygon Stipple Enable");
    pieces_count_ = 1;
    return;
  }
  const PrimitivePlanes planes = primitive_planes(largest_of_fan(std::span{corners}.first(piece.shape.count)));
  current_.triangle_slope = std::max(std::fabs(planes.z.dx), std::fabs(planes.z.dy));
  for (unsigned i = 0; i < 3; ++i) {
    if ((current_.primitive->edges >> i & 1) == 0) continue;
    if (fill == FillMode::kWireframe) {
      add_line(i, (i + 1) % 3);
    } else {
      add_point(i);
    }
  }
}

void PrimitiveRaster::add_line(unsigned from, unsigned to) {
  const RasterSetup& setup = context_.raster;
  if (setup.line_stipple && (setup.smooth_lines || setup.line_rule == LineRule::kRectangle))
    unsupported("3DSTATE_WM with Line Stipple Enable, of lines that are rectangles or smooth");
  if (context_.raster.last_pixels) unsupported("3DSTATE_SF with Last Pixel Enable");
  ClippedPiece& piece = pieces_[pieces_count_];
  piece.kind = PrimitiveKind::kLine;
  piece.vertices = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(from)};
  piece.shape.count = 2;
  piece.shape.vertices[0] = whole_vertex(from, 0);
  piece.shape.vertices[1] = whole_vertex(to, 1);
  if (clip_piece(context_, current_, piece)) ++pieces_count_;
}

/// A point is drawn when its centre lies between the near and the far plane (specification/3d-pipeline 5).
void PrimitiveRaster::add_point(unsigned vertex) {
  if (context_.raster.smooth_points) unsupported("smooth points");
  ClippedPiece& piece = pieces_[pieces_count_];
  piece.kind = PrimitiveKind::kPoint;
  const auto v = static_cast<std::uint8_t>(vertex);
  piece.vertices = {v, v, v};
  piece.shape.count = 1;
  piece.shape.vertices[0] = whole_vertex(vertex, 0);
  // By depth and w alone: neither the viewport nor the guard band cuts a point (resolution R40).
  if (clip_piece(context_, current_, piece)) ++pieces_count_;
}

void PrimitiveRaster::add_rectangle() {
  ClippedPiece& piece = pieces_[0];
  piece.kind = PrimitiveKind::kRectangle;
  piece.vertices = {0, 1, 2};
  piece.shape.count = 3;
  for (unsigned i = 0; i < 3; ++i) piece.shape.vertices[i] = whole_vertex(i, i);
  pieces_count_ = 1;
}

unsigned PrimitiveRaster::clipped_vertices() const {
  unsigned vertices = 0;
  for (unsigned piece = 0; piece < pieces_count_; ++piece) {
    const ClipPolygon& shape = pieces_[piece].shape;
    const auto of_plane = [](const ClipVertex& vertex) {
      return std::none_of(vertex.weights.begin(), vertex.weights.end(), [](auto weight) { return weight == 1; });
    };
    if (std::any_of(shape.vertices.begin(), shape.vertices.begin() + shape.count, of_plane)) vertices += shape.count;
  }
  return vertices;
}

bool PrimitiveRaster::next(RasterPiece& piece) {
  const PieceRaster raster{context_, current_};
  while (next_piece_ < pieces_count_) {
    ClippedPiece& next = pieces_[next_piece_++];
    if (context_.raster.line_stipple && next.kind == PrimitiveKind::kLine)
      next.stipple_place = std::exchange(stipple_place_, stipple_place_ + raster.pixels_along(next));
    if (raster.raster(next, piece)) return true;
  }
  return false;
}

void PrimitiveRaster::find_near_edges(const RasterPiece& piece, std::vector<CoveredSubspan>& near) const {
  using Mask = std::array<std::uint16_t, 4>;
  struct Coverage {
    Mask any{};
    Mask all{};
    unsigned moves = 0;  // that cover any of it
  };
  std::map<std::pair<std::int32_t, std::int32_t>, Coverage> found;  // by row and column
  const auto add = [&](const std::vector<CoveredSubspan>& covered) {
    for (const CoveredSubspan& subspan : covered) {
      Coverage& coverage = found[{subspan.y, subspan.x}];
      for (unsigned p = 0; p < 4; ++p) {
        coverage.all[p] = coverage.moves == 0 ? subspan.samples[p] : coverage.all[p] & subspan.samples[p];
        coverage.any[p] |= subspan.samples[p];
      }
      ++coverage.moves;
    }
  };
  add(piece.subspans);
  constexpr std::array<WindowVertex, 4> kMoves{{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
  RasterPiece moved;
  for (const WindowVertex& move : kMoves) {
    PrimitiveRasterContext context = context_;
    context.move = {context.move.x + move.x, context.move.y + move.y};
    PieceRaster{context, current_}.raster(pieces_[next_piece_ - 1], moved);
    add(moved.subspans);
  }
  for (auto& [place, coverage] : found) {
    if (coverage.moves <= kMoves.size()) coverage.all = {};
    CoveredSubspan subspan{.x = place.second, .y = place.first};
    for (unsigned p = 0; p < 4; ++p)
      subspan.samples[p] = coverage.any[p] & static_cast<std::uint16_t>(~coverage.all[p]);
    if (subspan.samples != Mask{}) near.push_back(subspan);
  }
}

}  // namespace texpipe::functional
