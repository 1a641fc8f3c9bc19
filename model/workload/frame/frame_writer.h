// Writes recordings of frames (docs/reference/frame-recordings.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "workload/frame/frame_record.h"

namespace texpipe::study {

class FrameWriter {
 public:
  explicit FrameWriter(const FrameHeader& header);

  void add(const FrameContent& content);
  void write(std::uint64_t address, std::span<const std::byte> bytes);

  const std::vector<std::byte>& bytes() const { return bytes_; }
  /// The recording packed with zstd; the same bytes every time.
  std::vector<std::byte> packed() const;

 private:
  void u32(std::uint32_t word);
  void u64(std::uint64_t word);
  void raw(const void* data, std::size_t count);
  void head(std::uint32_t kind, std::uint64_t bytes);

  std::vector<std::byte> bytes_;
};

}  // namespace texpipe::study
