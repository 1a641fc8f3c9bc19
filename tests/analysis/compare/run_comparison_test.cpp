#include "analysis/compare/run_comparison.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "analysis/compare/change_limit.h"
#include "analysis/compare/comparison_text.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

RunNumber counter(std::string path, double value, std::string unit = "requests") {
  return {std::move(path), NumberKind::kCounter, value, "", std::move(unit), "counted"};
}

const RunRecord kBefore{.name = "a",
                        .numbers = {counter("cycles", 1000, "cycles"),
                                    counter("bank[0].reads", 10),
                                    counter("bank[1].reads", 30),
                                    counter("rare", 1),
                                    {"bank[0].rate", NumberKind::kRatio, 0.2, "", "1", "hit"},
                                    {"bank[1].rate", NumberKind::kRatio, 0.4, "", "1", "hit"},
                                    {"filter.cycles.busy", NumberKind::kAccount, 400, "", "cycles", "went"},
                                    {"filter.cycles.idle", NumberKind::kAccount, 600, "", "cycles", "went"}}};

RunRecord after() {
  RunRecord run = kBefore;
  run.name = "b";
  run.numbers[0].value = 1100;
  run.numbers[2].value = 70;
  run.numbers[3].value = 2;
  run.numbers[5].value = 0.6;
  run.numbers[7].value = 700;
  return run;
}

const NumberChange& change(const RunComparison& comparison, std::string_view path) {
  for (const NumberChange& c : comparison.all) {
    if (c.path == path) return c;
  }
  throw std::out_of_range{std::string{path}};
}

}  // namespace

TEST_CASE("equal parts of a machine are compared as one", "[compare]") {
  const RunComparison comparison = compare_runs(kBefore, after());
  CHECK(change(comparison, "bank[*].reads").before == 40);
  CHECK(change(comparison, "bank[*].reads").after == 80);
  CHECK(change(comparison, "bank[*].rate").before == Approx(0.3));
  CHECK(change(comparison, "bank[*].rate").after == Approx(0.4));
  CHECK(comparison.all.size() == 6);
}

TEST_CASE("a change counts as much as it is of the largest of its unit", "[compare]") {
  const RunComparison comparison = compare_runs(kBefore, after());
  CHECK(change(comparison, "bank[*].reads").effect == Approx(0.5));
  CHECK(change(comparison, "rare").effect == Approx(1.0 / 80));
  CHECK(change(comparison, "bank[*].rate").effect == Approx(0.1));
  CHECK(change(comparison, "filter.cycles.idle").effect == Approx(700.0 / 1100 - 0.6));
  CHECK(comparison.changes.front().path == "bank[*].reads");
  CHECK(comparison.changes.back().path == "rare");
}

TEST_CASE("numbers of one run only are listed", "[compare]") {
  RunRecord other = after();
  other.numbers[3].path = "common";
  const RunComparison comparison = compare_runs(kBefore, other);
  CHECK(comparison.only_before == std::vector<std::string>{"rare"});
  CHECK(comparison.only_after == std::vector<std::string>{"common"});
}

TEST_CASE("what limits either run is told", "[compare]") {
  RunRecord before, after;
  const std::string filter = "slice.subslice[0].sampler.filter.cycles.";
  for (RunRecord* run : {&before, &after}) {
    run->numbers.push_back(
        {.path = filter + "busy", .kind = NumberKind::kAccount, .value = run == &before ? 90. : 30.});
    run->numbers.push_back({.path = filter + "starved", .kind = NumberKind::kAccount, .value = 10});
    run->numbers.push_back({.path = filter + "idle", .kind = NumberKind::kAccount, .value = run == &before ? 0. : 60.});
    run->numbers.push_back(
        {.path = "slice.l3.port_0_cycles.busy", .kind = NumberKind::kAccount, .value = run == &before ? 10. : 95.});
    run->numbers.push_back(
        {.path = "slice.l3.port_0_cycles.idle", .kind = NumberKind::kAccount, .value = run == &before ? 90. : 5.});
  }
  const RunComparison comparison = compare_runs(before, after);
  CHECK(comparison.limited_before == "sampler.filter: busy 90 % of the cycles");
  CHECK(comparison.limited_after == "l3.port_0: busy 95 % of the cycles");
  CHECK_THAT(comparison_text(comparison, {}, 10, 80),
             Catch::Matchers::Contains("limited by sampler.filter: busy 90 %") &&
                 Catch::Matchers::Contains("then by l3.port_0: busy 95 %"));
}

TEST_CASE("equal runs have no changes", "[compare]") {
  const RunComparison comparison = compare_runs(kBefore, kBefore);
  CHECK(comparison.changes.empty());
  CHECK_THAT(comparison_text(comparison, {}, 10, 80), Catch::Contains("no number differs"));
}

TEST_CASE("a limit is broken beyond it and not at it", "[compare]") {
  const RunComparison comparison = compare_runs(kBefore, after());  // cycles 1000 -> 1100
  const auto breaks = [&](const std::string& text) {
    return !broken_limits({parse_change_limit(text)}, comparison).empty();
  };
  CHECK(breaks("cycles>+99"));
  CHECK_FALSE(breaks("cycles>+100"));
  CHECK(breaks("cycles>1099"));
  CHECK_FALSE(breaks("cycles>1100"));
  CHECK(breaks("cycles<1101"));
  CHECK(breaks("cycles<+11%"));
  CHECK(breaks("cycles>+9.9%"));
  CHECK_FALSE(breaks("cycles>+10.1%"));
  CHECK_FALSE(breaks("cycles<-1%"));
  CHECK(breaks("bank[*].reads>+20%"));
}

TEST_CASE("limits that say nothing are refused", "[compare]") {
  for (const char* text :
       {"cycles", ">5", "cycles>", "cycles>x", "cycles>2%", "cycles>+2%%", "cycles>nan", "cycles>+inf"})
    CHECK_THROWS_AS(parse_change_limit(text), Error);
  CHECK_THROWS_WITH(broken_limits({parse_change_limit("cylces>+2%")}, compare_runs(kBefore, after())),
                    Catch::Contains("did you mean cycles?"));
}

TEST_CASE("numbers are printed in groups of three digits or shortly", "[compare]") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(999) == "999");
  CHECK(number_text(1000) == "1,000");
  CHECK(number_text(-1234567) == "-1,234,567");
  CHECK(number_text(0.47361) == "0.4736");
  CHECK(relative_text({.before = 0, .after = 3}) == "new");
  CHECK(relative_text({.before = 4, .after = 3}) == "-25.00 %");
}
