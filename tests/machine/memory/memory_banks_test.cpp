#include "machine/memory/memory_banks.h"

#include <catch2/catch.hpp>
#include <tuple>
#include <vector>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

namespace {

/// At 1 GHz: latency 100, 30 more for another row, 5 from request to request of a bank; 16 bytes a cycle on the bus.
struct Bench {
  StatisticsRegistry statistics;
  MemoryBanks<int> banks{{.latency = TimeSpan{100'000},
                          .bandwidth = Bandwidth{16'000'000'000},
                          .banks = 2,
                          .row = ByteSize{1024},
                          .row_miss = TimeSpan{30'000},
                          .bank_cycle = TimeSpan{5'000}},
                         1000_MHz,
                         MemoryStatistics{statistics.group("memory")}};

  Cycles ready(std::uint64_t address, Cycles now) { return banks.take(0, ByteAddress{address}, 64, false, now).ready; }
};

}  // namespace

TEST_CASE("a bank keeps its row open and serves one request after the other", "[memory]") {
  Bench bench;
  CHECK(bench.ready(0, Cycles{0}) == Cycles{130});           // opens the row
  CHECK(bench.ready(64, Cycles{0}) == Cycles{35 + 100});     // the bank is free at 35
  CHECK(bench.ready(1024, Cycles{0}) == Cycles{130});        // the other bank
  CHECK(bench.ready(2048, Cycles{50}) == Cycles{50 + 130});  // another row of the first
}

TEST_CASE("a row that is opened without time is open for the next request, and takes the bank no time", "[memory]") {
  Bench bench;
  bench.banks.open_row(ByteAddress{3072});
  CHECK(bench.ready(3072 + 64, Cycles{0}) == Cycles{100});
  bench.banks.open_row(ByteAddress{0});  // of the same bank
  CHECK(bench.ready(3072, Cycles{50}) == Cycles{50 + 130});
  CHECK(bench.banks.size() == 2);
}

TEST_CASE("the bus of memory takes data in the order in which they are ready", "[memory]") {
  Bench bench;
  bench.banks.take(1, ByteAddress{0}, 64, false, Cycles{0});
  bench.banks.take(2, ByteAddress{64}, 64, false, Cycles{0});
  bench.banks.take(3, ByteAddress{1024}, 64, false, Cycles{0});
  std::vector<std::pair<int, Cycles>> there;
  while (!bench.banks.empty()) {
    const auto transfer = bench.banks.take_bus(bench.banks.start());
    there.emplace_back(transfer.access.handle, transfer.there);
  }
  // Four cycles each: from 130, 134, 138.
  CHECK(there == std::vector<std::pair<int, Cycles>>{{1, Cycles{133}}, {3, Cycles{137}}, {2, Cycles{141}}});
}

TEST_CASE("the bus of memory takes each request for its own bytes", "[memory]") {
  Bench bench;
  bench.banks.take(1, ByteAddress{0}, 64, false, Cycles{0});
  bench.banks.take(2, ByteAddress{1024}, 256, false, Cycles{0});
  CHECK(bench.banks.take_bus(bench.banks.start()).there == Cycles{130 + 3});
  CHECK(bench.banks.take_bus(bench.banks.start()).there == Cycles{134 + 15});
}

TEST_CASE("channels move data at the same time, each with its share of the bandwidth, and take a cycle to be joined",
          "[memory]") {
  StatisticsRegistry statistics;
  const MemoryParameters parameters{.latency = TimeSpan{100'000},
                                    .bandwidth = Bandwidth{32'000'000'000},
                                    .channels = 2,
                                    .interleave = ByteSize{256},
                                    .banks = 2,
                                    .row_miss = TimeSpan{0}};
  MemoryBanks<int> banks{parameters, 1000_MHz, MemoryStatistics{statistics.group("memory"), parameters}};
  banks.take(1, ByteAddress{0}, 64, false, Cycles{0});
  banks.take(2, ByteAddress{256}, 64, false, Cycles{0});
  std::vector<std::pair<int, Cycles>> there;
  while (!banks.empty()) {
    const auto transfer = banks.take_bus(banks.start());
    there.emplace_back(transfer.access.handle, transfer.there);
  }
  // Four cycles of 16 bytes from 100 on, and one more.
  CHECK(there == std::vector<std::pair<int, Cycles>>{{1, Cycles{104}}, {2, Cycles{104}}});
}

TEST_CASE("compressed lines take less of the bus, and both counts are kept", "[memory]") {
  StatisticsRegistry statistics;
  const MemoryParameters parameters{.bandwidth = Bandwidth{16'000'000'000}, .compression = 2};
  const MemoryStatistics counts{statistics.group("memory"), parameters};
  MemoryBanks<int> banks{parameters, 1000_MHz, counts};
  banks.take(1, ByteAddress{0}, 64, false, Cycles{0});
  const auto transfer = banks.take_bus(banks.start());
  CHECK(transfer.until - transfer.from == subcycles(Cycles{2}));
  CHECK(counts.bytes.value() == 32);
  CHECK(counts.line_bytes->value() == 64);
}

TEST_CASE("a line's time in memory is told by its places: the queue, its bank, and the latency", "[memory]") {
  Bench bench;
  bench.banks.take(1, ByteAddress{0}, 64, false, Cycles{10});
  const auto access = bench.banks.take(2, ByteAddress{64}, 64, false, Cycles{20});
  LinePath path;
  path.add(LinePlace::kL1, Cycles{5});
  access.note_places(path);
  std::vector<std::tuple<LinePlace, Cycles, Cycles>> parts;
  path.for_each(Cycles{}, Cycles{200},
                [&](LinePlace place, Cycles from, Cycles until) { parts.emplace_back(place, from, until); });
  // The bank opens its row until 40 and is free at 45.
  CHECK(parts == std::vector<std::tuple<LinePlace, Cycles, Cycles>>{{LinePlace::kL1, Cycles{0}, Cycles{5}},
                                                                    {LinePlace::kMemoryQueue, Cycles{5}, Cycles{20}},
                                                                    {LinePlace::kMemoryBanks, Cycles{20}, Cycles{45}},
                                                                    {LinePlace::kMemory, Cycles{45}, Cycles{200}}});
}
