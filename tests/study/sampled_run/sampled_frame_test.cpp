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
#include "study/sampled_run/phase_signatures.h"
#include "timing/system/system.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

/// A walk whose groups come a few at a time, in phases of unlike size.
class PhasedWalk final : public functional::ThreadSource {
 public:
  explicit PhasedWalk(std::unique_ptr<ThreadSource> threads) : threads_{std::move(threads)} {}

  unsigned groups() const override { return groups_; }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    threads_->start(first_ + group, thread, registers, program);
  }
  bool has_phases() const override { return true; }
  bool advance() override {
    first_ += groups_;
    groups_ = std::min(1 + phase_++ % 3, threads_->groups() - first_);
    return groups_ != 0;
  }

 private:
  std::unique_ptr<ThreadSource> threads_;
  unsigned first_ = 0;
  unsigned groups_ = 0;
  unsigned phase_ = 0;
};

functional::Workload phased(const Configuration& configuration) {
  std::optional<functional::Workload> workload = prepare_study(configuration);
  REQUIRE(workload);
  workload->independent_groups = false;
  workload->threads = std::make_unique<PhasedWalk>(std::move(workload->threads));
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

TEST_CASE("signatures of phases have all threads and the lines that they touch", "[sample][frame]") {
  const std::vector<RecordedInterval> phases = phase_signatures(phased(walk("untimed")));
  REQUIRE(phases.size() > 60);
  unsigned threads = 0;
  for (const RecordedInterval& phase : phases) {
    CHECK(phase.first_group == threads);
    threads += phase.groups;
    CHECK_FALSE(phase.lines.empty());
  }
  functional::Workload whole = phased(walk("untimed"));
  CHECK(execute_untimed(whole).counts.threads == threads);
}

TEST_CASE("cycles of a workload in phases lie within the bound of its samples", "[sample][frame]") {
  const std::string timing = GENERATE("loosely_timed", "approximately_timed");
  CAPTURE(timing);
  const Configuration configuration = walk(timing);
  functional::Workload whole = phased(configuration);
  const double cycles = static_cast<double>(run(configuration, whole).cycles->value());
  const std::vector<RecordedInterval> phases = phase_signatures(phased(configuration));
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const SampleParameters parameters{.enabled = true, .stretches = 12, .threads = 64, .seed = seed};
    std::optional<SamplePlan> plan = plan_phases(phases, configuration.machine, parameters);
    REQUIRE(plan);
    for (const ChosenStretch& chosen : plan->chosen) CHECK(chosen.lead_in_groups == 0);
    functional::Workload sampled = phased(configuration);
    sampled.threads = std::make_unique<SampledFrame>(std::move(sampled.threads), *sampled.memory, phases, *plan);
    const Execution execution = run(configuration, sampled);
    REQUIRE(execution.sample);
    CHECK(execution.sample->groups * 3 <= execution.sample->all_groups);
    CHECK(execution.sample->simulated < Cycles{static_cast<std::uint64_t>(cycles / 2)});
    const double error = static_cast<double>(execution.cycles->value()) - cycles;
    CAPTURE(error / cycles);
    CHECK(std::abs(error) <= static_cast<double>(execution.sample->bound.value()));
    // All threads store their pixels, so that the picture is whole.
    CHECK(read_output(sampled) == read_output(whole));
  }
}
