#include "study/workload/workload_rules.h"

#include "study/workload/cache_table_rules.h"
#include "study/workload/microbenchmark_rules.h"
#include "study/workload/walk_rules.h"

namespace texpipe::study {

std::vector<BrokenRule> broken_rules(const WorkloadParameters& parameters, const machine::TextureCacheParameters& l1) {
  if (parameters.kind == WorkloadKind::kTextureWalk) return broken_rules(parameters.texture_walk);
  if (parameters.kind == WorkloadKind::kCacheTable) return broken_rules(parameters.cache_table, l1);
  if (parameters.kind == WorkloadKind::kMicrobenchmark) return broken_rules(parameters.microbenchmark);
  return {};
}

}  // namespace texpipe::study
