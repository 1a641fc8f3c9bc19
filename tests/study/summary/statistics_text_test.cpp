#include "study/summary/statistics_text.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace texpipe;
using namespace texpipe::study;

namespace {

constexpr EnumRow kStateRows[] = {{0, "busy", ""}, {1, "idle", ""}};

machine::StatisticsRegistry example() {
  machine::StatisticsRegistry registry;
  auto& cache = registry.group("slice.eu[10]", "a unit");
  auto& hits = cache.counter("hits", machine::StatisticUnit::kLookups, "found");
  auto& lookups = cache.counter("lookups", machine::StatisticUnit::kLookups, "asked");
  cache.ratio("hit_rate", "found of asked", hits, lookups);
  hits.add(1);
  lookups.add(3);
  registry.group("slice.eu[2]", "a unit").histogram("latency", machine::StatisticUnit::kCycles, "how long").add(5, 2);
  registry.group("slice.eu[2]").account("issue", "where cycles went", {"state", kStateRows}).work(Cycles{0}, Cycles{4});
  registry.close_accounts(Cycles{10});
  return registry;
}

}  // namespace

TEST_CASE("stats.json holds every statistic with kind, unit and description, in path order", "[report]") {
  const std::string text = statistics_json(example());
  const auto json = nlohmann::ordered_json::parse(text);
  CHECK(text == json.dump(1));
  REQUIRE(json.size() == 2);
  CHECK(json[0]["path"] == "slice.eu[2]");
  CHECK(
      json[0]["statistics"][0].dump() ==
      R"({"name":"latency","kind":"histogram","count":2,"sum":10,"low":5,"high":5,"mean":5.0,"buckets":[[5,5,2]],"unit":"cycles","description":"how long"})");
  CHECK(json[0]["statistics"][1]["cycles"].dump() == R"({"busy":4,"idle":6})");
  CHECK(json[1]["statistics"][2].dump() ==
        R"({"name":"hit_rate","kind":"ratio","value":0.3333333333333333,"unit":"1","description":"found of asked"})");
}

TEST_CASE("stats.csv holds one number per line", "[report]") {
  CHECK(statistics_csv(example()) ==
        "path,statistic,part,unit,value\n"
        "slice.eu[2],latency,count,1,2\n"
        "slice.eu[2],latency,sum,cycles,10\n"
        "slice.eu[2],latency,low,cycles,5\n"
        "slice.eu[2],latency,high,cycles,5\n"
        "slice.eu[2],latency,mean,cycles,5\n"
        "slice.eu[2],latency,5..5,1,2\n"
        "slice.eu[2],issue,busy,cycles,4\n"
        "slice.eu[2],issue,idle,cycles,6\n"
        "slice.eu[10],hits,,lookups,1\n"
        "slice.eu[10],lookups,,lookups,3\n"
        "slice.eu[10],hit_rate,,1,0.3333333333333333\n");
}
