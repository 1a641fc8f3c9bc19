#include "workload/cache_table/cache_table_rules.h"

#include <string>

namespace texpipe::study {

std::vector<BrokenRule> broken_rules(const CacheTableParameters& parameters,
                                     const machine::TextureCacheParameters& cache, const std::string& path) {
  std::vector<BrokenRule> broken;
  if (parameters.degrees.empty()) {
    broken.push_back({{"workload.cache_table.degrees"}, "is empty", "such as [0, 45, 90]"});
  }
  const ByteSize set = cache.line * cache.ways;
  const bool own = !parameters.sizes.empty();
  for (const ByteSize size : own ? parameters.sizes : std::vector{cache.size}) {
    if (size >= set && size.value() % set.value() == 0) continue;
    broken.push_back({{own ? "workload.cache_table.sizes" : path + ".size", path + ".ways", path + ".line"},
                      value_text(size) + " cannot be divided into sets of " + std::to_string(cache.ways) +
                          (cache.ways == 1 ? " way of " : " ways of ") + value_text(cache.line) + " lines",
                      "the size is a multiple of " + value_text(set)});
  }
  return broken;
}

}  // namespace texpipe::study
