// Picture of a machine as a graph.
#pragma once

#include <string>

#include "machine/graph/machine_parameters.h"

namespace texpipe::timing {

/// The blocks of a machine and their sockets as a DOT graph.
std::string topology_dot(const machine::MachineParameters& machine);

}  // namespace texpipe::timing
