// A study's workload, made from its parameters.
#pragma once

#include "functional/device/workload.h"
#include "workload/choice/workload_parameters.h"

namespace texpipe::study {

/// Errors: kInvalidConfiguration with the path of a parameter that does not fit the others; those of read_texture.
functional::Workload make_workload(const WorkloadParameters& parameters);

}  // namespace texpipe::study
