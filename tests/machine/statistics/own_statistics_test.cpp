#include "machine/statistics/own_statistics.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

void add_misses(StatisticsRegistry& statistics, const char* path, std::uint64_t misses) {
  statistics.group(path).counter("misses", StatisticUnit::kLookups, "").add(misses);
}

}  // namespace

TEST_CASE("a count over all indices is the sum, and a path that names no counter is refused", "[statistics]") {
  StatisticsRegistry statistics;
  add_misses(statistics, "slice.subslice[0].sampler.l1", 3);
  add_misses(statistics, "slice.subslice[10].sampler.l1", 4);
  add_misses(statistics, "slice.l3", 50);
  CHECK(count_of(statistics, "slice.subslice[*].sampler.l1.misses") == 7);
  CHECK(count_of(statistics, "slice.subslice[10].sampler.l1.misses") == 4);
  CHECK(count_of(statistics, "slice.l3.misses") == 50);
  for (const char* path : {"slice.l3.hits", "slice.subslice[*].sampler.l1.hits", "slice.eu[*].misses", "[*]", ""})
    CHECK_THROWS_WITH(count_of(statistics, path), Catch::Contains("names no counter of this machine"));
}

TEST_CASE("derived statistics stand in a group of their own, with what they are", "[statistics]") {
  add_derived_count("twice", StatisticUnit::kLookups, "twice the misses",
                    [](const StatisticsRegistry& run) { return 2 * count_of(run, "slice.l3.misses"); });
  add_derived_ratio("share", "of a hundred", "own.twice", "slice.l3.misses", 100);
  CHECK_THROWS_WITH(add_derived_count("twice", StatisticUnit::kBytes, "", {}), "statistic `twice` is there already");
  CHECK_THROWS_WITH(add_derived_count("No Word", StatisticUnit::kBytes, "", {}), Catch::Contains("is no word"));
  StatisticsRegistry statistics;
  add_misses(statistics, "slice.l3", 5);
  add_own_statistics(statistics);
  CHECK(count_of(statistics, "own.twice") == 10);
  const Statistic* const share = statistics.find("own.share");
  REQUIRE(share != nullptr);
  CHECK(std::get<Ratio>(share->value).value() == 200);
  CHECK(share->description == "of a hundred");
  StatisticsRegistry without;
  CHECK_THROWS_WITH(add_own_statistics(without), Catch::Contains("slice.l3.misses: names no counter"));
}
