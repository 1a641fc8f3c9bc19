// The pixel coverage unit alone, between a mock EU and a coverage store.
#include "timing/pixel_coverage/pixel_coverage.h"

#include <catch2/catch.hpp>

#include "functional/shared_function/execute_pixel_interpolator_message.h"
#include "functional/shared_function/spa_message.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::CoverageStore store{16};
  functional::MessageContext context;
  test::MockEu eu{"eu", simulation};
  PixelCoverageUnit unit;
  spa::PixelMode mode = spa::PixelMode::kCovMask;
  std::uint32_t lanes = 0xFFFF'FFFF;
  functional::LaneVector samples{};
  std::vector<functional::MessageResponse> responses;

  explicit Bench(const machine::PixelCoverageParameters& parameters = {})
      : unit{"pixel_coverage", simulation, parameters} {
    context.coverage = &store;
    std::array<std::uint32_t, functional::kQuadsPerWarp> slots{};
    for (unsigned quad = 0; quad < slots.size(); ++quad) {
      functional::SubspanInFlight subspan;
      for (unsigned pixel = 0; pixel < 4; ++pixel) {
        subspan.pixels[pixel] = {.pattern = functional::standard_pattern(4),
                                 .coverage = static_cast<std::uint16_t>((4 * quad + pixel) % 16)};
      }
      slots[quad] = *store.insert(subspan);
    }
    eu.fill = [this, slots](functional::Message& message) {
      message = functional::pixld_message(mode, slots, samples, lanes);
      message.context = &context;
    };
    eu.received = [this](const functional::MessageResponse& response) { responses.push_back(response); };
    connect(simulation, eu.socket, unit.port.socket);
  }

  /// Sends `count` queries from cycle 10 on and runs to the end.
  void run(std::uint64_t count) {
    eu.start(count, Cycles{10});
    simulation.run();
    CHECK(simulation.messages.in_use() == 0);
  }
  std::uint64_t answered(std::size_t index) const { return eu.answers.at(index).answered.value(); }
  std::uint64_t cycles_in(std::uint32_t category) const {
    return std::get<machine::CycleAccount>(simulation.statistics.find("pixel_coverage.cycles")->value)
        .cycles(category)
        .value();
  }
  std::uint64_t counter(const char* name) const {
    return std::get<machine::Counter>(simulation.statistics.find(std::string{"pixel_coverage."} + name)->value).value();
  }
};

}  // namespace

TEST_CASE("a query is answered its latency after its last subspan was worked on, not a cycle earlier",
          "[pixel_coverage]") {
  const auto [lanes, subspan_cycles] =
      GENERATE(table<std::uint32_t, std::uint64_t>({{0xFFFF'FFFF, 4}, {0x0000'000F, 1}, {0x0000'1111, 2}, {0, 1}}));
  Bench bench{{.latency = Cycles{12}, .subspans_per_cycle = 2}};
  bench.lanes = lanes;
  bench.run(1);
  CHECK(bench.answered(0) == 10 + subspan_cycles - 1 + 12);
  CHECK(bench.cycles_in(0) == subspan_cycles);  // busy
}

TEST_CASE("queries leave in order at the rate of subspans, whatever room the queue has", "[pixel_coverage]") {
  Bench bench{{.queue = 8, .latency = Cycles{12}, .subspans_per_cycle = 2}};
  bench.run(20);
  for (std::uint64_t i = 0; i < 20; ++i) {
    CHECK(bench.eu.answers[i].id == i);
    CHECK(bench.answered(i) == 10 + 4 * (i + 1) - 1 + 12);
  }
}

TEST_CASE("query latencies under back-pressure are the waiting times that arithmetic gives", "[pixel_coverage]") {
  const std::uint64_t hold = GENERATE(0u, 40u);
  Bench bench{{.queue = 8, .latency = Cycles{12}, .subspans_per_cycle = 2}};
  if (hold != 0) bench.eu.hold = [hold] { return Cycles{hold}; };
  bench.run(20);
  const auto& latency = std::get<machine::Histogram>(bench.simulation.statistics.find("pixel_coverage.latency")->value);
  CHECK(latency.count() == 20);
  // Eight queries enter at once; each further one when the one eight before it has left.
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    // Response i starts when its work and latency are over and the response before it has ended.
    const auto responds = [hold](std::uint64_t n) { return hold == 0 ? 10 + 4 * (n + 1) - 1 + 12 : 25 + hold * n; };
    const std::uint64_t entered = i < 8 ? 10 : responds(i - 8) + hold;
    sum += responds(i) - entered;
  }
  CHECK(latency.sum() == sum);
  CHECK(std::get<machine::Histogram>(bench.simulation.statistics.find("pixel_coverage.occupancy")->value).high() == 8);
}

TEST_CASE("a queue of one holds the next query until the response of the one before is ended", "[pixel_coverage]") {
  Bench bench{{.queue = 1, .latency = Cycles{12}, .subspans_per_cycle = 2}};
  bench.run(5);
  for (std::uint64_t i = 0; i < 5; ++i) CHECK(bench.answered(i) == 10 + 15 * (i + 1));
}

TEST_CASE("a response whose end is withheld holds the others, and the cycles count as blocked", "[pixel_coverage]") {
  Bench bench{{.queue = 2, .latency = Cycles{12}, .subspans_per_cycle = 8}};
  bench.eu.hold = [] { return Cycles{100}; };
  bench.run(4);
  // One cycle of work each: the first is ready at 22, the others long before the response before them ends.
  for (std::uint64_t i = 0; i < 4; ++i) CHECK(bench.answered(i) == 22 + 100 * i);
  // Queries 2 and 3 enter when 0 and 1 leave; their one busy cycle falls into a blocked time.
  CHECK(bench.cycles_in(0) == 4);
  CHECK(bench.cycles_in(1) == 400 - 2);
  CHECK(bench.cycles_in(2) == 22 - 10 - 2);
  CHECK(bench.cycles_in(3) == 10);
}

TEST_CASE("what the unit answers is what the message means without time", "[pixel_coverage]") {
  Bench bench;
  bench.run(1);
  const functional::MessageResponse& response = bench.responses.at(0);
  for (unsigned lane = 0; lane < functional::kWarpLanes; ++lane)
    CHECK(response.registers[lane / 8][lane % 8] == lane % 16);
}

TEST_CASE("lanes whose OFFSET reads 0 are counted as warnings", "[pixel_coverage]") {
  Bench bench;
  bench.mode = spa::PixelMode::kOffset;
  bench.samples.fill(4);  // of a pattern of four
  bench.lanes = 0x0000'00FF;
  bench.run(2);
  CHECK(bench.counter("offset_warnings") == 16);
  CHECK(bench.counter("messages") == 2);
  CHECK(bench.counter("subspans") == 4);
}

TEST_CASE("a query without a coverage store reads an uncovered pixel with one sample", "[pixel_coverage]") {
  Bench bench;
  bench.context.coverage = nullptr;
  bench.mode = spa::PixelMode::kMsCount;
  bench.run(1);
  CHECK(bench.responses.at(0).registers[0][0] == 1);
}

TEST_CASE("a Gen9 pixel interpolator message is answered in the same time with its own response", "[pixel_coverage]") {
  Bench bench{{.latency = Cycles{12}, .subspans_per_cycle = 2}};
  functional::Message sent;
  bench.eu.fill = [&](functional::Message& message) {
    message.shared_function = 0xB;
    message.extended_descriptor = 0xB;
    message.descriptor = 0x02411020;  // SIMD16, sample 2
    message.execution_mask = 0xFFFF;
    message.payload.resize(1);
    message.subspan_slots = {0, 1, 2, 3};
    message.context = &bench.context;
    sent = message;
  };
  bench.run(1);
  CHECK(bench.answered(0) == 10 + 2 - 1 + 12);
  CHECK(bench.responses.at(0).registers == functional::execute_pixel_interpolator_message(bench.store, sent).registers);
  CHECK(bench.counter("offset_warnings") == 0);
}
