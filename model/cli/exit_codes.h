// Meanings of the command's exit codes, once: the manual page prints them, and a test holds
// docs/reference/exit-codes.md to them.
#pragma once

#include <array>
#include <string_view>

#include "base/diagnostic.h"

namespace texpipe::cli {

struct ExitCodeMeaning {
  ExitCode code;
  std::string_view meaning;
};

inline constexpr std::array<ExitCodeMeaning, 11> kExitCodes{{
    {ExitCode::kSuccess, "success"},
    {ExitCode::kInternalError, "internal error, or no memory left; results that could not be written"},
    {ExitCode::kUsage, "usage: unknown verb or option, a run folder that exists"},
    {ExitCode::kInvalidConfiguration, "invalid configuration"},
    {ExitCode::kMalformedInput,
     "unreadable or malformed input; a name or value that no table lists (`enum`, `message`, `state`)"},
    {ExitCode::kMismatch,
     "mismatch or failed check (`verify`, `cosim`, `correlate`, `--hazards fatal`, `--bounds fatal`)"},
    {ExitCode::kWatchdog,
     "watchdog: nothing moved for `watchdog` cycles, or one unit starved; who waits and every queue are printed. A "
     "program ran out of `--max-statements` or `--max-cycles`"},
    {ExitCode::kSweepPointsFailed, "some points of a sweep failed"},
    {ExitCode::kUnsupported, "unsupported: a feature that this version does not have, by name"},
    {ExitCode::kInterrupted,
     "interrupted by SIGINT: a run that had begun after a clean flush, anything else at once and without a trace"},
    {ExitCode::kTerminated, "ended by SIGTERM or SIGHUP, likewise"},
}};

}  // namespace texpipe::cli
