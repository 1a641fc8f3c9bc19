// Limit of the watchdog: how long a machine may be silent before something must be wrong with it.
#pragma once

#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Least limit that a study gets unless it sets one.
inline constexpr Cycles kLeastWatchdogLimit{1'000'000};

/// Sum of all latencies and intervals of the machine and of the time of a memory burst on the bus, in cycles.
Cycles sum_of_latencies(const MachineParameters& machine);

/// Default limit of the watchdog: many times what one request can wait for latencies alone, so that a slow machine is
/// not taken for one that stands still.
Cycles default_watchdog_limit(const MachineParameters& machine);

}  // namespace texpipe::machine
