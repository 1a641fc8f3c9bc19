// Data banks that a footprint reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "machine/cache/bank_hash.h"
#include "machine/cache/bank_ports.h"
#include "machine/cache/footprint_lines.h"
#include "machine/cache/texture_cache_parameters.h"

namespace texpipe::machine {

/// The banks of the first-level cache that a footprint reads. A bank of lines gives any part of one of its lines. A
/// bank of words gives 8 bytes of one of its texel rows: texels beside and below each other are in different ones, so
/// that neighbouring pixels do not meet, whatever the format, the tiling and the orientation.
class DataBanks {
 public:
  static constexpr unsigned kMostReads = 4 * kMostLines;  // rows of four words
  using Reads = std::array<std::uint8_t, kMostReads>;

  explicit DataBanks(const TextureCacheParameters& cache)
      : of_words_{cache.bank_choice == BankChoice::kWords},
        levels_{cache.level_banks},
        banks_{cache.banks},
        sector_bits_{cache.sectors().shift()},
        bank_of_{of_words_ ? BankHash{} : cache.bank_hash, cache.banks} {}

  /// Number of banks in all arrays.
  std::uint32_t count() const { return banks_ * arrays(); }
  /// Number of arrays, which follow each other. A footprint reads banks of one array only.
  std::uint32_t arrays() const { return levels_ ? 2 : 1; }

  /// Fills in one bank for each read; returns how many there are.
  unsigned collect(const functional::Footprint& footprint, Reads& reads) const {
    const std::uint32_t first = levels_ && (footprint.level & 1) != 0 ? banks_ : 0;  // first bank of its array
    return of_words_ ? collect_words(footprint, first, reads) : collect_lines(footprint, first, reads);
  }

 private:
  unsigned collect_lines(const functional::Footprint& footprint, std::uint32_t first, Reads& reads) const {
    if (sector_bits_ > 0) return collect_sectored_lines(footprint, first, reads);
    for (unsigned line = 0; line < footprint.line_count; ++line)
      reads[line] = static_cast<std::uint8_t>(first + bank_of_(footprint.lines[line]));
    return footprint.line_count;
  }

  /// One read for each line, whichever of its sectors the plan lists.
  unsigned collect_sectored_lines(const functional::Footprint& footprint, std::uint32_t first, Reads& reads) const {
    unsigned count = 0;
    std::array<std::uint64_t, kMostLines> lines;
    for (unsigned sector = 0; sector < footprint.line_count; ++sector) {
      const std::uint64_t line = footprint.lines[sector] >> sector_bits_;
      if (std::find(lines.begin(), lines.begin() + count, line) != lines.begin() + count) continue;
      lines[count] = line;
      reads[count++] = static_cast<std::uint8_t>(first + bank_of_(line));
    }
    return count;
  }

  unsigned collect_words(const functional::Footprint& footprint, std::uint32_t first, Reads& reads) const {
    const std::uint32_t mask = banks_ - 1;
    const auto bank_of = [=](unsigned place) { return static_cast<std::uint8_t>(first + (place & mask)); };
    unsigned count = 0;
    if (!footprint.wide_words) {
      for (; count < footprint.word_count; ++count) reads[count] = bank_of(footprint.words.place[count]);
      return count;
    }
    for (unsigned word = 0; word < footprint.word_count; ++word) {
      for (unsigned column = 0; column < functional::WordPlaces::kRowOfColumns; ++column)
        reads[count++] = bank_of(footprint.words.place[word] + column);
    }
    return count;
  }

  bool of_words_;
  bool levels_;
  std::uint32_t banks_;   // banks of one array
  unsigned sector_bits_;  // bits of a planned sector's number that name it in its line
  BankSelector bank_of_;
};

/// Read ports of the cache's data banks.
inline BankPorts data_ports(const TextureCacheParameters& cache) {
  const DataBanks banks{cache};
  return {banks.count(), cache.ports, cache.overlapping_reads, banks.arrays(),
          cache.lookup_order == LookupOrder::kOneByOne ? BankPorts::Empty::kReads : BankPorts::Empty::kPasses};
}

}  // namespace texpipe::machine
