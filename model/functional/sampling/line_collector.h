// Finds the cache lines and compressed blocks of a footprint, once: while it is planned.
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/footprint.h"
#include "functional/sampling/subspan_plan.h"

namespace texpipe::functional {

/// Notes the lines of a footprint's texels, given in order of pixel and corner.
class LineCollector {
 public:
  /// @param footprint  with the sizes of its element
  LineCollector(LineShape shape, Footprint& footprint)
      : footprint_{footprint},
        bits_{shape.bits},
        blocks_{footprint.expansion > 1},
        decoded_{blocks_ && shape.decoded},
        halves_{has_halves(shape, footprint)},
        last_byte_{(decoded_ ? footprint.texel_bytes : footprint.element_bytes) - 1u} {
    footprint.line_count = footprint.blocks = 0;
    footprint.halves = 0;
    footprint.decoded_lines = decoded_;
  }

  void add(TexelAddress texel) {
    const std::uint64_t first = (decoded_ ? texel.decoded : texel.stored).value();
    const std::uint64_t from = first >> bits_, to = (first + last_byte_) >> bits_;
    touch_line(from);
    touch_line(to);
    if (blocks_) touch_block(texel.stored.value());
    if (halves_) {
      touch_half(first);
      touch_half(first + last_byte_);
    }
  }

  /// Whether halves are noted: larger elements fill columns.
  static bool has_halves(LineShape shape, const Footprint& footprint) {
    return shape.halves && footprint.element_bytes <= 8 && footprint.expansion == 1;
  }

  /// The parts of add(), for who knows that no texel straddles two lines, and whether there are blocks.
  void touch_line(std::uint64_t line) {
    if (line == last_line_) return;
    if (line != line_before_) add_line(line);
    line_before_ = last_line_;
    last_line_ = line;
  }
  /// @param address  in a line that was touched
  void touch_half(std::uint64_t address) {
    unsigned line = 0;
    while (footprint_.lines[line] != address >> bits_) ++line;
    footprint_.halves |= std::uint64_t{1} << (2 * line + (address >> 3 & 1));
  }
  void touch_block(std::uint64_t stored) {
    if (stored != last_block_) add_block(stored);
    last_block_ = stored;
  }

 private:
  void add_line(std::uint64_t line) {
    for (unsigned i = 0; i < footprint_.line_count; ++i) {
      if (footprint_.lines[i] == line) return;
    }
    footprint_.lines[footprint_.line_count++] = line;
  }
  void add_block(std::uint64_t block) {
    for (unsigned i = 0; i < footprint_.blocks; ++i) {
      if (seen_[i] == block) return;
    }
    seen_[footprint_.blocks++] = block;
  }

  Footprint& footprint_;
  unsigned bits_;
  bool blocks_;
  bool decoded_;
  bool halves_;
  std::uint64_t last_byte_;
  // Of the texel before, and the other one that was touched last: neighbours share lines, corners left and right of an
  // edge take turns.
  std::uint64_t last_line_ = ~std::uint64_t{0};
  std::uint64_t line_before_ = ~std::uint64_t{0};
  std::uint64_t last_block_ = ~std::uint64_t{0};
  std::array<std::uint64_t, kTexelsPerFootprint> seen_;  // blocks
};

/// Notes the lines of a footprint whose texels have these addresses.
void collect_lines(LineShape shape, const FootprintAddresses& addresses, Footprint& footprint);

}  // namespace texpipe::functional
