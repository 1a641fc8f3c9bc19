// A thread of native code.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "base/quantity.h"
#include "functional/execution/eu/eu_code.h"
#include "functional/execution/eu/eu_operation.h"
#include "functional/execution/eu/eu_state.h"
#include "functional/execution/eu_program.h"

namespace texpipe::functional {

/// sr0.0 of a thread that the General Purpose Thread Spawner started: the Fixed Function ID in bits 27:24; its EU and
/// its slot are not known and read 0.
inline constexpr std::uint32_t kGpgpuState0 = 7u << 24;

/// A thread that executes more never ends, as far as anybody waits: Error (kWatchdog) with its place.
inline constexpr std::uint64_t kMostThreadInstructions = std::uint64_t{1} << 26;

/// State that a thread starts with beside its general registers.
struct EuDispatch {
  std::uint32_t channels = 0xFFFF'FFFF;  // bit n: channel n runs (sr0.2)
  std::uint32_t state0 = kGpgpuState0;   // sr0.0
  ByteAddress local_memory{};            // of its group; the messages carry it
  std::uint32_t local_bytes = 0;         // 0: the group has none
  std::uint32_t group = 0;               // its number, for barriers; the messages carry it, too
  std::uint32_t group_threads = 1;
  std::uint32_t control = 0;                     // cr0.0
  std::uint32_t flags = 0;                       // f0: of pixels, those that are no helpers
  std::array<std::uint32_t, 8> subspan_slots{};  // of pixels; the messages carry them
  std::uint64_t most_instructions = kMostThreadInstructions;
};

/// Runs a program. `code` and `context` outlive it.
///
/// Barriers: a barrier message to the gateway carries a ticket; `answered` with it, once all threads of the group have
/// sent theirs, counts up n0.0. `wait` awaits an answer while n0.0 is 0 and counts it down when it issues.
class EuThread final : public EuProgram {
 public:
  EuThread(const EuCode& code, const EuDispatch& dispatch, const MessageContext* context) noexcept;

  const EuStep* peek() override;
  bool issue(ThreadRegisters& registers, MessageSend& send) override;
  Ran run(ThreadRegisters& registers, MessageSend& send, std::uint64_t most) override;
  void answered(std::uint32_t ticket, MessageResponse response) override;
  void add_awaited(std::vector<std::uint32_t>& tickets) const override;
  std::string place() const override;

  const EuCode& code() const { return *code_; }
  std::uint64_t most_instructions() const { return most_instructions_; }
  /// The thread, to execute instructions in.
  EuContext context(ThreadRegisters& registers, MessageSend& send) {
    return {reinterpret_cast<std::byte*>(registers.grf.data()), state_, *code_, registers, send, sender_};
  }
  /// Throws the error of a thread that would execute one instruction more than it has or may.
  [[noreturn]] void refuse_more() const;
  /// Becomes another thread, as the constructor makes it, where little of its state has changed. False: it has not.
  bool restart(const EuCode& code, const EuDispatch& dispatch, const MessageContext* context);

 private:
  void execute_next(EuContext& context);
  void set_dispatched(const EuDispatch& dispatch);

  const EuCode* code_;
  EuSender sender_;
  EuState state_;
  bool fresh_;  // architecture registers hold what the constructor left there, flags aside
  std::uint64_t most_instructions_;
  EuStep step_;  // of an instruction whose step depends on the state
};

inline void EuThread::set_dispatched(const EuDispatch& dispatch) {
  state_.dispatched = dispatch.channels;
  state_.here = dispatch.channels;
  const unsigned state = arf_byte(gen9::ArfRegister::kState);
  state_.write(state, dispatch.state0);
  state_.write(state + 8, dispatch.channels);
  state_.write(state + 12, dispatch.channels);
  state_.set_flags(dispatch.flags);
}

inline bool EuThread::restart(const EuCode& code, const EuDispatch& dispatch, const MessageContext* context) {
  if (!fresh_ || code.uses_accumulators() || code.has_macros()) return false;
  if (state_.read<std::uint32_t>(arf_byte(gen9::ArfRegister::kControl)) != dispatch.control) return false;
  code_ = &code;
  fresh_ = code.leaves_state();
  sender_.context = context;
  sender_.local_memory = dispatch.local_memory;
  sender_.local_bytes = dispatch.local_bytes;
  sender_.group = dispatch.group;
  sender_.group_threads = dispatch.group_threads;
  sender_.subspan_slots = dispatch.subspan_slots;
  most_instructions_ = dispatch.most_instructions;
  set_dispatched(dispatch);
  state_.next = 0;
  state_.issued = 0;
  state_.barriers_sent = 0;
  state_.waits = 0;
  state_.ended = false;
  return true;
}

/// Starts a thread in the place of one that has ended: `restart` without a copy of the thread's state. In line, so that
/// nothing is put together in `dispatch` that is taken out again in other portions, for which the host would wait.
inline void start_eu_thread(std::unique_ptr<EuProgram>& program, const EuCode& code, const EuDispatch& dispatch,
                            const MessageContext* context) {
  // A final class has no other classes below it: its type is enough, and is found sooner than a cast finds it.
  const EuProgram* const before = program.get();
  if (before == nullptr || typeid(*before) != typeid(EuThread)) {
    program = std::make_unique<EuThread>(code, dispatch, context);
    return;
  }
  auto* const ended = static_cast<EuThread*>(program.get());
  if (ended->restart(code, dispatch, context)) return;
  std::destroy_at(ended);
  std::construct_at(ended, code, dispatch, context);
}

}  // namespace texpipe::functional
