#include "machine/recurrence/fill_recurrence.h"

#include <catch2/catch.hpp>
#include <utility>

namespace texpipe::machine {

namespace {

using namespace texpipe::literals;

struct Server final : LineServer {
  bool offer(std::uint32_t, const LineRequest& request, Cycles) override {
    asked.push_back(request);
    return true;
  }
  void bind(std::uint32_t, LineClient&) override {}
  Cycles lookahead() const override { return Cycles{1}; }
  std::vector<LineRequest> asked;
};

struct Owner final : FillRecurrence::Owner {
  void line_there(std::uint64_t waiter, const FillRecurrence::Fill& fill) override {
    there.emplace_back(waiter, fill.arrival);
  }
  std::vector<std::pair<std::uint64_t, Cycles>> there;
};

/// Two miss registers for lines of 64 bytes; the next level has lines of 32.
struct Bench {
  Bench() { fills.next_level().bind(server, 0); }

  void request(std::uint64_t line, std::uint64_t waiter, Cycles now) {
    fills.request({AddressSpace::kStored, line}, {}, waiter, now, now);
    fills.next_level().send(now);
  }

  StatisticsRegistry registry;
  FillStatistics statistics{registry.group("fills")};
  Owner owner;
  Server server;
  EarlyCounts early;
  FillRecurrence fills{{.line = 64_B, .mshrs = 2}, 32_B, owner, statistics, early};
};

}  // namespace

TEST_CASE("a line is asked for in parts as long as the next level's lines and is there with the last", "[recurrence]") {
  Bench bench;
  bench.request(3, 7, Cycles{10});
  REQUIRE(bench.server.asked.size() == 2);
  CHECK(bench.server.asked[0].address == ByteAddress{192});
  CHECK(bench.server.asked[1].address == ByteAddress{224});
  bench.fills.answered(bench.server.asked[0].tag, Cycles{50}, {});
  CHECK(bench.owner.there.empty());
  CHECK(bench.fills.unknown() == 1);
  bench.fills.answered(bench.server.asked[1].tag, Cycles{60}, {});
  CHECK(bench.owner.there == std::vector<std::pair<std::uint64_t, Cycles>>{{7, Cycles{60}}});
  CHECK(bench.fills.unknown() == 0);
}

TEST_CASE("a miss register is free in the cycle after its line came", "[recurrence]") {
  Bench bench;
  bench.request(1, 0, Cycles{10});
  CHECK_FALSE(bench.fills.full(Cycles{10}));
  bench.request(2, 1, Cycles{11});
  CHECK(bench.fills.full(Cycles{11}));
  CHECK(bench.fills.unknown() == 2);
  CHECK(bench.fills.next_arrival(Cycles{11}) == kNever);
  for (unsigned part = 0; part < 2; ++part) bench.fills.answered(bench.server.asked[part].tag, Cycles{40}, {});
  CHECK(bench.fills.next_arrival(Cycles{11}) == Cycles{40});
  CHECK(bench.fills.full(Cycles{39}));
  CHECK_FALSE(bench.fills.full(Cycles{40}));
}

TEST_CASE("a lookup finds a line on its way up to the cycle in which it comes", "[recurrence]") {
  Bench bench;
  bench.request(1, 0, Cycles{10});
  REQUIRE(bench.fills.find({AddressSpace::kStored, 1}, Cycles{20}) != nullptr);
  CHECK(bench.fills.find({AddressSpace::kStored, 65}, Cycles{20}) == nullptr);
  bench.fills.wait(*bench.fills.find({AddressSpace::kStored, 1}, Cycles{20}), 5);
  for (unsigned part = 0; part < 2; ++part) bench.fills.answered(bench.server.asked[part].tag, Cycles{40}, {});
  CHECK(bench.owner.there.size() == 2);
  CHECK(bench.fills.find({AddressSpace::kStored, 1}, Cycles{40}) != nullptr);
  CHECK(bench.fills.find({AddressSpace::kStored, 1}, Cycles{41}) == nullptr);
}

}  // namespace texpipe::machine
