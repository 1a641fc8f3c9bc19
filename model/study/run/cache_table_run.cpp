#include "study/run/cache_table_run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/printable.h"
#include "host/text/json_text.h"
#include "workload/cache_table/cache_table.h"

namespace texpipe::study {

CacheTableRun run_cache_table(const Configuration& configuration) {
  const std::vector<CacheTableRow> rows =
      cache_table(configuration.study.workload.cache_table, configuration.machine.slice.subslice.front().sampler.l1);
  const nlohmann::ordered_json json{{"schema_version", 1},
                                    {"study", configuration.study.name},
                                    {"machine", configuration.machine_name.name},
                                    {"cache_table", cache_table_json(rows)}};
  return {.statistics = json_text(json, 1) + '\n',
          .table = cache_table_csv(rows),
          .summary = fmt::format("{} on {}, the texture cache alone\n{}", printable(configuration.study.name),
                                 printable(configuration.machine_name.name), cache_table_text(rows))};
}

}  // namespace texpipe::study
