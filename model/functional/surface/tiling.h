// Tiles of surface memory: which bits of byte column, row, slice and sample make the address inside a tile.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace texpipe::functional {

/// Layout of a surface's elements in memory: Tile Mode and Tiled Resource Mode of RENDER_SURFACE_STATE together.
enum class Tiling : std::uint8_t { kLinear, kW, kX, kY, kYf, kYs };

/// A tiling's word in texts: LINEAR, W, X, Y, YF, YS.
std::string_view name_of(Tiling tiling);

/// One row of the tile table (specification/state 4.3). The pattern names address bits 15 to 0 from left to right;
/// each letter takes the next low bit of byte column (x), row (y), slice (z) or sample (s); '-' lies outside a 4 KB
/// tile.
struct TilePattern {
  Tiling tiling;
  bool volume;                 // patterns of 3D surfaces
  std::uint8_t sample_bits;    // log2 of samples per pixel
  std::uint8_t element_bytes;  // 0: any size
  std::string_view bits;
};

/// All tile patterns of Gen9.
std::span<const TilePattern> tile_patterns();

/// Address bits that each coordinate of a tile feeds, and their counts.
class TileSwizzle {
 public:
  explicit TileSwizzle(const TilePattern& pattern);

  unsigned width_bits() const { return width_bits_; }    // log2 of bytes per row
  unsigned row_bits() const { return row_bits_; }        // log2 of rows
  unsigned slice_bits() const { return slice_bits_; }    // log2 of slices, 0 except for volumes
  unsigned sample_bits() const { return sample_bits_; }  // log2 of samples in the tile
  unsigned size_bits() const { return width_bits_ + row_bits_ + slice_bits_ + sample_bits_; }

  std::uint32_t width() const { return 1u << width_bits_; }
  std::uint32_t rows() const { return 1u << row_bits_; }
  std::uint32_t slices() const { return 1u << slice_bits_; }
  std::uint32_t bytes() const { return 1u << size_bits(); }

  /// Address bits of each byte column and of each row of a tile, one entry each.
  std::span<const std::uint16_t> columns() const { return columns_; }
  std::span<const std::uint16_t> row_offsets() const { return rows_; }

  /// Byte offset inside the tile; coordinates are taken modulo the tile's shape.
  std::uint32_t offset(std::uint64_t byte_column, std::uint64_t row, std::uint64_t slice = 0,
                       std::uint64_t sample = 0) const {
    return columns_[byte_column & (columns_.size() - 1)] | rows_[row & (rows_.size() - 1)] |
           slices_[slice & (slices_.size() - 1)] | samples_[sample & (samples_.size() - 1)];
  }

 private:
  std::uint8_t width_bits_ = 0;
  std::uint8_t row_bits_ = 0;
  std::uint8_t slice_bits_ = 0;
  std::uint8_t sample_bits_ = 0;
  // Scattered bits by coordinate: a sum of table entries is the offset.
  std::vector<std::uint16_t> columns_;
  std::vector<std::uint16_t> rows_;
  std::vector<std::uint16_t> slices_;
  std::vector<std::uint16_t> samples_;
};

/// The swizzle of a tiled surface. `sample_bits` counts only for Yf and Ys, where samples lie inside the tile.
/// Errors: Error (kUnsupported) for element sizes that the tiling has no pattern for (Yf and Ys: 1, 2, 4, 8, 16 bytes),
/// and for kLinear.
const TileSwizzle& tile_swizzle(Tiling tiling, unsigned element_bytes, unsigned sample_bits = 0, bool volume = false);

}  // namespace texpipe::functional
