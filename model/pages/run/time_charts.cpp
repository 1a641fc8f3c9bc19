#include "pages/run/time_charts.h"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/blocks/block_facts.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using machine::SeriesKind;

/// The categories of one account over time, as shares that sum to the whole.
void add_account(Json& charts, const IntervalSums& intervals, const std::string& path, Json entry) {
  std::vector<std::pair<std::string, const std::vector<double>*>> rows;
  for (const std::string& row : intervals.paths()) {
    if (row.starts_with(path + '.')) rows.emplace_back(row.substr(path.size() + 1), intervals.find(row));
  }
  if (rows.empty()) return;
  std::vector<double> whole(intervals.count(), 0.0);
  for (const auto& [name, values] : rows) {
    for (std::size_t i = 0; i < whole.size(); ++i) whole[i] += (*values)[i];
  }
  for (const auto& [name, values] : rows) {
    entry["series"].push_back({{"name", name}, {"values", values_of(whole.size(), [&, v = values](std::size_t i) {
                                                  return whole[i] == 0 ? 0.0 : 100 * (*v)[i] / whole[i];
                                                })}});
  }
  charts.push_back(std::move(entry));
}

void add_hit_rates(Json& charts, const IntervalSums& intervals) {
  Json entry =
      chart("hit_rates", "lines", "Hit rates over time", "% of lookups",
            "Share of lookups that found their line. Lookups that joined a miss already in flight (merges) are "
            "neither hits nor misses.");
  const auto add = [&](std::string_view name, std::string_view path, std::string_view lookups) {
    const std::vector<double>* hits = intervals.find(std::string{path} + ".hits");
    const std::vector<double>* asked = intervals.find(std::string{path} + '.' + std::string{lookups});
    if (asked == nullptr) return;
    entry["series"].push_back({{"name", name}, {"values", values_of(intervals.count(), [&](std::size_t i) {
                                                  if ((*asked)[i] == 0) return std::nan("");
                                                  return hits == nullptr ? 0.0 : 100 * (*hits)[i] / (*asked)[i];
                                                })}});
  };
  add(machine::kFirstLevelLabel, machine::kFirstLevelPath, "lookups");
  for (const machine::CacheFacts& cache : machine::kLineCaches) add(cache.label, cache.path, "reads");
  if (entry.contains("series")) charts.push_back(std::move(entry));
}

/// Rows as they are, per cycle or as the mean over equal parts.
void add_rows(Json& charts, const IntervalSums& intervals, Json entry, const NamedPaths& rows, SeriesKind kind) {
  for (const auto& [name, path] : rows) {
    const std::vector<double>* values = intervals.find(path);
    if (values == nullptr) continue;
    entry["series"].push_back({{"name", name}, {"values", values_of(values->size(), [&, &path = path](std::size_t i) {
                                                  return (*values)[i] / (kind == SeriesKind::kMean
                                                                             ? intervals.parts(path)
                                                                             : intervals.length(i));
                                                })}});
  }
  if (entry.contains("series")) charts.push_back(std::move(entry));
}

}  // namespace

void add_accounts_over_time(Json& charts, const IntervalSums& intervals) {
  add_account(charts, intervals, "slice.subslice.sampler.filter.cycles",
              chart("filter", "share", "What the filters did, over time", "% of the cycles", "All filters together."));
  add_account(charts, intervals, "slice.subslice.eu.cycles",
              chart("eus", "share", "What the execution units did, over time", "% of the cycles",
                    "Issue cycles of all EUs together."));
}

void add_levels_over_time(Json& charts, const IntervalSums& intervals) {
  add_hit_rates(charts, intervals);
  NamedPaths read;
  append_caches(read, "reads", "read_bytes");
  read.emplace_back("memory", "memory.bytes");
  add_rows(charts, intervals,
           chart("bandwidth", "lines", "Bandwidth over time", "bytes per cycle",
                 "Bytes read from each level, and bytes read from and written to memory."),
           read, SeriesKind::kCounter);
  add_rows(charts, intervals,
           chart("occupancy", "lines", "What the queues held, over time", "entries",
                 "Mean entries of one sampler's stages and of the caches' queues."),
           {{"front end", "slice.subslice.sampler.front_end.occupancy"},
            {"address generator", "slice.subslice.sampler.address_generator.occupancy"},
            {"latency FIFO", "slice.subslice.sampler.l1.occupancy"},
            {"L1's miss registers", "slice.subslice.sampler.l1.mshrs"},
            {"filter", "slice.subslice.sampler.filter.occupancy"},
            {"writeback", "slice.subslice.sampler.writeback.occupancy"},
            {"L3's queue", "slice.l3.queue"},
            {"memory's queue", "memory.queue"}},
           SeriesKind::kMean);
}

}  // namespace texpipe::study
