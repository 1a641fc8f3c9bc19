// Threads of one program that go through it side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functional/execution/eu/eu_thread.h"

namespace texpipe::functional {

/// Up to `kMost` threads of one program, of which those whose next instruction is the first in the program execute it
/// together, so that finding out what it is costs once. What a thread does is what EuThread::run does; the order in
/// which threads do it is seen by nobody when EuCode::keeps_to_itself.
class EuGang {
 public:
  static constexpr unsigned kMost = 16;

  /// The gang becomes `count` threads, each at its beginning. All of them outlive it.
  void begin(EuThread* const* threads, ThreadRegisters* const* registers, unsigned count);

  struct Ran {
    std::uint64_t instructions = 0;
    std::uint32_t sent = 0;  // bit n: thread n has sent a message
    /// Send that those threads stand behind without having executed it: no register decides where its message goes and
    /// which registers it takes. Null: they have executed what they stand behind.
    const EuOperation* send = nullptr;
    bool ended = false;  // all threads have
  };
  /// Executes instructions, about `most`, until threads send or all have ended. Thread n's message is `send(n)`, once
  /// it has executed its send. Errors: those of EuThread::run.
  Ran run(std::uint64_t most);
  MessageSend& send(unsigned thread) { return sends_[thread]; }

  /// Executes Ran::send for a thread.
  void execute_send(unsigned thread, const EuOperation& operation);
  /// Takes Ran::send as executed by a thread, whose message somebody else has found.
  void pass_send(unsigned thread, const EuOperation& operation);
  /// Message of a thread at Ran::send: everything but its payload.
  void describe_send(unsigned thread, const EuOperation& operation, Message& message) const;
  /// Channels that a thread's message at Ran::send is of.
  std::uint32_t sending_lanes(unsigned thread, const EuOperation& operation) const;
  /// The first of a thread's subspans.
  std::uint32_t subspan_slot(unsigned thread) const { return contexts_[thread]->sender.subspan_slots[0]; }
  /// State that a thread's messages refer to: threads of several draws may run side by side.
  const MessageContext* message_context(unsigned thread) const { return contexts_[thread]->sender.context; }

 private:
  bool choose_next();
  void come_to(const EuOperation& operation);
  void execute(const EuOperation& operation, Ran& ran);
  void take_steps();

  const EuCode* code_ = nullptr;
  std::array<EuThread*, kMost> threads_{};
  std::array<MessageSend, kMost> sends_;
  std::array<std::optional<EuContext>, kMost> contexts_;
  unsigned count_ = 0;
  std::array<EuContext*, kMost> active_{};  // those that execute the next instruction
  std::array<std::uint8_t, kMost> numbers_{};
  unsigned actives_ = 0;
  std::uint32_t next_ = 0;   // instruction, of the active ones
  std::uint64_t steps_ = 0;  // that they have executed and their states do not count yet
  std::uint64_t left_ = 0;   // steps until one of them has executed what it may
};

}  // namespace texpipe::functional
