// A sample of a workload in phases: what is chosen, and how near it comes to the whole.
#include "study/sampled_run/sampled_frame.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/sampled_run/stretches.h"
#include "timing/system/system.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// A walk whose groups come a few at a time, in phases of unlike size.
class PhasedWalk final : public functional::ThreadSource {
 public:
  /// @param most  groups of a phase; 0: one to three
  PhasedWalk(std::unique_ptr<ThreadSource> threads, unsigned most, bool keeps_order = false)
      : threads_{std::move(threads)}, most_{most}, keeps_order_{keeps_order} {}

  unsigned groups() const override { return groups_; }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    threads_->start(first_ + group, thread, registers, program);
  }
  bool keeps_order() const override { return keeps_order_; }
  bool has_phases() const override { return true; }
  bool advance() override {
    first_ += groups_;
    groups_ = std::min(most_ == 0 ? 1 + phase_++ % 3 : most_, threads_->groups() - first_);
    return groups_ != 0;
  }

 private:
  std::unique_ptr<ThreadSource> threads_;
  unsigned most_;
  bool keeps_order_;
  unsigned first_ = 0;
  unsigned groups_ = 0;
  unsigned phase_ = 0;
};

functional::Workload phased(const Configuration& configuration, unsigned most, bool keeps_order = false) {
  std::optional<functional::Workload> workload = prepare_study(configuration);
  REQUIRE(workload);
  workload->independent_groups = false;
  workload->threads = std::make_unique<PhasedWalk>(std::move(workload->threads), most, keeps_order);
  return std::move(*workload);
}

Configuration walk(const std::string& timing) {
  return load_configuration(
      {TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml",
       {"workload.image=640x480", "timing=" + timing, "slice.subslices=1", "slice.subslice[*].eus=4"},
       nullptr},
      FileKind::kStudy);
}

Execution run(const Configuration& configuration, functional::Workload& workload) {
  const timing::BlockRegistry blocks = timing::model_blocks();
  return execute(configuration.machine, workload, {.timing = configuration.study.timing, .blocks = &blocks});
}

}  // namespace

TEST_CASE("cycles of a workload in phases lie within the bound of its samples", "[sample][frame]") {
  const std::string timing = GENERATE("loosely_timed", "approximately_timed");
  const unsigned most = GENERATE(0u, 300u);  // groups of a phase: many short ones, or one
  CAPTURE(timing, most);
  const Configuration configuration = walk(timing);
  functional::Workload whole = phased(configuration, most);
  const double cycles = static_cast<double>(run(configuration, whole).cycles->value());
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const FrameSampleParameters parameters{.enabled = true, .one_of = 8, .threads = 64, .seed = seed};
    functional::Workload sampled = phased(configuration, most);
    sampled.threads =
        std::make_unique<SampledFrame>(std::move(sampled.threads), *sampled.memory, parameters, configuration.machine);
    const Execution execution = run(configuration, sampled);
    REQUIRE(execution.sample);
    CHECK(execution.sample->groups * 2 <= execution.sample->all_groups);
    CHECK(execution.sample->simulated < Cycles{static_cast<std::uint64_t>(0.7 * cycles)});
    const double error = static_cast<double>(execution.cycles->value()) - cycles;
    CAPTURE(error / cycles);
    CHECK(std::abs(error) <= static_cast<double>(execution.sample->bound.value()));
    // All threads store their pixels, so that the picture is whole.
    CHECK(read_output(sampled) == read_output(whole));
  }
}

TEST_CASE("a sample counts work in the cycle in which it is done, in both timings", "[sample][frame]") {
  const auto sample = [](const std::string& timing) {
    const Configuration configuration = walk(timing);
    functional::Workload sampled = phased(configuration, 4000);
    const FrameSampleParameters parameters{.enabled = true, .one_of = 4, .threads = 64};
    sampled.threads =
        std::make_unique<SampledFrame>(std::move(sampled.threads), *sampled.memory, parameters, configuration.machine);
    const Execution execution = run(configuration, sampled);
    REQUIRE(execution.sample);
    return std::pair{execution.cycles->value(), execution.sample->bound.value()};
  };
  CHECK(sample("loosely_timed") == sample("approximately_timed"));
}

TEST_CASE("a phase whose threads wait for each other is simulated whole or not at all", "[sample][frame]") {
  const Configuration configuration = walk("loosely_timed");
  const auto simulated = [&](bool keeps_order) {
    functional::Workload sampled = phased(configuration, 4000, keeps_order);
    const FrameSampleParameters parameters{.enabled = true, .one_of = 8, .threads = 64};
    sampled.threads =
        std::make_unique<SampledFrame>(std::move(sampled.threads), *sampled.memory, parameters, configuration.machine);
    const Execution execution = run(configuration, sampled);
    REQUIRE(execution.sample);
    return std::pair{execution.sample->groups, execution.sample->all_groups};
  };
  CHECK(simulated(false).first % 4000 != 0);
  const auto [groups, all_groups] = simulated(true);
  CHECK((groups % 4000 == 0 || groups % 4000 == all_groups % 4000));
}
