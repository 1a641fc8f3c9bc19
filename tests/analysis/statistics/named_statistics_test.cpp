#include "analysis/statistics/named_statistics.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

RunNumber number(std::string path, NumberKind kind, double value) {
  return {.path = std::move(path), .kind = kind, .value = value, .text = {}, .unit = {}, .description = {}};
}

RunRecord record() {
  RunRecord run;
  run.numbers = {number("cycles", NumberKind::kCounter, 100),      number("a[0].l1.hits", NumberKind::kCounter, 3),
                 number("a[1].l1.hits", NumberKind::kCounter, 5),  number("a[0].l1.rate", NumberKind::kRatio, 0.25),
                 number("a[1].l1.rate", NumberKind::kRatio, 0.75), number("a[0].q.mean", NumberKind::kHistogram, 2),
                 number("a[1].q.mean", NumberKind::kHistogram, 4), number("l3.hits", NumberKind::kCounter, 7)};
  return run;
}

}  // namespace

TEST_CASE("a statistic is named by its path or the last words of it", "[record]") {
  const RunRecord run = record();
  const NamedStatistics named{run};
  CHECK(named.find("cycles") == 100.0);
  CHECK(named.find("a[1].l1.hits") == 5.0);
  CHECK(named.find("a[*].l1.hits") == 8.0);
  CHECK(named.find("a.l1.hits") == 8.0);
  CHECK(named.find("l1.hits") == 8.0);
  CHECK(named.find("l3.hits") == 7.0);
  CHECK_FALSE(named.find("its"));
  CHECK_FALSE(named.find("l1.hit"));
}

TEST_CASE("equal parts are added and ratios and means averaged", "[record]") {
  const RunRecord run = record();
  const NamedStatistics named{run};
  CHECK(named.find("l1.rate") == 0.5);
  CHECK(named.find("q.mean") == 3.0);
}

TEST_CASE("a name of different statistics is refused and a wrong one gets the nearest", "[record]") {
  const RunRecord run = record();
  const NamedStatistics named{run};
  CHECK_THROWS_AS(named.find("hits"), Error);
  CHECK(named.hint("a[*].l1.hist") == "did you mean a.l1.hits?");
}
