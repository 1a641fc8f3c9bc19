// The address generator takes subspans, and another one can stand in its place.
#include "timing/sampler/address_generator.h"

#include <catch2/catch.hpp>

#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

/// Address generator of somebody else's: without slots and latency, it holds a subspan until its last footprint is
/// taken.
class OwnGenerator final : public FootprintBlock {
 public:
  OwnGenerator(sc_core::sc_module_name name, Simulation& simulation, std::vector<unsigned>& seen)
      : FootprintBlock{name, simulation}, seen_{seen} {}

  void expect(std::uint32_t) override {}

 private:
  bool offered(Payload& subspan) override {
    seen_.push_back(footprint_of(subspan).subspan);
    subspan_ = PayloadRef{subspan};
    made_ = 0;
    return send();
  }
  void taken() override {
    if (send()) take_waiting();
  }

  bool send() {
    const FootprintExtension& subspan = footprint_of(*subspan_);
    const auto& footprints = subspan.work->outcome.subspans[subspan.subspan].footprints;
    while (made_ < footprints.size()) {
      const PayloadRef payload = simulation().footprints.take();
      FootprintExtension& footprint = footprint_of(*payload);
      footprint.work = subspan.work;
      footprint.footprint = &footprints[made_++];
      footprint.subspan = subspan.subspan;
      held_ = payload;
      if (!offer(*payload)) return false;
    }
    return true;
  }

  std::vector<unsigned>& seen_;
  PayloadRef subspan_;
  PayloadRef held_;
  std::size_t made_ = 0;
};

struct Bench {
  explicit Bench(const machine::SamplerParameters& parameters = {}, const BlockRegistry& blocks = model_blocks()) {
    sampler = std::make_unique<Sampler>(
        "sampler", simulation, parameters, bytes,
        SamplerSemantics{[this](const functional::Message&, const functional::PlanRequest&,
                                functional::SamplerOutcome& outcome) { outcome = outcome_of(plan); },
                         {}},
        machine::kAnyLine, blocks);
    connect(simulation, eu.socket, sampler->messages());
    connect(simulation, sampler->fills(), memory.socket);
  }

  std::uint64_t value(const char* path) {
    return std::get<machine::Counter>(simulation.statistics.find(path)->value).value();
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  Plan plan;
  MockEu eu{"eu", simulation};
  MockMemory memory{"memory", simulation};
  std::unique_ptr<Sampler> sampler;
};

}  // namespace

TEST_CASE("another address generator is handed the subspans of a message one by one and makes their footprints",
          "[sampler]") {
  std::vector<unsigned> seen;
  BlockRegistry blocks = model_blocks();
  blocks.add<machine::BlockKind::kAddressGenerator>(
      "own", [&seen](sc_core::sc_module_name name, Simulation& simulation, const machine::AddressGeneratorParameters&) {
        return std::make_unique<OwnGenerator>(name, simulation, seen);
      });
  machine::SamplerParameters parameters;
  parameters.address_generator.implementation.name = "own";
  Bench bench{parameters, blocks};
  bench.plan.subspans = 4;
  bench.plan.footprints = 3;
  bench.eu.start(2, Cycles{});
  bench.simulation.run();
  CHECK(bench.eu.answers.size() == 2);
  CHECK(seen == std::vector<unsigned>{0, 1, 2, 3, 0, 1, 2, 3});
  CHECK(bench.value("sampler.filter.footprints") == 24);
}

TEST_CASE("a message keeps its slot until the address generator has slots for all its footprints", "[sampler]") {
  machine::SamplerParameters parameters;
  parameters.front_end.slots = 1;
  parameters.address_generator = {.slots = 2, .latency = Cycles{100}};
  Bench bench{parameters};
  bench.plan.subspans = 1;
  bench.plan.footprints = 4;  // the last one gets a slot when the second one leaves
  bench.eu.start(3, Cycles{});
  bench.simulation.run();
  REQUIRE(bench.eu.answers.size() == 3);
  // Rate 2 a cycle: each pair of footprints is made in the cycle in which the pair before has left. The first message
  // misses and does not count.
  CHECK((bench.eu.answers[2].answered - bench.eu.answers[1].answered).value() == 200);
}
