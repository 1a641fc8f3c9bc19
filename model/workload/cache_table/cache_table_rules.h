// Rules that the parameters of a cache table keep beyond their ranges, known before anything is read or built.
#pragma once

#include <string>
#include <vector>

#include "base/parameter_rule.h"
#include "workload/cache_table/cache_table.h"

namespace texpipe::study {

/// Every rule that a cache table over the tags of `cache` breaks; paths start with `workload.` or are the cache's own.
/// @param path  of the cache in its machine
std::vector<BrokenRule> broken_rules(const CacheTableParameters& parameters,
                                     const machine::TextureCacheParameters& cache, const std::string& path);

}  // namespace texpipe::study
