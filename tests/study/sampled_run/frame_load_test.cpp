// What limits threads of a frame, by their load.
#include "study/sampled_run/frame_load.h"

#include <catch2/catch.hpp>

#include "machine/graph/places.h"

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("the busiest unit is the dispatcher, the samplers or memory", "[sample][frame]") {
  machine::MachineParameters machine;
  machine.clock = Frequency{1'000'000'000};
  machine.slice.dispatch.thread_interval = Cycles{2};
  machine.memory.bandwidth = Bandwidth{32'000'000'000};
  const auto samplers = static_cast<double>(machine::subslices_of(machine).size());
  const FrameRates rates{machine};
  CHECK(rates.busiest({.threads = 100}) == Approx(200));
  CHECK(rates.busiest({.threads = 100, .footprints = 300 * samplers}) == Approx(300));
  CHECK(rates.busiest({.threads = 100, .footprints = 300 * samplers, .memory_bytes = 12'800}) == Approx(400));
}

TEST_CASE("bytes of a memory of somebody else's, which it need not count, limit nothing", "[sample][frame]") {
  machine::MachineParameters machine;
  machine.memory.implementation.name = "foreign";
  const FrameRates rates{machine};
  CHECK(rates.busiest({.threads = 1, .memory_bytes = 1e9}) == rates.busiest({.threads = 1}));
}

TEST_CASE("loads add up", "[sample][frame]") {
  FrameLoad load{.threads = 1, .footprints = 2, .memory_bytes = 64};
  load += {.threads = 3, .footprints = 5, .memory_bytes = 128};
  CHECK(load.threads == 4);
  CHECK(load.footprints == 7);
  CHECK(load.memory_bytes == 192);
}
