// Reads a recording of frames: what a driver gave to the hardware, record by record
// (docs/reference/frame-recordings.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "functional/frame/mapped_ranges.h"
#include "functional/memory/gpu_memory.h"
#include "workload/frame/frame_record.h"
#include "workload/frame/unpacked_bytes.h"

namespace texpipe::study {

inline constexpr std::string_view kFrameMagic = "TXFRAMES";
inline constexpr std::uint32_t kFrameVersion = 1;
inline constexpr std::uint64_t kFrameHeaderBytes = 24;
/// Most bytes that a record may have.
inline constexpr std::uint64_t kMostFrameRecordBytes = std::uint64_t{1} << 30;
/// Most bytes that may be mapped at a time: a recording can fill no more memory than this.
inline constexpr std::uint64_t kMostFrameMappedBytes = std::uint64_t{4} << 30;

/// Kinds of records, as stored.
enum class FrameRecordKind : std::uint32_t { kMap = 1, kUnmap, kWrite, kSubmit, kNote };

/// A recording that is read from its beginning to its end; one record of it is in memory. Every record is checked
/// against those before it.
class FrameRecording {
 public:
  /// Errors: those of read_file; kMalformedInput for a file that is no recording; kUnsupported for another version.
  explicit FrameRecording(const std::filesystem::path& file);
  FrameRecording(std::vector<std::byte> bytes, std::string name);

  const std::string& name() const { return bytes_.name(); }
  const FrameHeader& header() const { return header_; }
  bool packed() const { return bytes_.packed(); }
  std::uint64_t file_bytes() const { return bytes_.file_bytes(); }
  /// Bytes of the unpacked recording that were read.
  std::uint64_t position() const { return bytes_.position(); }

  /// The next record; none at the end. Errors, each with the record's byte: kMalformedInput for a record that is cut
  /// off, of an unknown kind or a wrong length, an address beyond 48 bits, ranges that overlap, and memory that is used
  /// and not mapped; kUnsupported for relocations, an engine other than render, records above
  /// kMostFrameRecordBytes, and more than kMostFrameMappedBytes that are mapped.
  std::optional<FrameRecord> next();

  /// Looks again how long the file is, to which a recorder adds: after the last record there may be another one then.
  void look_again() { bytes_.look_again(); }

  /// Ranges that are mapped after the last record.
  const functional::MappedRanges& mapped() const { return mapped_; }

 private:
  explicit FrameRecording(FileBytes file);
  void read_header();
  std::vector<std::byte> payload(FrameRecordKind kind, std::uint64_t bytes, std::uint64_t offset);
  void check(const FrameRecord& record);

  UnpackedBytes bytes_;
  FrameHeader header_;
  functional::MappedRanges mapped_;
};

/// Does to a memory what a record says: a write writes; a range that goes is cleared, so that it reads as zero when it
/// comes back. Submissions and notes change nothing.
void replay_into(functional::GpuMemory& memory, const FrameRecord& record);

}  // namespace texpipe::study
