// Why a value of a golden case is wrong: which rule decides it, and the intermediate values behind it.
#pragma once

#include <string>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "study/verify/case_messages.h"
#include "study/verify/pass_rule.h"

namespace texpipe::study {

/// The rules that decide a case's values, by their ids in the sampling specification.
std::string deciding_rules(const GoldenCase& golden);

/// One line: which row and column, what was expected and found, by which rule, at which coordinates.
std::string describe_failure(const GoldenCase& golden, const CaseRows& rows, const Verdict& verdict);

/// Footprints of the row that failed: level, tap, texel addresses, codes and weights.
std::vector<std::string> describe_footprints(const functional::GpuMemory& memory, const functional::Message& message,
                                             unsigned channel);

}  // namespace texpipe::study
