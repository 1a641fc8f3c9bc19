// SIGINT and SIGTERM ask a run to stop; the run looks between two steps, flushes what it has and leaves with 130 or
// 143.
#pragma once

#include <optional>

#include "base/diagnostic.h"

namespace texpipe::study {

/// While one exists, the two signals are noted instead of ending the process. The
/// third one ends it at once; timeout(1) sends two.
class InterruptionGuard {
 public:
  InterruptionGuard();
  ~InterruptionGuard();
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;

  /// kInterrupted or kTerminated when asked to stop.
  std::optional<ExitCode> requested() const;
};

}  // namespace texpipe::study
