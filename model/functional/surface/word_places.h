// In which row and column of a surface a word of memory lies, by its address.
#pragma once

#include <array>
#include <cstdint>

#include "functional/surface/geometry.h"

namespace texpipe::functional {

/// Bytes of a word, as a power of two.
inline constexpr unsigned kWordBits = 3;

/// Place of a word of 8 bytes: the low bits of its column (in words) and of its row (in texels). The lowest two and
/// three bits are those of 4 columns and 8 rows, then come one more of the column, of the row, and of the column:
/// c c r r r c r c. Words side by side or one below the other have different places, whatever the tiling and the pitch.
class WordPlaces {
 public:
  static constexpr unsigned kColumnBits = 4, kRowBits = 4, kPlaceBits = kColumnBits + kRowBits;
  static constexpr unsigned kRowOfColumns = 4;  // words of 32 bytes, which the lowest bits of a place tell apart
  /// Bytes of a row where a surface has only one: a buffer's, or one in a single dimension.
  static constexpr std::uint32_t kOneRow = 64;

  /// Places of words of a surface with only one row.
  WordPlaces() = default;

  /// Places of the bytes as they are stored: rows of blocks, for formats that have them.
  static WordPlaces stored(const SurfaceGeometry& geometry);
  /// Places of decoded texels, where block b of a format that expands k times stands at k times its address; those of
  /// stored bytes for formats without blocks.
  static WordPlaces decoded(const SurfaceGeometry& geometry);

  /// @param word  address / 8
  std::uint8_t operator()(std::uint64_t word) const {
    unsigned column = 0, row = 0;
    for (unsigned n = 0; n < kColumnBits; ++n) column |= static_cast<unsigned>(word >> columns_[n] & 1) << n;
    for (unsigned n = 0; n < kRowBits; ++n) row |= static_cast<unsigned>(word >> rows_[n] & 1) << n;
    if (pitch_ != 0) row |= static_cast<unsigned>((word << kWordBits >> expansion_bits_) / pitch_) << inner_rows_;
    return static_cast<std::uint8_t>((column & 3) | (row & 7) << 2 | (column >> 2 & 1) << 5 | (row >> 3 & 1) << 6 |
                                     column >> 3 << 7);
  }

  /// Equal for the words of a row that differ in their column alone: 32 bytes.
  std::uint64_t row_part(std::uint64_t word) const {
    return word & ~(std::uint64_t{1} << columns_[0] | std::uint64_t{1} << columns_[1]);
  }

  bool operator==(const WordPlaces&) const = default;

  /// As three words, for files: 6 bits for each bit of the column, of the row; the rest.
  using Packed = std::array<std::uint32_t, 3>;
  Packed packed() const;
  /// False when they are no such words.
  static bool unpack(const Packed& packed, WordPlaces& places);

 private:
  static constexpr std::uint8_t kNoBit = 63;  // no address reaches it

  /// Takes the lowest bits of column and row that tell words apart: first those inside a block, then its element's.
  /// @param column_bits     of the bytes of a block's row in the decoded address; 0 with row_bits: no block
  /// @param element         first bit of a row's stored bytes that counts elements
  /// @param expansion_bits  that decoded addresses have more than stored ones
  void take_bits(const SurfaceGeometry& geometry, unsigned column_bits, unsigned row_bits, unsigned element,
                 unsigned expansion_bits);

  // Bits of a word's number, lowest of the column and of the row first.
  std::array<std::uint8_t, kColumnBits> columns_{0, 1, 2, kNoBit};
  std::array<std::uint8_t, kRowBits> rows_{kNoBit, kNoBit, kNoBit, kNoBit};
  std::uint8_t expansion_bits_ = 0;
  std::uint8_t inner_rows_ = 0;    // bits of the row inside a block; those above it come from the pitch
  std::uint32_t pitch_ = kOneRow;  // stored bytes of a row of elements; 0: tiles, whose bits say all
};

/// Both of a surface.
struct SurfaceWords {
  WordPlaces stored;
  WordPlaces decoded;
};

}  // namespace texpipe::functional
