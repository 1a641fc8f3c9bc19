// Watcher of single lookups of a cache by recurrence.
#pragma once

#include <cstdint>
#include <functional>

#include "base/quantity.h"
#include "machine/cache/line_lookup.h"

namespace texpipe::machine {

/// Called when a requester's read has looked up a line, given by its number, at `at`.
using LookupWatcher = std::function<void(std::uint32_t requester, std::uint64_t line, LineLookup result, Cycles at)>;

}  // namespace texpipe::machine
