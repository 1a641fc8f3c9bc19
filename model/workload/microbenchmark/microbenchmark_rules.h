// Rules that the parameters of a microbenchmark keep beyond their ranges, known before anything is read or built.
#pragma once

#include <vector>

#include "base/parameter_rule.h"
#include "workload/microbenchmark/microbenchmark_parameters.h"

namespace texpipe::study {

/// Every rule that the chosen microbenchmark breaks; keys of the others do not count. Paths start with `workload.`.
std::vector<BrokenRule> broken_rules(const MicrobenchmarkParameters& parameters);

}  // namespace texpipe::study
