// Records what a driver submits: memory that changed, then the submission.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>

#include "capture/recorder/buffer_objects.h"
#include "capture/recorder/executor_link.h"
#include "capture/recorder/recording_file.h"

struct drm_i915_gem_execbuffer2;

namespace texpipe::capture {

/// State of the device that is not there. Callers hold `lock`.
class Recorder {
 public:
  std::mutex lock;
  BufferObjects objects;

  /// Descriptor of the device for the program; -1 with errno when there can be none.
  int open_device();

  /// True for a descriptor of the device.
  bool is_device(int descriptor) const;

  /// Records a submission. 0, or -1 with errno for one that names objects which do not exist.
  int submit(const drm_i915_gem_execbuffer2& submission);

  /// Records that an object is closed, and frees it.
  void close(std::uint64_t handle);

  /// Records a note about mapped memory (may be null); where another driver draws, with what the memory holds.
  void note(const void* pointer, std::uint64_t bytes, std::string_view text);

 private:
  enum class Range : std::uint8_t { kKnown, kNew };

  void note_contents(const void* pointer, std::uint64_t bytes, std::string_view text);
  void place(std::uint64_t handle, BufferObject& object, std::uint64_t gpu_address);
  void unmap(BufferObject& object);
  void execute();
  void take_written(std::uint64_t gpu_address, std::span<const std::uint32_t> words);
  void record_writes(BufferObject& object, Range range);
  void record_differences(std::uint64_t gpu_address, std::span<const std::uint32_t> now,
                          std::span<std::uint32_t> before, Range range);

  RecordingFile file_;
  ExecutorLink executor_;
  std::uint32_t submissions_ = 0;
};

/// The recorder of this process. Never destroyed: threads of the program may use it while it ends.
Recorder& recorder();

}  // namespace texpipe::capture
