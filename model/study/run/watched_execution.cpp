#include "study/run/watched_execution.h"

#include <chrono>
#include <ctime>
#include <utility>

namespace texpipe::study {

namespace {

/// Tells a watcher that the simulation is over, however it ends.
class WatcherGuard {
 public:
  explicit WatcherGuard(RunWatcher* watcher) : watcher_{watcher} {}
  ~WatcherGuard() {
    if (watcher_ != nullptr) watcher_->ended();
  }
  WatcherGuard(const WatcherGuard&) = delete;
  WatcherGuard& operator=(const WatcherGuard&) = delete;

 private:
  RunWatcher* watcher_;
};

/// Calls a callback, where there is one, and then `next`.
template <class Argument, class Next>
std::function<void(Argument)> followed_by(std::function<void(Argument)> callback, Next next) {
  return [callback = std::move(callback), next](Argument argument) {
    if (callback) callback(argument);
    next(argument);
  };
}

}  // namespace

WatchedExecution execute_watched(const Configuration& configuration, functional::Workload& workload,
                                 ExecutionOptions options, RunWatcher* watcher) {
  if (watcher != nullptr) {
    options.on_progress = followed_by(std::move(options.on_progress),
                                      [=](const ExecutionProgress& progress) { watcher->progress(progress); });
    options.on_built = followed_by(std::move(options.on_built), [=, &configuration](timing::Simulation& simulation) {
      watcher->built(configuration, simulation);
    });
  }
  const WatcherGuard watched{watcher};
  const auto begun = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  WatchedExecution watched_execution{.execution = execute(configuration.machine, workload, options)};
  std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begun;
  if (watcher != nullptr) wall -= watcher->held();
  watched_execution.wall_seconds = wall.count();
  watched_execution.processor_seconds = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  return watched_execution;
}

}  // namespace texpipe::study
