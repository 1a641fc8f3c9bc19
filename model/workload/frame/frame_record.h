// Records of a recording of frames (docs/reference/frame-recordings.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace texpipe::study {

/// Device that the driver wrote its commands for.
struct FrameHeader {
  std::uint32_t version = 1;
  std::uint32_t pci_id = 0;
  std::uint32_t revision = 0;
};

/// The range exists from now on and reads as zero.
struct FrameMap {
  std::uint64_t address = 0;
  std::uint64_t size = 0;  // bytes
  std::uint32_t handle = 0;
  std::uint32_t flags = 0;  // kMappedByCpu, kProgramMemory

  static constexpr std::uint32_t kMappedByCpu = 1;
  static constexpr std::uint32_t kProgramMemory = 2;
};

/// The range does not exist any more.
struct FrameUnmap {
  std::uint64_t address = 0;
  std::uint64_t size = 0;  // bytes
};

/// The CPU wrote this before the next submission.
struct FrameWrite {
  std::uint64_t address = 0;
  std::vector<std::byte> bytes;
};

/// A buffer object that a submission names.
struct FrameObject {
  std::uint64_t address = 0;
  std::uint64_t flags = 0;
};

/// The GPU executes from the first command to its MI_BATCH_BUFFER_END.
struct FrameSubmit {
  std::uint64_t first_command = 0;
  std::uint64_t length = 0;  // bytes of the first buffer, or 0
  std::uint64_t flags = 0;   // as the kernel's interface has them
  std::uint32_t context = 0;
  std::uint32_t number = 0;  // of the submission
  std::vector<FrameObject> objects;
};

/// A program that knows of the recorder names memory; address 0: it is not mapped.
struct FrameNote {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::string text;  // as stored: not fit for a terminal
};

using FrameContent = std::variant<FrameMap, FrameUnmap, FrameWrite, FrameSubmit, FrameNote>;

struct FrameRecord {
  std::uint64_t offset = 0;  // of the record, in bytes of the unpacked recording
  FrameContent content;
};

}  // namespace texpipe::study
