#include "study/run/interruption.h"

#include <csignal>

namespace texpipe::study {

namespace {

volatile std::sig_atomic_t requested_signal = 0;
volatile std::sig_atomic_t times_requested = 0;

void note(int signal) {
  requested_signal = signal;
  times_requested = times_requested + 1;
  if (times_requested == 2) std::signal(signal, SIG_DFL);
}

void install(int signal) {
  struct sigaction action {};
  action.sa_handler = note;
  sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptionGuard::InterruptionGuard() {
  requested_signal = 0;
  times_requested = 0;
  install(SIGINT);
  install(SIGTERM);
}

InterruptionGuard::~InterruptionGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

std::optional<ExitCode> InterruptionGuard::requested() const {
  if (requested_signal == SIGINT) return ExitCode::kInterrupted;
  if (requested_signal == SIGTERM) return ExitCode::kTerminated;
  return {};
}

}  // namespace texpipe::study
