// The lines of footprints as the first-level cache names them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "functional/sampling/subspan_plan.h"
#include "machine/cache/line.h"
#include "machine/cache/texture_cache_parameters.h"

namespace texpipe::machine {

inline constexpr unsigned kMostLines = functional::FootprintLineNumbers::kMost;

/// Shape of the lines that plans of footprints list for this cache.
inline functional::LineShape line_shape(const TextureCacheParameters& cache) {
  using functional::PlannedWords;
  return {static_cast<std::uint8_t>(std::countr_zero(cache.line.value())),
          cache.decompression.place == DecompressionPlace::kBeforeL1,
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

/// Blocks that have to be decompressed for one line of decoded texels, at least 1.
inline std::uint32_t blocks_per_line(const functional::Footprint& footprint, ByteSize line) {
  const std::uint64_t block = std::uint64_t{footprint.element_bytes} * footprint.expansion;
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(line.value() / block, 1));
}

}  // namespace texpipe::machine
