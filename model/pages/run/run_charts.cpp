#include "pages/run/run_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/text/json_text.h"
#include "machine/blocks/block_facts.h"
#include "pages/run/chart_values.h"
#include "pages/run/time_charts.h"
#include "study/run_folder/run_record.h"
#include "study/summary/run_limit.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using machine::TimeTable;

std::string short_name(std::string_view path) {
  constexpr std::string_view kLong = "slice.subslice.";
  constexpr std::string_view kSlice = "slice.";
  if (path.starts_with(kLong)) return std::string{path.substr(kLong.size())};
  return std::string{path.starts_with(kSlice) ? path.substr(kSlice.size()) : path};
}

constexpr std::size_t kMostSingles = 12;  // bars of single changes
constexpr std::size_t kMostUnits = 20;    // bars of units; the table has all

/// Adds the chart of the run's limit: the accounts from the filters (or EUs) to the unit that waits for no other one.
void add_limits(Json& charts, const Json& statistics) {
  const std::optional<RunLimit> limit = limit_of(read_statistics(json_text(statistics), "stats.json").numbers);
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

/// A message's way through the sampler: where its last footprint was for how long.
void add_message_time(Json& charts, const StatisticSums& statistics) {
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

void add_latencies(Json& charts, const StatisticSums& statistics) {
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
void add_resources(Json& charts, const StatisticSums& statistics) {
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
  const StatisticSums statistics{json};
  const IntervalSums intervals{table};
  Json charts = Json::array();
  add_limits(charts, json);
  add_accounts_over_time(charts, intervals);
  add_message_time(charts, statistics);
  add_latencies(charts, statistics);
  add_resources(charts, statistics);
  add_levels_over_time(charts, intervals);
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
  for (const Json& scaled : explanation.value("scaled", Json::array()))
    add(text_of(scaled.at("changes").at(0)) + ", a larger machine", scaled);
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
