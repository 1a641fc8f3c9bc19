#include "pages/sweep/sweep_charts.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "exploration/sweep/pareto.h"

namespace texpipe::study {
namespace {

using Json = nlohmann::ordered_json;

/// Points of two axes, of which one has words, with cycles (less is better) and hits (more is better).
SweepResults results_of(const std::vector<std::pair<double, double>>& values) {
  SweepResults results;
  results.plan.name = "small";
  results.plan.axes = {{"l1.size", "slice.subslice.sampler.l1.size", "16KiB"}, {"order", "workload.order", "rows"}};
  results.plan.objectives = {{"cycles", Expression::parse("cycles"), Goal::kSmaller},
                             {"hits", Expression::parse("hits"), Goal::kLarger}};
  for (std::size_t n = 0; n < values.size(); ++n) {
    const std::string size = std::to_string(32 >> n) + "KiB", order = n % 2 == 0 ? "rows" : "tiles";
    results.plan.points.push_back({.id = std::to_string(n), .settings = {{0, size, size}, {1, order, order}}});
    PointState state;
    state.status = PointStatus::kDone;
    state.values = {values[n].first, values[n].second};
    results.states.push_back(std::move(state));
  }
  return results;
}

const Json& find(const Json& charts, const char* id) {
  for (const Json& chart : charts)
    if (chart["id"] == id) return chart;
  FAIL("no chart " << id);
  return charts;
}

}  // namespace

TEST_CASE("points that another beats in every objective are not on the Pareto front", "[search][page]") {
  SweepResults results = results_of({{10, 0.5}, {20, 0.9}, {30, 0.8}, {10, 0.5}, {5, 0.1}});
  CHECK(pareto_front(results) == std::vector<std::size_t>{4, 0, 1});
  results.states[4].status = PointStatus::kFailed;
  results.states[0].values[1].reset();
  CHECK(pareto_front(results) == std::vector<std::size_t>{3, 1});
}

TEST_CASE("a sweep's charts tell its front apart and have every point that is done", "[page]") {
  const SweepResults results = results_of({{10, 0.5}, {20, 0.9}, {30, 0.8}});
  const Json charts = sweep_charts(results, 100);
  const Json& front = find(charts, "front_1_2");
  CHECK(front["series"][0]["points"] == Json{{30, 0.8, 3}});
  CHECK(front["series"][1]["points"] == Json{{10, 0.5, 1}, {20, 0.9, 2}});
  const Json& parallel = find(charts, "parallel");
  CHECK(parallel["dimensions"][0]["categories"] == Json{"8KiB", "16KiB", "32KiB"});  // as numbers
  CHECK(parallel["dimensions"][1]["categories"] == Json{"rows", "tiles"});
  CHECK(parallel["series"][1]["rows"][1] == Json{"16KiB", "tiles", 20, 0.9});
  CHECK(find(charts, "points")["rows"].size() == 3);
  CHECK(find(charts, "sensitivity_1")["labels"][0].get<std::string>().starts_with("l1.size: best 32KiB"));
}

TEST_CASE("a sweep with too many points for a page keeps its front and says what is left out", "[page]") {
  const SweepResults results = results_of({{40, 0.1}, {30, 0.2}, {20, 0.3}, {10, 0.9}});
  const Json charts = sweep_charts(results, 2);
  const Json& points = find(charts, "points");
  CHECK(points["rows"].size() == 2);
  CHECK(points["rows"][0][0] == 4);
  CHECK(points["note"].get<std::string>().find("2 points are not shown") != std::string::npos);
}

TEST_CASE("a sweep without results has no charts", "[page]") {
  CHECK(sweep_charts(results_of({}), 10).empty());
}

}  // namespace texpipe::study
