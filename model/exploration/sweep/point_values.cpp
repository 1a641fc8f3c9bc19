#include "exploration/sweep/point_values.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "analysis/energy/energy_estimate.h"
#include "machine/eu/eu_statistics.h"
#include "parameters/expression/estimate_unit.h"
#include "parameters/names/name_rule.h"
#include "parameters/tree/parameter_number.h"
#include "study/definition/parameter_names.h"
#include "study/execution/empty_run.h"
#include "study/summary/limit_words.h"
#include "study/summary/run_limit.h"

namespace texpipe::study {

namespace {

/// Statistics that exist from the first event on: whether a run has them is not known before.
bool is_occasional(std::string_view name) {
  for (const std::string_view word : machine::kOccasionalStatistics) {
    for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if ((at == 0 || name[at - 1] == '.') && (end == name.size() || name[end] == '.')) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::optional<double>> PointValues::of(const std::vector<PlanObjective>& objectives) {
  std::vector<std::optional<double>> values;
  for (const PlanObjective& objective : objectives) {
    if (objective.is_word()) {
      values.emplace_back();
      continue;
    }
    const double value = value_of(objective, objectives);
    values.push_back(std::isfinite(value) ? std::optional{value} : std::nullopt);
  }
  return values;
}

namespace {

/// The other objective that a constraint names; null: none.
const PlanObjective* named_by(const PlanObjective& objective, const std::string& name,
                              const std::vector<PlanObjective>& all) {
  if (objective.goal != Goal::kHolds) return nullptr;
  const auto found = std::find_if(all.begin(), all.end(), [&](const PlanObjective& other) {
    return other.goal != Goal::kHolds && other.name == name;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

NamedUnit PointValues::check_units(const PlanObjective& objective, const std::vector<PlanObjective>& all) {
  return objective.value.check_units([&](const std::string& name) -> NamedUnit {
    if (const PlanObjective* other = named_by(objective, name, all)) return check_units(*other, all);
    if (name == kLimitedBy || is_limit_word(name) || statistics_.find(name)) return {};
    if (energy_or_area(name)) return {.unit = name.starts_with("area") ? kAreaUnit : kEnergyUnit};
    return unit_of_parameter(*parameter_names().find(name, {}).node);
  });
}

double PointValues::value_of(const PlanObjective& objective, const std::vector<PlanObjective>& all) {
  const auto named = [&](const std::string& name) { return named_by(objective, name, all); };
  const auto is_limit = [&](const std::string& name) {
    const PlanObjective* other = named(name);
    return other == nullptr ? name == kLimitedBy : other->is_word();
  };
  const std::vector<std::string> names = objective.value.names();
  const bool asks = std::any_of(names.begin(), names.end(), is_limit);
  return objective.value.value([&](const std::string& name) -> ExpressionValue {
    if (is_limit(name)) return limited_by();
    if (const PlanObjective* other = named(name)) return value_of(*other, all);
    if (asks && is_limit_word(name)) return name;
    return look_up(name);
  });
}

std::string PointValues::limited_by() const {
  const std::optional<RunLimit> limit = limit_of(run_.numbers);
  return limit ? limit->word() : "nothing";
}

ExpressionValue PointValues::look_up(const std::string& name) {
  if (const auto value = statistics_.find(name)) return *value;
  if (const auto value = energy_or_area(name)) return *value;
  try {
    const std::string path = parameter_names().find(name, {}).path;
    for (const ParameterNode& tree : settings()) {
      const ParameterNode* node = find_parameter(tree, path);
      if (node == nullptr) continue;
      if (const auto number = number_of(node->text)) return *number;
      return node->text;
    }
  } catch (const Error&) {
    const std::vector<std::string>& paths = parameter_names().paths();
    if (!match_name(without_indices(name), std::vector<std::string_view>{paths.begin(), paths.end()}).is_none()) throw;
  }
  throw Error{
      ExitCode::kInvalidConfiguration,
      Diagnostic{
          .path = name, .problem = "no statistic and no parameter of the study is called this", .hint = hint(name)}};
}

std::optional<double> PointValues::energy_or_area(const std::string& name) {
  const std::string_view first = std::string_view{name}.substr(0, name.find('.'));
  if (first != "energy" && first != "area") return {};
  const RunRecord& record = first == "area" ? with_area() : with_energy();
  const RunNumber* number = record.find(name);
  return number == nullptr ? std::nullopt : std::optional{number->value};
}

const RunRecord& PointValues::with_energy() {
  if (!energy_) {
    energy_ = run_;
    energy_->settings = settings();
    add_energy(*energy_, energy_table_of(settings()));
  }
  return *energy_;
}

const RunRecord& PointValues::with_area() {
  if (!area_) {
    area_.emplace();
    area_->settings = settings();
    add_area(*area_, energy_table_of(settings()));
  }
  return *area_;
}

const std::vector<ParameterNode>& PointValues::settings() {
  if (settings_.empty()) settings_ = configuration_.values();
  return settings_;
}

/// Nearest spelling among energies, statistics and parameters together.
std::string PointValues::hint(const std::string& name) {
  const std::vector<std::string>& parameters = parameter_names().paths();
  std::vector<std::string_view> paths{parameters.begin(), parameters.end()};
  for (const RunNumber& number : (run_.find("cycles") != nullptr ? with_energy() : with_area()).numbers)
    paths.push_back(number.path);
  const std::string near = nearest_name(name, paths);
  return near.empty() ? "stats.json of a run lists them all" : near;
}

void check_objectives(const std::vector<Objective>& objectives, const std::vector<Objective>& late, Configuration point,
                      const timing::BlockRegistry& blocks) {
  if (objectives.empty() && late.empty()) return;
  RunRecord record;
  if (point.study.workload.kind != WorkloadKind::kCacheTable) {
    const Execution execution =
        empty_run(point.machine, point.study.timing, scene_of_workload(point.study.workload.kind), blocks);
    record = record_of(*execution.statistics, execution.cycles);
  }
  PointValues values{record, point};
  std::vector<Diagnostic> problems;
  std::vector<PlanObjective> plan;
  std::set<std::string> untold;  // objectives of statistics that a run may not have
  const auto check = [&](const Objective& objective, const std::string& path) {
    const std::vector<std::string> names = objective.value.names();
    const auto is_untold = [&](const std::string& name) { return is_occasional(name) || untold.contains(name); };
    if (std::any_of(names.begin(), names.end(), is_untold)) {
      untold.insert(objective.name);
      return;
    }
    plan.push_back({objective.name, objective.value, objective.goal});
    try {
      values.of(plan);
      values.check_units(plan.back(), plan);
    } catch (const Error& error) {
      plan.pop_back();
      for (Diagnostic problem : error.diagnostics()) {
        if (problem.position.file.empty()) problem.position = objective.position;
        if (!path.empty()) problem.path = path + (problem.path.empty() ? "" : ": " + problem.path);
        problems.push_back(std::move(problem));
      }
    }
  };
  for (const Objective& objective : objectives) check(objective, "objectives." + objective.name);
  for (const Objective& constraint : late) check(constraint, "");
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
}

}  // namespace texpipe::study
