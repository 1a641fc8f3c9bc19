// Footprints per second of a timed sampler alone, between an EU that always has a message and a memory of fixed
// latency: with values, and without them, when footprints are given. A texture that fits L1.
#include <benchmark/benchmark.h>

#include <systemc>

#include "benchmark/sampler_workload.h"
#include "timing/sampler/loose_sampler.h"
#include "timing/support/sampler_bench.h"

extern "C" int sc_main(int, char**) {
  return 0;
}

namespace texpipe::timing::benchmarks {
namespace {

using functional::Message;
using functional::PlanRequest;
using functional::SamplerOutcome;

constexpr std::uint64_t kMessages = 4096;
constexpr unsigned kDifferent = 64;  // they go round

/// Values that the sampler gives a message.
enum class Values {
  kComputed,    // by the functional core
  kGiven,       // one bilinear footprint a subspan
  kNoSubspans,  // no work at all
};

/// SIMD16 messages over a few lines of a texture of 64x64 texels, and what they give.
class Messages {
 public:
  explicit Messages(Values values) : values_{values}, bench_{functional::benchmarks::bench_of(small_texture())} {
    for (unsigned m = 0; m < kDifferent; ++m) {
      std::vector<float> u, v;
      for (unsigned lane = 0; lane < 16; ++lane) {
        u.push_back((0.3f + static_cast<float>(m % 8 * 8 + lane / 4 % 2 * 2 + lane % 2)) / kSize);
        v.push_back((0.4f + static_cast<float>(m / 8 * 8 + lane / 8 * 2 + lane % 4 / 2)) / kSize);
      }
      messages_.push_back(bench_->message(functional::test::Op::kSample, {u, v}, {.simd16 = true}));
    }
    test::Plan plan;
    if (values == Values::kNoSubspans) plan.subspans = 0;
    given_ = test::outcome_of(plan);
    given_.response.registers.resize(8);
    given_.response.byte_enables.assign(8, 0xFFFFFFFF);
  }

  void fill(Message& message) { message = messages_[next_++ % kDifferent]; }
  unsigned registers() const { return static_cast<unsigned>(messages_[0].payload.size()); }

  SamplerSemantics semantics() {
    if (values_ == Values::kComputed) return functional_semantics(bench_->memory);
    return {[this](const Message&, const PlanRequest&, SamplerOutcome& outcome) { outcome = given_; }, {}};
  }

  functional::GpuMemory& memory() { return bench_->memory; }

 private:
  static constexpr float kSize = functional::benchmarks::kSize;
  static functional::benchmarks::Case small_texture() { return {}; }

  Values values_;
  std::unique_ptr<functional::test::SamplerBench> bench_;
  std::vector<Message> messages_;
  SamplerOutcome given_;
  std::uint64_t next_ = 0;
};

/// Surroundings of the sampler in both timings.
struct Surroundings {
  explicit Surroundings(Messages& messages) {
    eu.fill = [&messages](Message& message) { messages.fill(message); };
    eu.start(kMessages, Cycles{0}, messages.registers());
  }
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{1'000'000}}};
  test::MockEu eu{"eu", simulation};
};

void run_approximately(Messages& messages) {
  Surroundings bench{messages};
  const machine::SamplerParameters parameters;
  test::MockMemory memory{"memory", bench.simulation};
  Sampler sampler{"sampler", bench.simulation, parameters, messages.memory(), messages.semantics()};
  connect(bench.simulation, bench.eu.socket, sampler.messages());
  connect(bench.simulation, sampler.fills(), memory.socket);
  bench.simulation.run();
}

void run_loosely(Messages& messages) {
  Surroundings bench{messages};
  machine::MachineParameters machine;
  machine.slice.subslices = 1;
  machine.slice.subslice.resize(1);
  RecurrenceDriver driver{"driver", bench.simulation, machine};
  LooseSampler sampler{"sampler", bench.simulation, driver, 0, messages.semantics()};
  connect(bench.simulation, bench.eu.socket, sampler.messages());
  bench.simulation.run();
}

void run(benchmark::State& state, Values values, void (*simulate)(Messages&)) {
  Messages messages{values};
  simulate(messages);  // texels are decoded on first touch
  for (auto _ : state) simulate(messages);
  const std::int64_t each = values == Values::kNoSubspans ? 1 : 4;
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(kMessages) * each);
}

// These are names, of which clang-format would make divisions.
// clang-format off
BENCHMARK_CAPTURE(run, approximately/with_values, Values::kComputed, run_approximately);
BENCHMARK_CAPTURE(run, approximately/footprints_given, Values::kGiven, run_approximately);
BENCHMARK_CAPTURE(run, approximately/messages_without_work, Values::kNoSubspans, run_approximately);
BENCHMARK_CAPTURE(run, loosely/with_values, Values::kComputed, run_loosely);
BENCHMARK_CAPTURE(run, loosely/footprints_given, Values::kGiven, run_loosely);
BENCHMARK_CAPTURE(run, loosely/messages_without_work, Values::kNoSubspans, run_loosely);
// clang-format on

}  // namespace
}  // namespace texpipe::timing::benchmarks
