// SIGINT, SIGTERM and SIGHUP ask a run to stop; it flushes what it has and leaves with 130 or 143.
#pragma once

#include "base/stop_request.h"

namespace texpipe::study {

/// While one exists, the signals become stop requests (base/stop_request.h) instead of ending the process. The
/// third one ends it at once; timeout(1) sends two. A SIGHUP that the process was started to ignore (nohup) stays
/// ignored.
class InterruptionGuard {
 public:
  InterruptionGuard();
  ~InterruptionGuard();
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;
};

}  // namespace texpipe::study
