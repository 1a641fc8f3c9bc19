// Rules that the parameters of a workload of any kind keep beyond their ranges, known before anything is read or built.
#pragma once

#include <vector>

#include "base/parameter_rule.h"
#include "workload/choice/workload_parameters.h"

namespace texpipe::study {

/// Every rule that a workload breaks on a machine; paths start with `workload.`. @param l1  of the first subslice
std::vector<BrokenRule> broken_rules(const WorkloadParameters& parameters, const machine::TextureCacheParameters& l1);

}  // namespace texpipe::study
