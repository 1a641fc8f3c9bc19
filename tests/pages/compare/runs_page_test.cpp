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
  CHECK_THAT(page, Contains("<code>cycles</code></th><td>100</td><td>110 (+10.00 %)</td><td>–</td>"));
  CHECK_THAT(page, Contains("<code>l1.size</code></th><td>8KiB</td><td>8KiB</td><td>16KiB</td>"));
  CHECK_THAT(page, Contains("a&lt;b") && Contains("cycles&gt;+2% by c") && !Contains("a<b"));
}
