#include "exploration/sweep/pareto.h"

#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "exploration/sweep/sweep_results.h"

using namespace texpipe::study;
using Catch::Matchers::Contains;

namespace {

using Values = std::vector<std::optional<double>>;

/// A sweep with objectives `cycles` (less is better), `hits` (more is) and the constraint `small`.
SweepResults results(const std::vector<Values>& points, PointStatus status = PointStatus::kDone) {
  SweepResults made;
  made.plan.name = "s";
  made.plan.objectives = {{"cycles", Expression::parse("cycles")},
                          {"hits", Expression::parse("hits"), Goal::kLarger},
                          {"small", Expression::parse("cycles < 9"), Goal::kHolds}};
  for (const Values& values : points) {
    made.plan.points.emplace_back();
    PointState& state = made.states.emplace_back();
    state.status = status;
    state.values = values;
  }
  return made;
}

using Front = std::vector<std::size_t>;

}  // namespace

TEST_CASE("the front has the points that no other is better than, of those that keep all constraints", "[sweep]") {
  CHECK(pareto_front(results({{5, 1, 1}, {6, 2, 1}, {7, 1, 1}, {4, 9, 0}})) == Front{0, 1});
  CHECK(pareto_front(results({{7, 1, 1}, {6, 2, 1}, {5, 3, 1}})) == Front{2});
  CHECK(pareto_front(results({{5, 1, 1}, {5, 1, 1}})) == Front{0});
  CHECK(pareto_front(results({{5, std::nullopt, 1}, {6, 1, 1}})) == Front{1});
  CHECK(pareto_front(results({{5, 1}, {6, 1, 1}})) == Front{1});
  CHECK(pareto_front(results({{5, 1, std::nullopt}})).empty());
  CHECK(pareto_front(results({{5, 1, 1}}, PointStatus::kFailed)).empty());
}

TEST_CASE("a sweep whose points all break a constraint says so", "[sweep]") {
  CHECK(unkept_constraints(results({{5, 1, 0}, {6, 1, 0}})) ==
        "  none of 2 points keeps every constraint: none is the best\n");
  CHECK(unkept_constraints(results({{5, 1, 0}, {6, 1, 1}})).empty());
  CHECK(unkept_constraints(results({{5, 1, 0}}, PointStatus::kFailed)).empty());
  CHECK_THAT(pareto_text(results({{5, 1, 0}}), 5),
             Contains("0 of 1 points are on the Pareto front\n") && Contains("none of 1 points"));
  CHECK_THAT(pareto_text(results({{5, 1, 1}, {6, 2, 1}, {8, 3, 1}}), 2),
             Contains("3 of 3 points are on the Pareto front\n") && Contains("  ... and 1 more\n"));
}
