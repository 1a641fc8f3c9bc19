// Pointers to the elements of a tiled level whose tiles stand open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "functional/memory/open_tiles.h"
#include "functional/surface/level_places.h"

namespace texpipe::functional {

/// A level through its aligned blocks of 8x8 elements, each of which lies in one tile of memory: neighbouring elements
/// are found from their block, whose place is found once.
class LevelBlocks {
 public:
  static constexpr std::uint32_t kSide = 8;

  /// Nothing: the level's blocks do not lie so.
  static std::optional<LevelBlocks> make(const LevelPlaces& places);

  /// Bytes of an element whose column and row are even, with those of its right neighbour behind it; those of the row
  /// below stand `row_step` behind. Null as from OpenTiles. @param writes  otherwise they may be read alone
  std::byte* at(OpenTiles& tiles, std::uint32_t x, std::uint32_t y, std::uint32_t slice, bool writes) const {
    std::byte* const block = block_at(tiles, x / kSide, y / kSide, slice, writes);
    return block == nullptr ? nullptr : block + offsets_[(y % kSide * (kSide / 2) + x % kSide) / 2];
  }
  std::uint32_t row_step() const { return row_step_; }

  /// Asks the host to bring the block of an element near.
  void prefetch(OpenTiles& tiles, std::uint32_t x, std::uint32_t y, std::uint32_t slice) const {
    const ByteAddress first = places_.at(x / kSide * kSide, y / kSide * kSide, slice);
    for (const std::uint16_t offset : lines_) tiles.prefetch(ByteAddress{first.value() + offset});
  }

  /// Four pairs of columns and rows, as subspans have them, of pixels that are even.
  using Corners = std::array<std::int32_t, 4>;
  /// Rows of pairs of four different subspans, [2 s] the upper one of subspan s and [2 s + 1] the lower one, where all
  /// of them lie in one block. False: they do not, two are the same, or the block cannot be reached.
  /// @param width, height  of the elements that there are; the block has to lie among them
  bool find_rows(OpenTiles& tiles, const Corners& x, const Corners& y, std::uint32_t slice, bool writes,
                 std::uint32_t width, std::uint32_t height, std::array<std::byte*, 8>& rows) const {
    const auto left = static_cast<std::uint32_t>(x[0]) / kSide, top = static_cast<std::uint32_t>(y[0]) / kSide;
    const std::int32_t others =
        (x[0] ^ x[1]) | (x[0] ^ x[2]) | (x[0] ^ x[3]) | (y[0] ^ y[1]) | (y[0] ^ y[2]) | (y[0] ^ y[3]);
    if (static_cast<std::uint32_t>(others) >= kSide || (left + 1) * kSide > width || (top + 1) * kSide > height)
      return false;
    std::array<std::uint32_t, 4> numbers;
    std::uint32_t sum = 0, taken = 0;
    for (unsigned s = 0; s < 4; ++s) {
      numbers[s] =
          (static_cast<std::uint32_t>(y[s]) % kSide * (kSide / 2) + static_cast<std::uint32_t>(x[s]) % kSide) / 2;
      sum += 1u << numbers[s];
      taken |= 1u << numbers[s];
    }
    if (sum != taken) return false;
    std::byte* const block = block_at(tiles, left, top, slice, writes);
    if (block == nullptr) return false;
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      rows[2 * s] = block + offsets_[numbers[s]];
      rows[2 * s + 1] = rows[2 * s] + row_step_;
    }
    return true;
  }

 private:
  explicit LevelBlocks(const LevelPlaces& places);

  std::byte* block_at(OpenTiles& tiles, std::uint32_t column, std::uint32_t row, std::uint32_t slice,
                      bool writes) const {
    OpenTiles::Block& last = tiles.last_block();
    const bool same = ((last.column ^ column) | (last.row ^ row) | (last.slice ^ slice)) == 0 && last.owner == this;
    if (same && last.writes >= writes) [[likely]]
      return last.bytes;
    const ByteAddress address = places_.at(column * kSide, row * kSide, slice);
    std::byte* const bytes = writes ? tiles.at(address) : const_cast<std::byte*>(tiles.to_read(address));
    if (bytes != nullptr) last = {this, column, row, slice, writes, bytes};
    return bytes;
  }

  LevelPlaces places_;
  std::uint32_t row_step_ = 0;
  std::vector<std::uint16_t> lines_;  // of the host's cache, from the block's first byte, that the block has bytes of
  std::array<std::uint16_t, kSide * kSide / 4> offsets_{};  // of subspans, row by row
};

}  // namespace texpipe::functional
