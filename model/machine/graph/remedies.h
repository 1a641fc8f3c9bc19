// Which parameter of a machine relieves a cause of lost cycles, and what relaxing it means.
#pragma once

#include <string>
#include <vector>

#include "machine/graph/machine_parameters.h"
#include "machine/statistics/relaxed_times.h"

namespace texpipe::machine {

/// The parameter that relieves a cause (without indices of lists) and its values; in lists the worst element counts.
struct RelaxedParameter {
  std::string path;  // empty: no parameter relieves the cause
  double value = 0;  // in the unit of the parameter
  double relaxed = 0;
  double factor = 1;  // how many times better; 1: it is as good as its range allows
  double twice = 0;   // twice as good, where it is relaxed further than that and both are followed; 0: they are not
};

/// Of every cause, in order. A parameter is relaxed to twice as good as it is, or to its default where that is better,
/// within its range: latencies and intervals downwards, rates and capacities upwards (cause.cpp has the table). A bank
/// hash that spreads nothing is relaxed as if it doubled the banks. Of those that are relaxed most times over, it is
/// followed as well what they would save only twice as good, which meets fewer other limits and so is foretold better.
std::vector<RelaxedParameter> relaxed_parameters(const MachineParameters& machine);

Relaxations relaxations_of(const MachineParameters& machine);

}  // namespace texpipe::machine
