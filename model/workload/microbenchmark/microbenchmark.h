// Workloads that repeat a published measurement's program: they write nothing, and their statistics are the result.
#pragma once

#include "functional/device/workload.h"
#include "workload/microbenchmark/microbenchmark_parameters.h"

namespace texpipe::study {

/// Errors: kInvalidConfiguration with the path below `workload` for what broken_rules (microbenchmark_rules.h) lists.
functional::Workload make_microbenchmark(const MicrobenchmarkParameters& parameters);

}  // namespace texpipe::study
