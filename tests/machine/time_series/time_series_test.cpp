#include "machine/time_series/time_series.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

namespace texpipe::machine {
namespace {

constexpr EnumRow kStates[] = {{0, "busy", ""}, {1, "idle", ""}};

/// A run of which the test says what happens between two looks.
struct Bench {
  explicit Bench(std::uint32_t intervals) : series{registry, intervals, Cycles{64}} {}

  /// The time series looks at the end of every interval up to `cycle`.
  void run_to(std::uint64_t cycle) {
    while (series.next() <= Cycles{cycle}) series.look();
  }
  TimeTable end_at(std::uint64_t cycle) {
    registry.close_accounts(Cycles{cycle});
    series.finish(Cycles{cycle});
    return series.table();
  }

  StatisticsRegistry registry;
  StatisticsGroup& group = registry.group("block", "under test");
  TimeSeries series;
};

const TimeTable::Row* find(const TimeTable& table, std::string_view path) {
  for (const TimeTable::Row& row : table.rows) {
    if (row.path == path) return &row;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("what a counter counts stands in the interval in which it was counted", "[time_series]") {
  Bench bench{4};
  Counter& reads = bench.group.counter("reads", StatisticUnit::kRequests, "");
  bench.run_to(64);
  reads.add(5);
  bench.run_to(128);
  reads.add(2);
  const TimeTable table = bench.end_at(150);
  CHECK(table.ends == std::vector<std::uint64_t>{64, 128, 150});
  CHECK(find(table, "block.reads")->values == std::vector<double>{0, 5, 2});
}

TEST_CASE("when there are twice as many intervals as asked for each two become one", "[time_series]") {
  Bench bench{4};
  Counter& reads = bench.group.counter("reads", StatisticUnit::kRequests, "");
  for (std::uint64_t i = 1; i <= 8; ++i) {
    reads.add(i);
    bench.run_to(64 * i);
  }
  CHECK(bench.series.next() == Cycles{512 + 128});
  const TimeTable table = bench.end_at(520);
  CHECK(table.ends == std::vector<std::uint64_t>{128, 256, 384, 512, 520});
  CHECK(find(table, "block.reads")->values == std::vector<double>{3, 7, 11, 15, 0});
}

TEST_CASE("a long run has at least as many intervals as asked for and fewer than twice as many", "[time_series]") {
  for (const std::uint64_t cycles : {1'000u, 12'799u, 12'800u, 25'599u, 25'600u, 25'601u, 1'000'000u}) {
    Bench bench{200};
    bench.group.counter("reads", StatisticUnit::kRequests, "").add();
    bench.run_to(cycles);
    const TimeTable table = bench.end_at(cycles);
    CHECK(table.ends.back() == cycles);
    CHECK(table.ends.size() <= 400);
    if (cycles >= 12'800) CHECK(table.ends.size() >= 200);
  }
}

TEST_CASE("the categories of an account sum to the length of every interval", "[time_series]") {
  Bench bench{4};
  CycleAccount& account = bench.group.account("cycles", "", {"state", kStates});
  account.work(Subcycles{kSubcyclesPerCycle / 3}, Subcycles{40 * kSubcyclesPerCycle + 7});
  bench.run_to(64);
  account.work(Cycles{100}, Cycles{130});  // half of it in each of two intervals
  bench.run_to(128);
  const TimeTable table = bench.end_at(200);
  const TimeTable::Row &busy = *find(table, "block.cycles.busy"), &idle = *find(table, "block.cycles.idle");
  CHECK(busy.values == std::vector<double>{39, 28, 2});
  CHECK(idle.values == std::vector<double>{25, 36, 70});
}

TEST_CASE("the categories of an account sum over the intervals to its whole cycles", "[time_series]") {
  constexpr EnumRow kThree[] = {{0, "busy", ""}, {1, "waiting", ""}, {2, "idle", ""}};
  Bench bench{16};
  CycleAccount& account = bench.group.account("cycles", "", {"state", kThree});
  constexpr std::uint64_t kEnd = 64 * 16 + 7;
  for (std::uint64_t cycle = 0; cycle < kEnd; cycle += 32) {  // fractions of a cycle of everything in every interval
    bench.run_to(cycle);
    account.enter(Cycles{cycle}, cycle % 3);
    const std::uint64_t from = cycle * kSubcyclesPerCycle + (cycle * 7 % 5) * kSubcyclesPerCycle / 6;
    account.work(Subcycles{from}, Subcycles{from + kSubcyclesPerCycle * (cycle % 7 + 1) / 3});
  }
  const TimeTable table = bench.end_at(kEnd);
  std::vector<double> lengths(table.ends.size());
  for (const TimeTable::Row& row : table.rows) {
    double sum = 0;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      sum += row.values[i];
      lengths[i] += row.values[i];
      CHECK(row.values[i] >= 0);
    }
    for (const EnumRow& category : kThree)
      if (row.path == "block.cycles." + std::string{category.name})
        CHECK(sum == static_cast<double>(account.cycles(category.value).value()));
  }
  REQUIRE(table.rows.size() == 3);
  for (std::size_t i = 0; i < lengths.size(); ++i)
    CHECK(lengths[i] == static_cast<double>(table.ends[i] - (i == 0 ? 0 : table.ends[i - 1])));
}

TEST_CASE("a level that nothing changes has its mean in every interval", "[time_series]") {
  Bench bench{4};
  Histogram& queue = bench.group.histogram("queue", StatisticUnit::kEntries, "");
  queue.set_level(Cycles{}, 0);
  queue.set_level(Cycles{32}, 6);
  bench.run_to(192);
  const TimeTable table = bench.end_at(200);
  CHECK(find(table, "block.queue")->values == std::vector<double>{3, 6, 6, 6});
}

TEST_CASE("a ratio has the quotient of each interval and none where nothing was counted", "[time_series]") {
  Bench bench{4};
  Counter& hits = bench.group.counter("hits", StatisticUnit::kLookups, "");
  Counter& reads = bench.group.counter("reads", StatisticUnit::kLookups, "");
  bench.group.ratio("hit_rate", "", hits, reads);
  hits.add(1), reads.add(4);
  bench.run_to(128);
  hits.add(3), reads.add(4);
  bench.run_to(192);
  hits.add(1), reads.add(1);
  const TimeTable table = bench.end_at(200);
  const TimeTable::Row& rate = *find(table, "block.hit_rate");
  CHECK(rate.values[0] == 0.25);
  CHECK(std::isnan(rate.values[1]));
  CHECK(rate.values[2] == 0.75);
  CHECK(rate.values[3] == 1);
}

TEST_CASE("a statistic that comes later has nothing in earlier intervals", "[time_series]") {
  Bench bench{4};
  bench.run_to(64);
  bench.registry.group("another").counter("hazards", StatisticUnit::kEvents, "").add(3);
  const TimeTable table = bench.end_at(100);
  CHECK(find(table, "another.hazards")->values == std::vector<double>{0, 3});
}

TEST_CASE("a run that ends with an interval keeps what happened in its last cycle", "[time_series]") {
  Bench bench{4};
  Counter& reads = bench.group.counter("reads", StatisticUnit::kRequests, "");
  bench.run_to(128);
  reads.add(9);
  const TimeTable table = bench.end_at(128);
  CHECK(table.ends == std::vector<std::uint64_t>{64, 128});
  CHECK(find(table, "block.reads")->values == std::vector<double>{0, 9});
}

}  // namespace texpipe::machine
