// A recording that is being written, with the memory that its records make.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "functional/frame/mapped_ranges.h"
#include "functional/memory/gpu_memory.h"
#include "workload/frame/frame_writer.h"

namespace texpipe::study {

class AssembledRecording {
 public:
  explicit AssembledRecording(const FrameHeader& header) : writer_{header} {}

  /// Ranges that are mapped after the last record.
  functional::MappedRanges& mapped() { return mapped_; }
  const functional::MappedRanges& mapped() const { return mapped_; }

  /// Writes the changes that put() gathered, and then a record.
  void add(const FrameContent& content);

  /// Writes words where they differ from what is there. Changes that follow one another make one record.
  void put(std::uint64_t first, std::span<const std::uint32_t> words);

  /// Writes the changes that put() gathered as a record.
  void flush();

  FrameWriter take() && { return std::move(writer_); }

 private:
  FrameWriter writer_;
  functional::GpuMemory memory_;
  functional::MappedRanges mapped_;
  FrameWrite pending_;
};

}  // namespace texpipe::study
