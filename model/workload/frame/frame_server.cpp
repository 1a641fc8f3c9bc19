#include "workload/frame/frame_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "capture/capture_contract.h"

namespace texpipe::study {

namespace {

/// A program that takes nothing of an answer for so long stands still.
constexpr int kStandstill = 10'000;  // ms

bool is_ready(const Descriptor& descriptor, short event, int patience) {
  pollfd ready{descriptor.number(), event, 0};
  return poll(&ready, 1, patience) > 0;
}

template <class Plain>
std::span<const std::byte> plain_bytes(const Plain& plain) {
  return std::as_bytes(std::span{&plain, 1});
}

}  // namespace

FrameServer::FrameServer(std::filesystem::path folder)
    : folder_{std::move(folder)}, listening_{socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
  // Addresses of sockets are short, and names of folders need not be: the folder's descriptor stands for its name.
  const Descriptor place{::open(folder_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = fmt::format("/proc/self/fd/{}/{}", place.number(), capture::kExecutorSocket);
  std::memcpy(address.sun_path, name.c_str(), std::min(name.size(), sizeof address.sun_path - 1));
  if (!place || !listening_ ||
      bind(listening_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listening_.number(), 1) != 0) {
    throw Error{ExitCode::kInternalError,
                Diagnostic{.position = {folder_.string()},
                           .problem = std::string{"cannot hold a socket: "} + std::strerror(errno)}};
  }
}

void FrameServer::serve(std::chrono::milliseconds patience, GrowingFrames::Clock::time_point deadline) {
  const int wait = static_cast<int>(patience.count());
  if (!connection_) {
    if (is_ready(listening_, POLLIN, wait))
      connection_ = Descriptor{accept4(listening_.number(), nullptr, nullptr, SOCK_CLOEXEC)};
    return;
  }
  if (!is_ready(connection_, POLLIN, wait)) return;
  capture::ExecutedPart part;
  const ssize_t count = recv(connection_.number(), &part, sizeof part, MSG_WAITALL);
  if (count == sizeof part) {
    answer(part.recording_bytes, deadline);
  } else {
    connection_ = {};
  }
}

void FrameServer::answer(std::uint64_t recording_bytes, GrowingFrames::Clock::time_point deadline) {
  bool taken = true;
  try {
    if (!frames_) frames_.emplace(folder_ / capture::kRecordingFile);
    for (const ChangedRange& range : frames_->execute_to(recording_bytes, deadline)) {
      taken = taken && send(plain_bytes(capture::WrittenRange{range.address, range.bytes.size()})) && send(range.bytes);
    }
    executed_ = frames_->submissions();
  } catch (const Error& error) {
    if (!stop_requested()) refused_ = error.diagnostics().front().text();
  }
  taken =
      taken && send(plain_bytes(capture::WrittenRange{refused_ ? capture::kNotExecuted : capture::kAllExecuted, 0}));
  if (!taken || refused_) connection_ = {};
}

/// False: the program has ended or takes no more.
bool FrameServer::send(std::span<const std::byte> bytes) const {
  while (!bytes.empty() && is_ready(connection_, POLLOUT, kStandstill)) {
    const ssize_t count = ::send(connection_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return bytes.empty();
}

}  // namespace texpipe::study
