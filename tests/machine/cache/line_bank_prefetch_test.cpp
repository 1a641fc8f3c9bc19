// Prefetches of line banks by themselves, without either timing.
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "machine/cache/line_bank.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

namespace {

/// Writes down what the banks ask for and how reads end.
struct PrefetchNotes {
  using Banks = LineBanks<int, PrefetchNotes>;

  void ask(std::uint32_t, const LineParts& parts, bool, Cycles) {
    for (std::uint32_t part = 0; part < parts.count; ++part) asked.push_back(parts[part].address);
  }
  LinePath* answer(const Banks::Request&, Cycles, std::uint32_t) { return nullptr; }
  void looked_up(const Banks::Request&, LineLookup result, Cycles) { lookups.push_back(result); }
  void freed(std::uint32_t, Cycles) {}

  std::vector<ByteAddress> asked;
  std::vector<LineLookup> lookups;
};

/// One bank of one set of eight ways, lines of 512 bytes, which asks for the next line.
struct PrefetchBench {
  explicit PrefetchBench(std::uint32_t mshrs)
      : banks{{.size = 4_KiB,
               .ways = 8,
               .line = 512_B,
               .banks = 1,
               .bytes_per_cycle = 512,
               .hit_latency = Cycles{10},
               .data_latency = Cycles{6},
               .fill_latency = Cycles{3},
               .mshrs = mshrs,
               .prefetch = Prefetch::kNextLine},
              {.requesters = 2},
              statistics.group("cache"),
              notes} {}

  /// Reads a line, and leaves what was asked for on its way.
  LineLookup read(std::uint64_t line) {
    now += Cycles{100};
    banks.take({.handle = 1, .line = line, .bytes = 512, .requester = 0, .write = false}, now);
    run_to(now + Cycles{20});
    return notes.lookups.back();
  }
  void fill() {
    for (; answered < notes.asked.size(); ++answered)
      banks.answered(notes.asked[answered], false, now + Cycles{30}, LinePath{});
    run_to(now + Cycles{90});
  }
  void run_to(Cycles end) {
    for (Cycles at = banks.next(); at <= end; at = banks.next()) banks.step(at);
  }
  std::uint64_t count(const char* name) const {
    return std::get<Counter>(statistics.find(std::string{"cache."} + name)->value).value();
  }

  StatisticsRegistry statistics;
  PrefetchNotes notes;
  PrefetchNotes::Banks banks;
  Cycles now;
  std::size_t answered = 0;
};

}  // namespace

TEST_CASE("a line that was prefetched is used once, on its way or here", "[cache]") {
  PrefetchBench bench{8};
  CHECK(bench.read(0) == LineLookup::kMiss);
  CHECK(bench.read(0) == LineLookup::kMerge);
  CHECK(bench.count("prefetches") == 1);
  CHECK(bench.count("prefetches_used") == 0);
  CHECK(bench.read(1) == LineLookup::kMerge);
  CHECK(bench.read(1) == LineLookup::kMerge);
  CHECK(bench.count("prefetches_used") == 1);
  bench.fill();
  CHECK(bench.read(1) == LineLookup::kHit);
  CHECK(bench.read(2) == LineLookup::kHit);
  CHECK(bench.read(2) == LineLookup::kHit);
  CHECK(bench.count("prefetches_used") == 2);
  CHECK(bench.notes.asked ==
        std::vector<ByteAddress>{ByteAddress{0}, ByteAddress{512}, ByteAddress{1024}, ByteAddress{1536}});
}

TEST_CASE("the last register is left to reads, and what a prefetcher wanted once is not asked for later", "[cache]") {
  PrefetchBench bench{2};
  CHECK(bench.read(0) == LineLookup::kMiss);
  CHECK(bench.count("prefetches_dropped") == 1);
  bench.fill();
  CHECK(bench.read(0) == LineLookup::kHit);
  CHECK(bench.notes.asked == std::vector<ByteAddress>{ByteAddress{0}});
  CHECK(bench.count("prefetches") == 0);
  CHECK(bench.count("prefetches_dropped") == 1);
}

TEST_CASE("nothing is prefetched beyond a page", "[cache]") {
  PrefetchBench bench{8};
  CHECK(bench.read(7) == LineLookup::kMiss);
  bench.fill();
  CHECK(bench.notes.asked == std::vector<ByteAddress>{ByteAddress{3584}});
}
