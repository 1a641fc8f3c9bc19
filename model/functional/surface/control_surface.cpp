#include "functional/surface/control_surface.h"

#include <algorithm>
#include <bit>

#include "functional/memory/canonical_address.h"
#include "functional/surface/multisample_control.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kLineBytes = 64, kLineColumn = 16, kLineRows = 4;   // a line of a Y tile
constexpr std::uint32_t kTileBytes = 4096, kLinesOfTile = 8;                // of a tile's row or column of lines
constexpr std::uint32_t kPairBytes = 32, kPairRows = 4, kPairsOfLine = 16;  // of CCS
constexpr std::uint32_t kLevelAlignmentX = 128, kLevelAlignmentY = 64;      // of levels in a CCS, in pixels

}  // namespace

/// Both kinds stand in tiles of 8x8 lines: an MCS of 16 bytes x 4 rows, a CCS of 16x16 pairs.
ControlSurface::ControlSurface(const gen9::RenderSurfaceState& state, const SurfaceGeometry& geometry, unsigned level) {
  using gen9::AuxSurfaceMode;
  if (state.aux_mode != AuxSurfaceMode::kCcsD && state.aux_mode != AuxSurfaceMode::kCcsE) return;
  exists_ = true;
  base_ = from_canonical(state.aux_base_address);
  tiles_per_row_ = std::max(1u, state.aux_pitch);
  slice_pitch_ = state.aux_qpitch;
  const bool samples = state.log2_samples != 0;
  extent_ = samples
                ? Extent{kLineColumn / mcs_element_bytes(state.log2_samples), kLineRows}
                : Extent{kPairsOfLine * std::max(1u, kPairBytes / geometry.element.bytes), kPairsOfLine * kPairRows};
  width_bits_ = static_cast<unsigned>(std::countr_zero(extent_.width));
  height_bits_ = static_cast<unsigned>(std::countr_zero(extent_.height));
  compresses_ = !samples && state.aux_mode == AuxSurfaceMode::kCcsE;
  if (samples || level == 0) return;
  SurfaceGeometry levels = geometry;
  levels.horizontal_alignment = kLevelAlignmentX;
  levels.vertical_alignment = kLevelAlignmentY;
  const LevelPlace at = mip_tree(levels).levels[level < kMaxLevels ? level : 0];
  left_ = at.x;
  top_ = at.y;
}

ByteAddress ControlSurface::line(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const {
  const std::uint64_t column = (std::uint64_t{left_} + x) >> width_bits_;
  const std::uint64_t row = (std::uint64_t{top_} + y + std::uint64_t{slice} * slice_pitch_) >> height_bits_;
  const std::uint64_t tile = row / kLinesOfTile * tiles_per_row_ + column / kLinesOfTile;
  return ByteAddress{base_.value() + tile * kTileBytes +
                     (column % kLinesOfTile * kLinesOfTile + row % kLinesOfTile) * kLineBytes};
}

}  // namespace texpipe::functional
