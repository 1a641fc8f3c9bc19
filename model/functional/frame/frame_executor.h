// Executes submissions of command streams: draws, compute walkers and the driver's clears, as threads that somebody
// runs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "functional/execution/thread_source.h"
#include "functional/frame/command_streamer.h"
#include "functional/frame/compute_walker.h"
#include "functional/frame/geometry_pipeline.h"
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
  /// @param most_commands  of a submission
  /// @param local_memory  start of a region that nothing else uses, for shared local memory of compute shaders
  FrameExecutor(GpuMemory& memory, CommandStreamer::Holds holds, ByteAddress local_memory,
                std::uint64_t most_commands = CommandStreamer::kMostCommands);
  ~FrameExecutor();

  /// Begins a submission, after the one before has ended. State stays from the context's submissions before.
  void submit(ByteAddress first_command, std::uint32_t context);

  /// Executes commands until threads have to run; null: the submission has ended. What it returns stays until the next
  /// call. Errors name submission, command and address.
  const ThreadSource* next_threads();

  const FrameCounts& counts() const { return counts_; }
  const PipelineStatistics& statistics() const { return statistics_; }
  const ProgramCache& programs() const { return programs_; }
  std::uint64_t commands() const;

 private:
  enum class Phase : std::uint8_t { kStream, kGeometry, kPixels };

  const ThreadSource* advance();
  void begin_draw();
  void fast_clear();

  GpuMemory& memory_;
  CommandStreamer::Holds holds_;
  ByteAddress local_memory_;
  std::uint64_t most_commands_;  // of a submission
  PipelineStatistics statistics_;
  ProgramCache programs_;
  std::map<std::uint32_t, CommandStreamer> contexts_;
  CommandStreamer* streamer_ = nullptr;
  Phase phase_ = Phase::kStream;
  std::optional<GeometryPipeline> geometry_;
  std::optional<PixelPipeline> pixels_;
  std::optional<ComputeWalker> walker_;
  FrameCounts counts_;
};

}  // namespace texpipe::functional
