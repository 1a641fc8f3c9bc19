// Addresses of a surface's texels: computed once for a surface, then cheap for each texel.
#pragma once

#include <cstdint>
#include <optional>

#include "base/quantity.h"
#include "functional/surface/geometry.h"
#include "functional/surface/level_places.h"
#include "functional/surface/texel_address.h"

namespace texpipe::functional {

/// Size of a level in texels. Depth: slices of a volume's level; cubes: faces of all cubes; else array elements.
struct LevelSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t depth = 0;

  bool operator==(const LevelSize&) const = default;
};

/// Texel coordinates inside a level, in range. `slice` is the depth slice of a volume, else the array slice with
/// Minimum Array Element added; cubes: 6 * cube + face + Minimum Array Element, faces in the order +X -X +Y -Y +Z -Z.
struct TexelPlace {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t slice = 0;
  std::uint32_t sample = 0;
};

/// Addresses of a surface's elements and texels (specification/state 4). Coordinates are not checked: a place outside
/// the level gives some address, never undefined behaviour.
class SurfaceLayout {
 public:
  /// Errors: Error (kUnsupported) for tilings and element sizes that have no pattern, mip tails without a slot, and
  /// tiled surfaces whose elements are not 1, 2, 4, 8 or 16 bytes.
  explicit SurfaceLayout(const SurfaceGeometry& geometry);

  const SurfaceGeometry& geometry() const { return geometry_; }
  const MipTree& tree() const { return tree_; }

  /// Texels of a level that is stored; a quilt counts as one surface. Level < levels.
  LevelSize level_size(unsigned level) const;

  /// Address of the element that holds a texel.
  ByteAddress element_address(unsigned level, const TexelPlace& place) const {
    return rearranged_ ? rearranged_address(level, place)
                       : element_at(level, place.x >> element_width_bits_, place.y >> element_height_bits_, place.slice,
                                    place.sample);
  }

  /// Address of an element by its column and row in the level: bytes of one plane, without quilts or interleaved
  /// samples.
  ByteAddress element_at(unsigned level, std::uint32_t column, std::uint32_t row, std::uint32_t slice,
                         std::uint32_t sample = 0) const {
    const LevelPlace& at = tree_.levels[level < kMaxLevels ? level : 0];
    switch (arrangement_) {
      case Arrangement::kRow:
        return after_base((std::uint64_t{at.x} + column + std::uint64_t{slice} * geometry_.slice_pitch) * row_step_);
      case Arrangement::kLinear:
        return after_base(line(at, row, array_slice(slice, sample)) * geometry_.row_pitch +
                          (std::uint64_t{at.x} + column) * geometry_.element.bytes);
      case Arrangement::kTiled:
        return tiled(at, column, line(at, row, array_slice(slice, sample)), 0, sample);
      case Arrangement::kTiledVolume: {
        const std::uint64_t z = std::uint64_t{at.z} + slice;
        return tiled(at, column, line(at, row, z >> swizzle_->slice_bits()), z, 0);
      }
    }
    return geometry_.base;
  }

  /// Length n of runs of elements that stand side by side, of which each is one texel with one sample: columns k n to
  /// k n + n - 1 of a row of a level. A power of two, at most 16; 1 where nothing is known.
  unsigned run_of(unsigned level) const;
  static constexpr unsigned kMostRun = 16;
  bool has_pairs(unsigned level) const { return run_of(level) >= 2; }
  /// Whether rows 2 n and 2 n + 1 of every slice of a level stand in the same tiles.
  bool has_pairs_of_rows(unsigned level) const;
  /// Bytes from an element of row 2 n to the one below, in such tiles.
  std::uint32_t row_step() const;

  /// `element_at` of a level's elements; nothing: the layout is another one, or has more to it.
  std::optional<LevelPlaces> level_places(unsigned level) const;

  /// Addresses of a texel as stored and in the decoded address space.
  TexelAddress texel_address(unsigned level, const TexelPlace& place) const {
    const ByteAddress stored = element_address(level, place);
    if (in_element_step_ == 0) return {stored, stored};
    const std::uint32_t column = place.x & ((1u << element_width_bits_) - 1);
    const std::uint32_t row = place.y & ((1u << element_height_bits_) - 1);
    const std::uint64_t inside = (row << element_width_bits_) + column;
    return {stored, ByteAddress{stored.value() * geometry_.element.expansion + inside * in_element_step_}};
  }

  /// Address of the MCS element of a pixel: 1 byte for 2 and 4 samples, 4 for 8, 8 for 16; Y tiles.
  ByteAddress mcs_address(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const;

  /// Address of the chroma sample of luma texel (x, y) of a PLANAR_420_8 surface: one per 2x2 texels.
  ByteAddress cb_address(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const;
  ByteAddress cr_address(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const;

  /// Bytes from the base to the end of the last slice, whole rows of tiles. `slices` as stored (cubes: faces; a volume:
  /// its depth; samples counted by the layout).
  ByteSize size(std::uint32_t slices) const;

 private:
  enum class Arrangement : std::uint8_t { kRow, kLinear, kTiled, kTiledVolume };

  ByteAddress after_base(std::uint64_t bytes) const { return ByteAddress{geometry_.base.value() + bytes}; }
  std::uint64_t array_slice(std::uint64_t slice, std::uint32_t sample) const {
    return (slice << slice_sample_bits_) + (slice_sample_bits_ != 0 ? sample : 0);
  }
  std::uint64_t line(const LevelPlace& at, std::uint32_t row, std::uint64_t slice) const {
    return at.y + row + slice * geometry_.slice_pitch;
  }
  ByteAddress tiled(const LevelPlace& at, std::uint32_t column, std::uint64_t row, std::uint64_t z,
                    std::uint32_t sample) const {
    const std::uint64_t byte_column = (std::uint64_t{at.x} + column) * geometry_.element.bytes;
    const std::uint64_t tile = (row >> swizzle_->row_bits()) * tiles_per_row_ + (byte_column >> swizzle_->width_bits());
    return after_base((tile << swizzle_->size_bits()) + swizzle_->offset(byte_column, row, z, sample));
  }
  ByteAddress rearranged_address(unsigned level, TexelPlace place) const;

  SurfaceGeometry geometry_;
  MipTree tree_;
  const TileSwizzle* swizzle_ = nullptr;
  std::uint32_t tiles_per_row_ = 0;
  std::uint32_t row_step_ = 1;           // bytes between neighbours of a 1D layout or buffer
  std::uint8_t slice_sample_bits_ = 0;   // samples that are array slices
  std::uint8_t element_width_bits_ = 0;  // log2 of the element's texels
  std::uint8_t element_height_bits_ = 0;
  std::uint8_t in_element_step_ =
      0;  // decoded bytes between neighbours inside an element; 0: one address for the element
  Arrangement arrangement_ = Arrangement::kLinear;
  bool rearranged_ = false;  // quilt, interleaved samples, offsets or field lines come before the level
};

}  // namespace texpipe::functional
