#include "study/run/interruption.h"

#include <csignal>

namespace texpipe::study {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t times_requested = 0;

void note(int signal) {
  request_stop(signal);
  times_requested = times_requested + 1;
  if (times_requested == 2) std::signal(signal, SIG_DFL);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  if (signal == SIGHUP && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptionGuard::InterruptionGuard() {
  forget_stop_request();
  times_requested = 0;
  for (const int signal : kSignals) handle(signal, note);
}

InterruptionGuard::~InterruptionGuard() {
  for (const int signal : kSignals) handle(signal, SIG_DFL);
}

}  // namespace texpipe::study
