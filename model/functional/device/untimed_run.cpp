#include "functional/device/untimed_run.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "functional/device/group_worker.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

namespace {

/// Groups that workers take in order, a few at a time. After an error those before its group still run, so that the
/// first error is the same however the groups fell to the workers.
class SharedGroups {
 public:
  explicit SharedGroups(unsigned count) : count_{count}, end_{count} {}

  /// Runs groups on the caller's thread until none is left, and returns what it ran.
  UntimedRun work(Workload& workload) {
    GroupWorker worker{workload};
    for (unsigned first = next_.fetch_add(kTaken); first < end_; first = next_.fetch_add(kTaken)) {
      for (unsigned group = first; group < std::min(first + kTaken, count_); ++group) {
        try {
          worker.run_group(group);
        } catch (...) {
          fail(group, std::current_exception());
          return worker.run();
        }
      }
    }
    return worker.run();
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static constexpr unsigned kTaken = 8;

  void fail(unsigned group, std::exception_ptr error) {
    const std::scoped_lock lock{failing_};
    if (group >= end_) return;
    end_ = group;
    error_ = std::move(error);
  }

  const unsigned count_;
  std::atomic<unsigned> next_ = 0;
  std::atomic<unsigned> end_;  // nobody takes groups from here on
  std::mutex failing_;
  std::exception_ptr error_;
};

/// Every worker decodes states and texels for itself.
UntimedRun run_side_by_side(Workload& workload, unsigned host_threads) {
  SharedGroups groups{workload.threads->groups()};
  std::vector<UntimedRun> runs(host_threads);
  std::vector<std::thread> helpers;
  try {
    for (unsigned i = 1; i < host_threads; ++i)
      helpers.emplace_back([&groups, &workload, &run = runs[i]] { run = groups.work(workload); });
  } catch (const std::system_error&) {
    // The host gives no more threads: those that there are do it.
  }
  runs[0] = groups.work(workload);
  for (std::thread& helper : helpers) helper.join();
  groups.rethrow();
  UntimedRun all;
  for (const UntimedRun& run : runs) {
    all.threads += run.threads;
    all.instructions += run.instructions;
    all.messages += run.messages;
    all.hazards += run.hazards;
  }
  return all;
}

UntimedRun run_in_order(Workload& workload, GroupWorker worker) {
  do {
    const unsigned groups = workload.threads->groups();
    if (workload.threads->threads_per_group() == 1 && !workload.subspans && !worker.is_watched()) {
      worker.run_lone_threads(0, groups);
      continue;
    }
    for (unsigned group = 0; group < groups; ++group) {
      if (workload.subspans) workload.subspans->provide(group);
      worker.run_group(group);
      if (workload.subspans) workload.subspans->release(group);
    }
  } while (workload.threads->advance());
  return worker.run();
}

}  // namespace

void rethrow_named(const Error& error, const Workload& workload) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    if (!diagnostic.position.file.empty()) continue;
    if (diagnostic.path.empty()) diagnostic.path = workload.threads->name();
    if (gen9::is_eu_place(diagnostic.path)) diagnostic.path = workload.threads->name() + ": " + diagnostic.path;
  }
  throw Error{error.code(), std::move(diagnostics)};
}

UntimedRun run_untimed(Workload& workload, unsigned host_threads) try {
  const unsigned workers = std::min(host_threads, workload.threads->groups());
  if (workload.independent_groups && workers > 1) return run_side_by_side(workload, workers);
  return run_in_order(workload, GroupWorker{workload});
} catch (const Error& error) {
  rethrow_named(error, workload);
}

UntimedRun run_untimed(Workload& workload, const AccessListener& accessed) try {
  return run_in_order(workload, GroupWorker{workload, &accessed});
} catch (const Error& error) {
  rethrow_named(error, workload);
}

UntimedRun run_untimed_listening(Workload& workload, const SendListener& sent) try {
  return run_in_order(workload, GroupWorker{workload, nullptr, &sent});
} catch (const Error& error) {
  rethrow_named(error, workload);
}

void run_phase(const ThreadSource& threads, GpuMemory& memory) {
  GroupWorker{threads, memory}.run_groups(0, threads.groups());
}

PhaseRunner::PhaseRunner(const ThreadSource& threads, GpuMemory& memory)
    : worker_{std::make_unique<GroupWorker>(threads, memory)} {}
PhaseRunner::~PhaseRunner() = default;

void PhaseRunner::watch(MessageWatcher* watcher, const PlanRequest& plan) {
  worker_->watch(watcher, plan);
}

void PhaseRunner::run(unsigned first, unsigned end) {
  worker_->run_groups(first, end);
}

}  // namespace texpipe::functional
