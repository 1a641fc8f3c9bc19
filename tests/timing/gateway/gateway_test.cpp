// The gateway alone, before a mock EU.
#include "timing/gateway/gateway.h"

#include <catch2/catch.hpp>

#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  test::MockEu eu{"eu", simulation};
  Gateway gateway;
  std::vector<std::uint32_t> groups;  // of the messages, in their order
  std::uint32_t group_threads = 2;

  explicit Bench(const machine::GatewayParameters& parameters = {}) : gateway{"gateway", simulation, parameters} {
    eu.pause = [] { return Cycles{5}; };
    eu.fill = [this](functional::Message& message) {
      message.shared_function = 3;
      message.descriptor = 0x0200'0004;
      message.extended_descriptor = 3;
      message.payload.assign(1, functional::Grf{});
      message.group = groups[eu.next_id];
      message.group_threads = group_threads;
    };
    connect(simulation, eu.socket, gateway.port.socket);
  }

  /// Messages leave from cycle 10 on, 5 cycles apart.
  void run() {
    eu.start(groups.size(), Cycles{10});
    simulation.run();
  }
  std::uint64_t answered(std::uint64_t id) const {
    for (const auto& answer : eu.answers) {
      if (answer.id == id) return answer.answered.value();
    }
    return 0;
  }
  const machine::Statistic& statistic(const char* name) const {
    return *simulation.statistics.find(std::string{"gateway."} + name);
  }
};

}  // namespace

TEST_CASE("threads at a barrier are told the latency after the last one came and one after the other", "[gateway]") {
  Bench bench{{.latency = Cycles{20}, .notify_interval = Cycles{3}}};
  bench.groups = {7, 8, 8, 7};
  bench.run();
  CHECK(bench.answered(1) == 20 + 20);
  CHECK(bench.answered(2) == 20 + 20 + 3);
  CHECK(bench.answered(0) == 25 + 20 + 3 - 2);  // group 8's two are told first
  CHECK(bench.answered(3) == 25 + 20 + 3 + 3 - 2);
  CHECK(std::get<machine::Counter>(bench.statistic("barriers").value).value() == 2);
  CHECK(std::get<machine::Counter>(bench.statistic("messages").value).value() == 4);
  CHECK(bench.simulation.messages.in_use() == 0);
}

TEST_CASE("a barrier that not all threads reach answers nobody", "[gateway]") {
  Bench bench;
  bench.group_threads = 3;
  bench.groups = {0, 0};
  bench.run();
  CHECK(bench.eu.answers.empty());
  const auto& cycles = std::get<machine::CycleAccount>(bench.statistic("cycles").value);
  CHECK(cycles.categories().rows[1].name == "waiting");
}

TEST_CASE("a thread that ends completes the barrier at which the others of its group wait", "[gateway][R62]") {
  Bench bench{{.latency = Cycles{20}, .notify_interval = Cycles{3}}};
  bench.group_threads = 3;
  bench.groups = {4, 4, 5};
  functional::Message ended;
  ended.group = 4;
  ended.group_threads = 3;
  for (const auto& listener : bench.simulation.thread_end_listeners) listener(ended);
  bench.run();
  CHECK(bench.answered(0) != 0);
  CHECK(bench.answered(1) == bench.answered(0) + 3);
  CHECK(bench.answered(2) == 0);
  CHECK(std::get<machine::Counter>(bench.statistic("barriers").value).value() == 1);
}

TEST_CASE("a group meets again after it has met", "[gateway]") {
  Bench bench{{.latency = Cycles{1}}};
  bench.groups = {0, 0, 0, 0};
  bench.run();
  CHECK(bench.eu.answers.size() == 4);
  CHECK(bench.answered(1) < bench.answered(2));
}
