// Rules that concern more than one parameter of a machine, checked before anything is built.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parameter_rule.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Every rule that a machine breaks, in the order of its tree. A machine that breaks none can be built.
std::vector<BrokenRule> broken_rules(const MachineParameters& machine);

/// Threads that a subslice holds at a time; a work group stays in one subslice.
std::uint64_t thread_slots(const SubsliceParameters& subslice);

}  // namespace texpipe::machine
