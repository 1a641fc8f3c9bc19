#include "base/stop_request.h"

#include <csignal>

namespace texpipe {

namespace {

volatile std::sig_atomic_t requested_signal = 0;

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
  return requested_signal == SIGINT   ? "stopped by SIGINT"
         : requested_signal == SIGHUP ? "stopped by SIGHUP"
                                      : "stopped by SIGTERM";
}

void throw_if_stop_requested() {
  if (requested_signal != 0) throw Error{*stop_requested(), stopped_by()};
}

}  // namespace texpipe
