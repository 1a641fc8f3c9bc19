// Rules that the parameters of a texture walk keep beyond their ranges, known before anything is read or built.
#pragma once

#include <string>
#include <vector>

#include "base/parameter_rule.h"
#include "workload/texture_walk/texture_walk_parameters.h"

namespace texpipe::study {

/// Every rule that a texture walk breaks; paths start with `workload.`.
std::vector<BrokenRule> broken_rules(const TextureWalkParameters& parameters);

/// Adds the rules that a sampler breaks. @param path  of it, such as workload.sampler
void add_broken_rules(const WalkSamplerParameters& sampler, const std::string& path, std::vector<BrokenRule>& broken);

}  // namespace texpipe::study
