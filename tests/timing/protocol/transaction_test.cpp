#include <catch2/catch.hpp>

#include "timing/kernel/kernel.h"
#include "timing/simulation/simulation.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;

namespace {

struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.clock = 1050_MHz}};
};

struct Nobody {};

template <class Initiator, class Target>
concept Binds = requires(Initiator initiator, Target target) {
  initiator.bind(target);
};

}  // namespace

TEST_CASE("sockets of different protocols do not bind", "[transaction]") {
  STATIC_REQUIRE(Binds<MessageInitiator<Nobody>&, MessageTarget<Nobody>&>);
  STATIC_REQUIRE(Binds<FootprintInitiator<Nobody>&, FootprintTarget<Nobody>&>);
  STATIC_REQUIRE(Binds<MemoryInitiator<Nobody>&, MemoryTarget<Nobody>&>);
  STATIC_REQUIRE_FALSE(Binds<MessageInitiator<Nobody>&, FootprintTarget<Nobody>&>);
  STATIC_REQUIRE_FALSE(Binds<FootprintInitiator<Nobody>&, MemoryTarget<Nobody>&>);
  STATIC_REQUIRE_FALSE(Binds<MemoryInitiator<Nobody>&, MessageTarget<Nobody>&>);
}

TEST_CASE("cycles and SystemC time convert without loss", "[transaction]") {
  Bench bench;
  const Clock& clock = bench.simulation.clock;
  CHECK(clock.period().value() == 952);  // ps
  CHECK(clock.covering(clock.span(Cycles{1'000'003})) == Cycles{1'000'003});
  CHECK(clock.covering(sc_core::sc_time(953, sc_core::SC_PS)) == Cycles{2});
}

TEST_CASE("a payload returns to its pool with the last reference and keeps its extension", "[transaction]") {
  Bench bench;
  MessagePool& pool = bench.simulation.messages;
  PayloadRef a = pool.take();
  const Payload* first = a.get();
  message_of(*a).message.payload.resize(4);
  describe_message(*a);
  CHECK(a->get_data_length() == 128);
  PayloadRef b = a;
  a = PayloadRef{};
  CHECK(pool.in_use() == 1);
  b = PayloadRef{};
  CHECK(pool.in_use() == 0);
  PayloadRef again = pool.take();
  CHECK(again.get() == first);
  CHECK(message_of(*again).message.payload.empty());
}

TEST_CASE("several simulations run in one process, each from time zero", "[transaction]") {
  for (int run = 0; run < 3; ++run) {
    Bench bench;
    CHECK(bench.simulation.clock.now() == Cycles{});
    sc_core::sc_start(bench.simulation.clock.span(Cycles{100}));
    CHECK(bench.simulation.clock.now() == Cycles{100});
  }
}
