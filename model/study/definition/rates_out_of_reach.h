// Rates of a machine that other parameters of the same block keep out of reach.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "study/definition/study.h"

namespace texpipe::study {

/// Warns of a memory whose bandwidth its banks or its queue cannot use, even with requests that never wait for anything
/// else: a higher bandwidth then changes nothing, and nothing else tells. Memories of somebody else's are left out.
/// @param settings  configuration.values()
std::vector<Diagnostic> rates_out_of_reach(const Configuration& configuration,
                                           const std::vector<ParameterNode>& settings);

}  // namespace texpipe::study
