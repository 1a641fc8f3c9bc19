// Banks of a line cache by themselves, without either timing.
#include "machine/cache/line_bank.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <utility>
#include <vector>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

namespace {

/// Writes down the calls of the banks. Requests go by numbers.
struct Notes {
  using Banks = LineBanks<int, Notes>;

  struct Asked {
    ByteAddress address;
    ByteSize size;
    bool write;
    Cycles at;
    bool operator==(const Asked&) const = default;
  };

  void ask(std::uint32_t, const LineParts& parts, bool write, Cycles at) {
    for (std::uint32_t part = 0; part < parts.count; ++part)
      asked.push_back({parts[part].address, parts[part].size, write, at});
  }
  LinePath* answer(const Banks::Request& request, Cycles ready, std::uint32_t) {
    answers.emplace_back(request.handle, ready);
    return nullptr;
  }
  void looked_up(const Banks::Request&, LineLookup result, Cycles) { lookups.push_back(result); }
  void freed(std::uint32_t requester, Cycles) { free.push_back(requester); }

  std::vector<Asked> asked;
  std::vector<std::pair<int, Cycles>> answers;
  std::vector<LineLookup> lookups;
  std::vector<std::uint32_t> free;
};

using Answers = std::vector<std::pair<int, Cycles>>;

/// Hit latency 10, of which 4 for the tags; fill latency 3; one bank of one set of two ways.
struct Bench {
  explicit Bench(std::uint32_t mshrs = 8, LineCacheSurroundings surroundings = {.requesters = 2}, ByteSize sector = {})
      : banks{{.size = 1_KiB,
               .ways = 2,
               .line = 512_B,
               .sector = sector,
               .banks = 1,
               .bytes_per_cycle = 512,
               .hit_latency = Cycles{10},
               .data_latency = Cycles{6},
               .fill_latency = Cycles{3},
               .mshrs = mshrs},
              surroundings,
              statistics.group("cache"),
              notes} {}

  void take(int number, std::uint32_t requester, std::uint64_t line, Cycles now, bool write = false) {
    banks.take({.handle = number, .line = line, .bytes = 512, .requester = requester, .write = write}, now);
  }
  void run_to(Cycles end) {
    for (Cycles at = banks.next(); at <= end; at = banks.next()) banks.step(at);
  }
  /// Answers everything that was asked for and not answered.
  void fill(Cycles at) {
    for (; answered < notes.asked.size(); ++answered) {
      const Notes::Asked& part = notes.asked[answered];
      banks.answered(part.address, part.write, at, LinePath{});
    }
  }

  StatisticsRegistry statistics;
  Notes notes;
  Notes::Banks banks;
  std::size_t answered = 0;
};

}  // namespace

TEST_CASE("line banks grant one request a cycle, requesters turn about", "[cache]") {
  Bench bench;
  bench.take(1, 0, 7, Cycles{0});
  bench.run_to(Cycles{5});
  bench.fill(Cycles{20});
  bench.run_to(Cycles{30});
  CHECK(bench.notes.answers == Answers{{1, Cycles{21 + 3}}});
  for (const int number : {2, 3}) bench.take(number, 0, 7, Cycles{100});
  bench.take(4, 1, 7, Cycles{100});
  bench.run_to(Cycles{200});
  CHECK(bench.notes.answers == Answers{{1, Cycles{24}}, {4, Cycles{111}}, {2, Cycles{112}}, {3, Cycles{113}}});
  CHECK(bench.notes.free == std::vector<std::uint32_t>{0, 1, 0, 0});
  CHECK(bench.banks.next() == kNever);
}

TEST_CASE("line banks ask for a missing line in the next level's parts, and answer everybody with the last one",
          "[cache]") {
  Bench bench{8, {.requesters = 2, .next_line = 256_B}};
  bench.take(1, 0, 7, Cycles{0});
  bench.take(2, 1, 7, Cycles{0});
  bench.run_to(Cycles{5});
  CHECK(bench.notes.asked == std::vector<Notes::Asked>{{ByteAddress{3584}, 256_B, false, Cycles{1 + 4}},
                                                       {ByteAddress{3840}, 256_B, false, Cycles{1 + 4}}});
  CHECK(bench.notes.lookups == std::vector<LineLookup>{LineLookup::kMiss, LineLookup::kMerge});
  bench.banks.answered(ByteAddress{3584}, false, Cycles{50}, LinePath{});
  bench.run_to(Cycles{60});
  CHECK(bench.notes.answers.empty());
  bench.banks.answered(ByteAddress{3840}, false, Cycles{70}, LinePath{});
  bench.run_to(Cycles{80});
  CHECK(bench.notes.answers == Answers{{1, Cycles{74}}, {2, Cycles{74}}});
}

TEST_CASE("a miss without a register waits, and lets other requesters pass", "[cache]") {
  Bench bench{1};
  bench.take(1, 0, 0, Cycles{0});
  bench.run_to(Cycles{1});
  bench.take(2, 0, 1, Cycles{1});
  bench.run_to(Cycles{4});
  bench.take(3, 1, 0, Cycles{4});
  bench.run_to(Cycles{10});
  CHECK(bench.notes.lookups == std::vector<LineLookup>{LineLookup::kMiss, LineLookup::kMerge});
  CHECK(bench.banks.queued(0) == 1);
  bench.fill(Cycles{20});
  bench.run_to(Cycles{30});
  CHECK(bench.notes.lookups.back() == LineLookup::kMiss);
  CHECK(bench.banks.queued(0) == 0);
}

TEST_CASE("a line that was written goes to the next level when another one takes its place", "[cache]") {
  Bench bench;
  for (const int line : {0, 1}) bench.take(1 + line, 0, static_cast<std::uint64_t>(line), Cycles{0}, true);
  bench.run_to(Cycles{20});
  CHECK(bench.notes.asked.empty());
  bench.take(3, 0, 2, Cycles{30});
  bench.run_to(Cycles{40});
  CHECK(bench.notes.asked == std::vector<Notes::Asked>{{ByteAddress{0}, 512_B, true, Cycles{35}},
                                                       {ByteAddress{1024}, 512_B, false, Cycles{35}}});
  std::vector<ByteAddress> dirty;
  bench.banks.clean_all([&dirty](const LineParts& parts) { dirty.push_back(parts.first); });
  CHECK(dirty == std::vector<ByteAddress>{ByteAddress{512}});
}

namespace {

/// Lines of 512 bytes with sectors of 128.
struct SectoredBench : Bench {
  explicit SectoredBench(std::uint32_t mshrs = 8, LineCacheSurroundings surroundings = {.requesters = 2})
      : Bench{mshrs, surroundings, 128_B} {}

  void take_bytes(int number, std::uint64_t line, std::uint16_t offset, std::uint32_t bytes, Cycles now,
                  bool write = false) {
    banks.take({.handle = number, .line = line, .bytes = bytes, .requester = 0, .offset = offset, .write = write}, now);
  }
};

}  // namespace

TEST_CASE("a sectored line bank asks for the sectors that a read wants, and later for those that are missing",
          "[cache]") {
  SectoredBench bench;
  bench.take_bytes(1, 7, 128, 256, Cycles{0});
  bench.run_to(Cycles{5});
  CHECK(bench.notes.asked == std::vector<Notes::Asked>{{ByteAddress{3584 + 128}, 256_B, false, Cycles{5}}});
  bench.fill(Cycles{20});
  bench.run_to(Cycles{30});
  bench.take_bytes(2, 7, 200, 8, Cycles{40});
  bench.run_to(Cycles{45});
  bench.take_bytes(3, 7, 0, 512, Cycles{50});
  bench.run_to(Cycles{55});
  CHECK(bench.notes.lookups == std::vector<LineLookup>{LineLookup::kMiss, LineLookup::kHit, LineLookup::kMiss});
  REQUIRE(bench.notes.asked.size() == 3);
  CHECK(bench.notes.asked[1] == Notes::Asked{ByteAddress{3584}, 128_B, false, Cycles{55}});
  CHECK(bench.notes.asked[2] == Notes::Asked{ByteAddress{3584 + 384}, 128_B, false, Cycles{55}});
}

TEST_CASE("reads of a sectored line on its way are answered with their own sectors", "[cache]") {
  SectoredBench bench{1};  // one miss register serves all of the line's sectors
  bench.take_bytes(1, 7, 0, 128, Cycles{0});
  bench.take_bytes(2, 7, 128, 128, Cycles{0});
  bench.take_bytes(3, 7, 0, 256, Cycles{0});
  bench.run_to(Cycles{10});
  CHECK(bench.notes.lookups == std::vector<LineLookup>{LineLookup::kMiss, LineLookup::kMiss, LineLookup::kMerge});
  bench.banks.answered(ByteAddress{3584 + 128}, false, Cycles{20}, LinePath{});
  bench.run_to(Cycles{30});
  CHECK(bench.notes.answers == Answers{{2, Cycles{24}}});
  bench.banks.answered(ByteAddress{3584}, false, Cycles{40}, LinePath{});
  bench.run_to(Cycles{50});
  CHECK(bench.notes.answers == Answers{{2, Cycles{24}}, {1, Cycles{44}}, {3, Cycles{44}}});
}

TEST_CASE("a sector is on its way also when another of its line was asked for later", "[cache]") {
  SectoredBench bench;
  bench.take_bytes(1, 7, 0, 128, Cycles{0});
  bench.take_bytes(2, 7, 128, 128, Cycles{0});
  bench.take_bytes(3, 7, 0, 128, Cycles{0});
  bench.run_to(Cycles{10});
  CHECK(bench.notes.lookups == std::vector<LineLookup>{LineLookup::kMiss, LineLookup::kMiss, LineLookup::kMerge});
  CHECK(bench.notes.asked.size() == 2);
  bench.run_to(Cycles{30});
  CHECK(bench.notes.answers.empty());
}

TEST_CASE("changed sectors alone are written back, and others of a written line are fetched when they are read",
          "[cache]") {
  SectoredBench bench;
  bench.take_bytes(1, 0, 128, 128, Cycles{0}, true);
  bench.run_to(Cycles{5});
  bench.take_bytes(2, 0, 0, 256, Cycles{10});
  bench.run_to(Cycles{20});
  REQUIRE(bench.notes.asked.size() == 1);
  CHECK(bench.notes.asked[0].address == ByteAddress{0});
  CHECK(bench.notes.asked[0].size == 128_B);
  bench.fill(Cycles{30});
  bench.run_to(Cycles{35});
  bench.take_bytes(3, 1, 0, 512, Cycles{40}, true);
  bench.run_to(Cycles{45});
  bench.take_bytes(4, 2, 0, 512, Cycles{50}, true);
  bench.run_to(Cycles{60});
  REQUIRE(bench.notes.asked.size() == 2);
  CHECK(bench.notes.asked[1].address == ByteAddress{128});
  CHECK(bench.notes.asked[1].size == 128_B);
  CHECK(bench.notes.asked[1].write);
}

TEST_CASE("a hit is a use: the line that was used the longest time ago makes room", "[cache]") {
  const auto sector = GENERATE(ByteSize{}, 128_B);
  Bench bench{8, {.requesters = 2}, sector};
  int number = 0;
  Cycles now{0};
  const auto read = [&](std::uint64_t line) {
    bench.take(++number, 0, line, now);
    bench.run_to(now + Cycles{20});
    bench.fill(now + Cycles{30});
    bench.run_to(now + Cycles{90});
    now += Cycles{100};
    return bench.notes.lookups.back();
  };
  for (const std::uint64_t line : {0, 1}) CHECK(read(line) == LineLookup::kMiss);
  CHECK(read(0) == LineLookup::kHit);
  CHECK(read(2) == LineLookup::kMiss);
  CHECK(read(0) == LineLookup::kHit);
  CHECK(read(1) == LineLookup::kMiss);
}
