// The auxiliary surface of a colour target, as memory sees it: lines that tell how its pixels are stored.
#pragma once

#include <cstdint>
#include <optional>

#include "base/quantity.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

/// A surface of one sample has a CCS of two bits for each pair of cache lines, 32 bytes wide and four rows high: a line
/// of it covers 16x16 pairs, and a tile 8x8 lines in the order of Y tiles (Mesa's docs/isl, ccs.rst; i915's
/// intel_fb.c). One of several samples has an MCS (specification/state 4.5). Elements of less than 32 bits have pairs
/// of as many bytes, which is assumed: no document gives them a CCS.
class ControlSurface {
 public:
  /// Pixels that a line covers.
  struct Extent {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
  };

  /// No auxiliary surface.
  ControlSurface() = default;
  /// That of a level of a render target. Errors: those of mip_tree.
  ControlSurface(const gen9::RenderSurfaceState& state, const SurfaceGeometry& geometry, unsigned level);

  bool exists() const { return exists_; }
  /// Writes may compress pairs of lines: CCS_E, one sample a pixel.
  bool compresses() const { return compresses_; }
  const Extent& extent() const { return extent_; }
  /// First byte of the line that covers a pixel of the level. Only where it exists.
  ByteAddress line(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const;

 private:
  bool exists_ = false;
  bool compresses_ = false;
  ByteAddress base_;
  std::uint32_t tiles_per_row_ = 1;
  std::uint32_t slice_pitch_ = 0;     // rows of pixels
  std::uint32_t left_ = 0, top_ = 0;  // of the level, in pixels
  Extent extent_;
  unsigned width_bits_ = 0, height_bits_ = 0;  // log2 of the extent
};

}  // namespace texpipe::functional
