#include "workload/choice/workload_rules.h"

#include "workload/accesses/access_workload.h"
#include "workload/cache_table/cache_table_rules.h"
#include "workload/microbenchmark/microbenchmark_rules.h"
#include "workload/texture_walk/walk_rules.h"

namespace texpipe::study {

std::vector<BrokenRule> broken_rules(const WorkloadParameters& parameters, const machine::TextureCacheParameters& l1,
                                     const std::string& l1_path) {
  if (parameters.kind == WorkloadKind::kTextureWalk) return broken_rules(parameters.texture_walk);
  if (parameters.kind == WorkloadKind::kCacheTable) return broken_rules(parameters.cache_table, l1, l1_path);
  if (parameters.kind == WorkloadKind::kMicrobenchmark) return broken_rules(parameters.microbenchmark);
  if (parameters.kind == WorkloadKind::kAccesses) return broken_rules(parameters.accesses);
  return {};
}

}  // namespace texpipe::study
