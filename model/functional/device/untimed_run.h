// Runs a workload without time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/diagnostic.h"
#include "functional/device/workload.h"
#include "functional/execution/eu_program.h"
#include "functional/sampling/touched_lines.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "functional/shared_function/execute_message.h"

namespace texpipe::functional {

struct UntimedRun {
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t messages = 0;
  std::uint64_t hazards = 0;  // of SPA instructions: others that they should have waited for
};

/// Executes every thread to its end, group by group and thread by thread; every message takes effect when it is sent. A
/// thread that waits at a barrier lets the others of its group run.
/// The bytes in memory afterwards are those of a timed run of a workload without races.
/// @param host_threads  that share the groups of a workload whose groups are independent; results, counts and errors
///                      do not depend on their number
/// Errors: those of the messages (execute_message), kWatchdog for a group whose threads wait for each other, and a stop
/// request (base/stop_request.h): of the first group that has one.
UntimedRun run_untimed(Workload& workload, unsigned host_threads = 1);

/// Runs on one host thread, and tells what each message to the data port read and wrote when it has taken effect.
using AccessListener = std::function<void(const DataPortOutcome&)>;
UntimedRun run_untimed(Workload& workload, const AccessListener& accessed);

/// Runs on one host thread, and tells of each message before it takes effect.
using SendListener = std::function<void(const MessageSend&)>;
UntimedRun run_untimed_listening(Workload& workload, const SendListener& sent);

/// Throws an error of a run again, with the name of what its threads execute where it names nothing.
[[noreturn]] void rethrow_named(const Error& error, const Workload& workload);

/// Runs the threads of a source's current phase, on the caller's thread. Errors: as above, unnamed.
void run_phase(const ThreadSource& threads, GpuMemory& memory);

/// Hears of messages that have taken effect.
class MessageWatcher {
 public:
  virtual ~MessageWatcher() = default;
  /// @param group     of the thread that sent the message
  /// @param executor  of the message, with its accesses and its plan
  virtual void executed(unsigned group, const Message& message, const MessageExecutor& executor) = 0;

  /// Lines that a group's messages to the sampler touch which are executed with those of others are noted here, without
  /// a plan and a call of `executed`, before `sampled` is called; null, for all groups: `executed` is for all.
  virtual TouchedLines* touched_lines(unsigned /*group*/) { return nullptr; }
  virtual void sampled() {}

 protected:
  MessageWatcher() = default;
  MessageWatcher(const MessageWatcher&) = default;
  MessageWatcher& operator=(const MessageWatcher&) = default;
};

class GroupWorker;

/// Runs parts of a source's current phase, in storage that stays from one to the next.
class PhaseRunner {
 public:
  /// Both outlive it.
  PhaseRunner(const ThreadSource& threads, GpuMemory& memory);
  ~PhaseRunner();

  /// Tells of messages to samplers, data ports and render targets from now on; null: nobody listens. It outlives the
  /// runner. @param plan  of samplers' messages, which the watcher then finds
  void watch(MessageWatcher* watcher, const PlanRequest& plan = PlanDetail::kNone);

  /// Runs groups to their end. Errors: those of run_phase.
  void run(unsigned first, unsigned end);

 private:
  std::unique_ptr<GroupWorker> worker_;
};

}  // namespace texpipe::functional
