// Finds the cache lines and compressed blocks of a footprint, once: while it is planned.
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/footprint.h"
#include "functional/sampling/subspan_plan.h"

namespace texpipe::functional {

/// Notes the words of a footprint's texels.
class WordCollector {
 public:
  /// @param footprint  with the sizes of its element, and where its surface's words lie
  WordCollector(LineShape shape, Footprint& footprint)
      : footprint_{footprint},
        places_{footprint.expansion > 1 && shape.decoded ? footprint.word_places.decoded
                                                         : footprint.word_places.stored} {
    footprint.word_count = 0;
    footprint.wide_words = shape.words == PlannedWords::kRowsForWide && footprint.expansion == 1 &&
                           footprint.element_bytes > 1u << kWordBits;
  }

  void touch(std::uint64_t address) {
    const std::uint64_t word = address >> kWordBits;
    const std::uint64_t part = footprint_.wide_words ? places_.row_part(word) : word;
    if (part == last_) return;
    last_ = part;
    for (unsigned i = 0; i < footprint_.word_count; ++i) {
      if (seen_[i] == part) return;
    }
    seen_[footprint_.word_count] = part;
    const unsigned columns = footprint_.wide_words ? WordPlaces::kRowOfColumns - 1u : 0;
    footprint_.words.place[footprint_.word_count++] = static_cast<std::uint8_t>(places_(word) & ~columns);
  }

 private:
  Footprint& footprint_;
  const WordPlaces places_;
  std::uint64_t last_ = ~std::uint64_t{0};
  std::array<std::uint64_t, FootprintLineNumbers::kMost> seen_;
};

/// Notes the lines of a footprint's texels, given in order of pixel and corner.
class LineCollector {
 public:
  /// @param footprint  with the sizes of its element
  LineCollector(LineShape shape, Footprint& footprint)
      : footprint_{footprint},
        bits_{shape.bits},
        blocks_{footprint.expansion > 1},
        decoded_{blocks_ && shape.decoded},
        words_{shape.words != PlannedWords::kNone},
        word_collector_{shape, footprint},
        last_byte_{(decoded_ ? footprint.texel_bytes : footprint.element_bytes) - 1u} {
    footprint.line_count = footprint.blocks = 0;
    footprint.decoded_lines = decoded_;
  }

  void add(TexelAddress texel) {
    const std::uint64_t first = (decoded_ ? texel.decoded : texel.stored).value();
    const std::uint64_t from = first >> bits_, to = (first + last_byte_) >> bits_;
    touch_line(from);
    touch_line(to);
    if (blocks_) touch_block(texel.stored.value());
    if (words_) {
      word_collector_.touch(first);
      word_collector_.touch(first + last_byte_);
    }
  }

  /// The parts of add(), for who knows that no texel straddles two lines, and whether there are blocks.
  void touch_line(std::uint64_t line) {
    if (line == last_line_) return;
    if (line != line_before_) add_line(line);
    line_before_ = last_line_;
    last_line_ = line;
  }
  void touch_word(std::uint64_t address) { word_collector_.touch(address); }
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
  bool words_;
  WordCollector word_collector_;
  std::uint64_t last_byte_;
  // Lines of the texel before, and the other one that was touched last: neighbours share lines, corners left and right
  // of an edge take turns.
  std::uint64_t last_line_ = ~std::uint64_t{0};
  std::uint64_t line_before_ = ~std::uint64_t{0};
  std::uint64_t last_block_ = ~std::uint64_t{0};
  std::array<std::uint64_t, kTexelsPerFootprint> seen_;  // blocks
};

/// Notes the lines of a footprint whose texels have these addresses.
void collect_lines(LineShape shape, const FootprintAddresses& addresses, Footprint& footprint);

}  // namespace texpipe::functional
