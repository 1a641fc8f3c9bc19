// Executes submissions of command streams: draws, compute walkers and the driver's clears, as threads that somebody
// runs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "functional/execution/thread_source.h"
#include "functional/frame/command_streamer.h"
#include "functional/frame/compute_walker.h"
#include "functional/frame/frame_limits.h"
#include "functional/frame/geometry_pipeline.h"
#include "functional/frame/overlapped_draws.h"
#include "functional/frame/pixel_pipeline.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/state/program_cache.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// Counts of what was executed.
struct FrameCounts {
  std::uint64_t submissions = 0;
  std::uint64_t draws = 0;  // with threads or depth alone
  std::uint64_t fast_clears = 0;
  std::uint64_t resolves = 0;  // that have nothing to do, because memory is never compressed
  std::uint64_t depth_clears = 0;
  std::uint64_t walkers = 0;
};

///   executor.submit(...);
///   while (const ThreadSource* threads = executor.next_threads()) run them to their end;
class FrameExecutor {
 public:
  /// @param holds  which addresses the stream may execute and store to
  /// @param local_memory  start of a region that nothing else uses, for shared local memory of compute shaders
  FrameExecutor(GpuMemory& memory, CommandStreamer::Holds holds, ByteAddress local_memory,
                const FrameLimits& limits = {});
  ~FrameExecutor();

  /// Tells an observer of the pixels of draws from now on; null: nobody looks on. It outlives the executor.
  void observe(FrameObserver* observer) { observer_ = observer; }

  /// Adds the work of the fixed functions from now on, before the first submission; null: nobody asks for it. It
  /// outlives the executor.
  void tell_work(FrameWork* work) { work_ = work; }

  /// Order of the subspans of primitives from now on, before the first submission: which of them share a thread, and so
  /// what a program sees of other lanes and of registers that it has not written, is the same with time and without.
  void order_by(TileOrder order) { order_ = order; }

  /// Says which draws belong together: threads of those of which it says something else never run side by side.
  void choose(std::function<bool(std::uint64_t draw)> chosen) { chosen_ = std::move(chosen); }

  /// Has `count` add what a machine counts to the counters of reports. Without it they have threads alone.
  void count_by(CountMore count) { count_more_ = std::move(count); }
  /// Begins a submission, after the one before has ended. State stays from the context's submissions before.
  void submit(ByteAddress first_command, std::uint32_t context);

  /// Executes commands until threads have to run; null: the submission has ended. What it returns stays until the next
  /// call. Errors name submission, command and address: those of the parts, and kWatchdog beyond the limits; a stop
  /// request (base/stop_request.h).
  const ThreadSource* next_threads();

  /// Draws of the application from this number on, and compute walkers before them, leave no trace: what is left are
  /// the driver's own draws, by which it copies and resolves.
  void leave_out_from(std::uint64_t draw) { first_left_out_ = draw; }

  /// Number of the draw whose threads `next_threads` returned, or of the draw that follows a compute walker: counted as
  /// 3DPRIMITIVE commands, from the first submission on.
  std::uint64_t draw_number() const;

  const FrameCounts& counts() const { return counts_; }
  const PipelineStatistics& statistics() const { return statistics_; }
  const ProgramCache& programs() const { return programs_; }
  std::uint64_t commands() const;
  /// 3DPRIMITIVE commands so far, with those that predication leaves out.
  std::uint64_t primitives() const;
  /// The draw that the threads which were given last work for; none: they are a compute walker's.
  std::optional<DrawOfThreads> draw() const;
  /// `submission 2, command 12 (3DPRIMITIVE) at 0x1000`: the command that was executed last.
  std::string place() const;

 private:
  enum class Phase : std::uint8_t { kStream, kGeometry, kPixels };

  PerformanceCounters counters() const;
  const ThreadSource* advance();
  bool is_left_out(StreamEvent event) const;
  bool overlaps() const { return work_ != nullptr && work_->ahead != 0 && observer_ == nullptr; }
  std::shared_ptr<DrawInFlight> draw_in_flight();
  std::shared_ptr<DrawInFlight> next_overlapping();
  const ThreadSource* advance_stream(StreamEvent event);
  void require_vertices() const;
  void begin_draw();
  void require_within(std::uint64_t wanted, std::uint64_t most, const char* what, const char* parameter) const;
  void fast_clear();
  void time_resolve();

  GpuMemory& memory_;
  CommandStreamer::Holds holds_;
  ByteAddress local_memory_;
  FrameLimits limits_;
  FrameObserver* observer_ = nullptr;
  FrameWork* work_ = nullptr;
  TileOrder order_ = kUsualTileOrder;
  PipelineStatistics statistics_;
  ProgramCache programs_;
  std::map<std::uint32_t, CommandStreamer> contexts_;
  CommandStreamer* streamer_ = nullptr;
  Phase phase_ = Phase::kStream;
  std::optional<GeometryPipeline> geometry_;
  std::optional<PixelPipeline> pixels_;
  std::optional<ComputeWalker> walker_;
  std::optional<OverlappedDraws> overlapped_;      // none: nobody has asked for work
  const MixedThreads* mixed_ = nullptr;            // threads that were given last; null: others were
  std::shared_ptr<DrawInFlight> first_in_flight_;  // comes next; null: the stream says
  bool holds_draw_ = false;                        // the streamer's draw waits for those before
  std::function<bool(std::uint64_t)> chosen_{};
  FrameCounts counts_;
  PerformanceCounters threads_;  // that were returned
  CountMore count_more_{};
  std::uint64_t first_left_out_ = ~std::uint64_t{0};  // draw
};

}  // namespace texpipe::functional
