#include "base/stop_request.h"

#include <atomic>
#include <csignal>

namespace texpipe {

namespace {

// Read by every thread, set by a handler.
std::atomic<int> requested_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

void request_stop(int signal) {
  requested_signal = signal;
}

void forget_stop_request() {
  requested_signal = 0;
}

std::optional<ExitCode> stop_requested() {
  if (requested_signal == 0) return {};
  return requested_signal == SIGINT ? ExitCode::kInterrupted : ExitCode::kTerminated;
}

const char* stopped_by() {
  const int signal = requested_signal;
  return signal == SIGINT ? "stopped by SIGINT" : signal == SIGHUP ? "stopped by SIGHUP" : "stopped by SIGTERM";
}

void throw_if_stop_requested() {
  if (requested_signal.load(std::memory_order_relaxed) != 0) throw Error{*stop_requested(), stopped_by()};
}

}  // namespace texpipe
