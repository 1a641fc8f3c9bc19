#include "exploration/sweep/sweep_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "base/printable.h"
#include "exploration/sweep/pareto.h"
#include "exploration/sweep/sweep_folder.h"
#include "host/text/json_text.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + '"';
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::vector<std::string> shown_settings(const SweepResults& results, std::size_t point) {
  std::vector<std::string> shown(results.plan.axes.size());
  for (const PointSetting& setting : results.plan.points[point].settings) shown[setting.axis] = setting.shown;
  return shown;
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format(" {:<{}} ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string exact_text(double value) {
  constexpr double kWhole = 9007199254740992.0;  // 2^53
  if (value == std::floor(value) && std::abs(value) < kWhole) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

SweepCounts SweepResults::counts() const {
  SweepCounts counts{.points = states.size()};
  for (const PointState& state : states) {
    counts.done += state.status == PointStatus::kDone ? 1 : 0;
    counts.failed += state.status == PointStatus::kFailed ? 1 : 0;
    counts.waiting += state.status == PointStatus::kWaiting ? 1 : 0;
  }
  return counts;
}

SweepResults read_results(const std::filesystem::path& folder) {
  if (!is_sweep_folder(folder)) {
    throw Error{ExitCode::kUsage, Diagnostic{.position = {folder.string()},
                                             .problem = "is no folder of a sweep",
                                             .hint = "`texpipe sweep SWEEP.yaml` makes one"}};
  }
  SweepResults results{read_plan(folder / kPlanName),
                       SweepState{folder / kStateName, SweepState::Access::kRead}.points()};
  // A search that goes on notes points before it writes its plan.
  if (results.states.size() > results.plan.points.size()) results.states.resize(results.plan.points.size());
  if (results.states.size() == results.plan.points.size()) return results;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {folder.string()}, .problem = "its plan and its state are of different sweeps"}};
}

std::string value_text(const SweepResults& results, std::size_t point, std::size_t objective) {
  const PointState& state = results.states[point];
  if (results.plan.objectives[objective].is_word()) return state.limited_by.empty() ? "-" : state.limited_by;
  if (objective >= state.values.size() || !state.values[objective]) return "-";
  return number_text(*state.values[objective]);
}

std::string results_csv(const SweepResults& results) {
  std::string text = "point,id,status";
  for (const PlanAxis& axis : results.plan.axes) text += ',' + csv_cell(axis.name);
  for (const PlanObjective& objective : results.plan.objectives) text += ',' + csv_cell(objective.name);
  text += '\n';
  for (std::size_t n = 0; n < results.states.size(); ++n) {
    const PointState& state = results.states[n];
    text += fmt::format("{},{},{}", n + 1, results.plan.points[n].id, name_of(state.status));
    for (const std::string& shown : shown_settings(results, n)) text += ',' + csv_cell(shown);
    for (std::size_t i = 0; i < results.plan.objectives.size(); ++i) {
      text += ',';
      if (results.plan.objectives[i].is_word()) text += csv_cell(state.limited_by);
      if (i < state.values.size() && state.values[i]) text += exact_text(*state.values[i]);
    }
    text += '\n';
  }
  return text;
}

Json point_json(const SweepResults& results, std::size_t n) {
  const SweepPlan& plan = results.plan;
  const PointState& state = results.states[n];
  Json settings = Json::object(), values = Json::object();
  for (const PointSetting& s : plan.points[n].settings) settings[plan.axes[s.axis].name] = s.shown;
  for (std::size_t i = 0; i < std::min(plan.objectives.size(), state.values.size()); ++i) {
    const auto& value = state.values[i];
    values[plan.objectives[i].name] = plan.objectives[i].is_word() ? Json(state.limited_by)
                                      : value                      ? parse_json<Json>(exact_text(*value))
                                                                   : Json();
  }
  Json row{{"point", n + 1},
           {"id", plan.points[n].id},
           {"status", name_of(state.status)},
           {"settings", settings},
           {"objectives", values}};
  if (state.status == PointStatus::kFailed) {
    row["exit_code"] = static_cast<int>(state.exit_code);
    row["failure"] = state.failure;
  }
  return row;
}

Json results_json(const SweepResults& results) {
  const SweepPlan& plan = results.plan;
  const SweepCounts counts = results.counts();
  Json json{{"schema_version", 1}, {"sweep", plan.name},      {"points", counts.points},
            {"done", counts.done}, {"failed", counts.failed}, {"waiting", counts.waiting}};
  json["axes"] = Json::array();
  for (const PlanAxis& axis : plan.axes) json["axes"].push_back({{"name", axis.name}, {"path", axis.path}});
  json["objectives"] = Json::array();
  for (const PlanObjective& o : plan.objectives)
    json["objectives"].push_back({{"name", o.name}, {"value", o.value.text()}, {"goal", name_of(o.goal)}});
  json["results"] = Json::array();
  for (std::size_t n = 0; n < results.states.size(); ++n) {
    json["results"].push_back(point_json(results, n));
  }
  return json;
}

std::optional<std::size_t> best_point(const SweepResults& results, std::size_t objective) {
  std::optional<std::size_t> best;
  if (!results.plan.objectives[objective].is_ranked()) return best;
  const bool smaller = results.plan.objectives[objective].goal == Goal::kSmaller;
  const auto value = [&](std::size_t n) { return *results.states[n].values[objective]; };
  for (std::size_t n = 0; n < results.states.size(); ++n) {
    const auto& values = results.states[n].values;
    if (results.states[n].status != PointStatus::kDone || objective >= values.size() || !values[objective]) continue;
    if (!keeps_constraints(results.plan, results.states[n])) continue;
    if (!best || (smaller ? value(n) < value(*best) : value(n) > value(*best))) best = n;
  }
  return best;
}

std::string results_text(const SweepResults& results, std::size_t most) {
  const SweepPlan& plan = results.plan;
  const SweepCounts counts = results.counts();
  std::string text = fmt::format("{}  {} points: {} done, {} failed, {} waiting\n", printable(plan.name), counts.points,
                                 counts.done, counts.failed, counts.waiting);
  std::vector<std::vector<std::string>> rows(1);
  for (const PlanAxis& axis : plan.axes) rows.front().push_back(printable(axis.name));
  for (const PlanObjective& objective : plan.objectives) rows.front().push_back(printable(objective.name));
  for (std::size_t n = 0; n < results.states.size() && rows.size() <= most; ++n) {
    const PointState& state = results.states[n];
    if (state.status == PointStatus::kWaiting) continue;
    rows.emplace_back();
    for (const std::string& shown : shown_settings(results, n)) rows.back().push_back(printable(shown));
    for (std::size_t i = 0; i < state.values.size(); ++i) rows.back().push_back(value_text(results, n, i));
    if (state.status == PointStatus::kFailed)
      rows.back().push_back(
          fmt::format("failed ({}): {}", static_cast<int>(state.exit_code), printable(first_line(state.failure))));
  }
  if (rows.size() > 1) text += aligned(rows);
  const std::size_t ended = counts.done + counts.failed;
  if (ended > most) text += fmt::format("  ... and {} more\n", ended - most);
  text += unkept_constraints(results);
  for (std::size_t i = 0; i < plan.objectives.size() && counts.points > 1; ++i) {
    const auto best = best_point(results, i);
    if (!best) continue;
    std::string settings;
    for (const PointSetting& s : plan.points[*best].settings)
      settings +=
          fmt::format("{}{}={}", settings.empty() ? "" : " ", printable(plan.axes[s.axis].name), printable(s.shown));
    text += fmt::format("  {} {}: {} at {}\n", plan.objectives[i].goal == Goal::kSmaller ? "least" : "most",
                        printable(plan.objectives[i].name), number_text(*results.states[*best].values[i]),
                        settings.empty() ? "the study as it is" : settings);
  }
  return text;
}

}  // namespace texpipe::study
