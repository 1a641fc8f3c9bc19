#include "timing/stage/footprint_stage.h"

#include <catch2/catch.hpp>
#include <vector>

#include "timing/kernel/kernel.h"
#include "timing/simulation/connect.h"
#include "timing/support/script.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

/// A stage in which footprint n costs `interval[n]` subcycles and waits for `holds` conditions.
struct TestStage final : FootprintStage {
  TestStage(sc_core::sc_module_name name, Simulation& simulation, std::uint32_t slots, Cycles latency)
      : FootprintStage{name, simulation, "a stage", slots, latency} {}

  machine::Subcycles interval(const FootprintExtension&) override { return cost; }
  Start start(FootprintExtension&, Sequence sequence) override {
    if (refuse) return Start::kStalledByMiss;
    for (unsigned i = 0; i < conditions; ++i) hold(sequence);
    return Start::kDone;
  }

  using FootprintStage::meet;
  using FootprintStage::retry;

  machine::Subcycles cost = machine::subcycles(Cycles{1});
  unsigned conditions = 0;
  bool refuse = false;
};

struct Source : sc_core::sc_module {
  FootprintInitiator<Source> socket{"socket"};

  Source(sc_core::sc_module_name name, Simulation& simulation) : sc_module{name}, simulation_{simulation} {
    socket.register_nb_transport_bw(this, &Source::backward);
  }

  /// Offers `count` footprints, each as soon as the one before is taken.
  void send(unsigned count) {
    left_ += count;
    while (left_ > 0 && !offered_) {
      --left_;
      offered_ = simulation_.footprints.take();
      footprint_of(*offered_).footprint = token ? nullptr : &footprint_;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      if (socket->nb_transport_fw(*offered_, phase, delay) == tlm::TLM_UPDATED) note();
    }
  }

  std::vector<std::uint64_t> taken;  // cycles
  bool token = false;                // what it sends has no footprint

 private:
  tlm::tlm_sync_enum backward(Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    note();
    send(0);
    return tlm::TLM_ACCEPTED;
  }
  void note() {
    taken.push_back(simulation_.clock.now().value());
    offered_ = PayloadRef{};
  }

  Simulation& simulation_;
  functional::Footprint footprint_;
  unsigned left_ = 0;
  PayloadRef offered_;
};

struct Sink : sc_core::sc_module {
  FootprintTarget<Sink> socket{"socket"};

  Sink(sc_core::sc_module_name name, Simulation& simulation) : sc_module{name}, simulation_{simulation} {
    socket.register_nb_transport_fw(this, &Sink::forward);
  }

  void take() {
    const PayloadRef gone = std::exchange(waiting_, PayloadRef{});
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(*gone, phase, delay);
  }

  std::vector<std::uint64_t> offered;  // cycles
  bool accepts = true;

 private:
  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    offered.push_back(simulation_.clock.now().value());
    if (accepts) {
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    waiting_ = PayloadRef{payload};
    return tlm::TLM_ACCEPTED;
  }

  Simulation& simulation_;
  PayloadRef waiting_;
};

struct Bench {
  Bench(std::uint32_t slots, std::uint64_t latency) : stage{"stage", simulation, slots, Cycles{latency}} {
    connect(simulation, source.socket, stage.in);
    connect(simulation, stage.out, sink.socket);
  }

  std::uint64_t cycles(std::string_view state) {
    const auto& account = std::get<machine::CycleAccount>(simulation.statistics.find("stage.cycles")->value);
    for (const EnumRow& row : account.categories().rows) {
      if (row.name == state) return account.cycles(row.value).value();
    }
    throw std::out_of_range{std::string{state}};
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.check_protocols = true}};
  Script script{simulation};
  Source source{"source", simulation};
  Sink sink{"sink", simulation};
  TestStage stage;
};

using When = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("a footprint leaves its latency after the last cycle of its service", "[stage]") {
  Bench bench{4, 5};
  bench.stage.cost = machine::subcycles(Cycles{3});
  bench.script.at(10, [&] { bench.source.send(2); });
  bench.simulation.run();
  // Served in 10 to 12 and in 13 to 15.
  CHECK(bench.sink.offered == When{17, 20});
}

TEST_CASE("half a cycle of service lets two footprints start in each cycle", "[stage]") {
  Bench bench{8, 1};
  bench.stage.cost = machine::Subcycles{machine::kSubcyclesPerCycle / 2};
  bench.script.at(0, [&] { bench.source.send(6); });
  bench.simulation.run();
  CHECK(bench.sink.offered == When{1, 1, 2, 2, 3, 3});
}

TEST_CASE("a slot that is freed in a cycle is filled in it", "[stage]") {
  Bench bench{2, 4};
  bench.script.at(0, [&] { bench.source.send(4); });
  bench.simulation.run();
  // One service a cycle: the first two leave at 4 and 5; the others enter, are served and leave 4 later.
  CHECK(bench.source.taken == When{0, 0, 4, 5});
  CHECK(bench.sink.offered == When{4, 5, 8, 9});
}

TEST_CASE("what the next stage does not take keeps its slot and the order", "[stage]") {
  Bench bench{2, 1};
  bench.sink.accepts = false;
  bench.script.at(0, [&] { bench.source.send(3); });
  bench.script.at(9, [&] {
    CHECK(bench.source.taken == When{0, 0});
    bench.sink.accepts = true;
    bench.sink.take();
  });
  bench.simulation.run();
  CHECK(bench.sink.offered == When{1, 9, 10});
  CHECK(bench.source.taken == When{0, 0, 9});
  CHECK(bench.cycles("busy") == 3);                // 0, 1 and 9
  CHECK(bench.cycles("blocked_downstream") == 7);  // 2 to 8
}

TEST_CASE("a footprint with conditions leaves when the last one is met and not before its latency", "[stage]") {
  Bench bench{1, 6};
  bench.stage.conditions = 2;
  bench.script.at(0, [&] { bench.source.send(2); });
  bench.script.at(3, [&] { bench.stage.meet(0), bench.stage.meet(0); });
  bench.script.at(8, [&] { bench.stage.meet(1); });
  bench.script.at(20, [&] { bench.stage.meet(1); });
  bench.simulation.run();
  CHECK(bench.sink.offered == When{6, 20});
  // The only slot is taken: 1 and 2 behind conditions, 3 to 5 in its own latency; the second: 7 to 19 behind one.
  CHECK(bench.cycles("busy") == 2);
  CHECK(bench.cycles("waiting_for_miss") == 15);
  CHECK(bench.cycles("own_latency") == 3);
}

TEST_CASE("a start that is refused holds the footprints behind it until a retry", "[stage]") {
  Bench bench{4, 2};
  bench.stage.refuse = true;
  bench.script.at(0, [&] { bench.source.send(2); });
  bench.script.at(5, [&] { bench.stage.refuse = false, bench.stage.retry(); });
  bench.simulation.run();
  CHECK(bench.sink.offered == When{7, 8});
  CHECK(bench.cycles("waiting_for_miss") == 5);
}

TEST_CASE("a token of a message without footprints takes the latency and no service", "[stage]") {
  Bench bench{4, 5};
  bench.stage.cost = machine::subcycles(Cycles{100});
  bench.source.token = true;
  bench.script.at(0, [&] { bench.source.send(2); });
  bench.simulation.run();
  CHECK(bench.sink.offered == When{5, 5});
  CHECK(bench.cycles("busy") == 0);
}

TEST_CASE("a stage starves while the sampler has work further up and is idle otherwise", "[stage]") {
  Bench bench{4, 1};
  bench.script.at(2, [&] { bench.stage.expect(1); });
  bench.script.at(7, [&] { bench.source.send(1); });
  bench.script.at(12, [] {});
  bench.simulation.run();
  CHECK(bench.cycles("idle") == 2 + 4);  // 0 and 1; 8 to 11
  CHECK(bench.cycles("starved") == 5);
  CHECK(bench.cycles("busy") == 1);
}
