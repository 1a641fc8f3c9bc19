// From a primitive's vertices in the URB to covered subspans: clip, perspective, viewport, culling, fill modes, raster.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "functional/frame/clip/clip_polygon.h"
#include "functional/frame/clip/clip_state.h"
#include "functional/frame/depth/depth_format.h"
#include "functional/frame/setup/attribute_setup.h"
#include "functional/frame/setup/raster_setup.h"
#include "functional/frame/setup/shaded_primitive.h"
#include "functional/frame/setup/viewport.h"
#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

/// A part of a primitive that is rastered at once: all of it, or an edge or a corner when triangles are filled as lines
/// or points.
struct RasterPiece {
  ShadedPrimitive primitive{};  // without its attributes
  AttributeInputs attributes{};
  std::vector<CoveredSubspan> subspans;  // none of a pixel's samples twice
};

/// State of a draw that rastering needs; all of it outlives the raster.
struct PrimitiveRasterContext {
  const ClipState& clip;
  const RasterSetup& raster;
  const std::array<Viewport, kViewports>& viewports;
  PixelRectangle bounds;                    // of what is drawn to
  std::optional<DepthFormat> depth_format;  // of which the depth bias counts steps
  PipelineStatistics& statistics;
};

class PrimitiveRaster {
 public:
  explicit PrimitiveRaster(const PrimitiveRasterContext& context) : context_{context} {}

  /// Makes a primitive the current one. Errors: kMalformedInput for a vertex that the URB does not hold; kUnsupported
  /// for stipples and antialiased lines.
  void begin(const AssembledPrimitives& list, const AssembledPrimitive& primitive);

  /// The next piece of it with subspans; false: none is left. Storage of the piece before is used again.
  bool next(RasterPiece& piece);

 private:
  static constexpr unsigned kMostPieces = 3;

  struct Piece {
    PrimitiveKind kind = PrimitiveKind::kTriangle;
    std::array<std::uint8_t, 3> vertices{0, 1, 2};  // of the primitive, whose weights b0, b1 and b2 are
    ClipPolygon shape{};
  };

  float vertex_w(unsigned vertex) const { return positions_[vertex][3]; }
  bool culled_by_distance(unsigned vertices) const;
  ClipVertex whole_vertex(unsigned vertex, unsigned weight) const;
  bool needs_clipping(const ClipPolygon& shape) const;
  template <class Clip>
  bool clip(Piece& piece, Clip clip_by);
  void add_triangle();
  void add_line(unsigned from, unsigned to);
  void add_point(unsigned vertex);
  void add_rectangle();

  WindowPosition position(const ClipVertex& vertex) const;
  WindowCorner corner(const ClipVertex& vertex, const Piece& piece) const;
  bool raster(const Piece& piece, RasterPiece& out);
  void raster_polygon(const Piece& piece, RasterPiece& out);
  void raster_line(const Piece& piece, RasterPiece& out);
  void raster_point(const Piece& piece, RasterPiece& out);
  void raster_rectangle(const Piece& piece, RasterPiece& out);
  double depth_bias(const PrimitivePlanes& planes, double largest_z) const;
  float point_width(unsigned vertex) const;

  PrimitiveRasterContext context_;
  // The current primitive, from here on.
  const AssembledPrimitives* list_ = nullptr;
  const AssembledPrimitive* primitive_ = nullptr;
  std::array<std::span<const UrbSlot>, 3> entries_{};
  std::array<std::array<float, 4>, 3> positions_{};
  const Viewport* viewport_ = nullptr;
  RasterState state_;
  ShadedPrimitive shaded_;
  double triangle_slope_ = 0;  // of a triangle filled as lines or points: its largest slope of depth
  bool back_face_ = false;
  std::array<Piece, kMostPieces> pieces_{};
  unsigned pieces_count_ = 0;
  unsigned next_piece_ = 0;
};

}  // namespace texpipe::functional
