// The lines of footprints as the first-level cache names them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "functional/sampling/subspan_plan.h"
#include "machine/cache/line.h"
#include "machine/cache/texture_cache_parameters.h"

namespace texpipe::machine {

inline constexpr unsigned kMostLines = functional::FootprintLineNumbers::kMost;

/// Shape of the lines that plans of footprints list for this cache: its sectors, where its lines have any.
inline functional::LineShape line_shape(const TextureCacheParameters& cache) {
  using functional::PlannedWords;
  return {static_cast<std::uint8_t>(cache.sectors().bits()), cache.decompression.place == DecompressionPlace::kBeforeL1,
          cache.bank_choice == BankChoice::kLines ? PlannedWords::kNone
          : cache.wide_reads == WideReads::kWords ? PlannedWords::kAll
                                                  : PlannedWords::kRowsForWide};
}

inline LineKey line_of(const functional::Footprint& footprint, unsigned line) {
  return {footprint.decoded_lines ? AddressSpace::kDecoded : AddressSpace::kStored, footprint.lines[line]};
}

/// Texels that a footprint reads: mostly all that it can have.
inline unsigned texels_of(const functional::Footprint& footprint) {
  constexpr unsigned kAll = functional::kTexelsPerFootprint;
  return footprint.texels == (1u << kAll) - 1 ? kAll : static_cast<unsigned>(std::popcount(footprint.texels));
}

/// Blocks that have to be decompressed for so many bytes of a line of decoded texels, at least 1.
inline std::uint32_t blocks_in(const functional::Footprint& footprint, ByteSize bytes) {
  const std::uint64_t block = std::uint64_t{footprint.element_bytes} * footprint.expansion;
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(bytes.value() / block, 1));
}

/// Lines of a footprint whose plan lists sectors, in the order of first touch.
class SectoredLines {
 public:
  explicit SectoredLines(Sectors sectors) : sectors_{sectors} {}

  /// Groups a footprint's sectors. Those of decoded texels count with all sectors of their blocks, which are decoded
  /// together.
  void collect(const functional::Footprint& footprint) {
    count_ = 0;
    const SectorSet block = sectors_of_block(footprint);
    for (unsigned i = 0; i < footprint.line_count; ++i) {
      const LineKey sector = line_of(footprint, i);
      const unsigned place = sector.line & (sectors_.count() - 1);
      const unsigned first = place & ~static_cast<unsigned>(std::popcount(block) - 1);
      line({sector.space, sector.line >> sectors_.shift()}).sectors |= block << first;
    }
  }

  unsigned count() const { return count_; }
  const LineSectors& operator[](unsigned line) const { return lines_[line]; }

 private:
  /// Sectors of the first block of a line; one sector where blocks are smaller, or not a power of two.
  SectorSet sectors_of_block(const functional::Footprint& footprint) const {
    const std::uint64_t block = std::uint64_t{footprint.element_bytes} * footprint.expansion;
    if (!footprint.decoded_lines || !std::has_single_bit(block) || block <= sectors_.bytes().value()) return 1;
    return sectors_.touched(0, std::min(block, sectors_.bytes().value() * sectors_.count()));
  }
  LineSectors& line(LineKey key) {
    const auto end = lines_.begin() + count_;
    const auto known = std::find_if(lines_.begin(), end, [key](const LineSectors& l) { return l.key == key; });
    if (known != end) return *known;
    lines_[count_] = LineSectors{key};
    return lines_[count_++];
  }

  Sectors sectors_;
  unsigned count_ = 0;
  std::array<LineSectors, kMostLines> lines_;
};

}  // namespace texpipe::machine
