// Runs threads that keep to themselves in gangs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "functional/device/untimed_run.h"
#include "functional/execution/eu/eu_gang.h"
#include "functional/execution/thread_source.h"
#include "functional/message/gang_message.h"
#include "functional/shared_function/execute_message.h"

namespace texpipe::functional {

/// Runs threads of a source whose groups have one thread each, those of a program side by side. Counts what it ran.
class GangRunner {
 public:
  GangRunner(const ThreadSource& source, GpuMemory& memory, MessageExecutor& executor, UntimedRun& run)
      : source_{source}, memory_{memory}, executor_{executor}, run_{run} {}

  /// The source has other threads than before.
  void begin_phase();

  /// Starts the thread of a group, and runs it sooner or later. False: it is none that may run in a gang, and has not
  /// run. Errors: those of its messages and of EuGang.
  bool take(unsigned group);

  /// Runs those that were taken and have not run.
  void finish();

  /// Tells of each message that has taken effect from now on; null: nobody listens. It outlives the runner.
  void watch(MessageWatcher* watcher) { watcher_ = watcher; }

 private:
  /// A thread. Registers of neighbours begin at different sets of the host's cache.
  struct Member {
    ThreadRegisters registers;
    std::unique_ptr<EuProgram> program;
    unsigned group = 0;
    TouchedLines* touched = nullptr;  // of its samples; null: nobody asks for them
    RegisterSet used{};               // registers that programs of the phase used here
    std::vector<GrfRange> used_runs;  // the same, neighbours together
    bool fresh = true;                // registers hold anything
    bool begins = false;              // no thread of the phase has stood here
    std::array<std::byte, 64> apart;
  };
  /// Members of one program that wait for more of them.
  struct Waiting {
    const EuCode* code = nullptr;
    std::array<Member*, EuGang::kMost> members{};
    unsigned count = 0;
  };
  static constexpr unsigned kPrograms = 4;  // that wait at once

  Member* free_member();
  EuThread* start(unsigned group, Member& member);
  void run(Waiting& waiting);
  std::uint32_t send_together(const EuGang::Ran& ran, Member* const* members);
  void send_one(unsigned number, Member& member);

  const ThreadSource& source_;
  GpuMemory& memory_;
  MessageExecutor& executor_;
  UntimedRun& run_;
  MessageWatcher* watcher_ = nullptr;
  EuGang gang_;
  Message message_;  // of several members
  std::array<GangMessage::Sender, EuGang::kMost> senders_;
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<Member*> free_;
  std::array<Waiting, kPrograms> waiting_;
  unsigned oldest_ = 0;  // of the programs that wait
};

}  // namespace texpipe::functional
