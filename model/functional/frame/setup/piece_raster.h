// Subspans that a piece of a primitive covers, and the planes of its attributes.
#pragma once

#include <optional>
#include <vector>

#include "functional/frame/setup/attribute_setup.h"
#include "functional/frame/setup/current_primitive.h"
#include "functional/frame/setup/primitive_planes.h"

namespace texpipe::functional {

/// A part of a primitive that is rastered at once: all of it, or an edge or a corner when triangles are filled as lines
/// or points.
struct RasterPiece {
  ShadedPrimitive primitive{};  // without its attributes
  AttributeInputs attributes{};
  std::optional<SmoothLine> smooth{};    // an antialiased line
  std::vector<CoveredSubspan> subspans;  // none of a pixel's samples twice
};

/// Rasters pieces of the current primitive; the primitive and its context outlive it.
class PieceRaster {
 public:
  PieceRaster(const PrimitiveRasterContext& context, const CurrentPrimitive& current)
      : context_{context}, current_{current} {}

  /// Pixels along a line, by which the stipple of the next one begins later.
  std::uint32_t pixels_along(const ClippedPiece& line) const;

  /// @return  whether the piece covers something
  bool raster(const ClippedPiece& piece, RasterPiece& out) const;

 private:
  void raster_polygon(const ClippedPiece& piece, RasterPiece& out) const;
  void raster_line(const ClippedPiece& piece, RasterPiece& out) const;
  void cover_line(WindowVertex from, WindowVertex to, RasterPiece& out) const;
  void cover_smooth_line(WindowVertex from, WindowVertex to, RasterPiece& out) const;
  void raster_point(const ClippedPiece& piece, RasterPiece& out) const;
  void raster_rectangle(const ClippedPiece& piece, RasterPiece& out) const;
  double depth_bias(const ClippedPiece& piece, const PrimitivePlanes& planes, double largest_z) const;

  const PrimitiveRasterContext& context_;
  const CurrentPrimitive& current_;
};

}  // namespace texpipe::functional
