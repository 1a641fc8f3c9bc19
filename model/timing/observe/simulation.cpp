#include "timing/observe/simulation.h"

#include "base/diagnostic.h"

namespace texpipe::timing {

Cycles Simulation::run() {
  sc_core::sc_start();
  if (failure_) std::rethrow_exception(failure_);
  if (watchdog.expired()) throw Error{ExitCode::kWatchdog, watchdog.report()};
  statistics.close_accounts(clock.now());
  return clock.now();
}

void Simulation::fail() {
  if (!failure_) failure_ = std::current_exception();
  sc_core::sc_pause();
}

}  // namespace texpipe::timing
