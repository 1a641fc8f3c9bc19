// Runs groups of threads without time, one after the other.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "functional/device/gang_runner.h"
#include "functional/device/untimed_run.h"
#include "functional/execution/response_write.h"
#include "functional/shared_function/barriers.h"
#include "functional/shared_function/execute_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

inline bool goes_to_data_port(const Message& message) {
  using gen9::SharedFunction;
  const auto shared_function = static_cast<SharedFunction>(message.shared_function);
  return shared_function == SharedFunction::kDataPort0 || shared_function == SharedFunction::kDataPort1 ||
         shared_function == SharedFunction::kDataPort2 || shared_function == SharedFunction::kReadOnlyDataPort;
}

/// Runs the threads of one group after the other, in storage that stays. A thread that awaits the others of its group
/// lets them run.
class GroupWorker {
 public:
  /// @param accessed, sent  null: nobody listens
  explicit GroupWorker(Workload& workload, const AccessListener* accessed = nullptr, const SendListener* sent = nullptr)
      : GroupWorker{*workload.threads, *workload.memory, accessed, sent} {}
  GroupWorker(const ThreadSource& threads, GpuMemory& memory, const AccessListener* accessed = nullptr,
              const SendListener* sent = nullptr)
      : source_{threads}, memory_{memory}, accessed_{accessed}, sent_{sent}, gangs_{threads, memory, executor_, run_} {}

  void run_group(unsigned group) {
    group_ = group;
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

  /// Runs groups of the source, all of which have one thread: those that keep to themselves in gangs.
  void run_lone_threads(unsigned group, unsigned end) {
    gangs_.begin_phase();
    while (group < end && gangs_.take(group)) ++group;
    gangs_.finish();
    for (; group < end; ++group) run_group(group);
  }

  /// Runs groups of the source.
  void run_groups(unsigned group, unsigned end) {
    if (source_.threads_per_group() == 1) return run_lone_threads(group, end);
    for (; group < end; ++group) run_group(group);
  }

  void watch(MessageWatcher* watcher, const PlanRequest& plan) {
    watcher_ = watcher;
    gangs_.watch(watcher);
    executor_.plan(plan);
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
      if (watcher_ != nullptr) watcher_->executed(group_, send_.message, executor_);
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
  MessageWatcher* watcher_ = nullptr;
  unsigned group_ = 0;  // that runs
  std::vector<std::unique_ptr<Place>> places_;
  MessageSend send_;
  MessageExecutor executor_;
  Barriers<Arrival> barriers_;
  UntimedRun run_;
  GangRunner gangs_;
};

}  // namespace texpipe::functional
