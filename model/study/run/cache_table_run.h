// A run of the texture cache alone, which has neither time nor picture.
#pragma once

#include <string>

#include "study/definition/study.h"

namespace texpipe::study {

/// Texts that such a run leaves.
struct CacheTableRun {
  std::string statistics;  // stats.json
  std::string table;       // stats.csv
  std::string summary;
};

/// Walks all rows of the study's table with the first sampler's first-level cache.
/// Errors: those of cache_table.
CacheTableRun run_cache_table(const Configuration& configuration);

}  // namespace texpipe::study
