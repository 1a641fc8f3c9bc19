#include "capture/recorder/executor_link.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"
#include "capture/recorder/high_descriptor.h"
#include "capture/recorder/recording_file.h"

namespace texpipe::capture {

bool ExecutorLink::open() {
  if (state_ != State::kNew) return state_ == State::kOpen;
  state_ = State::kClosed;
  const char* const folder = std::getenv(kFolderVariable);
  if (folder == nullptr || std::getenv(kExecuteVariable) == nullptr) return false;
  if (!connect_to(folder)) {
    report("nothing is executed: the model cannot be reached");
    return false;
  }
  state_ = State::kOpen;
  return true;
}

/// Addresses of sockets are short, and names of folders need not be: the folder's descriptor stands for its name.
bool ExecutorLink::connect_to(const char* folder) {
  const int place = ::open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (place < 0) return false;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", place, kExecutorSocket);
  descriptor_ = high_descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const bool connected =
      descriptor_ >= 0 && connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(place);
  return connected;
}

void ExecutorLink::execute(std::uint64_t recording_bytes, const Written& written) {
  if (!open() || exchange(recording_bytes, written)) return;
  close(descriptor_);
  state_ = State::kClosed;
}

/// False: nothing is executed any more.
bool ExecutorLink::exchange(std::uint64_t recording_bytes, const Written& written) {
  if (!send(bytes_of(ExecutedPart{recording_bytes}))) return false;
  WrittenRange range;
  while (receive(std::as_writable_bytes(std::span{&range, 1}))) {
    if (range.address == kAllExecuted || range.address == kNotExecuted) return range.address == kAllExecuted;
    words_.resize(range.bytes / sizeof(std::uint32_t));
    if (!receive(std::as_writable_bytes(std::span{words_}))) return false;
    written(range.address, words_);
  }
  return false;
}

bool ExecutorLink::send(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool ExecutorLink::receive(std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = recv(descriptor_, bytes.data(), bytes.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace texpipe::capture
