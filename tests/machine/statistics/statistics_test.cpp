#include "machine/statistics/statistics.h"

#include <array>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {
enum class Unit3 { kBusy, kBlocked, kIdle };
constexpr std::array<EnumRow, 3> kRows{{{0, "busy", ""}, {1, "blocked", ""}, {2, "idle", ""}}};
const EnumRows kCategories{"test", kRows};
}  // namespace

TEST_CASE("groups iterate in tree order, whatever the order of construction", "[observe]") {
  StatisticsRegistry registry;
  for (const char* path : {"slice.eu[10]", "slice.eu[2]", "slice", "slice.eu[2].send"}) registry.group(path);
  std::vector<std::string> order;
  for (const auto& [path, group] : registry.groups()) order.push_back(path);
  CHECK(order == std::vector<std::string>{"slice", "slice.eu[2]", "slice.eu[2].send", "slice.eu[10]"});
}

TEST_CASE("a path stands before the longer ones that begin with it", "[observe]") {
  const std::string_view longer = "slice.l3", path = longer.substr(0, 5);
  const PathOrder before;
  CHECK(before(path, longer));
  CHECK_FALSE(before(longer, path));
  CHECK_FALSE(before(path, path));
}

TEST_CASE("a statistic is found by its path, and a name exists once", "[observe]") {
  StatisticsRegistry registry;
  auto& group = registry.group("slice.l3", "third-level cache");
  Counter& hits = group.counter("hits", StatisticUnit::kLookups, "lookups that hit");
  hits.add(3);
  REQUIRE(registry.find("slice.l3.hits") != nullptr);
  CHECK(std::get<Counter>(registry.find("slice.l3.hits")->value).value() == 3);
  CHECK(registry.find("slice.l3.misses") == nullptr);
  CHECK_THROWS_AS(group.counter("hits", StatisticUnit::kLookups, "again"), Error);
  CHECK(name_of(StatisticUnit::kEntries) == "entries");
}

TEST_CASE("an account charges each cycle once: work first, else the state that held", "[observe]") {
  CycleAccount account{kCategories};
  account.work(Cycles{10}, Cycles{14});
  account.enter(Cycles{12}, Unit3::kBlocked);
  account.enter(Cycles{20}, Unit3::kIdle);
  account.work(Cycles{30}, Cycles{100});
  account.charge_to(Cycles{40});
  CHECK(account.cycles_in(Unit3::kBusy) == Cycles{4 + 10});
  CHECK(account.cycles_in(Unit3::kBlocked) == Cycles{6});
  CHECK(account.cycles_in(Unit3::kIdle) == Cycles{10 + 10});
  CHECK(account.total() == Cycles{40});
}

TEST_CASE("states that last no time are not charged", "[observe]") {
  CycleAccount account{kCategories};
  account.enter(Cycles{5}, Unit3::kBlocked);
  account.enter(Cycles{5}, Unit3::kIdle);
  account.charge_to(Cycles{9});
  CHECK(account.cycles_in(Unit3::kIdle) == Cycles{9});
}

TEST_CASE("a histogram is exact below 64 and keeps an eighth of a power of two above", "[observe]") {
  Histogram histogram;
  for (const std::uint64_t value : {0u, 63u, 64u, 71u, 72u, 1000u}) histogram.add(value);
  const auto buckets = histogram.buckets();
  REQUIRE(buckets.size() == 5);
  CHECK((buckets[1].low == 63 && buckets[1].high == 63));
  CHECK((buckets[2].low == 64 && buckets[2].high == 71 && buckets[2].weight == 2));
  CHECK((buckets[4].low == 960 && buckets[4].high == 1023));
  CHECK(histogram.sum() == 1270);
  CHECK(histogram.high() == 1000);
}

TEST_CASE("an account counts work to the subcycle and its whole cycles still sum to the run", "[statistics]") {
  CycleAccount account{kCategories};
  const Subcycles half{kSubcyclesPerCycle / 2};
  account.work(subcycles(Cycles{10}), subcycles(Cycles{10}) + half);
  account.work(subcycles(Cycles{10}) + half, subcycles(Cycles{11}));
  account.work(subcycles(Cycles{20}), subcycles(Cycles{20}) + half);
  account.charge_to(Cycles{30});
  CHECK(account.cycles(0) == Cycles{1});  // two halves, and the third's fraction is carried on
  CHECK(account.cycles(1) == Cycles{});
  CHECK(account.cycles(2) == Cycles{29});
  CHECK(account.total() == Cycles{30});
}
