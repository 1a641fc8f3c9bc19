// How long a machine may be silent before something must be wrong with it.
#pragma once

#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// The least watchdog limit that a study gets without asking.
inline constexpr Cycles kLeastWatchdogLimit{1'000'000};

/// Cycles of every latency and interval of the machine, one after the other, and of a memory burst over its bus.
Cycles sum_of_latencies(const MachineParameters& machine);

/// Default limit of the watchdog: many times what one request can wait for latencies alone, so that a slow machine is
/// not taken for one that stands still.
Cycles default_watchdog_limit(const MachineParameters& machine);

}  // namespace texpipe::machine
