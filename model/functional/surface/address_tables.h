// Addresses of a surface's texels by table: every tiling is a sum of what x, y and slice contribute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "functional/surface/surface_layout.h"
#include "functional/surface/word_places.h"

namespace texpipe::functional {

/// Addresses of texels by tables, equal to the layout's. Tables of a slice of a level are made when it is first used;
/// when they have become many, the layout answers for further ones.
class AddressTables {
 public:
  /// Null where x and y do not contribute apart from each other (quilts, interleaved samples, lines of fields), or the
  /// tables would be long (buffers).
  /// @param layout  must outlive the tables
  static std::unique_ptr<AddressTables> make(const SurfaceLayout& layout);

  /// Words of 8 bytes in a row, or rows.
  struct Word {
    std::uint16_t number = 0;  // counted from 0
    std::uint8_t place = 0;    // its part of the place of a texel's word
  };
  /// Contribution of one coordinate to the address, as stored and in the decoded address space.
  struct Offset {
    std::uint64_t stored = 0;
    std::uint64_t decoded = 0;
    Word stored_word;  // where words are apart
    Word decoded_word;
  };
  /// Whether each row of a slice begins with a word, and the place of a word is that of its column and of its row, bit
  /// by bit.
  struct WordsApart {
    bool stored = false;
    bool decoded = false;
  };
  /// Texels beside and above each other, from multiples of such powers of two on, that stand in one stored line of
  /// 2^kLineBits bytes.
  struct LineBlock {
    unsigned column_bits = 0;
    unsigned row_bits = 0;
  };
  static constexpr unsigned kLineBits = 6;

  /// A slice of a level.
  struct Plane {
    std::vector<Offset> columns;  // by x
    std::vector<Offset> rows;     // by y, of the slice
    Offset low_bits;              // set in any of them
    WordsApart words_apart;
    LineBlock line_block;

    TexelAddress at(std::uint32_t x, std::uint32_t y) const {
      return {ByteAddress{columns[x].stored + rows[y].stored}, ByteAddress{columns[x].decoded + rows[y].decoded}};
    }
  };

  /// Null for a slice that has no tables.
  const Plane* plane(unsigned level, std::uint32_t slice) {
    const std::vector<std::unique_ptr<Plane>>& planes = levels_[level];
    return slice < planes.size() && planes[slice] ? planes[slice].get() : make_plane(level, slice);
  }

  TexelAddress operator()(unsigned level, const TexelPlace& place) {
    const Plane* tables = plane(level, place.slice);
    const bool listed =
        tables != nullptr && place.sample == 0 && place.x < tables->columns.size() && place.y < tables->rows.size();
    if (!listed) return layout_.texel_address(level, place);
    return tables->at(place.x, place.y);
  }

 private:
  explicit AddressTables(const SurfaceLayout& layout)
      : layout_{layout}, words_{WordPlaces::stored(layout.geometry()), WordPlaces::decoded(layout.geometry())} {}
  const Plane* make_plane(unsigned level, std::uint32_t slice);

  const SurfaceLayout& layout_;
  SurfaceWords words_;
  std::array<std::vector<std::unique_ptr<Plane>>, kMaxLevels> levels_;  // by slice
  std::size_t kept_ = 0;                                                // offsets
};

}  // namespace texpipe::functional
