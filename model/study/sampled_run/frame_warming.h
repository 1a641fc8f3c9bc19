// Threads of a frame that run without time, and bring the tags of a machine's caches up to date.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "functional/device/untimed_run.h"
#include "functional/execution/thread_source.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/target_work.h"
#include "timing/system/system.h"

namespace texpipe::study {

/// Lines of fixed functions and of writes are touched, those that threads sample by two subspans of four, whose
/// neighbours sample the same lines for the most part: finding all takes as long as the samples. Threads shortly before
/// simulated ones touch all their lines.
class FrameWarming final : private functional::MessageWatcher {
 public:
  /// Both outlive it.
  FrameWarming(functional::GpuMemory& memory, timing::System& system) : memory_{memory}, system_{system} {}

  /// Another phase begins. @param threads  its source, until the next phase
  void begin_phase(const functional::ThreadSource& threads) {
    runner_.emplace(threads, memory_);
    recent_ = {};
  }

  /// Runs groups of the phase. @param near  last ones of them that touch all their lines
  /// @return  footprints of their samples, estimated
  double run(unsigned first, unsigned end, unsigned near);
  /// Line that groups of a run touched.
  struct Touch {
    ByteAddress address;
    machine::LineUse use = machine::LineUse::kSampled;
    std::optional<functional::FrameCache> cache;  // of fixed functions; none: samplers' and data ports'
    bool written = false;                         // in a cache of fixed functions
  };
  /// Lines of the runs since the last call, which no cache knows of yet.
  std::vector<Touch> take_touches() { return std::exchange(touches_, {}); }
  void touch(const std::vector<Touch>& touches);
  void touch(const std::vector<functional::FrameLine>& lines);

 private:
  void run(unsigned first, unsigned end, const functional::PlanRequest& plan);
  void executed(const functional::Message& message, const functional::MessageExecutor& executor) override;
  void touch_samples(const std::vector<functional::SubspanPlan>& plan);
  void touch_accesses(const functional::DataPortOutcome& outcome);

  functional::GpuMemory& memory_;
  timing::System& system_;
  std::optional<functional::PhaseRunner> runner_;
  functional::TargetWork target_;
  std::vector<Touch> touches_;
  double footprints_ = 0;
  static constexpr std::size_t kRecent = 256;
  std::array<std::uint64_t, kRecent> recent_{};  // sampled lines that were touched, by their last bits
};

}  // namespace texpipe::study
