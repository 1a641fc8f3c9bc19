// Which data banks a footprint reads.
#pragma once

#include <array>
#include <cstdint>

#include "machine/cache/bank_hash.h"
#include "machine/cache/bank_ports.h"
#include "machine/cache/footprint_lines.h"
#include "machine/cache/texture_cache_parameters.h"

namespace texpipe::machine {

/// Banks of the first-level cache by what a footprint reads of its lines. A bank gives a line's column of 16 bytes for
/// the line's rows; with half banks one bank gives each half of it.
class DataBanks {
 public:
  static constexpr unsigned kMostReads = 4 * kMostLines;  // a pair of lines, two halves each
  using Reads = std::array<std::uint8_t, kMostReads>;

  explicit DataBanks(const TextureCacheParameters& cache)
      : bank_of_{cache.bank_hash, cache.banks},
        halves_{cache.half_banks},
        levels_{cache.level_banks},
        pairs_{cache.wide_reads == WideReads::kPairs},
        pair_bit_{bank_of_.lowest_bit()},
        banks_{cache.banks * (cache.half_banks ? 2 : 1)} {}

  /// Of all arrays.
  std::uint32_t count() const { return banks_ * arrays(); }
  /// Arrays of banks, one after the other: a footprint reads one of them.
  std::uint32_t arrays() const { return levels_ ? 2 : 1; }

  /// Fills in one bank for each read; returns how many there are.
  unsigned collect(const functional::Footprint& footprint, Reads& reads) const {
    const unsigned count = collect_in_array(footprint, reads);
    if (levels_ && (footprint.level & 1) != 0) {
      for (unsigned read = 0; read < count; ++read) reads[read] = static_cast<std::uint8_t>(reads[read] + banks_);
    }
    return count;
  }

 private:
  unsigned collect_in_array(const functional::Footprint& footprint, Reads& reads) const {
    if (pairs_ && footprint.format_class == functional::FormatClass::k128Bits && footprint.expansion == 1)
      return collect_pairs(footprint, reads);
    unsigned count = 0;
    if (!halves_) {
      for (; count < footprint.line_count; ++count)
        reads[count] = static_cast<std::uint8_t>(bank_of_(footprint.lines[count]));
      return count;
    }
    for (unsigned line = 0; line < footprint.line_count; ++line) {
      const auto halves = static_cast<unsigned>(footprint.halves >> 2 * line & kBothHalves);
      count = add(footprint.lines[line], halves == 0 ? kBothHalves : halves, reads, count);
    }
    return count;
  }

  static constexpr unsigned kBothHalves = 3;

  unsigned add(std::uint64_t line, unsigned halves, Reads& reads, unsigned count) const {
    const std::uint32_t bank = bank_of_(line);
    if (!halves_) {
      reads[count] = static_cast<std::uint8_t>(bank);
      return count + 1;
    }
    for (unsigned half = 0; half < 2; ++half) {
      if ((halves >> half & 1) != 0) reads[count++] = static_cast<std::uint8_t>(2 * bank + half);
    }
    return count;
  }

  /// Each pair once, with the banks of both its lines.
  unsigned collect_pairs(const functional::Footprint& footprint, Reads& reads) const {
    unsigned count = 0;
    for (unsigned line = 0; line < footprint.line_count; ++line) {
      const std::uint64_t pair = footprint.lines[line] & ~pair_bit_;
      bool read = false;
      for (unsigned before = 0; before < line && !read; ++before) read = (footprint.lines[before] & ~pair_bit_) == pair;
      if (read) continue;
      count = add(pair, kBothHalves, reads, count);
      if (bank_of_(pair | pair_bit_) != bank_of_(pair)) count = add(pair | pair_bit_, kBothHalves, reads, count);
    }
    return count;
  }

  BankSelector bank_of_;
  bool halves_;
  bool levels_;
  bool pairs_;
  std::uint64_t pair_bit_;  // of a line's number
  std::uint32_t banks_;     // of an array
};

/// The ports of those banks.
inline BankPorts data_ports(const TextureCacheParameters& cache) {
  const DataBanks banks{cache};
  return {banks.count(), cache.ports, cache.overlapping_reads, banks.arrays(),
          cache.lookup_order == LookupOrder::kOneByOne ? BankPorts::Empty::kReads : BankPorts::Empty::kPasses};
}

}  // namespace texpipe::machine
