// A primitive that is rastered, with its vertices, and the parts of it that are left when it is clipped.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "functional/frame/clip/clip_polygon.h"
#include "functional/frame/clip/clip_state.h"
#include "functional/frame/depth/depth_format.h"
#include "functional/frame/setup/raster_setup.h"
#include "functional/frame/setup/shaded_primitive.h"
#include "functional/frame/setup/viewport.h"
#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

/// State of a draw that rastering needs; all of it outlives the raster.
struct PrimitiveRasterContext {
  const ClipState& clip;
  const RasterSetup& raster;
  const std::array<Viewport, kViewports>& viewports;
  PixelRectangle bounds;                    // of what is drawn to
  std::optional<DepthFormat> depth_format;  // of which the depth bias counts steps
  PipelineStatistics& statistics;
  WindowVertex move{};  // of all that is rastered, for draws that are changed
};

/// A triangle, line, point or rectangle inside of the planes that clip.
struct ClippedPiece {
  PrimitiveKind kind = PrimitiveKind::kTriangle;
  std::array<std::uint8_t, 3> vertices{0, 1, 2};  // of the primitive, whose weights b0, b1 and b2 are
  ClipPolygon shape{};
  std::uint32_t stipple_place = 0;  // of a line's first pixel in its stipple
};

struct CurrentPrimitive {
  const AssembledPrimitives* list = nullptr;
  const AssembledPrimitive* primitive = nullptr;
  std::array<std::span<const UrbSlot>, 3> entries{};
  std::array<std::array<float, 4>, 3> positions{};
  const Viewport* viewport = nullptr;
  RasterState state{};
  ShadedPrimitive shaded{};
  double triangle_slope = 0;  // of a triangle filled as lines or points: its largest slope of depth
  bool back_face = false;

  /// Reads the vertices' positions and the state that they choose. Errors: kMalformedInput for a vertex that the URB
  /// does not hold.
  void read(const PrimitiveRasterContext& context, const AssembledPrimitives& its_list, const AssembledPrimitive& its);

  float clip_distance(unsigned vertex, unsigned n) const;
  float point_width(const PrimitiveRasterContext& context, unsigned vertex) const;

  /// Place on the screen before it is snapped.
  WindowPosition position(const PrimitiveRasterContext& context, const ClipVertex& vertex) const;
  WindowCorner corner(const PrimitiveRasterContext& context, const ClipVertex& vertex, const ClippedPiece& piece) const;
};

constexpr unsigned vertices_of(PrimitiveKind kind) {
  return kind == PrimitiveKind::kPoint ? 1 : kind == PrimitiveKind::kLine ? 2 : 3;
}

}  // namespace texpipe::functional
