#include "study/run/interruption.h"

#include <csignal>

namespace texpipe::study {

namespace {

volatile std::sig_atomic_t requested_signal = 0;

void note(int signal) {
  requested_signal = signal;
}

void install(int signal) {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one ends the process
  sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptionGuard::InterruptionGuard() {
  requested_signal = 0;
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
