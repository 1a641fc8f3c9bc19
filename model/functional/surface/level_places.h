// Addresses of the elements of a tiled level, with all that they share found once.
#pragma once

#include <cstdint>

#include "base/quantity.h"

namespace texpipe::functional {

/// A level of which every element is one texel with one sample, in tiles of one slice (SurfaceLayout::level_places).
class LevelPlaces {
 public:
  /// Facts about a surface and its tiles.
  struct Facts {
    std::uint64_t base = 0;
    std::uint32_t x = 0;  // of the level, elements
    std::uint32_t y = 0;  // rows
    std::uint32_t slice_rows = 0;
    std::uint32_t tiles_per_row = 0;
    std::uint8_t element_bits = 0;  // log2 of bytes
    std::uint8_t width_bits = 0;    // of a tile
    std::uint8_t row_bits = 0;
    std::uint8_t size_bits = 0;
    const std::uint16_t* columns = nullptr;  // offsets in a tile, by byte column and by row
    const std::uint16_t* rows = nullptr;
  };

  LevelPlaces() = default;
  explicit LevelPlaces(const Facts& facts) : f_{facts} {}

  /// As SurfaceLayout::element_at.
  ByteAddress at(std::uint32_t column, std::uint32_t row, std::uint32_t slice) const {
    const std::uint64_t byte_column = (std::uint64_t{f_.x} + column) << f_.element_bits;
    const std::uint64_t line = std::uint64_t{f_.y} + row + std::uint64_t{slice} * f_.slice_rows;
    const std::uint64_t tile = (line >> f_.row_bits) * f_.tiles_per_row + (byte_column >> f_.width_bits);
    return ByteAddress{f_.base + (tile << f_.size_bits) +
                       (f_.columns[byte_column & mask(f_.width_bits)] | f_.rows[line & mask(f_.row_bits)])};
  }

  /// Whether every block of side x side elements that begins at multiples of `side`, a power of two, lies in one tile,
  /// of 4 KiB, in which neighbouring elements of even columns stand behind one another.
  bool has_blocks(std::uint32_t side) const {
    constexpr unsigned kTileBits = 12;
    const bool aligned = ((f_.x | f_.y | f_.slice_rows) & (side - 1)) == 0;
    const bool inside = (side << f_.element_bits) <= 1u << f_.width_bits && side <= 1u << f_.row_bits;
    return f_.size_bits == kTileBits && aligned && inside && in_block(1, 0) == 1u << f_.element_bits;
  }
  /// Columns and rows of a block, as powers of two.
  struct BlockBits {
    unsigned columns = 0;
    unsigned rows = 0;
  };
  /// Largest blocks, beginning at multiples of their columns and rows, that stand in one line of 2^kLineBits bytes
  /// each.
  static constexpr unsigned kLineBits = 6;
  BlockBits line_blocks() const;

  /// Bytes from the first element of such a block to another one.
  std::uint32_t in_block(std::uint32_t column, std::uint32_t row) const {
    return f_.columns[column << f_.element_bits] | f_.rows[row];
  }

 private:
  bool in_line(const BlockBits& block) const;
  static std::uint64_t mask(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

  Facts f_;
};

inline bool LevelPlaces::in_line(const BlockBits& block) const {
  const std::uint32_t columns = 1u << block.columns, rows = 1u << block.rows;
  const bool aligned = ((f_.x & (columns - 1)) | ((f_.y | f_.slice_rows) & (rows - 1))) == 0;
  if (!aligned || block.columns + f_.element_bits > f_.width_bits || block.rows > f_.row_bits) return false;
  std::uint32_t bits = 0;
  for (std::uint32_t column = 0; column < columns; ++column) bits |= in_block(column, 0);
  for (std::uint32_t row = 0; row < rows; ++row) bits |= in_block(0, row);
  return bits >> kLineBits == 0;
}

inline LevelPlaces::BlockBits LevelPlaces::line_blocks() const {
  const unsigned elements = kLineBits - f_.element_bits;
  for (unsigned rows = 0; rows <= elements; ++rows) {
    const BlockBits block{.columns = elements - rows, .rows = rows};
    if (in_line(block)) return block;
  }
  return {};
}

}  // namespace texpipe::functional
