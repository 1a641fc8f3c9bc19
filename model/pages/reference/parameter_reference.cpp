#include "pages/reference/parameter_reference.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <variant>

#include "host/build/build_info.h"
#include "machine/eu/eu_statistics.h"
#include "study/definition/study.h"
#include "study/execution/empty_run.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using machine::Statistic;

/// Every index as `[*]`.
std::string with_stars(std::string_view path) {
  std::string pattern;
  for (std::size_t at = 0; at < path.size(); ++at) {
    pattern += path[at];
    if (path[at] != '[') continue;
    pattern += "*]";
    at = path.find(']', at);
  }
  return pattern;
}

/// A group's values, then its groups; of a list the first element.
void add_chapters(const ParameterNode& group, const std::string& help, std::vector<ParameterChapter>& chapters) {
  ParameterChapter chapter{without_indices(group.path), help, {}};
  for (const ParameterNode& child : group.children) {
    if (child.kind != ParameterNode::Kind::kValue && child.choices.empty()) continue;
    chapter.values.push_back(child);
    chapter.values.back().path = without_indices(child.path);
    chapter.values.back().children.clear();
  }
  if (!chapter.values.empty()) chapters.push_back(std::move(chapter));
  for (const ParameterNode& child : group.children) {
    if (child.kind == ParameterNode::Kind::kGroup) add_chapters(child, child.help, chapters);
    if (child.kind == ParameterNode::Kind::kList && !child.children.empty())
      add_chapters(child.children.front(), child.help, chapters);
  }
}

StatisticEntry entry_of(const Statistic& statistic) {
  constexpr std::string_view kKinds[] = {"counter", "ratio", "histogram", "account"};
  StatisticEntry entry{.name = statistic.name,
                       .kind = std::string{kKinds[statistic.value.index()]},
                       .unit = std::string{name_of(statistic.unit)},
                       .description = statistic.description,
                       .categories = {},
                       .only = {}};
  if (std::holds_alternative<machine::Ratio>(statistic.value)) entry.unit = "1";
  if (const auto* account = std::get_if<machine::CycleAccount>(&statistic.value)) {
    for (const EnumRow& row : account->categories().rows) entry.categories.emplace_back(row.name, row.meaning);
  }
  return entry;
}

/// Statistics that runs of one timing count.
class StatisticList {
 public:
  void add(const machine::StatisticsRegistry& registry, const std::string& only) {
    for (const auto& [path, group] : registry.groups()) add(with_stars(path), group, only);
  }
  void add(const std::string& path, const machine::StatisticsGroup& group, const std::string& only) {
    auto chapter = std::find_if(chapters_.begin(), chapters_.end(),
                                [&](const StatisticChapter& known) { return known.path == path; });
    if (chapter == chapters_.end()) chapter = chapters_.insert(chapter, {path, group.description(), {}});
    for (const auto& statistic : group.statistics()) {
      const auto found = std::find_if(chapter->statistics.begin(), chapter->statistics.end(),
                                      [&](const StatisticEntry& known) { return known.name == statistic->name; });
      if (found != chapter->statistics.end()) continue;
      chapter->statistics.push_back(entry_of(*statistic));
      chapter->statistics.back().only = only;
    }
  }

  std::vector<StatisticChapter> take() { return std::move(chapters_); }

 private:
  std::vector<StatisticChapter> chapters_;
};

/// The built-in defaults with every block that is off in them.
machine::MachineParameters whole_machine() {
  machine::MachineParameters machine;
  machine::for_each_cache_behind_slices(
      machine, [](machine::BlockKind, bool& enabled, const machine::LineCacheParameters&) { enabled = true; });
  machine.slice.tlb.enabled = true;
  return machine;
}

std::vector<StatisticChapter> all_statistics(const timing::BlockRegistry& blocks) {
  StatisticList list;
  const machine::MachineParameters machine = whole_machine();
  const Execution timed = empty_run(machine, Timing::kLooselyTimed, EmptyScene::kEmpty, blocks);
  list.add(*timed.statistics, "");
  machine::StatisticsGroup occasional{"eu", ""};
  machine::EuStatistics eu{occasional};
  eu.texture_issued(0);
  eu.hazards_issued(1);
  for (const auto& [path, group] : timed.statistics->groups()) {
    if (group.find("registers_sent") == nullptr) continue;
    list.add(with_stars(path), occasional, "SPA warps that had such an event");
    break;
  }
  list.add(*empty_run(machine, Timing::kUntimed, EmptyScene::kNone, blocks).statistics, "untimed");
  return list.take();
}

Json chapters_json(const std::vector<ParameterChapter>& chapters) {
  Json list = Json::array();
  for (const ParameterChapter& chapter : chapters) {
    for (const ParameterNode& value : chapter.values) {
      list.push_back({{"path", value.path},
                      {"description", value.help},
                      {"type", type_text(value)},
                      {"default", value.text},
                      {"low", value.low},
                      {"high", value.high},
                      {"choices", value.choices},
                      {"source", value.source.text},
                      {"assumed", value.source.assumed}});
    }
  }
  return list;
}

}  // namespace

Reference reference(const timing::BlockRegistry& blocks) {
  Reference reference{.version = std::string{build_info().version}, .study = {}, .machine = {}, .statistics = {}};
  const std::vector<ParameterNode> trees = trees_of_all_kinds();
  add_chapters(trees.at(0), "keys of a study's file", reference.study);
  add_chapters(trees.at(1), "keys of a machine's file", reference.machine);
  reference.statistics = all_statistics(blocks);
  return reference;
}

Json reference_json(const Reference& reference) {
  Json statistics = Json::array();
  for (const StatisticChapter& chapter : reference.statistics) {
    for (const StatisticEntry& entry : chapter.statistics) {
      Json json{{"path", chapter.path + '.' + entry.name},
                {"kind", entry.kind},
                {"unit", entry.unit},
                {"description", entry.description},
                {"only", entry.only}};
      for (const auto& [name, meaning] : entry.categories) json["categories"][name] = meaning;
      statistics.push_back(std::move(json));
    }
  }
  return {{"schema_version", 1},
          {"version", reference.version},
          {"study", chapters_json(reference.study)},
          {"machine", chapters_json(reference.machine)},
          {"statistics", std::move(statistics)}};
}

}  // namespace texpipe::study
