// From a primitive's vertices in the URB to covered subspans: clip, perspective, viewport, culling, fill modes, raster.
#pragma once

#include <array>
#include <vector>

#include "functional/frame/setup/current_primitive.h"
#include "functional/frame/setup/piece_raster.h"

namespace texpipe::functional {

class PrimitiveRaster {
 public:
  explicit PrimitiveRaster(const PrimitiveRasterContext& context) : context_{context} {}

  /// Makes a primitive the current one. Errors: kMalformedInput for a vertex that the URB does not hold; kUnsupported
  /// for stipples, smooth points, and last pixels of lines.
  void begin(const AssembledPrimitives& list, const AssembledPrimitive& primitive);

  /// Nothing of the current primitive is drawn.
  bool is_culled() const { return pieces_count_ == 0; }
  /// Vertices of those of its pieces whose shape a plane changed.
  unsigned clipped_vertices() const;

  /// The next piece of it with subspans; false: none is left. Storage of the piece before is used again.
  bool next(RasterPiece& piece);

  /// Appends the samples that the piece which `next` returned covers in one place and not in another, when all of it
  /// moves by 1/256 pixel along both axes: those that lie this near to one of its edges.
  void find_near_edges(const RasterPiece& piece, std::vector<CoveredSubspan>& near) const;

 private:
  static constexpr unsigned kMostPieces = 3;

  ClipVertex whole_vertex(unsigned vertex, unsigned weight) const;
  void add_triangle();
  void add_line(unsigned from, unsigned to);
  void add_point(unsigned vertex);
  void add_rectangle();

  PrimitiveRasterContext context_;
  CurrentPrimitive current_;
  std::array<ClippedPiece, kMostPieces> pieces_{};
  unsigned pieces_count_ = 0;
  unsigned next_piece_ = 0;
  std::uint32_t stipple_place_ = 0;  // of the next line's first pixel
};

}  // namespace texpipe::functional
