// The time of events that do not happen.
#pragma once

#include <cstdint>
#include <limits>

#include "base/quantity.h"

namespace texpipe::machine {

inline constexpr Cycles kNever{std::numeric_limits<std::uint64_t>::max()};

}  // namespace texpipe::machine
