// Single lookups of a cache by recurrence, for somebody who follows them.
#pragma once

#include <cstdint>
#include <functional>

#include "base/quantity.h"
#include "machine/cache/line_lookup.h"

namespace texpipe::machine {

/// A requester's read looked up a line, by its number, at `at`.
using LookupWatcher = std::function<void(std::uint32_t requester, std::uint64_t line, LineLookup result, Cycles at)>;

}  // namespace texpipe::machine
