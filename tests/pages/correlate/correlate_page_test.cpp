#include "pages/correlate/correlate_page.h"

#include <catch2/catch.hpp>

namespace texpipe::study {
namespace {

RowOutcome outcome(const char* name, double chip, double model) {
  ReferenceRow row;
  row.reference = "family";
  row.name = name;
  row.chip = chip;
  row.grade = Grade::kMeasured;
  return {.row = row, .model = model};
}

}  // namespace

TEST_CASE("a page of agreement tells rows that parameters were taken from apart", "[page]") {
  std::vector<RowOutcome> outcomes{outcome("a", 10, 11), outcome("b", 100, 80), outcome("none", 0, 0)};
  outcomes[1].row.used = true;
  const std::string page = correlate_page(outcomes);
  CHECK_THAT(page, Catch::Contains(R"({"name":"[M]","hollow":false,"points":[[10.0,11.0,0]]})"));
  CHECK_THAT(page, Catch::Contains(R"({"name":"[M] used","hollow":true,"points":[[100.0,80.0,1]]})"));
  CHECK_THAT(page, Catch::Contains("<dt>bands</dt><dd>0 inside, 0 outside, 3 without one, 0 not run</dd>"));
}

TEST_CASE("a page without a row that ran has its table alone", "[page]") {
  RowOutcome waiting = outcome("a", 10, 10);
  waiting.model.reset();
  CHECK_THAT(correlate_page({waiting}), !Catch::Contains(R"("kind":"scatter")") && Catch::Contains("family/a"));
}

}  // namespace texpipe::study
