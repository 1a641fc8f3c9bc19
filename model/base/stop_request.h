// Somebody (a signal) asks the work in progress to stop. Loops that may take longer than a moment look here.
#pragma once

#include <optional>

#include "base/diagnostic.h"

namespace texpipe {

/// Notes the request; may be called in a signal handler. `signal` is SIGINT, SIGTERM or SIGHUP.
void request_stop(int signal);
void forget_stop_request();

/// kInterrupted (SIGINT) or kTerminated (SIGTERM, SIGHUP) when asked to stop.
std::optional<ExitCode> stop_requested();

/// "stopped by SIGINT", or the other signal's name; may be called in a signal handler.
const char* stopped_by();

/// Throws Error with the request's exit code and "stopped by SIGINT", when there is one. A few instructions otherwise.
void throw_if_stop_requested();

}  // namespace texpipe
