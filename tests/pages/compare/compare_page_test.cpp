#include "pages/compare/compare_page.h"

#include <catch2/catch.hpp>

namespace texpipe::study {
namespace {

RunComparison comparison() {
  RunComparison comparison{.before = "a/first", .after = "b/second"};
  comparison.all = {{.path = "cycles", .before = 100, .after = 110, .unit = "cycles", .description = "all"},
                    {.path = "reads", .before = 40, .after = 30, .unit = "lookups", .description = "<b>"},
                    {.path = "new", .before = 0, .after = 5, .unit = "lookups", .description = "from 0"}};
  comparison.changes = comparison.all;
  return comparison;
}

}  // namespace

TEST_CASE("a page of a comparison has bars of what has a value before and a row for every change", "[page]") {
  const std::string page = compare_page(comparison(), {});
  CHECK_THAT(page, Catch::Contains("<h1>first → second</h1>") && Catch::Contains(R"("labels":["cycles","reads"])"));
  CHECK_THAT(page, Catch::Contains(R"(["new",0.0,5.0,"new","lookups","from 0"])"));
  CHECK_THAT(page, Catch::Contains("<dt>cycles</dt><dd>100 → 110, +10.00 %</dd>"));
}

TEST_CASE("runs whose folders are called the same have their paths as the title", "[page]") {
  RunComparison same = comparison();
  same.after = "b/first";
  CHECK_THAT(compare_page(same, {}), Catch::Contains("<h1>a/first → b/first</h1>"));
}

TEST_CASE("a page of equal runs has no bars", "[page]") {
  CHECK_THAT(compare_page({.before = "a", .after = "b"}, {}), !Catch::Contains(R"("id":"changes")"));
}

}  // namespace texpipe::study
