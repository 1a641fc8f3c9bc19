#include "timing/observe/simulation.h"

namespace texpipe::timing {

Cycles Simulation::run() {
  sc_core::sc_start();
  if (failure_) std::rethrow_exception(failure_);
  if (!violations_.empty()) throw Error{ExitCode::kInternalError, violations_};
  if (watchdog.expired()) throw Error{ExitCode::kWatchdog, watchdog.report()};
  statistics.close_accounts(clock.now());
  return clock.now();
}

void Simulation::protocol_violation(const std::string& socket, const std::string& rule) {
  constexpr std::size_t kEnough = 20;
  if (violations_.size() < kEnough) {
    violations_.push_back(
        {.path = socket, .problem = "protocol violated at cycle " + std::to_string(clock.now().value()) + ": " + rule});
  }
  sc_core::sc_pause();
}

void Simulation::fail() {
  if (!failure_) failure_ = std::current_exception();
  sc_core::sc_pause();
}

}  // namespace texpipe::timing
