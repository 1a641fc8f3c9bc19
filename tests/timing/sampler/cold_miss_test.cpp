// A miss through every level, in closed form.
#include <catch2/catch.hpp>

#include "timing/cache/line_cache.h"
#include "timing/memory/memory.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

/// A sampler with both of its caches, L3 and memory; 1 GHz, so that cycles are nanoseconds.
struct HierarchyBench {
  HierarchyBench(const machine::SamplerParameters& sampler_chosen, const machine::LineCacheParameters& l3_chosen)
      : parameters{sampler_chosen}, l3_parameters{l3_chosen} {
    connect(simulation, eu.socket, sampler.messages());
    connect(simulation, sampler.fills(), l3.requester(0));
    connect(simulation, l3.memory_port().socket, memory.socket());
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.clock = Frequency{1'000'000'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  Plan plan{.subspans = 1};
  machine::SamplerParameters parameters;
  machine::LineCacheParameters l3_parameters;
  machine::MemoryParameters memory_parameters;
  MockEu eu{"eu", simulation};
  Sampler sampler{"sampler",
                  simulation,
                  parameters,
                  bytes,
                  {[this](const functional::Message&, const functional::PlanRequest& wanted,
                          functional::SamplerOutcome& outcome) { outcome = outcome_of(plan, wanted.lines); },
                   {}}};
  LineCache l3{"l3", simulation, l3_parameters, {{1}, bytes, "L3"}};
  Memory memory{"memory", simulation, memory_parameters, bytes};
};

}  // namespace

TEST_CASE("a miss is known when tags have been read: a cold miss takes the sum of its levels", "[sampler][cache]") {
  machine::SamplerParameters sampler;
  machine::LineCacheParameters l3;
  l3.hit_latency = GENERATE(Cycles{30}, Cycles{1030});
  sampler.l2.cache.hit_latency = GENERATE(Cycles{12}, Cycles{112});
  sampler.l1.tag_latency = GENERATE(Cycles{4}, Cycles{40});
  HierarchyBench bench{sampler, l3};
  bench.eu.start(1, Cycles{});  // misses everywhere
  sc_core::sc_start(bench.simulation.clock.span(Cycles{10'000}));
  bench.eu.start(1, bench.simulation.clock.now());  // hits L1
  bench.simulation.run();
  REQUIRE(bench.eu.answers.size() == 2);
  const auto latency = [&](std::size_t n) { return bench.eu.answers[n].answered - bench.eu.answers[n].sent; };

  const machine::LineCacheParameters& l2 = sampler.l2.cache;
  const Cycles arbitration{1}, collection{1};
  const Cycles l2_tags = arbitration + (l2.hit_latency - l2.data_latency);
  const Cycles l3_tags = arbitration + (l3.hit_latency - l3.data_latency);
  const Cycles memory{30 + 120 + 1};  // row, data, and the second cycle of the bus: 64 bytes at 34.1 bytes per cycle
  const Cycles fills = collection + l3.fill_latency + collection + l2.fill_latency;
  CHECK(latency(0) - latency(1) == l2_tags + l3_tags + memory + fills);

  // The wait is divided by where the line was.
  const auto& waits =
      std::get<machine::CycleAccount>(bench.simulation.statistics.find("sampler.l1.line_wait_cycles")->value);
  const auto at = [&](std::string_view place) { return waits.cycles(waits.categories().find(place)->value); };
  CHECK(at("l1") == sampler.l1.tag_latency);
  CHECK(at("l2_banks") == arbitration);
  CHECK(at("l2") == l2.hit_latency - l2.data_latency + collection + l2.fill_latency);
  CHECK(at("l3_banks") == arbitration);
  CHECK(at("l3") == l3.hit_latency - l3.data_latency + collection + l3.fill_latency);
  CHECK(at("memory") == Cycles{30 + 120});
  CHECK(at("memory_bus") == Cycles{1});
  CHECK(at("l2_port") + at("l3_port") + at("memory_banks") + at("memory_queue") + at("registers") == Cycles{});
}
