// Result of a lookup in a cache's tags.
#pragma once

#include <cstdint>

namespace texpipe::machine {

/// Result of a lookup. A merge joins a miss of the same line that is on its way.
enum class LineLookup : std::uint8_t { kHit, kMerge, kMiss };

}  // namespace texpipe::machine
