#include "functional/frame/setup/piece_raster.h"

#include <algorithm>
#include <cmath>

#include "functional/frame/setup/fan_area.h"

namespace texpipe::functional {

bool PieceRaster::raster(const ClippedPiece& piece, RasterPiece& out) const {
  out.subspans.clear();
  out.smooth.reset();
  out.primitive = current_.shaded;
  for (unsigned i = 0; i < 3; ++i) out.attributes.vertices[i] = current_.entries[piece.vertices[i]];
  out.attributes.provoking =
      current_.entries[std::min<unsigned>(current_.primitive->provoking, vertices_of(current_.list->kind) - 1)];
  out.attributes.primitive_id = current_.primitive->id;
  out.attributes.back_face = current_.back_face;
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

void PieceRaster::raster_polygon(const ClippedPiece& piece, RasterPiece& out) const {
  std::array<WindowCorner, kMostClippedVertices> corners;
  const unsigned count = piece.shape.count;
  double largest_z = 0;
  for (unsigned i = 0; i < count; ++i) {
    corners[i] = current_.corner(context_, piece.shape.vertices[i], piece);
    largest_z = std::max(largest_z, static_cast<double>(corners[i].z));
  }
  for (unsigned i = 2; i < count; ++i)
    rasterize_triangle(current_.state, corners[0].place, corners[i - 1].place, corners[i].place, out.subspans);
  if (out.subspans.empty()) return;
  out.primitive.planes = primitive_planes(largest_of_fan(std::span{corners}.first(count)));
  if (context_.raster.bias_solid) out.primitive.planes.z.origin += depth_bias(piece, out.primitive.planes, largest_z);
}

std::uint32_t PieceRaster::pixels_along(const ClippedPiece& line) const {
  return LinePlaces{current_.corner(context_, line.shape.vertices[0], line).place,
                    current_.corner(context_, line.shape.vertices[1], line).place}
      .count();
}

void PieceRaster::raster_line(const ClippedPiece& piece, RasterPiece& out) const {
  const WindowCorner from = current_.corner(context_, piece.shape.vertices[0], piece),
                     to = current_.corner(context_, piece.shape.vertices[1], piece);
  cover_line(from.place, to.place, out);
  if (context_.raster.line_stipple)
    stipple_line(*context_.raster.line_stipple, LinePlaces{from.place, to.place}, piece.stipple_place, out.subspans);
  if (out.subspans.empty()) return;
  // Across the line nothing changes, nor along the columns or rows of a replicated one.
  const bool columns = std::fabs(to.x - from.x) >= std::fabs(to.y - from.y);
  const bool replicated = context_.raster.line_rule == LineRule::kReplicated && !context_.raster.smooth_lines;
  WindowCorner beside = from;
  if (!replicated || !columns) {
    beside.place.x -= to.place.y - from.place.y;
    beside.x -= to.y - from.y;
  }
  if (!replicated || columns) {
    beside.place.y += to.place.x - from.place.x;
    beside.y += to.x - from.x;
  }
  out.primitive.planes = primitive_planes({from, to, beside});
  if (context_.raster.bias_lines && current_.list->kind == PrimitiveKind::kTriangle)
    out.primitive.planes.z.origin += depth_bias(piece, out.primitive.planes, std::max(from.z, to.z));
}

void PieceRaster::cover_line(WindowVertex from, WindowVertex to, RasterPiece& out) const {
  const RasterSetup& raster = context_.raster;
  if (raster.smooth_lines) return cover_smooth_line(from, to, out);
  if (raster.line_rule == LineRule::kRectangle || raster.samples() == 1) {
    rasterize_line(current_.state, from, to, raster.line_width, raster.line_rule, out.subspans);
    return;
  }
  // Without multisample rules a pixel is covered as a whole.
  RasterState single = current_.state;
  single.pattern = standard_pattern(1);
  single.sample_mask = 1;
  rasterize_line(single, from, to, raster.line_width, raster.line_rule, out.subspans);
  for (CoveredSubspan& subspan : out.subspans) {
    for (std::uint16_t& samples : subspan.samples) samples = samples != 0 ? raster.raster.sample_mask : 0;
  }
}

/// Finds the pixels by a rectangle that reaches as far as the line fades.
void PieceRaster::cover_smooth_line(WindowVertex from, WindowVertex to, RasterPiece& out) const {
  const SmoothLineWidths& widths = *context_.raster.smooth_lines;
  const SmoothLine& line = out.smooth.emplace(from, to, widths);
  const double dx = static_cast<double>(to.x - from.x), dy = static_cast<double>(to.y - from.y);
  const double length = std::sqrt(dx * dx + dy * dy);
  if (length == 0) return;
  const double reach = (widths.end_region / 2 * kSubpixelsPerPixel + 1) / length;
  const auto moved = [&](WindowVertex v, double by) {
    return WindowVertex{v.x + static_cast<std::int32_t>(std::lround(dx * by)),
                        v.y + static_cast<std::int32_t>(std::lround(dy * by))};
  };
  const auto width =
      static_cast<std::int32_t>(std::lround((widths.line + widths.side_region) * kSubpixelsPerPixel)) + 4;
  rasterize_line(current_.state, moved(from, -reach), moved(to, reach), width, LineRule::kRectangle, out.subspans);
  for (CoveredSubspan& subspan : out.subspans) {
    for (unsigned p = 0; p < 4; ++p) {
      if (line.coverage(subspan.x + (p & 1) + 0.5, subspan.y + (p >> 1) + 0.5) <= 0) subspan.samples[p] = 0;
    }
  }
  std::erase_if(out.subspans,
                [](const CoveredSubspan& subspan) { return subspan.samples == decltype(subspan.samples){}; });
}

void PieceRaster::raster_point(const ClippedPiece& piece, RasterPiece& out) const {
  const WindowCorner center = current_.corner(context_, piece.shape.vertices[0], piece);
  const auto width = std::max(
      1,
      static_cast<std::int32_t>(std::lround(current_.point_width(context_, piece.vertices[0]) * kSubpixelsPerPixel)));
  rasterize_point(current_.state, center.place, width, out.subspans);
  if (out.subspans.empty()) return;
  // Coverage is that of the snapped square; coordinates inside of it follow the centre and width as they are, as Vulkan
  // defines gl_PointCoord (resolution R41).
  const WindowPosition at = current_.position(context_, piece.shape.vertices[0]);
  const double size = current_.point_width(context_, piece.vertices[0]), step = 1 / size, w = center.one_over_w;
  PrimitivePlanes& planes = out.primitive.planes;
  planes = {.x0 = at.x - size / 2,
            .y0 = at.y - size / 2,
            .b1 = {.dx = step},
            .b2 = {.dy = step},
            .one_over_w = {.origin = w},
            .b1_over_w = {.dx = step * w},
            .b2_over_w = {.dy = step * w},
            .z = {.origin = center.z}};
  if (context_.raster.bias_points && current_.list->kind == PrimitiveKind::kTriangle)
    planes.z.origin += depth_bias(piece, planes, center.z);
}

void PieceRaster::raster_rectangle(const ClippedPiece& piece, RasterPiece& out) const {
  std::array<WindowCorner, 3> corners;
  for (unsigned i = 0; i < 3; ++i) corners[i] = current_.corner(context_, piece.shape.vertices[i], piece);
  rasterize_rectangle(current_.state, corners[0].place, corners[1].place, corners[2].place, out.subspans);
  if (!out.subspans.empty()) out.primitive.planes = primitive_planes(corners);
}

double PieceRaster::depth_bias(const ClippedPiece& piece, const PrimitivePlanes& planes, double largest_z) const {
  const RasterSetup& raster = context_.raster;
  const double slope = current_.list->kind == PrimitiveKind::kTriangle && piece.kind != PrimitiveKind::kTriangle
                           ? current_.triangle_slope
                           : std::max(std::fabs(planes.z.dx), std::fabs(planes.z.dy));
  const double unit = depth_bias_unit(context_.depth_format.value_or(DepthFormat::kD32Float), largest_z);
  const double bias = static_cast<double>(raster.bias_constant) * unit + static_cast<double>(raster.bias_scale) * slope;
  const double clamp = raster.bias_clamp;
  if (clamp > 0) return std::min(bias, clamp);
  return clamp < 0 ? std::max(bias, clamp) : bias;
}

}  // namespace texpipe::functional
