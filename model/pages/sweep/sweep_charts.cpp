#include "pages/sweep/sweep_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "exploration/sweep/pareto.h"
#include "exploration/sweep/sweep_sensitivity.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

Json sweep_chart(std::string id, const char* kind, std::string title, std::string unit, std::string note) {
  return {{"id", std::move(id)},
          {"kind", kind},
          {"title", std::move(title)},
          {"unit", std::move(unit)},
          {"note", std::move(note)}};
}

/// The sweep's points as the charts show them: done ones, of the Pareto front or not.
class ShownPoints {
 public:
  ShownPoints(const SweepResults& results, std::size_t most) : results_{results}, front_{pareto_front(results)} {
    if (front_.size() > most) front_.resize(most);
    const std::set<std::size_t> best{front_.begin(), front_.end()};
    for (std::size_t n = 0; n < results.states.size(); ++n) {
      if (costs_of(results.plan, results.states[n]).empty() || best.contains(n)) continue;
      if (front_.size() + others_.size() < most)
        others_.push_back(n);
      else
        ++left_out_;
    }
  }

  const SweepResults& results() const { return results_; }
  const std::vector<std::size_t>& front() const { return front_; }
  const std::vector<std::size_t>& others() const { return others_; }
  bool empty() const { return front_.empty(); }
  const char* front_name() const { return results_.plan.objectives.size() > 1 ? "Pareto front" : "best point"; }

  double value(std::size_t point, std::size_t objective) const { return *results_.states[point].values[objective]; }

  /// Objectives that are numbers.
  std::vector<std::size_t> numbers() const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < results_.plan.objectives.size(); ++i)
      if (results_.plan.objectives[i].is_ranked()) numbers.push_back(i);
    return numbers;
  }

  std::string left_out() const {
    return left_out_ == 0 ? "" : fmt::format(" {} points are not shown; results.csv has all.", left_out_);
  }

 private:
  const SweepResults& results_;
  std::vector<std::size_t> front_, others_;
  std::size_t left_out_ = 0;
};

Json front_chart(const ShownPoints& shown, std::size_t x, std::size_t y) {
  const SweepPlan& plan = shown.results().plan;
  const auto axis = [&](std::size_t i) {
    return fmt::format("{} ({} is better)", plan.objectives[i].name, name_of(plan.objectives[i].goal));
  };
  Json chart = sweep_chart(fmt::format("front_{}_{}", x + 1, y + 1), "scatter",
                           fmt::format("{} against {}", plan.objectives[y].name, plan.objectives[x].name), "",
                           "Each point of the sweep; no other point is better than one of the Pareto front in every "
                           "objective." +
                               shown.left_out());
  chart["axes"] = {axis(x), axis(y)};
  chart["series"] = Json::array();
  const auto add = [&](const char* name, const std::vector<std::size_t>& points) {
    Json list = Json::array();
    for (const std::size_t n : points) list.push_back({shown.value(n, x), shown.value(n, y), n + 1});
    chart["series"].push_back({{"name", name}, {"points", std::move(list)}});
  };
  add("other points", shown.others());
  add(shown.front_name(), shown.front());
  return chart;
}

/// An axis of parallel coordinates: numbers where every point has one.
struct Dimension {
  std::string name;
  std::vector<std::string> categories;  // empty: numbers
};

/// Values of an axis of the sweep in the order in which the points first have them; numbers in theirs.
Dimension dimension_of(const SweepResults& results, std::size_t axis) {
  Dimension dimension{results.plan.axes[axis].name, {}};
  for (std::size_t n = 0; n < results.states.size(); ++n) {
    const std::string text = shown_settings(results, n)[axis];
    if (std::find(dimension.categories.begin(), dimension.categories.end(), text) == dimension.categories.end())
      dimension.categories.push_back(text);
  }
  constexpr std::size_t kMostCategories = 24;
  const auto is_number = [](const std::string& text) { return number_of(text).has_value(); };
  if (!std::all_of(dimension.categories.begin(), dimension.categories.end(), is_number)) return dimension;
  if (dimension.categories.size() > kMostCategories) return {dimension.name, {}};
  std::sort(dimension.categories.begin(), dimension.categories.end(),
            [](const std::string& a, const std::string& b) { return *number_of(a) < *number_of(b); });
  return dimension;
}

Json parallel_chart(const ShownPoints& shown) {
  const SweepResults& results = shown.results();
  Json chart = sweep_chart(
      "parallel", "parallel", "Parameters and objectives", "",
      "Each line is a point: the values of its parameters, then those of its objectives." + shown.left_out());
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < results.plan.axes.size(); ++i) dimensions.push_back(dimension_of(results, i));
  chart["dimensions"] = Json::array();
  for (const Dimension& d : dimensions) chart["dimensions"].push_back({{"name", d.name}, {"categories", d.categories}});
  for (const std::size_t i : shown.numbers())
    chart["dimensions"].push_back({{"name", results.plan.objectives[i].name}, {"categories", Json::array()}});
  chart["series"] = Json::array();
  const auto add = [&](const char* name, const std::vector<std::size_t>& points) {
    Json rows = Json::array();
    for (const std::size_t n : points) {
      Json row = Json::array();
      const std::vector<std::string> settings = shown_settings(results, n);
      for (std::size_t i = 0; i < dimensions.size(); ++i)
        row.push_back(dimensions[i].categories.empty() ? Json(*number_of(settings[i])) : Json(settings[i]));
      for (const std::size_t i : shown.numbers()) row.push_back(shown.value(n, i));
      rows.push_back(std::move(row));
    }
    chart["series"].push_back({{"name", name}, {"rows", std::move(rows)}});
  };
  add("other points", shown.others());
  add(shown.front_name(), shown.front());
  return chart;
}

/// Chart of how far each parameter moves an objective.
Json sensitivity_chart(const SweepResults& results, std::size_t objective) {
  const std::string& name = results.plan.objectives[objective].name;
  Json chart =
      sweep_chart(fmt::format("sensitivity_{}", objective + 1), "bars", "What moves " + name, "%",
                  "For each parameter, the difference that its best value makes against its worst one: among points "
                  "that differ in nothing else, or among all where there are none.");
  chart["labels"] = Json::array();
  Json values = Json::array();
  for (const AxisEffect& effect : axis_effects(results, objective)) {
    chart["labels"].push_back(fmt::format("{}: best {}", effect.axis, effect.best));
    values.push_back(std::round(effect.range * 1e5) / 1e3);
  }
  chart["series"] = Json::array({{{"name", "difference"}, {"values", std::move(values)}}});
  return chart;
}

Json points_table(const ShownPoints& shown) {
  const SweepResults& results = shown.results();
  Json chart = sweep_chart("points", "table", "Points", "",
                           std::string{"Rows of the "} + shown.front_name() + " come first." + shown.left_out());
  chart["columns"] = {"point"};
  for (const PlanAxis& axis : results.plan.axes) chart["columns"].push_back(axis.name);
  for (const PlanObjective& objective : results.plan.objectives) chart["columns"].push_back(objective.name);
  chart["rows"] = Json::array();
  const auto add = [&](const std::vector<std::size_t>& points) {
    for (const std::size_t n : points) {
      Json row{n + 1};
      for (const std::string& text : shown_settings(results, n)) row.push_back(text);
      for (std::size_t i = 0; i < results.plan.objectives.size(); ++i)
        row.push_back(results.plan.objectives[i].is_word() ? Json(value_text(results, n, i)) : Json(shown.value(n, i)));
      chart["rows"].push_back(std::move(row));
    }
  };
  add(shown.front());
  add(shown.others());
  return chart;
}

}  // namespace

Json sweep_charts(const SweepResults& results, std::size_t most) {
  const ShownPoints shown{results, most};
  Json charts = Json::array();
  if (shown.empty()) return charts;
  const std::vector<std::size_t> objectives = shown.numbers();
  for (std::size_t y = 1; y < objectives.size(); ++y)
    charts.push_back(front_chart(shown, objectives[0], objectives[y]));
  if (!results.plan.axes.empty()) charts.push_back(parallel_chart(shown));
  for (const std::size_t i : objectives) {
    Json chart = sensitivity_chart(results, i);
    if (!chart["labels"].empty()) charts.push_back(std::move(chart));
  }
  charts.push_back(points_table(shown));
  return charts;
}

}  // namespace texpipe::study
