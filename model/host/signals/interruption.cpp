#include "host/signals/interruption.h"

#include <unistd.h>

#include <csignal>
#include <cstring>

#include "host/files/hidden_place.h"

namespace texpipe::study {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int kMostRequests = 2;

volatile std::sig_atomic_t guarded = 0;
volatile std::sig_atomic_t times_requested = 0;

/// In a signal handler: nothing here allocates, locks or flushes.
[[noreturn]] void end_now(int signal) {
  abandon_hidden_places();
  request_stop(signal);
  const char* const name = stopped_by();
  for (const char* part : {"texpipe: ", name, "\n"}) {
    if (write(STDERR_FILENO, part, std::strlen(part)) < 0) break;
  }
  _exit(static_cast<int>(*stop_requested()));
}

void note(int signal) {
  if (guarded == 0 || times_requested == kMostRequests) end_now(signal);
  request_stop(signal);
  times_requested = times_requested + 1;
}

}  // namespace

void end_at_signals() {
  for (const int signal : kSignals) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (signal == SIGHUP && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = note;
    sigaction(signal, &action, nullptr);
  }
}

InterruptionGuard::InterruptionGuard() {
  forget_stop_request();
  times_requested = 0;
  guarded = 1;
  end_at_signals();
}

InterruptionGuard::~InterruptionGuard() {
  guarded = 0;
}

}  // namespace texpipe::study
