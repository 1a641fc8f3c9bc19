#include "analysis/compare/runs_table.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace texpipe::study;
using Catch::Matchers::Contains;

namespace {

RunComparison against_first(const std::string& name, double cycles, double hits, double effect) {
  return {.before = "first",
          .after = name,
          .all = {{.path = "hits", .before = 7, .after = hits, .unit = "lookups", .effect = effect},
                  {.path = "same", .before = 3, .after = 3, .unit = "1", .effect = 1},
                  {.path = "cycles", .before = 100, .after = cycles, .unit = "cycles", .effect = 0.1}},
          .settings = {{"memory.latency", "90ns", name}}};
}

}  // namespace

TEST_CASE("a table of runs has cycles first and what differs in any run", "[compare]") {
  const RunsTable table = runs_table({against_first("b", 100, 9, 0.5), against_first("c", 120, 7, 0)});
  REQUIRE(table.numbers.size() == 2);
  CHECK(table.numbers[0].path == "cycles");
  CHECK(table.numbers[1].values == std::vector<std::optional<double>>{7.0, 9.0, 7.0});
  CHECK(table.settings.front().values == std::vector<std::string>{"90ns", "b", "c"});
  CHECK(runs_csv(table) == "path,unit,first,b,c\ncycles,cycles,100,100,120\nhits,lookups,7,9,7\n");
}

TEST_CASE("a number that one run lacks is a dash, and an empty cell of CSV", "[compare]") {
  RunComparison less = against_first("c", 120, 7, 0);
  less.all.erase(less.all.begin());
  const RunsTable table = runs_table({against_first("b", 100, 9, 0.5), less});
  CHECK_THAT(runs_csv(table), Contains("hits,lookups,7,9,\n"));
  CHECK_THAT(runs_markdown(table, 10), Contains("| `hits` | 7 | 9 | +28.57 % | - |  |"));
}

TEST_CASE("runs that do not fit the width stand below each other", "[compare]") {
  std::vector<RunComparison> many;
  for (int i = 0; i < 8; ++i) many.push_back(against_first("r", 1e6 + i, 9, 0.5));
  const RunsTable table = runs_table(many);
  for (const std::size_t width : {40u, 80u, 300u}) {
    std::istringstream lines{runs_text(table, 10, width)};
    std::string line;
    while (std::getline(lines, line) && line != "settings that differ") CHECK(line.size() <= width);
  }
  CHECK_THAT(runs_text(table, 1, 80), Contains("2 numbers differ; --lines shows more"));
}
