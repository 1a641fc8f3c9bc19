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

void throw_if_stop_requested() {
  if (requested_signal == 0) return;
  const char* const name = requested_signal == SIGINT ? "SIGINT" : requested_signal == SIGHUP ? "SIGHUP" : "SIGTERM";
  throw Error{*stop_requested(), std::string{"stopped by "} + name};
}

}  // namespace texpipe
