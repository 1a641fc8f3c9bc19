// Executes a recording of frames while a recorder adds to it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "functional/frame/frame_executor.h"
#include "functional/memory/gpu_memory.h"
#include "workload/frame/frame_recording.h"

namespace texpipe::study {

/// Memory that a submission may have changed, in whole tiles of 4 KiB, or less where a mapped range ends before.
struct ChangedRange {
  std::uint64_t address = 0;
  std::vector<std::byte> bytes;  // as they are now
};

/// The memory and the GPU of a program that is being recorded. What a submission leaves is what a run of the finished
/// recording finds there at the same place.
class GrowingFrames {
 public:
  /// Errors: those of FrameRecording.
  explicit GrowingFrames(const std::filesystem::path& file);

  using Clock = std::chrono::steady_clock;

  /// Does what was recorded up to a byte, which ends a record, and returns what its submissions may have changed of
  /// mapped memory, in the order of addresses. Errors: those of FrameRecording and of the executor, and kWatchdog when
  /// `deadline` passes between two draws; the memory is not that of the GPU any more then.
  std::vector<ChangedRange> execute_to(std::uint64_t end, Clock::time_point deadline = Clock::time_point::max());

  std::uint64_t submissions() const { return executor_.counts().submissions; }

 private:
  void watch();
  void execute(const FrameSubmit& submit, Clock::time_point deadline);
  std::vector<ChangedRange> changes() const;

  FrameRecording recording_;
  functional::GpuMemory memory_;
  functional::FrameExecutor executor_;
  std::uint64_t generation_ = 0;  // of the memory before the last submission
};

}  // namespace texpipe::study
