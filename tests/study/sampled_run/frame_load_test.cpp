// What limits threads of a frame, by their load.
#include "study/sampled_run/frame_load.h"

#include <catch2/catch.hpp>

#include "machine/graph/places.h"

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("work is that of the dispatcher or the samplers, and of memory", "[sample][frame]") {
  machine::MachineParameters machine;
  machine.clock = Frequency{1'000'000'000};
  machine.slice.dispatch.thread_interval = Cycles{2};
  machine.memory.bandwidth = Bandwidth{32'000'000'000};
  const auto samplers = static_cast<double>(machine::subslices_of(machine).size());
  const FrameRates rates{machine};
  CHECK(rates.busy({.threads = 100}).inside == Approx(200));
  CHECK(rates.busy({.threads = 100, .footprints = 300 * samplers}).inside == Approx(300));
  CHECK(rates.busy({.threads = 100, .footprints = 300 * samplers, .memory_bytes = 12'800}).memory == Approx(400));
  FrameBusy both = rates.busy({.threads = 100});
  both += rates.busy({.threads = 50, .memory_bytes = 3'200});
  CHECK(both.inside == Approx(300));
  CHECK(both.memory == Approx(100));
}

TEST_CASE("bytes of a memory of somebody else's, which it need not count, are no work", "[sample][frame]") {
  machine::MachineParameters machine;
  machine.memory.implementation.name = "foreign";
  const FrameRates rates{machine};
  CHECK(rates.busy({.threads = 1, .memory_bytes = 1e9}).memory == 0);
}

TEST_CASE("loads add up", "[sample][frame]") {
  FrameLoad load{.threads = 1, .footprints = 2, .memory_bytes = 64};
  load += {.threads = 3, .footprints = 5, .memory_bytes = 128};
  CHECK(load.threads == 4);
  CHECK(load.footprints == 7);
  CHECK(load.memory_bytes == 192);
}
