// SIGINT, SIGTERM and SIGHUP end the command with 130 or 143: at once, or, while a run has something to keep, when it
// has written that.
#pragma once

#include "base/stop_request.h"

namespace texpipe::study {

/// Lets signals end the process at once from here on, whatever it does: outputs that are not whole go
/// (host/files/hidden_place.h), a line says why. A SIGHUP that the process was started to ignore (nohup) stays ignored.
void end_at_signals();

/// While one exists, the signals become stop requests (base/stop_request.h) instead, and only the third one ends the
/// process; timeout(1) sends two. There is one at a time.
class InterruptionGuard {
 public:
  InterruptionGuard();
  ~InterruptionGuard();
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;
};

}  // namespace texpipe::study
