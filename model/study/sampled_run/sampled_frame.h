// The threads of a sample of a frame: some of them on the machine, all others without time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/frame/work/frame_work.h"
#include "functional/memory/gpu_memory.h"
#include "study/sampled_run/frame_stretches.h"
#include "study/sampled_run/frame_warming.h"
#include "study/sampled_run/pixel_samplers.h"
#include "study/sampled_run/sampled_source.h"

namespace texpipe::study {

/// Simulated parts of a phase follow each other without a gap in time: the machine drains at the end of a phase
/// alone, as it does in the whole frame. A part begins in time when half of the groups around its first one are past:
/// those that run then belong to both sides. Groups between two parts run without time when the second one begins,
/// because later draws read what they write, and bring the tags of the caches up to date. Fixed functions get the work
/// of the simulated threads.
class SampledFrame final : public SampledSource {
 public:
  SampledFrame(std::unique_ptr<functional::ThreadSource> threads, functional::GpuMemory& memory,
               const FrameSampleParameters& parameters, const machine::MachineParameters& machine);

  /// Fixed functions take the work of `work`, which outlives the frame.
  void share(functional::FrameWork& work) { work_ = &work; }

  std::string name() const override { return threads_->name(); }
  unsigned groups() const override { return places_.empty() ? 0 : places_.back(); }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  unsigned reuse_distance() const override { return threads_->reuse_distance(); }
  std::optional<functional::ThreadPixel> pixel_of(unsigned group) const override {
    return threads_->pixel_of(group_of(group));
  }
  const functional::OlderThreads* older_at_same_pixels() const override;
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override;
  std::vector<functional::PhasePart> parts() const override { return threads_->parts(); }
  functional::GroupPlace place_of(unsigned group) const override { return threads_->place_of(group_of(group)); }
  bool has_phases() const override { return true; }
  bool advance() override;
  std::optional<functional::DrawOfThreads> draw() const override { return threads_->draw(); }
  std::string stage() const override { return threads_->stage(); }

  SampleResult finish(Cycles end) override;

 private:
  bool begin_phase();
  void begin_part(std::size_t part) const;
  void thread_ended();
  void run_left_out(std::size_t before_part, unsigned first, unsigned end) const;
  void note_reached_parts() const;
  void note_work(std::size_t look) const;
  void end_part() const;
  void note_progress() const;
  /// Work that the machine has done.
  struct Progress {
    std::size_t twice_groups = 0;  // groups that have started, and that have ended
    double at = 0;                 // cycle
    double footprints = 0;
    double memory_bytes = 0;
    double held_writes = 0;  // by the pixel backend
  };
  Progress progress_at(std::size_t look) const;
  Progress begin_of(std::size_t part) const;
  std::uint64_t groups_of_part(std::size_t part) const {
    return stretches_.parts()[part].end - stretches_.parts()[part].first;
  }
  void settle_held_writes(std::vector<FrameStretches::Measured>& measured) const;
  unsigned group_of(unsigned place) const;

  std::unique_ptr<functional::ThreadSource> threads_;
  functional::GpuMemory& memory_;
  std::uint64_t machine_threads_;
  FrameRates rates_;
  PixelSamplers samplers_;
  functional::FrameWork* work_ = nullptr;  // null: fixed functions take no time
  mutable FrameStretches stretches_;
  std::vector<unsigned> first_groups_, threads_of_parts_;  // of the parts, in all phases
  mutable std::size_t started_ = 0;                        // simulated groups
  std::uint64_t threads_ended_ = 0;
  std::size_t groups_ended_ = 0;
  mutable std::vector<Progress> progress_;  // whenever some groups had ended, and when all had
  std::vector<const machine::Counter*> footprints_, memory_bytes_;
  mutable std::vector<std::size_t> works_;  // looks at the machine when the groups before a part had ended
  mutable std::vector<double> held_;        // writes that the pixel backend held then
  // First group of each part, by its number among the simulated ones, and whether it is the phase's.
  mutable std::vector<std::size_t> first_starts_;
  mutable std::vector<bool> begins_phase_;

  // of the current phase
  std::vector<FramePart> parts_;
  std::vector<unsigned> places_;       // of the parts among the simulated groups: where each ends
  std::vector<LeftOutWork> left_out_;  // before each part
  mutable std::size_t part_ = 0;
  std::size_t phase_begin_ = 0;  // look at the machine
  mutable std::optional<FrameWarming> warming_;
  mutable std::optional<std::size_t> left_out_last_;  // stratum of the last groups that are not simulated
  mutable std::optional<functional::OlderThreads> older_;
};

}  // namespace texpipe::study
