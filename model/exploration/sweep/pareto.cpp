#include "exploration/sweep/pareto.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "base/printable.h"

namespace texpipe::study {

bool keeps_constraints(const SweepPlan& plan, const PointState& state) {
  for (std::size_t i = 0; i < std::min(plan.objectives.size(), state.values.size()); ++i)
    if (plan.objectives[i].goal == Goal::kHolds && state.values[i].value_or(0) == 0) return false;
  return true;
}

std::string unkept_constraints(const SweepResults& results) {
  std::size_t done = 0;
  for (const PointState& state : results.states) {
    if (state.status != PointStatus::kDone) continue;
    if (keeps_constraints(results.plan, state)) return "";
    ++done;
  }
  return done == 0 ? "" : fmt::format("  none of {} points keeps every constraint: none is the best\n", done);
}

std::vector<double> costs_of(const SweepPlan& plan, const PointState& state) {
  std::vector<double> costs;
  if (state.status != PointStatus::kDone || state.values.size() < plan.objectives.size()) return costs;
  if (!keeps_constraints(plan, state)) return costs;
  for (std::size_t i = 0; i < plan.objectives.size(); ++i) {
    if (!plan.objectives[i].is_ranked()) continue;
    if (!state.values[i]) return {};
    costs.push_back(plan.objectives[i].goal == Goal::kSmaller ? *state.values[i] : -*state.values[i]);
  }
  return costs;
}

bool dominates(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) return !a.empty() && b.empty();
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
    better = better || a[i] < b[i];
  }
  return better;
}

std::vector<std::size_t> pareto_front(const SweepResults& results) {
  std::vector<std::vector<double>> costs;
  for (const PointState& state : results.states) costs.push_back(costs_of(results.plan, state));
  std::vector<std::size_t> order;
  for (std::size_t n = 0; n < costs.size(); ++n)
    if (!costs[n].empty()) order.push_back(n);
  // After sorting, points that dominate another stand before it.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
  std::vector<std::size_t> front;
  for (const std::size_t n : order) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](std::size_t other) {
      return dominates(costs[other], costs[n]) || costs[other] == costs[n];
    });
    if (!beaten) front.push_back(n);
  }
  return front;
}

std::string pareto_text(const SweepResults& results, std::size_t most) {
  const SweepPlan& plan = results.plan;
  const std::vector<std::size_t> front = pareto_front(results);
  std::vector<std::vector<std::string>> rows{{"point"}};
  for (const PlanAxis& axis : plan.axes) rows.front().push_back(printable(axis.name));
  for (const PlanObjective& objective : plan.objectives) rows.front().push_back(printable(objective.name));
  for (std::size_t i = 0; i < std::min(most, front.size()); ++i) {
    std::vector<std::string> row{std::to_string(front[i] + 1)};
    for (const std::string& shown : shown_settings(results, front[i])) row.push_back(printable(shown));
    for (std::size_t o = 0; o < plan.objectives.size(); ++o) row.push_back(value_text(results, front[i], o));
    rows.push_back(std::move(row));
  }
  std::string text = fmt::format("{} of {} points are on the Pareto front\n", front.size(), results.counts().done);
  text += front.empty() ? unkept_constraints(results) : aligned(rows);
  if (front.size() > most) text += fmt::format("  ... and {} more\n", front.size() - most);
  return text;
}

nlohmann::ordered_json pareto_json(const SweepResults& results) {
  nlohmann::ordered_json json{{"schema_version", 1}, {"sweep", results.plan.name}};
  json["objectives"] = nlohmann::ordered_json::array();
  for (const PlanObjective& o : results.plan.objectives)
    json["objectives"].push_back({{"name", o.name}, {"value", o.value.text()}, {"goal", name_of(o.goal)}});
  json["front"] = nlohmann::ordered_json::array();
  for (const std::size_t n : pareto_front(results)) json["front"].push_back(point_json(results, n));
  return json;
}

}  // namespace texpipe::study
