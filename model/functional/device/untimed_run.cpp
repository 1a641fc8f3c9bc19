#include "functional/device/untimed_run.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/stop_request.h"
#include "functional/execution/response_write.h"
#include "functional/shared_function/execute_message.h"

namespace texpipe::functional {

namespace {

/// What runs threads one after the other, in storage that stays.
class Worker {
 public:
  explicit Worker(Workload& workload) : source_{*workload.threads}, memory_{*workload.memory} {}

  void run_group(unsigned group) {
    for (unsigned thread = 0; thread < source_.threads_per_group(); ++thread) {
      registers_ = {};
      source_.start(group, thread, registers_, program_);
      run_thread();
      ++run_.threads;
    }
  }

  const UntimedRun& run() const { return run_; }

 private:
  void run_thread() {
    while (program_->peek()) {
      throw_if_stop_requested();
      ++run_.instructions;
      if (!program_->issue(registers_, send_)) continue;
      ++run_.messages;
      run_.hazards += send_.hazards;
      MessageResponse& response = executor_.execute(memory_, send_.message);
      if (send_.ticket) {
        program_->answered(*send_.ticket, std::move(response));
      } else {
        write_response(registers_, send_.destination, response);
      }
    }
  }

  const ThreadSource& source_;
  GpuMemory& memory_;
  ThreadRegisters registers_;
  std::unique_ptr<EuProgram> program_;
  MessageSend send_;
  MessageExecutor executor_;
  UntimedRun run_;
};

/// Groups that workers take in order, a few at a time. After an error those before its group still run, so that the
/// first error is the same however the groups fell to the workers.
class SharedGroups {
 public:
  explicit SharedGroups(unsigned count) : count_{count}, end_{count} {}

  /// What the caller's thread ran.
  UntimedRun work(Workload& workload) {
    Worker worker{workload};
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

}  // namespace

UntimedRun run_untimed(Workload& workload, unsigned host_threads) {
  const unsigned groups = workload.threads->groups();
  const unsigned workers = std::min(host_threads, groups);
  if (workload.independent_groups && workers > 1) return run_side_by_side(workload, workers);
  Worker worker{workload};
  for (unsigned group = 0; group < groups; ++group) {
    if (workload.subspans) workload.subspans->provide(group);
    worker.run_group(group);
    if (workload.subspans) workload.subspans->release(group);
  }
  return worker.run();
}

}  // namespace texpipe::functional
