// The fixed functions of the 3D pipeline in the picture of a machine: units, caches, and what travels between them.
#pragma once

#include "timing/system/topology.h"

namespace texpipe::timing {

/// Adds the boxes of slice.frame behind those of the machine, and edges to the boxes there: the dispatcher, through
/// which threads start and render target writes come, and the last-level cache, or memory in a machine without one.
/// @param machine  whose fixed functions are there (draws)
void add_fixed_functions(const machine::MachineParameters& machine, Topology& topology);

}  // namespace texpipe::timing
