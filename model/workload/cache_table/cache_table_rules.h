// Rules that the parameters of a cache table keep beyond their ranges, known before anything is read or built.
#pragma once

#include <vector>

#include "base/parameter_rule.h"
#include "workload/cache_table/cache_table.h"

namespace texpipe::study {

/// Every rule that a cache table over the tags of `cache`, the L1 of the first subslice, breaks; paths start with
/// `workload.` or are the cache's own.
std::vector<BrokenRule> broken_rules(const CacheTableParameters& parameters,
                                     const machine::TextureCacheParameters& cache);

}  // namespace texpipe::study
