#include "timing/kernel/agenda.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "timing/kernel/kernel.h"
#include "timing/simulation/simulation.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

/// A block that notes when it wakes.
struct Sleeper {
  explicit Sleeper(Simulation& simulation) : simulation{simulation} {}

  void act() {
    woke.push_back(simulation.clock.now().value());
    if (then) then();
  }

  Simulation& simulation;
  std::vector<std::uint64_t> woke;
  std::function<void()> then;
  Wake wake{simulation.agenda, wakes<&Sleeper::act>(*this)};
};

struct AgendaBench {
  explicit AgendaBench(std::uint64_t shuffle_seed = 0) : simulation{{.shuffle_seed = shuffle_seed}} {
    for (int i = 0; i < 4; ++i) {
      Sleeper& sleeper = *sleepers.emplace_back(std::make_unique<Sleeper>(simulation));
      sleeper.then = [this, i] { order.push_back(i); };
    }
  }

  Sleeper& operator[](std::size_t index) { return *sleepers[index]; }

  Kernel kernel;
  Simulation simulation;
  std::vector<std::unique_ptr<Sleeper>> sleepers;
  std::vector<int> order;
};

using Cycle = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("a block wakes once and at the earliest of the times that it asked for", "[agenda]") {
  AgendaBench bench;
  bench[0].wake.at(Cycles{30});
  bench[0].wake.at(Cycles{10});
  bench[0].wake.at(Cycles{20});
  CHECK(bench.simulation.run() == Cycles{10});
  CHECK(bench[0].woke == Cycle{10});
}

TEST_CASE("blocks of a cycle wake in the order in which they asked", "[agenda]") {
  AgendaBench bench;
  for (const std::size_t i : {2, 0, 3, 1}) bench[i].wake.at(Cycles{7});
  bench.simulation.run();
  CHECK(bench.order == std::vector<int>{2, 0, 3, 1});
}

TEST_CASE("what is asked for now happens in this cycle after what is due in it", "[agenda]") {
  AgendaBench bench;
  bench[0].then = [&] {
    bench.order.push_back(0);
    bench[2].wake.at(Cycles{3});  // past
  };
  bench[0].wake.at(Cycles{5});
  bench[1].wake.at(Cycles{5});
  CHECK(bench.simulation.run() == Cycles{5});
  CHECK(bench.order == std::vector<int>{0, 1, 2});
}

TEST_CASE("a block may ask again while it acts", "[agenda]") {
  AgendaBench bench;
  bench[0].then = [&] {
    if (bench[0].woke.size() < 4) bench[0].wake.at(bench.simulation.clock.now() + Cycles{1000});
  };
  bench[0].wake.at(Cycles{});
  CHECK(bench.simulation.run() == Cycles{3000});
  CHECK(bench[0].woke == Cycle{0, 1000, 2000, 3000});
}

TEST_CASE("a far time comes after a gap in which an earlier far one was cancelled", "[agenda]") {
  AgendaBench bench;
  bench[0].then = [&] { bench[1].wake.cancel(); };
  bench[0].wake.at(Cycles{0});
  bench[1].wake.at(Cycles{2000});
  bench[2].wake.at(Cycles{5000});
  CHECK(bench.simulation.run() == Cycles{5000});
  CHECK(bench[1].woke.empty());
  CHECK(bench[2].woke == Cycle{5000});
}

TEST_CASE("times far ahead come in their order and may be brought forward", "[agenda]") {
  AgendaBench bench;
  bench[0].wake.at(Cycles{1'000'000});
  bench[1].wake.at(Cycles{5000});
  bench[2].wake.at(Cycles{5003});
  bench[3].wake.at(Cycles{900'000});
  bench[1].then = [&] {
    bench.order.push_back(1);
    bench[0].wake.at(Cycles{5001});
  };
  CHECK(bench.simulation.run() == Cycles{900'000});
  CHECK(bench.order == std::vector<int>{1, 0, 2, 3});
  CHECK(bench[0].woke == Cycle{5001});
}

TEST_CASE("a time that is cancelled neither comes nor makes the run longer", "[agenda]") {
  AgendaBench bench;
  bench[0].wake.at(Cycles{10});
  bench[1].wake.at(Cycles{20});
  bench[2].wake.at(Cycles{3000});
  bench[0].then = [&] {
    bench[1].wake.cancel();
    bench[2].wake.cancel();
  };
  CHECK(bench.simulation.run() == Cycles{10});
  CHECK(bench[1].woke.empty());
  CHECK(bench[2].woke.empty());
}

TEST_CASE("what is asked for and cancelled in one cycle leaves nothing behind", "[agenda]") {
  AgendaBench bench;
  bench[0].wake.at(Cycles{10});
  bench[0].then = [&] {
    bench[1].wake.at(Cycles{500});
    bench[1].wake.cancel();
  };
  CHECK(bench.simulation.run() == Cycles{10});
  CHECK(sc_core::sc_time_stamp() == bench.simulation.clock.span(Cycles{10}));
}

TEST_CASE("a shuffling clock draws the order of a cycle and nothing else", "[agenda]") {
  std::vector<std::vector<int>> orders;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    AgendaBench bench{seed};
    for (std::size_t i = 0; i < 4; ++i) bench[i].wake.at(Cycles{7});
    CHECK(bench.simulation.run() == Cycles{7});
    REQUIRE(bench.order.size() == 4);
    orders.push_back(bench.order);
  }
  CHECK(std::count(orders.begin(), orders.end(), orders[0]) < 10);
}
