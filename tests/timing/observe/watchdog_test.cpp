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

TEST_CASE("a requester that starves while others are answered is found", "[observe]") {
  Kernel kernel;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{1000}}};
  Requester& starved = simulation.watchdog.requester("starved");
  Requester& served = simulation.watchdog.requester("served");
  struct Traffic : sc_core::sc_module {
    SC_HAS_PROCESS(Traffic);
    Traffic(sc_core::sc_module_name name, Simulation& simulation, Requester& served)
        : sc_module{name}, simulation_{simulation}, served_{served} {
      SC_METHOD(serve);
    }
    void serve() {
      served_.asked();
      served_.answered();
      ++answers;
      next_trigger(simulation_.clock.span(Cycles{10}));
    }
    Simulation& simulation_;
    Requester& served_;
    std::uint64_t answers = 0;
  } traffic{"traffic", simulation, served};
  Requester& content = simulation.watchdog.requester("content");
  content.asked();
  content.answered();
  starved.asked();
  CHECK_THROWS_WITH(simulation.run(), Catch::Contains("a unit starves: no answer for 1000 cycles") &&
                                          Catch::Contains("starved waits for 1 answers since cycle 0") &&
                                          !Catch::Contains("served waits") && !Catch::Contains("content waits"));
  CHECK(traffic.answers >= 16'000);
  CHECK(traffic.answers <= 16'001);
}

TEST_CASE("requests that are answered slowly, one after the other, are no deadlock", "[observe]") {
  SamplerBench bench;
  bench.memory.latency = [] { return Cycles{60'000}; };
  std::uint64_t line = 0;
  bench.plan.texels = [&line] { return std::vector<std::uint64_t>{64 * line++}; };
  bench.eu.start(20, Cycles{});
  CHECK(bench.simulation.run() > Cycles{60'000});
}

TEST_CASE("time reaches an event that lies far beyond a step", "[observe]") {
  Kernel kernel;
  Simulation simulation{SimulationOptions{}};
  sc_core::sc_event far;
  struct Waiter : sc_core::sc_module {
    SC_HAS_PROCESS(Waiter);
    Waiter(sc_core::sc_module_name name, sc_core::sc_event& far) : sc_module{name} {
      SC_METHOD(run);
      sensitive << far;
      dont_initialize();
    }
    void run() {}
  } waiter{"waiter", far};
  simulation.clock.notify(far, Cycles{1'000'000'000});
  int steps = 0;
  CHECK(simulation.run([&] { return ++steps < 100; }, Cycles{10}) == Cycles{1'000'000'000});
  CHECK(steps < 100);
}

TEST_CASE("steps are as short as asked for, from the first one on", "[observe]") {
  SamplerBench bench;
  std::uint64_t line = 0;
  bench.plan.texels = [&line] { return std::vector<std::uint64_t>{64 * line++}; };
  bench.eu.start(1000, Cycles{});
  std::vector<std::uint64_t> times;
  bench.simulation.run([&] { return times.push_back(bench.simulation.clock.now().value()), times.size() < 5; },
                       Cycles{200});
  REQUIRE(times.size() == 5);
  CHECK(times.front() <= 200);
  CHECK(times.back() <= 1000);
}

TEST_CASE("a run that outlasts what moments inside a cycle can be kept for is refused by name", "[observe]") {
  Kernel kernel;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{}}};
  struct Sleeper : sc_core::sc_module {
    SC_HAS_PROCESS(Sleeper);
    Sleeper(sc_core::sc_module_name name, Simulation& simulation) : sc_module{name}, simulation_{simulation} {
      SC_METHOD(wake);
    }
    void wake() { next_trigger(simulation_.clock.span(Cycles{1'000'000'000})); }
    Simulation& simulation_;
  } sleeper{"sleeper", simulation};
  const bool stepped = GENERATE(false, true);
  CAPTURE(stepped);
  try {
    stepped ? simulation.run([] { return true; }, Cycles{1'000}) : simulation.run();
    FAIL("it ran for ever");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
    CHECK_THAT(error.what(), Catch::Contains("runs of more than 274877906944 cycles"));
  }
  CHECK(machine::subcycles(kLongestRun).value() / machine::kSubcyclesPerCycle == kLongestRun.value());
}
