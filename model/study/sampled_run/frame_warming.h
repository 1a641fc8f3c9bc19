// Threads of a frame that run without time, and bring the tags of a machine's caches up to date.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "functional/device/untimed_run.h"
#include "functional/execution/thread_source.h"
#include "functional/frame/work/cleared_lines.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/target_work.h"
#include "functional/sampling/touched_lines.h"
#include "machine/cache/warm_access.h"
#include "study/sampled_run/frame_load.h"
#include "study/sampled_run/frame_work_parts.h"
#include "study/sampled_run/pixel_samplers.h"
#include "timing/system/system.h"

namespace texpipe::study {

/// Touches the lines of fixed functions, of writes and of samples. Threads run in gangs, as they do without a machine;
/// their samples tell lines rather than plans, which take longer than the samples.
class FrameWarming final : private functional::MessageWatcher {
 public:
  FrameWarming(const FrameWarming&) = delete;
  /// Memory and system outlive it.
  FrameWarming(functional::GpuMemory& memory, timing::System& system, PixelSamplers samplers)
      : memory_{memory}, system_{system}, samplers_{std::move(samplers)}, lines_(samplers_.count()) {}

  /// Lines that are clear, of the fixed functions that the threads left out share; it outlives this.
  void share(functional::ClearedLines& cleared) { cleared_ = &cleared; }

  /// Another phase begins. @param threads  its source, until the next phase
  void begin_phase(const functional::ThreadSource& threads) {
    threads_ = &threads;
    runner_.emplace(threads, memory_);
    for (functional::TouchedLines& lines : lines_) lines.forget_recent();
  }

  /// Runs groups of the phase. @return  their load, but for that of memory, which touches tell
  FrameLoad run(unsigned first, unsigned end);
  /// Line that groups of a run touched.
  using Touch = machine::WarmAccess;
  /// Lines of the runs since the last call, which no cache knows of yet.
  std::vector<Touch> take_touches() {
    last_lines_ = {};
    std::vector<Touch> taken = std::exchange(touches_, {});
    touches_.reserve(taken.size());
    return taken;
  }
  /// Touches lines behind the slices. @return  load of memory
  FrameLoad touch_behind_slices(const std::vector<Touch>& touches);
  /// Lets threads that run find what fixed functions have written for those that do not. @return  load of memory
  FrameLoad write_back();
  /// Lets threads that run find in caches of slices what those that do not have touched.
  void hand_on(machine::HandedCaches of_frame) { system_.hand_on_warmed(of_frame); }
  /// Does what fixed functions do, without time. @return  load of memory
  FrameLoad take(const LeftOutWork& work);

 private:
  void executed(unsigned group, const functional::Message& message,
                const functional::MessageExecutor& executor) override;
  functional::TouchedLines* touched_lines(unsigned group) override {
    return &lines_[samplers_.sampler_of(*threads_, group)];
  }
  void sampled() override;
  FrameLoad touch_lines(std::span<const functional::FrameLine> lines);
  void add(const functional::FrameLine& line, std::vector<Touch>& touches);
  void touch_samples(unsigned group, const std::vector<functional::SubspanPlan>& plan);
  std::uint64_t footprints() const;
  void touch_frame(const functional::FrameLine& line);
  void touch_accesses(const functional::DataPortOutcome& outcome);

  functional::GpuMemory& memory_;
  timing::System& system_;
  std::optional<functional::PhaseRunner> runner_;
  const functional::ThreadSource* threads_ = nullptr;
  PixelSamplers samplers_;
  functional::ClearedLines none_;               // where fixed functions take no time
  functional::ClearedLines* cleared_ = &none_;  // else shared with them
  functional::TargetWork target_;
  std::vector<Touch> touches_;
  std::array<std::optional<functional::FrameLine>, functional::kFrameCaches>
      last_lines_;                               // of fixed functions, by cache
  std::vector<functional::TouchedLines> lines_;  // by sampler
};

}  // namespace texpipe::study
