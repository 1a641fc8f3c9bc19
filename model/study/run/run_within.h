// A system that is run to its end, or to a limit of cycles.
#pragma once

#include <string>

#include "base/quantity.h"

namespace texpipe::timing {
class System;
struct SystemRun;
}  // namespace texpipe::timing

namespace texpipe::study {

inline constexpr Cycles kMostCycles{1'000'000'000};

/// Errors: those of System::run; kWatchdog when it does not come to its end within `most` cycles (checked every
/// 100,000). `what` names it in the message.
timing::SystemRun run_within(timing::System& system, Cycles most, const std::string& what);

}  // namespace texpipe::study
