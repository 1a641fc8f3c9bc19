#include <catch2/catch.hpp>
#include <cstddef>

#include "support/allocations.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

TEST_CASE("a timed sampler allocates nothing for messages whose lines are in the cache, once all its queues were full",
          "[sampler][allocation]") {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}}};
  functional::GpuMemory bytes;
  machine::SamplerParameters parameters;
  parameters.l2.enabled = false;
  MockEu eu{"eu", simulation};
  MockMemory memory{"memory", simulation};
  const Plan plan{.subspans = 4, .footprints = 2, .texels = [] { return std::vector<std::uint64_t>{0, 64, 4096}; }};
  const functional::SamplerOutcome made = outcome_of(plan);
  Sampler sampler{
      "sampler",
      simulation,
      parameters,
      bytes,
      {[&made](const functional::Message&, const functional::PlanRequest&, functional::SamplerOutcome& outcome) {
         outcome.subspans.resize(made.subspans.size());
         for (std::size_t s = 0; s < made.subspans.size(); ++s) outcome.subspans[s] = made.subspans[s];
         outcome.response = made.response;
       },
       {}}};
  connect(simulation, eu.socket, sampler.messages());
  connect(simulation, sampler.fills(), memory.socket);

  constexpr std::uint64_t kMessages = 4000;  // the last ones find emptier queues than any before
  eu.answers.reserve(kMessages);
  std::size_t before = 0, after = 0;
  eu.received = [&](const functional::MessageResponse&) {
    if (eu.answers.size() == kMessages / 2) before = texpipe::test::allocations();
    if (eu.answers.size() == kMessages * 3 / 4) after = texpipe::test::allocations();
  };
  eu.start(kMessages, Cycles{});
  simulation.run();
  REQUIRE(eu.answers.size() == kMessages);
  CHECK(before > 0);
  CHECK(after == before);
}
