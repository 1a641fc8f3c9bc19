#include "pages/compare/runs_page.h"

#include <catch2/catch.hpp>

using namespace texpipe::study;
using Catch::Matchers::Contains;

TEST_CASE("the page of many runs has each number beside its change from the first", "[pages][compare]") {
  RunsTable table{.runs = {"a<b", "c", "d"}};
  table.numbers.push_back({"cycles", "cycles", "", {100.0, 110.0, {}}, 1});
  table.settings.push_back({"l1.size", {"8KiB", "8KiB", "16KiB"}});
  table.broken.push_back({"c", "cycles>+2%", "cycles", 100, 110});
  const std::string page = runs_page(table);
  CHECK_THAT(page, Contains("[\"cycles\",\"100\",\"110 (+10.00 %)\",\"\\u2013\"]"));
  CHECK_THAT(page, Contains("[\"l1.size\",\"8KiB\",\"8KiB\",\"16KiB\"]"));
  CHECK_THAT(page, Contains("a&lt;b") && Contains("cycles&gt;+2% by c"));
}

TEST_CASE("the page of many runs draws each run's largest changes, beside each other", "[pages][compare]") {
  RunsTable table{.runs = {"out/first", "out/second", "out/third"}};
  table.numbers.push_back({"cycles", "cycles", "", {100.0, 125.0, 75.0}, 1});
  table.numbers.push_back({"new_ones", "1", "", {0.0, 7.0, 0.0}, 1});
  table.numbers.push_back({"lost", "1", "", {4.0, 2.0, {}}, 1});
  const std::string page = runs_page(table);
  const std::string drawn =
      R"("labels":["cycles","lost"],"series":[{"name":"second","values":[25.0,-50.0]},{"name":"third","values":[-25.0,null]}])";
  CHECK_THAT(page, Contains(drawn));
}

TEST_CASE("runs whose folders have one name are called by their places", "[pages][compare]") {
  RunsTable table{.runs = {"a/run", "b/run", "c/run"}};
  table.numbers.push_back({"cycles", "cycles", "", {100.0, 125.0, 75.0}, 1});
  const std::string heads = R"("columns":["number","1","2","3"])";
  CHECK_THAT(runs_page(table), Contains(heads));
}
