// State of the issue slot of a sampler stage in a cycle.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::machine {

/// Categories of the stages' accounts; the first one that applies counts (explanation/design, Time). There is no
/// "other".
enum class StageState : std::uint8_t { kBusy, kBlocked, kMiss, kLatency, kStarved, kIdle };
EnumRows enum_rows(StageState);

}  // namespace texpipe::machine
