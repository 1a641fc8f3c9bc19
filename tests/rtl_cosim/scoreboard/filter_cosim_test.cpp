#include "rtl_cosim/scoreboard/filter_cosim.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::rtl_cosim;

TEST_CASE("model and RTL filter agree in every result and its cycle", "[rtl]") {
  const auto [offered, ready] =
      GENERATE(table<unsigned, unsigned>({{100, 100}, {70, 60}, {30, 90}, {100, 20}, {10, 10}}));
  const FilterCosimResult result =
      run_filter_cosim({.seed = 5, .footprints = 2000, .offered_percent = offered, .ready_percent = ready});
  CHECK(result.compared == 2000);
  INFO((result.first ? result.first->text() : ""));
  CHECK(result.mismatches == 0);
}

TEST_CASE("at full rate the RTL filter takes a footprint per cycle", "[rtl]") {
  const FilterCosimResult result = run_filter_cosim({.footprints = 500, .offered_percent = 100, .ready_percent = 100});
  CHECK(result.cycles == Cycles{500 + VerilatedBilinearFilter::kLatency});
}

TEST_CASE("a planted bug is caught and explained, and one footprint more than its index reproduces it", "[rtl]") {
  const FilterCosimResult result = run_filter_cosim({.footprints = 500, .rtl = BilinearFilterRtl::kSwappedWeights});
  REQUIRE(result.first);
  CHECK(result.mismatches > 400);
  CHECK(result.first->text().find("model ") != std::string::npos);
  const FilterCosimResult again = run_filter_cosim(
      {.footprints = static_cast<std::uint32_t>(result.first->index) + 1, .rtl = BilinearFilterRtl::kSwappedWeights});
  REQUIRE(again.first);
  CHECK(again.first->index == result.first->index);
  CHECK(again.first->rtl_sums == result.first->rtl_sums);
}
