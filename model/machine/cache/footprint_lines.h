// Cache lines and compressed blocks of a footprint.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/quantity.h"
#include "functional/sampling/footprint.h"
#include "machine/cache/line.h"
#include "machine/cache/texture_cache_parameters.h"

namespace texpipe::machine {

inline constexpr unsigned kMostLines = 2 * functional::kTexelsPerFootprint;  // a texel may straddle two lines

/// What a footprint needs of the first-level cache.
struct FootprintLines {
  std::array<LineKey, kMostLines> keys;  // each once, in order of first touch
  std::uint32_t count = 0;
  std::uint32_t blocks = 0;  // different blocks among its texels; 0 for formats without blocks

  std::span<const LineKey> lines() const { return {keys.data(), count}; }
};

/// @param place  where blocks are decompressed: the cache holds decoded texels or blocks
/// @param line   bytes of a line
FootprintLines lines_of(const functional::Footprint& footprint, DecompressionPlace place, ByteSize line);

/// Blocks that have to be decompressed for one line of decoded texels, at least 1.
std::uint32_t blocks_per_line(const functional::Footprint& footprint, ByteSize line);

}  // namespace texpipe::machine
