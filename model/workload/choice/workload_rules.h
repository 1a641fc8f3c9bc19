// Rules that the parameters of a workload of any kind keep beyond their ranges, known before anything is read or built.
#pragma once

#include <string>
#include <vector>

#include "base/parameter_rule.h"
#include "workload/choice/workload_parameters.h"

namespace texpipe::study {

/// Every rule that a workload breaks on a machine; paths start with `workload.` or are those of its first L1.
/// @param l1       the machine's first L1
/// @param l1_path  its path, by which its values have their origins
std::vector<BrokenRule> broken_rules(const WorkloadParameters& parameters, const machine::TextureCacheParameters& l1,
                                     const std::string& l1_path);

}  // namespace texpipe::study
