#include "capture/recorder/recording_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"

namespace texpipe::capture {

namespace {

constexpr std::size_t kMostWaiting = std::size_t{1} << 20;
constexpr std::uint32_t kVersion = 1;

}  // namespace

bool RecordingFile::open() {
  if (state_ == State::kOpen && process_ != getpid()) state_ = State::kClosed;
  if (state_ != State::kNew) return state_ == State::kOpen;
  state_ = State::kClosed;
  const std::string file = folder_file(kRecordingFile);
  if (file.empty()) return false;
  descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {
    report(errno == EEXIST ? "a second process draws, too: it was not recorded"
                           : std::string{"the folder for temporary files cannot be written: "} + std::strerror(errno));
    return false;
  }
  process_ = getpid();
  limit_ = number_variable(kLimitVariable, std::numeric_limits<std::uint64_t>::max());
  state_ = State::kOpen;
  write(std::as_bytes(std::span{"TXFRAMES", 8}));
  write(bytes_of(std::array<std::uint32_t, 4>{kVersion, kPciId, kPciRevision, 0}));
  whole_ = written_;
  return true;
}

void RecordingFile::record(RecordKind kind, std::span<const std::byte> head, std::span<const std::byte> rest) {
  write(bytes_of(std::array<std::uint32_t, 2>{static_cast<std::uint32_t>(kind), 0}));
  write(bytes_of(std::uint64_t{head.size() + rest.size()}));
  write(head);
  write(rest);
}

void RecordingFile::end_part() {
  flush();
  if (failed_) return close_at_last_part("the folder for temporary files is full: the recording ends before it was");
  if (written_ > limit_)
    return close_at_last_part("the recording reached the limit of its size (--limit) and ends there");
  whole_ = written_;
}

void RecordingFile::write(std::span<const std::byte> bytes) {
  written_ += bytes.size();
  if (written_ > limit_) return;  // taken back at the end of the part
  if (waiting_.size() + bytes.size() > kMostWaiting) flush();
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
}

void RecordingFile::flush() {
  for (std::size_t at = 0; at < waiting_.size() && !failed_;) {
    const ssize_t count = ::write(descriptor_, waiting_.data() + at, waiting_.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) failed_ = true;
    if (count > 0) at += static_cast<std::size_t>(count);
  }
  waiting_.clear();
}

void RecordingFile::close_at_last_part(const char* why) {
  report(why);
  if (ftruncate64(descriptor_, static_cast<off64_t>(whole_)) != 0) report("the recording's end cannot be cut");
  close(descriptor_);
  state_ = State::kClosed;
}

}  // namespace texpipe::capture
