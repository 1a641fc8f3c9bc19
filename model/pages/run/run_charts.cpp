#include "pages/run/run_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/blocks/block_facts.h"
#include "parameters/tree/parameter_tree.h"
#include "study/run_folder/run_record.h"
#include "study/summary/run_limit.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using machine::SeriesKind;
using machine::TimeTable;

std::string short_name(std::string_view path) {
  constexpr std::string_view kLong = "slice.subslice.";
  constexpr std::string_view kSlice = "slice.";
  if (path.starts_with(kLong)) return std::string{path.substr(kLong.size())};
  return std::string{path.starts_with(kSlice) ? path.substr(kSlice.size()) : path};
}

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

/// The run's statistics, which outlive it, by their paths without indices; of equal parts all.
class Statistics {
 public:
  explicit Statistics(const Json& statistics) {
    if (!statistics.contains("groups")) return;
    for (const Json& group : statistics["groups"]) {
      const std::string path = without_indices(group.at("path").get<std::string>());
      for (const Json& statistic : group.at("statistics")) {
        const std::string full = path + '.' + statistic.at("name").get<std::string>();
        if (!by_path_.contains(full)) paths_.push_back(full);
        by_path_[full].push_back(&statistic);
      }
    }
  }

  const std::vector<std::string>& paths() const { return paths_; }
  const std::vector<const Json*>& all(const std::string& path) const {
    static const std::vector<const Json*> kNone;
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? kNone : found->second;
  }
  bool has(const std::string& path) const { return by_path_.contains(path); }

  /// Sum of a counter over all equal parts.
  double counted(const std::string& path) const {
    double sum = 0;
    for (const Json* statistic : all(path)) sum += statistic->at("value").get<double>();
    return sum;
  }

  /// Cycles of an account's categories, summed over all equal parts, in order.
  std::vector<std::pair<std::string, double>> account(const std::string& path) const {
    std::vector<std::pair<std::string, double>> sums;
    for (const Json* statistic : all(path)) {
      std::size_t i = 0;
      for (const auto& [category, cycles] : statistic->at("cycles").items()) {
        if (i == sums.size()) sums.emplace_back(category, 0.0);
        sums[i++].second += cycles.get<double>();
      }
    }
    return sums;
  }

 private:
  std::vector<std::string> paths_;
  std::map<std::string, std::vector<const Json*>> by_path_;
};

/// The rows of a time table, summed over equal parts of the machine.
class Intervals {
 public:
  explicit Intervals(const TimeTable& table) : table_{table} {
    for (const TimeTable::Row& row : table.rows) {
      const std::string path = without_indices(row.path);
      auto& [sums, parts] = by_path_[path];
      if (parts == 0) paths_.push_back(path);
      ++parts;
      sums.resize(row.values.size(), 0.0);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (!std::isnan(row.values[i])) sums[i] += row.values[i];
      }
    }
  }

  std::size_t count() const { return table_.ends.size(); }
  const std::vector<std::string>& paths() const { return paths_; }
  double length(std::size_t i) const { return static_cast<double>(table_.ends[i] - (i == 0 ? 0 : table_.ends[i - 1])); }
  const std::vector<double>* find(const std::string& path) const {
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? nullptr : &found->second.first;
  }
  double parts(const std::string& path) const { return static_cast<double>(by_path_.at(path).second); }

 private:
  const TimeTable& table_;
  std::vector<std::string> paths_;
  std::map<std::string, std::pair<std::vector<double>, std::size_t>> by_path_;
};

constexpr std::size_t kMostSingles = 12;  // bars of single changes
constexpr std::size_t kMostUnits = 20;    // bars of units; the table has all

Json chart(std::string_view id, std::string_view kind, std::string_view title, std::string_view unit,
           std::string_view note) {
  return {{"id", id}, {"kind", kind}, {"title", title}, {"unit", unit}, {"note", note}};
}

Json values_of(std::size_t count, const std::function<double(std::size_t)>& value) {
  Json values = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    const double v = value(i);
    std::isnan(v) ? values.push_back(nullptr) : values.push_back(rounded(v));
  }
  return values;
}

/// Adds the chart of the run's limit: the accounts from the filters (or EUs) to the unit that waits for no other one.
void add_limits(Json& charts, const Json& statistics) {
  const std::optional<RunLimit> limit = limit_of(read_statistics(statistics.dump(), "stats.json").numbers);
  if (!limit) return;
  constexpr double kLeast = 0.001;
  Json rows = Json::array();
  for (const UnitAccount& unit : limit->way) {
    rows.push_back({{"label", short_name(unit.unit)}, {"depth", 0}, {"value", 100}});
    for (const auto& [category, share] : unit.shares)
      if (share >= kLeast) rows.push_back({{"label", category}, {"depth", 1}, {"value", rounded(100 * share)}});
  }
  Json entry = chart("limits", "tree", "What limits the run", "%",
                     "Where the cycles of each unit went, from the filters (in runs of kernels: the EUs) to the first "
                     "unit that does not wait for another one: " +
                         limit->text() + ".");
  entry["rows"] = std::move(rows);
  charts.push_back(std::move(entry));
}

/// The categories of one account over time, as shares that sum to the whole.
void add_account(Json& charts, const Intervals& intervals, const std::string& path, Json entry) {
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

void add_hit_rates(Json& charts, const Intervals& intervals) {
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

using NamedPaths = std::vector<std::pair<std::string, std::string>>;

/// A statistic of each cache of lines, and what to call it there.
void append_caches(NamedPaths& rows, std::string_view what, std::string_view statistic) {
  for (const machine::CacheFacts& cache : machine::kLineCaches)
    rows.emplace_back(fmt::format("{} {}", cache.label, what), fmt::format("{}.{}", cache.path, statistic));
}

/// Rows as they are, per cycle or as the mean over equal parts.
void add_rows(Json& charts, const Intervals& intervals, Json entry, const NamedPaths& rows, SeriesKind kind) {
  for (const auto& [name, path] : rows) {
    const std::vector<double>* values = intervals.find(path);
    if (values == nullptr) continue;
    entry["series"].push_back({{"name", name}, {"values", values_of(values->size(), [&](std::size_t i) {
                                                  return (*values)[i] / (kind == SeriesKind::kMean
                                                                             ? intervals.parts(path)
                                                                             : intervals.length(i));
                                                })}});
  }
  if (entry.contains("series")) charts.push_back(std::move(entry));
}

/// A message's way through the sampler: where its last footprint was for how long.
void add_message_time(Json& charts, const Statistics& statistics) {
  const std::string sampler = "slice.subslice.sampler.";
  const double messages = statistics.counted(sampler + "writeback.messages");
  if (messages == 0 || !statistics.has(sampler + "writeback.message_cycles")) return;
  Json entry =
      chart("message_time", "bars", "Where a sampler message spends its time", "cycles of the mean message",
            "From acceptance to the complete response, by where the message's last footprint was. The parts sum "
            "to the mean latency.");
  entry["labels"] = Json::array();
  for (const machine::StageFacts& stage : machine::kSamplerStages) entry["labels"].push_back(stage.name);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kParts{{{"message_queued", "queued"},
                                                                                 {"message_working", "working"},
                                                                                 {"message_missing", "missing lines"},
                                                                                 {"message_blocked", "blocked"},
                                                                                 {"message_cycles", "all together"}}};
  for (const auto& [counter, name] : kParts) {
    Json values = Json::array();
    for (const machine::StageFacts& stage : machine::kSamplerStages) {
      values.push_back(
          rounded(statistics.counted(sampler + std::string{stage.name} + '.' + std::string{counter}) / messages));
    }
    entry["series"].push_back({{"name", name}, {"values", std::move(values)}});
  }
  charts.push_back(std::move(entry));
}

void add_latencies(Json& charts, const Statistics& statistics) {
  NamedPaths blocks{
      {"EU message", "slice.subslice.eu.message_latency"},
      {"sampler message", "slice.subslice.sampler.writeback.latency"},
      {"L1 fill", "slice.subslice.sampler.l1.fill_latency"},
  };
  append_caches(blocks, "read", "latency");
  blocks.emplace_back("memory", "memory.latency");
  Json entry = chart("latencies", "distribution", "How long requests took", "cycles",
                     "For each block, the share of its requests that took no longer than this. The latency of a level "
                     "contains the waits at the levels behind it.");
  for (const auto& [name, path] : blocks) {
    std::map<double, double> weights;
    double all = 0;
    for (const Json* histogram : statistics.all(path)) {
      if (histogram->at("kind") != "histogram") continue;
      for (const Json& bucket : histogram->at("buckets")) {
        weights[bucket[1].get<double>()] += bucket[2].get<double>();
        all += bucket[2].get<double>();
      }
    }
    if (all == 0) continue;
    Json points = Json::array();
    double sum = 0;
    for (const auto& [high, weight] : weights) {
      sum += weight;
      points.push_back({high, rounded(100 * sum / all)});
    }
    entry["series"].push_back({{"name", name}, {"points", std::move(points)}});
  }
  if (entry.contains("series")) charts.push_back(std::move(entry));
}

/// Every unit that has an account with `busy`: the share of the run in which it worked, of what is possible.
void add_resources(Json& charts, const Statistics& statistics) {
  std::vector<std::pair<std::string, double>> used;
  for (const std::string& path : statistics.paths()) {
    if (statistics.all(path).front()->at("kind") != "account") continue;
    const auto account = statistics.account(path);
    if (account.empty() || account.front().first != "busy") continue;
    double all = 0;
    for (const auto& [name, cycles] : account) all += cycles;
    if (all == 0) continue;
    constexpr std::string_view kEnd = "cycles";
    std::string name = short_name(path);
    if (name.ends_with(kEnd)) name.resize(name.size() - kEnd.size() - 1);
    used.emplace_back(std::move(name), 100 * account.front().second / all);
  }
  std::stable_sort(used.begin(), used.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  if (used.empty()) return;
  Json entry =
      chart("resources", "bars", "Used against possible", "% of the run",
            "The share of the cycles in which each unit worked; equal units of the machine count together. The "
            "table has the rest.");
  entry["most"] = kMostUnits;
  Json busy = Json::array(), labels = Json::array();
  for (const auto& [name, share] : used) {
    labels.push_back(name);
    busy.push_back(rounded(share));
  }
  entry["labels"] = std::move(labels);
  entry["series"].push_back({{"name", "used"}, {"values", std::move(busy)}});
  charts.push_back(std::move(entry));
}

}  // namespace

Json run_charts(const Json& json, const TimeTable& table) {
  const Statistics statistics{json};
  const Intervals intervals{table};
  Json charts = Json::array();
  add_limits(charts, json);
  add_account(charts, intervals, "slice.subslice.sampler.filter.cycles",
              chart("filter", "share", "What the filters did, over time", "% of the cycles", "All filters together."));
  add_account(charts, intervals, "slice.subslice.eu.cycles",
              chart("eus", "share", "What the execution units did, over time", "% of the cycles",
                    "Issue cycles of all EUs together."));
  add_message_time(charts, statistics);
  add_latencies(charts, statistics);
  add_resources(charts, statistics);
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
  return charts;
}

Json experiments_chart(const Json& explanation) {
  const auto unchanged = explanation.at("unchanged").get<double>();
  Json labels = Json::array(), values = Json::array();
  const auto add = [&](std::string label, const Json& tried) {
    labels.push_back(std::move(label));
    values.push_back(rounded(100 * tried.at("cycles").get<double>() / unchanged));
  };
  const auto text_of = [](const Json& change) {
    return change.at("parameter").get<std::string>() + ": " + change.at("from").get<std::string>() + " -> " +
           change.at("to").get<std::string>();
  };
  for (const Json& single : explanation.at("singles")) {
    if (labels.size() == kMostSingles) break;
    add(text_of(single.at("changes").at(0)), single);
  }
  const Json& smallest = explanation.at("smallest").at("changes");
  std::string together;
  for (const Json& change : smallest) together += (together.empty() ? "" : "; ") + text_of(change);
  if (smallest.size() > 1) add(fmt::format("these {} together", smallest.size()), explanation.at("smallest"));
  if (!explanation.at("everything").at("changes").empty())
    add(fmt::format("all {} that were tried together", explanation.at("everything").at("changes").size()),
        explanation.at("everything"));
  std::string note = "Each bar is a run of a changed machine; the machine as it is takes 100 %.";
  if (smallest.size() > 1) note += fmt::format(" These {}: {}.", smallest.size(), together);
  if (explanation.contains("sample"))
    note += fmt::format(" Runs of a sample, whose cycles may be off by {:.1f} %.",
                        100 * explanation.at("sample").at("within").get<double>());
  Json entry = chart("experiments", "bars", "What changes would save, by experiment", "% of the run's cycles", note);
  entry["labels"] = std::move(labels);
  entry["series"].push_back({{"name", "cycles"}, {"values", std::move(values)}});
  return entry;
}

}  // namespace texpipe::study
