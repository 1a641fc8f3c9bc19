// The threads of a sample of a frame: some of its phases on the machine, all others without time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "study/sampled_run/sampled_source.h"
#include "study/sampled_run/stretches.h"
#include "workload/recording/interval_columns.h"

namespace texpipe::study {

/// A phase of a frame begins on a machine that holds nothing of the phases before, so that the cycles of phases add up.
/// Stretches are consecutive phases. Phases between those that are simulated run without time, because later draws read
/// what they write, and bring the tags behind the samplers' first levels up to date.
class SampledFrame final : public SampledSource {
 public:
  /// @param phases  signatures of all phases (phase_signatures)
  /// @param plan    of the same phases
  SampledFrame(std::unique_ptr<functional::ThreadSource> threads, functional::GpuMemory& memory,
               std::vector<RecordedInterval> phases, SamplePlan plan);

  std::string name() const override { return threads_->name(); }
  unsigned groups() const override { return threads_->groups(); }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  unsigned reuse_distance() const override { return threads_->reuse_distance(); }
  const functional::OlderThreads* older_at_same_pixels() const override { return threads_->older_at_same_pixels(); }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    threads_->start(group, thread, registers, program);
  }
  bool has_phases() const override { return true; }
  bool advance() override;
  std::optional<functional::DrawOfThreads> draw() const override { return threads_->draw(); }
  std::string stage() const override { return threads_->stage(); }

  SampleResult finish(Cycles end) override;

 private:
  /// Phases that are simulated.
  struct Part {
    std::size_t first = 0;
    std::size_t end = 0;
    std::size_t stretch = 0;
  };

  void add_part(std::size_t stretch);
  void skip_phase();

  std::unique_ptr<functional::ThreadSource> threads_;
  functional::GpuMemory& memory_;
  std::vector<RecordedInterval> phases_;
  SamplePlan plan_;
  std::vector<Part> parts_;
  std::size_t part_ = 0;
  std::size_t next_phase_ = 0;
};

}  // namespace texpipe::study
