// Signals while work goes on that Python waits for.
#pragma once

#include <csignal>
#include <cstddef>
#include <iterator>
#include <optional>

#include "base/stop_request.h"
#include "host/signals/interruption.h"

namespace texpipe::python {

/// While it lives, signals stop the work and not Python, whose handlers come back afterwards.
class WorkSignals {
 public:
  WorkSignals() {
    for (std::size_t n = 0; n < std::size(kSignals); ++n) sigaction(kSignals[n], nullptr, &before_[n]);
    guard_.emplace();
  }
  ~WorkSignals() {
    guard_.reset();
    for (std::size_t n = 0; n < std::size(kSignals); ++n) sigaction(kSignals[n], &before_[n], nullptr);
    forget_stop_request();
  }
  WorkSignals(const WorkSignals&) = delete;
  WorkSignals& operator=(const WorkSignals&) = delete;

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction before_[std::size(kSignals)];
  std::optional<study::InterruptionGuard> guard_;
};

}  // namespace texpipe::python
