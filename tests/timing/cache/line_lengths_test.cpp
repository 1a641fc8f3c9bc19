// Levels whose lines have different lengths: requests of each level to the next.
#include <algorithm>
#include <catch2/catch.hpp>

#include "timing/cache/line_cache.h"
#include "timing/memory/memory.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

machine::SamplerParameters sampler_with_lines(ByteSize l1, ByteSize l2, bool second_level) {
  machine::SamplerParameters parameters;
  parameters.l1.line = l1;
  parameters.l2.cache.line = l2;
  parameters.l2.enabled = second_level;
  return parameters;
}

/// One sampler, L3 and memory.
struct ChainBench {
  ChainBench(const machine::SamplerParameters& chosen, ByteSize l3_line)
      : parameters{chosen}, l3_parameters{.line = l3_line} {
    connect(simulation, eu.socket, sampler.messages());
    connect(simulation, sampler.fills(), l3.requester(0));
    connect(simulation, l3.memory_port().socket, memory.socket());
  }

  std::uint64_t value(const char* path) {
    return std::get<machine::Counter>(simulation.statistics.find(path)->value).value();
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  Plan plan;
  machine::SamplerParameters parameters;
  machine::LineCacheParameters l3_parameters;
  MockEu eu{"eu", simulation};
  LineCache l3{"l3", simulation, l3_parameters, {{1}, bytes, "cache under test"}};
  Memory memory{"memory", simulation, machine::MemoryParameters{}, bytes};
  Sampler sampler{"sampler",
                  simulation,
                  parameters,
                  bytes,
                  {[this](const functional::Message&, const functional::PlanRequest& wanted,
                          functional::SamplerOutcome& outcome) { outcome = outcome_of(plan, wanted.lines); },
                   {}},
                  l3_parameters.line};
};

}  // namespace

TEST_CASE("lines of every level may be shorter or longer than those above: each level asks for whole lines, once",
          "[cache][lines]") {
  const ByteSize l1 = GENERATE(32_B, 64_B, 128_B, 256_B);
  const ByteSize l2 = GENERATE(32_B, 64_B, 128_B, 256_B);
  const ByteSize l3 = GENERATE(32_B, 64_B, 128_B, 256_B);
  const bool second_level = GENERATE(true, false);
  CAPTURE(l1.value(), l2.value(), l3.value(), second_level);
  ChainBench bench{sampler_with_lines(l1, l2, second_level), l3};
  constexpr std::uint64_t kBytes = 8192;  // read once from front to back, a 32-byte sector per footprint
  std::uint64_t next = 0;
  bench.plan.texels = [&next] { return std::vector<std::uint64_t>{32 * next++}; };
  bench.eu.start(kBytes / 32 / bench.plan.subspans, Cycles{});
  bench.simulation.run();
  REQUIRE(bench.eu.answers.size() == kBytes / 32 / bench.plan.subspans);

  CHECK(bench.value("sampler.l1.fills") == kBytes / l1.value());
  CHECK(bench.value("sampler.l1.fill_bytes") == kBytes);
  ByteSize above = l1;
  if (second_level) {
    CHECK(bench.value("sampler.l2.reads") == kBytes / std::min(l1, l2).value());
    CHECK(bench.value("sampler.l2.fills") == kBytes / l2.value());
    CHECK(bench.value("sampler.l2.read_bytes") == kBytes);
    above = l2;
  }
  CHECK(bench.value("l3.reads") == kBytes / std::min(above, l3).value());
  CHECK(bench.value("l3.fills") == kBytes / l3.value());
  CHECK(bench.value("memory.reads") == kBytes / l3.value());
  CHECK(bench.value("memory.bytes") == kBytes);
  CHECK(bench.simulation.memory.in_use() == 0);
}

TEST_CASE("a line whose parts arrive apart is there with its last part", "[cache][lines]") {
  const auto latency_with = [](ByteSize l1, ByteSize next) {
    ChainBench bench{sampler_with_lines(l1, 64_B, false), next};
    bench.plan.subspans = 1;
    bench.eu.start(1, Cycles{});
    bench.simulation.run();
    return bench.eu.answers.at(0).answered - bench.eu.answers.at(0).sent;
  };
  // Four banks of L3 take a part each in the cycle after it arrives; parts leave one per cycle, memory answers in
  // order.
  CHECK(latency_with(256_B, 64_B) > latency_with(64_B, 64_B));
  CHECK(latency_with(64_B, 256_B) >= latency_with(64_B, 64_B));
}

TEST_CASE("a dirty line that is longer than those of the next level is written back in parts", "[cache][lines]") {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  LineCache upper{"upper",
                  simulation,
                  {.size = 1_KiB, .ways = 1, .line = 256_B, .banks = 1, .write_buffer = 1},
                  {{1, 64_B}, bytes, "written to"}};
  LineCache lower{"lower", simulation, {.line = 64_B}, {{1}, bytes, "written back to"}};
  Memory memory{"memory", simulation, machine::MemoryParameters{}, bytes};
  RequestPort port{"port", simulation, [](Payload&) {}};
  connect(simulation, port.socket, upper.requester(0));
  connect(simulation, upper.memory_port().socket, lower.requester(0));
  connect(simulation, lower.memory_port().socket, memory.socket());
  for (std::uint64_t line = 0; line < 16; ++line) {
    port.send(memory_request(simulation.memory, MemoryCommand::kWrite, ByteAddress{256 * line}, 256_B));
  }
  simulation.run();
  const auto value = [&](const char* path) {
    return std::get<machine::Counter>(simulation.statistics.find(path)->value).value();
  };
  CHECK(value("upper.writes") == 16);
  CHECK(value("upper.write_backs") == 12);  // four lines stay
  CHECK(value("lower.writes") == 48);
}
