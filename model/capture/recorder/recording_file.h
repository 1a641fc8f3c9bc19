// The recording as it is written: a log of records (docs/reference/frame-recordings.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace texpipe::capture {

/// Kinds of records, as stored.
enum class RecordKind : std::uint32_t { kMap = 1, kUnmap, kWrite, kSubmit, kNote };

/// The file ends with a whole submission or note at any time that `end_part` has returned, however the program ends.
class RecordingFile {
 public:
  /// True as long as records are taken. The first call of a process makes the file; it stays false where another
  /// process has made it, where the limit of bytes is reached, and in a child of the process that records.
  bool open();

  void record(RecordKind kind, std::span<const std::byte> head, std::span<const std::byte> rest = {});

  /// Writes what was recorded. A part that does not fit is taken back as a whole, and nothing is recorded any more.
  void end_part();

  /// Bytes up to the end of the last part.
  std::uint64_t bytes() const { return whole_; }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kClosed };

  void write(std::span<const std::byte> bytes);
  void flush();
  void close_at_last_part(const char* why);

  State state_ = State::kNew;
  int descriptor_ = -1;
  int process_ = 0;
  bool failed_ = false;
  std::uint64_t limit_ = 0;
  std::uint64_t written_ = 0;  // bytes that were given to the file or wait in `waiting_`
  std::uint64_t whole_ = 0;    // bytes up to the end of the last part
  std::vector<std::byte> waiting_;
};

/// The bytes of a plain object.
template <class Plain>
std::span<const std::byte> bytes_of(const Plain& plain) {
  return std::as_bytes(std::span{&plain, 1});
}

}  // namespace texpipe::capture
