// Runs a workload without time.
#pragma once

#include <cstdint>

#include "functional/device/workload.h"

namespace texpipe::functional {

struct UntimedRun {
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t messages = 0;
  std::uint64_t hazards = 0;  // of SPA instructions: others that they should have waited for
};

/// Executes every thread to its end, group by group and thread by thread; every message takes effect when it is sent.
/// The bytes in memory afterwards are those of a timed run of a workload without races. Errors: those of the messages
/// (execute_message), and a stop request (base/stop_request.h).
UntimedRun run_untimed(Workload& workload);

}  // namespace texpipe::functional
