// Single lookups of a cache by recurrence, for somebody who follows them.
#pragma once

#include <cstdint>
#include <functional>

#include "base/quantity.h"

namespace texpipe::machine {

enum class LineLookup : std::uint8_t { kHit, kMerge, kMiss };

/// A client's read looked up a line, by its number, at `at`.
using LookupWatcher = std::function<void(std::uint32_t client, std::uint64_t line, LineLookup result, Cycles at)>;

}  // namespace texpipe::machine
