#include "functional/device/untimed_run.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "functional/device/gang_runner.h"
#include "functional/execution/response_write.h"
#include "functional/shared_function/barriers.h"
#include "functional/shared_function/execute_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

namespace {

bool goes_to_data_port(const Message& message) {
  using gen9::SharedFunction;
  const auto shared_function = static_cast<SharedFunction>(message.shared_function);
  return shared_function == SharedFunction::kDataPort0 || shared_function == SharedFunction::kDataPort1 ||
         shared_function == SharedFunction::kDataPort2 || shared_function == SharedFunction::kReadOnlyDataPort;
}

/// Runs the threads of one group after the other, in storage that stays. A thread that awaits the others of its group
/// lets them run.
class Worker {
 public:
  /// @param accessed, sent  null: nobody listens
  explicit Worker(Workload& workload, const AccessListener* accessed = nullptr, const SendListener* sent = nullptr)
      : Worker{*workload.threads, *workload.memory, accessed, sent} {}
  Worker(const ThreadSource& threads, GpuMemory& memory, const AccessListener* accessed = nullptr,
         const SendListener* sent = nullptr)
      : source_{threads}, memory_{memory}, accessed_{accessed}, sent_{sent}, gangs_{threads, memory, executor_, run_} {}

  void run_group(unsigned group) {
    barriers_.clear();
    std::size_t waiting = 0;  // places from the first on whose threads have not ended
    for (unsigned thread = 0; thread < source_.threads_per_group(); ++thread) {
      if (places_.size() == waiting) places_.push_back(std::make_unique<Place>());
      Place& place = *places_[waiting];
      place.number = thread;
      place.registers = {};
      source_.start(group, thread, place.registers, place.program);
      ++run_.threads;
      if (run_thread(place)) {
        leave(group);
      } else {
        ++waiting;
      }
    }
    while (waiting > 0) resume(group, waiting);
  }

  /// Runs all groups of the source, which have one thread each: those that keep to themselves in gangs.
  void run_lone_threads() {
    const unsigned groups = source_.groups();
    unsigned group = 0;
    gangs_.begin_phase();
    while (group < groups && gangs_.take(group)) ++group;
    gangs_.finish();
    for (; group < groups; ++group) run_group(group);
  }

  /// Somebody listens to messages, who is told of them in the order of the threads.
  bool is_watched() const { return accessed_ != nullptr || sent_ != nullptr; }

  const UntimedRun& run() const { return run_; }

 private:
  struct Place {
    unsigned number = 0;  // of its thread in the group
    ThreadRegisters registers;
    std::unique_ptr<EuProgram> program;
  };
  struct Arrival {
    Place* place = nullptr;
    unsigned thread = 0;
    std::optional<std::uint32_t> ticket{};  // none: nobody waits for it
  };

  /// Runs those that can go on until they end or wait again.
  void resume(unsigned group, std::size_t& waiting) {
    bool moved = false;
    for (std::size_t i = 0; i < waiting;) {
      Place& place = *places_[i];
      const EuStep* step = place.program->peek();
      if (step != nullptr && step->awaits_answer) {
        ++i;
        continue;
      }
      moved = true;
      if (!run_thread(place)) {
        ++i;
        continue;
      }
      leave(group);
      // The others keep their order.
      std::rotate(places_.begin() + static_cast<std::ptrdiff_t>(i),
                  places_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  places_.begin() + static_cast<std::ptrdiff_t>(waiting));
      --waiting;
    }
    if (moved || waiting == 0) return;
    const Place& first = *places_.front();
    const std::string where = first.program->place();
    throw Error{ExitCode::kWatchdog, "work group " + std::to_string(group) + " cannot go on: thread " +
                                         std::to_string(first.number) + " waits" +
                                         (where.empty() ? "" : " at " + where) + " for an answer that cannot come; " +
                                         std::to_string(barriers_.threads()) + " of " +
                                         std::to_string(source_.threads_per_group()) + " threads are at a barrier"};
  }

  /// False when the thread waits for the others of its group.
  bool run_thread(Place& place) {
    constexpr std::uint64_t kBetweenStops = 4096;  // instructions
    while (true) {
      throw_if_stop_requested();
      const EuProgram::Ran ran = place.program->run(place.registers, send_, kBetweenStops);
      run_.instructions += ran.instructions;
      if (!ran.sent) {
        const EuStep* step = place.program->peek();
        if (step == nullptr) return true;
        if (step->awaits_answer) return false;
        continue;
      }
      ++run_.messages;
      run_.hazards += send_.hazards;
      if (send_.message.shared_function == kGateway) {
        arrive(place);
        continue;
      }
      if (sent_ != nullptr) (*sent_)(send_);
      MessageResponse& response = executor_.execute(memory_, send_.message);
      if (accessed_ != nullptr && goes_to_data_port(send_.message)) (*accessed_)(executor_.last_accesses());
      if (send_.ticket) {
        place.program->answered(*send_.ticket, std::move(response));
      } else {
        write_response(place.registers, send_.destination, response);
      }
    }
  }

  void arrive(Place& place) { release(barriers_.arrive(send_.message, {&place, place.number, send_.ticket})); }

  /// A thread has ended. Those of frames, which come in phases, keep no others waiting.
  void leave(unsigned group) {
    if (source_.has_phases() && source_.threads_per_group() > 1)
      release(barriers_.leave(group, source_.threads_per_group()));
  }

  static void release(const std::vector<Arrival>& arrivals) {
    for (const Arrival& arrival : arrivals) {
      // A thread that ended without waiting may have left its place to another one.
      if (arrival.ticket && arrival.place->number == arrival.thread)
        arrival.place->program->answered(*arrival.ticket, {});
    }
  }

  static constexpr auto kGateway = static_cast<std::uint8_t>(gen9::SharedFunction::kGateway);

  const ThreadSource& source_;
  GpuMemory& memory_;
  const AccessListener* accessed_;
  const SendListener* sent_;
  std::vector<std::unique_ptr<Place>> places_;
  MessageSend send_;
  MessageExecutor executor_;
  Barriers<Arrival> barriers_;
  UntimedRun run_;
  GangRunner gangs_;
};

/// Groups that workers take in order, a few at a time. After an error those before its group still run, so that the
/// first error is the same however the groups fell to the workers.
class SharedGroups {
 public:
  explicit SharedGroups(unsigned count) : count_{count}, end_{count} {}

  /// Runs groups on the caller's thread until none is left, and returns what it ran.
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

UntimedRun run_in_order(Workload& workload, Worker worker) {
  do {
    const unsigned groups = workload.threads->groups();
    if (workload.threads->threads_per_group() == 1 && !workload.subspans && !worker.is_watched()) {
      worker.run_lone_threads();
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
    if (diagnostic.path.empty() && diagnostic.position.file.empty()) diagnostic.path = workload.threads->name();
  }
  throw Error{error.code(), std::move(diagnostics)};
}

UntimedRun run_untimed(Workload& workload, unsigned host_threads) try {
  const unsigned workers = std::min(host_threads, workload.threads->groups());
  if (workload.independent_groups && workers > 1) return run_side_by_side(workload, workers);
  return run_in_order(workload, Worker{workload});
} catch (const Error& error) {
  rethrow_named(error, workload);
}

UntimedRun run_untimed(Workload& workload, const AccessListener& accessed) {
  return run_in_order(workload, Worker{workload, &accessed});
}

UntimedRun run_untimed_listening(Workload& workload, const SendListener& sent) try {
  return run_in_order(workload, Worker{workload, nullptr, &sent});
} catch (const Error& error) {
  rethrow_named(error, workload);
}

void run_phase(const ThreadSource& threads, GpuMemory& memory) {
  Worker worker{threads, memory};
  if (threads.threads_per_group() == 1) return worker.run_lone_threads();
  for (unsigned group = 0; group < threads.groups(); ++group) worker.run_group(group);
}

}  // namespace texpipe::functional
