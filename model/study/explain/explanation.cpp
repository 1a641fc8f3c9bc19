#include "study/explain/explanation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "machine/graph/remedies.h"
#include "study/record/run_record.h"
#include "study/report/time_table.h"
#include "study/run/manifest.h"
#include "study/run/study.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGroup = "relaxed.", kTwiceGroup = "relaxed_twice.";
constexpr std::size_t kHolders = 3;    // of a phase
constexpr double kLeastShare = 0.005;  // that is worth naming

/// The path with `[*]` behind every list on its way; empty when there is no such value.
std::string starred(const ParameterNode& root, std::string_view path) {
  const ParameterNode* node = &root;
  std::string text;
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('.'));
    const auto next = std::find_if(node->children.begin(), node->children.end(),
                                   [&](const ParameterNode& child) { return child.name == name; });
    if (next == node->children.end()) return "";
    text += (text.empty() ? "" : ".") + std::string{name};
    node = &*next;
    if (node->kind == ParameterNode::Kind::kList) {
      if (node->children.empty()) return "";
      text += "[*]";
      node = &node->children.front();
    }
    path.remove_prefix(std::min(path.size(), name.size() + 1));
  }
  return node->kind == ParameterNode::Kind::kValue ? text : "";
}

/// A value in base units as a configuration has it; empty for what is no number.
std::string text_of(const ParameterNode& node, double value) {
  const auto whole = static_cast<std::uint64_t>(value);
  switch (node.type) {
    case FieldType::kWhole:
      return texpipe::value_text(whole);
    case FieldType::kReal:
    case FieldType::kFraction:
      return texpipe::value_text(value);
    case FieldType::kQuantity:
      break;
    default:
      return "";
  }
  const std::string base = node.units.empty() ? "" : node.units.front();
  if (base == unit_names(ByteSize{}).front()) return texpipe::value_text(ByteSize{whole});
  if (base == unit_names(TimeSpan{}).front()) return texpipe::value_text(TimeSpan{whole});
  if (base == unit_names(Bandwidth{}).front()) return texpipe::value_text(Bandwidth{whole});
  if (base == unit_names(Cycles{}).front()) return texpipe::value_text(Cycles{whole});
  return std::to_string(whole) + base;
}

/// @param value  of the parameter, relaxed
void set_value(RelaxedRun& run, RelaxedValue& to, const machine::RelaxedParameter& relaxed, double value,
               const std::vector<ParameterNode>& trees) {
  for (const ParameterNode& tree : trees) {
    const ParameterNode* node = find_parameter(tree, relaxed.path);
    if (node == nullptr || node->kind != ParameterNode::Kind::kValue) continue;
    run.from = text_of(*node, relaxed.value);
    to.value = text_of(*node, value);
    if (!to.value.empty()) to.assignment = starred(tree, relaxed.path) + '=' + to.value;
  }
}

std::vector<ExplainedPhase> phases_of_run(const fs::path& folder,
                                          const std::map<std::string, std::string>& parameters) {
  std::error_code ignored;
  if (!fs::exists(folder / kTimeTableName, ignored)) return {};
  const machine::TimeTable table = read_time_table(folder);
  const RunPhases bounds = phases_of(table);
  const auto start = [&](std::size_t interval) { return interval == 0 ? 0 : table.ends[interval - 1]; };
  const std::array<std::size_t, 4> at{0, bounds.steady, bounds.drain, table.ends.size()};
  constexpr std::array<std::string_view, 3> kNames{"ramp", "steady", "drain"};
  std::vector<ExplainedPhase> phases;
  for (std::size_t n = 0; n < kNames.size(); ++n) {
    if (at[n] == at[n + 1]) continue;
    ExplainedPhase phase{.name = std::string{kNames[n]}, .from = start(at[n]), .to = start(at[n + 1]), .holders = {}};
    for (const machine::TimeTable::Row& row : table.rows) {
      if (row.kind != machine::SeriesKind::kSaved) continue;
      const auto parameter = parameters.find(row.path.substr(kGroup.size()));
      if (parameter == parameters.end()) continue;
      double saved = 0;
      for (std::size_t i = at[n]; i < at[n + 1]; ++i) saved += row.values[i];
      const double share = saved / static_cast<double>(phase.to - phase.from);
      if (share >= kLeastShare) phase.holders.push_back({parameter->second, share});
    }
    std::stable_sort(phase.holders.begin(), phase.holders.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
    if (phase.holders.size() > kHolders) phase.holders.resize(kHolders);
    phases.push_back(std::move(phase));
  }
  return phases;
}

double filters_busy(const RunRecord& run) {
  double busy = 0, all = 0;
  for (const RunNumber& number : run.numbers) {
    if (number.path.find(".sampler.filter.cycles.") == std::string::npos) continue;
    all += number.value;
    if (number.path.ends_with(".busy")) busy += number.value;
  }
  return all == 0 ? 0 : busy / all;
}

}  // namespace

void name_best(Explanation& explanation, std::size_t most) {
  std::stable_sort(explanation.relaxed.begin(), explanation.relaxed.end(),
                   [](const RelaxedRun& a, const RelaxedRun& b) { return a.best() < b.best(); });
  if (explanation.relaxed.size() > most) explanation.relaxed.resize(most);
}

Explanation explain_run(const fs::path& folder, const timing::BlockRegistry& blocks, std::size_t most) {
  const RunRecord run = read_run(folder, blocks);
  if (!run.sample.empty()) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = folder.string()},
                                                   .problem = "is a sample, which does not tell what lost its cycles",
                                                   .hint = "-p workload.sample.enabled=false simulates the whole"}};
  }
  const RunNumber* cycles = run.find("cycles");
  if (run.timing != "approximately_timed" || cycles == nullptr) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = folder.string()},
                                                   .problem = "is a run that does not know what held it back",
                                                   .hint = "`texpipe run --timing approximately_timed` does"}};
  }
  if (run.settings.empty()) {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {.file = folder.string()},
                                                      .problem = "has no " + std::string{kResolvedConfigurationName},
                                                      .hint = "expected a run folder"}};
  }
  Configuration configuration =
      load_configuration({.file = folder / kResolvedConfigurationName}, FileKind::kStudy, &blocks);
  const std::vector<ParameterNode> trees = configuration.trees();
  Explanation explanation{.study = run.study,
                          .machine = run.machine,
                          .cycles = static_cast<std::uint64_t>(cycles->value),
                          .filters_busy = filters_busy(run),
                          .phases = {},
                          .relaxed = {}};
  std::map<std::string, std::string> parameters;  // by the name of their cause
  const std::vector<machine::RelaxedParameter> all = machine::relaxed_parameters(configuration.machine);
  for (std::size_t i = 0; i < machine::kCauses; ++i) {
    if (all[i].path.empty()) continue;
    const std::string name{machine::row_of(static_cast<machine::Cause>(i)).name};
    parameters[name] = all[i].path;
    const RunNumber* saved = run.find(std::string{kGroup} + name);
    if (saved == nullptr || saved->value <= 0) continue;
    const auto without = [&](const RunNumber& cycles_saved) {
      return explanation.cycles - std::min(explanation.cycles, static_cast<std::uint64_t>(cycles_saved.value));
    };
    RelaxedRun relaxed{.parameter = all[i].path, .from = {}};
    set_value(relaxed, relaxed.to, all[i], all[i].relaxed, trees);
    relaxed.to.followed = without(*saved);
    if (const RunNumber* twice = run.find(std::string{kTwiceGroup} + name); twice != nullptr && all[i].twice != 0) {
      relaxed.far = relaxed.to;
      set_value(relaxed, relaxed.to, all[i], all[i].twice, trees);
      relaxed.to.followed = without(*twice);
    }
    explanation.relaxed.push_back(std::move(relaxed));
  }
  name_best(explanation, most);
  explanation.phases = phases_of_run(folder, parameters);
  return explanation;
}

double prediction_error(const RelaxedRun& run) {
  const auto tried = static_cast<double>(*run.tried);
  return (static_cast<double>(run.to.predicted()) - tried) / tried;
}

}  // namespace texpipe::study
