// What the parameters of a machine have to keep together: rules over more than one of them, known before anything is
// built.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parameter_rule.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Every rule that a machine breaks, in the order of its tree. A machine without any can be built.
std::vector<BrokenRule> broken_rules(const MachineParameters& machine);

/// Threads that a subslice holds at a time; a work group stays in one subslice.
std::uint64_t thread_slots(const SubsliceParameters& subslice);

}  // namespace texpipe::machine
