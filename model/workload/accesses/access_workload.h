// A file of accesses as a workload: textures, picture, states and threads.
#pragma once

#include <string>
#include <vector>

#include "base/parameter_rule.h"
#include "functional/device/workload.h"
#include "workload/accesses/access_parameters.h"

namespace texpipe::study {

/// Errors: those of read_accesses, read_texture and build_surface; kInvalidConfiguration for rules that are broken.
functional::Workload make_access_workload(const AccessesParameters& parameters);

/// Every rule that a workload of accesses breaks; paths start with `workload.`.
std::vector<BrokenRule> broken_rules(const AccessesParameters& parameters);

}  // namespace texpipe::study
