#include "cli/live_state.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "machine/blocks/block_facts.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownQueues = 16;

struct Lookups {
  std::uint64_t hits = 0, all = 0;
};

std::uint64_t counter_of(const machine::StatisticsGroup& group, std::string_view name) {
  const machine::Statistic* statistic = group.find(name);
  const auto* counter = statistic == nullptr ? nullptr : std::get_if<machine::Counter>(&statistic->value);
  return counter == nullptr ? 0 : counter->value();
}

}  // namespace

Json live_queues(const timing::Simulation& simulation) {
  struct Level {
    const timing::QueueProbe* probe;
    std::uint64_t level;
  };
  std::vector<Level> levels;
  for (const timing::QueueProbe& probe : simulation.watchdog.probes()) {
    if (probe.capacity != 0) levels.push_back({&probe, probe.level()});  // what has no bound is never full
  }
  const auto fuller = [](const Level& a, const Level& b) {
    const std::uint64_t left = a.level * b.probe->capacity, right = b.level * a.probe->capacity;
    return left != right ? left > right : a.probe->name < b.probe->name;
  };
  const std::size_t shown = std::min(kShownQueues, levels.size());
  std::partial_sort(levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(shown), levels.end(), fuller);
  Json queues = Json::array();
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [probe, level] = levels[i];
    queues.push_back({{"name", probe->name},
                      {"level", level},
                      {"capacity", probe->capacity},
                      {"head", level > 0 ? probe->head() : ""}});
  }
  return queues;
}

Json live_caches(const timing::Simulation& simulation) {
  std::map<std::string, Lookups, std::less<>> by_path;
  for (const auto& [path, group] : simulation.statistics.groups()) {
    Lookups& lookups = by_path[study::without_indices(path)];
    lookups.hits += counter_of(group, "hits");
    lookups.all += counter_of(group, path.ends_with(".l1") ? "lookups" : "reads");
  }
  Json caches = Json::array();
  const auto add = [&](std::string_view label, std::string_view path) {
    const auto found = by_path.find(path);
    if (found != by_path.end() && found->second.all > 0)
      caches.push_back({{"name", label}, {"hits", found->second.hits}, {"lookups", found->second.all}});
  };
  add(machine::kFirstLevelLabel, machine::kFirstLevelPath);
  for (const machine::CacheFacts& cache : machine::kLineCaches) add(cache.label, cache.path);
  return caches;
}

Json live_units(const timing::Simulation& simulation, Cycles now) {
  struct Use {
    std::uint64_t busy = 0, all = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, Use> by_path;
  for (const auto& [path, group] : simulation.statistics.groups()) {
    const machine::Statistic* statistic = group.find("cycles");
    const auto* account = statistic == nullptr ? nullptr : std::get_if<machine::CycleAccount>(&statistic->value);
    if (account == nullptr || account->categories().rows.front().name != "busy") continue;
    std::vector<std::uint64_t> parts;
    account->append_parts(now, parts);
    const bool untouched = parts.back() == std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
    if (untouched) continue;
    const std::string kind = study::without_indices(path);
    if (!by_path.contains(kind)) order.push_back(kind);
    Use& use = by_path[kind];
    use.busy += parts.front();
    for (const std::uint64_t part : parts) use.all += part;
  }
  Json units = Json::array();
  for (const std::string& path : order)
    units.push_back({{"name", path}, {"busy", by_path[path].busy}, {"all", by_path[path].all}});
  return units;
}

}  // namespace texpipe::cli
