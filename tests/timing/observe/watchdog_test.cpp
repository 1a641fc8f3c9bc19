#include "timing/observe/watchdog.h"

#include <catch2/catch.hpp>

#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

TEST_CASE("a fill that never comes ends the run with every queue and its head", "[observe]") {
  SamplerBench bench;
  bench.memory.latency = [&] { return bench.memory.requests == 3 ? Cycles{1'000'000'000} : Cycles{50}; };
  std::uint64_t line = 0;
  bench.plan.texels = [&line] { return std::vector<std::uint64_t>{64 * line++}; };
  bench.eu.start(400, Cycles{});
  try {
    bench.simulation.run();
    FAIL("the watchdog did not see it");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kWatchdog);
    const std::string text = error.what();
    CAPTURE(text);
    CHECK(text.find("no progress for 100000 cycles") != std::string::npos);
    CHECK(text.find("sampler.l1.fills waits for") != std::string::npos);
    CHECK(text.find("sampler.l1.slots 128/128, head: message 0 subspan 2") != std::string::npos);
    CHECK(text.find("sampler.front_end.slots 8/8") != std::string::npos);
  }
}

TEST_CASE("an idle simulation ends although a watchdog watches it", "[observe]") {
  SamplerBench bench;
  bench.eu.start(3, Cycles{});
  CHECK(bench.simulation.run() < Cycles{1000});
}
