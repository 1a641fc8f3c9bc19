// Which parameter of a machine relieves a cause of lost cycles.
#pragma once

#include <string>

#include "machine/graph/machine_parameters.h"
#include "machine/statistics/cause_path.h"

namespace texpipe::machine {

/// Of the parameters that relieve a cause, the one that lies furthest off its default to the worse; of equals the first
/// of the cause's row. Empty when none does.
std::string remedy_of(const MachineParameters& machine, Cause cause);

/// How far each cause's parameters lie off their defaults to the worse; in lists the worst element counts.
CauseStrains strains_of(const MachineParameters& machine);

}  // namespace texpipe::machine
