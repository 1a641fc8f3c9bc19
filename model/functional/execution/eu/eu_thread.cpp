#include "functional/execution/eu/eu_thread.h"

#include <cstddef>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_step.h"
#include "functional/execution/zero_registers.h"

namespace texpipe::functional {

using gen9::ArfRegister;

FloatMode FloatMode::of(std::uint32_t control) {
  return {.rounding = static_cast<Rounding>(control >> 4 & 3u),
          .keep_denormals = (control >> 7 & 1u) != 0,
          .keep_double_denormals = (control >> 6 & 1u) != 0,
          .keep_half_denormals = (control >> 10 & 1u) != 0,
          .alternative = (control & 1u) != 0};
}

EuThread::EuThread(const EuCode& code, const EuDispatch& dispatch, const MessageContext* context) noexcept
    : code_{&code},
      sender_{context,        dispatch.local_memory,  dispatch.local_bytes,
              dispatch.group, dispatch.group_threads, dispatch.subspan_slots},
      fresh_{code.leaves_state()},
      most_instructions_{dispatch.most_instructions} {
  zero_bytes(state_.arf);
  if (code.uses_accumulators()) state_.accumulators = {};
  if (code.has_macros()) state_.exponents = {};
  set_dispatched(dispatch);
  state_.write(arf_byte(ArfRegister::kControl), dispatch.control);
  state_.control_changed();
}

void EuThread::refuse_more() const {
  if (state_.next >= code_->size())
    throw Error{ExitCode::kMalformedInput,
                "a thread runs beyond the last instruction of its program without an end of thread"};
  throw Error{ExitCode::kWatchdog,
              Diagnostic{.problem = "a thread that has executed " + std::to_string(state_.issued) +
                                    " instructions does not end; it is at the " + place(),
                         .hint = "does it loop for ever? A workload of kind kernel allows more by "
                                 "max_instructions; one of kind frame leaves a draw out by draws"}};
}

const EuStep* EuThread::peek() {
  if (state_.ended) return nullptr;
  if (state_.next >= code_->size()) [[unlikely]]
    refuse_more();
  const EuOperation& operation = code_->operations()[state_.next];
  if (!operation.waits && !operation.moving) return &operation.step;
  step_ = operation.moving ? moving_step(state_, operation) : operation.step;
  step_.awaits_answer = operation.waits && state_.notifications() == 0;
  return &step_;
}

inline void EuThread::execute_next(EuContext& context) {
  const EuOperation& operation = code_->operations()[state_.next];
  if (state_.issued >= most_instructions_) [[unlikely]]
    refuse_more();
  if (operation.target) arrive(state_);
  ++state_.next;
  ++state_.issued;
  operation.run(context, operation);
}

bool EuThread::issue(ThreadRegisters& registers, MessageSend& send) {
  EuContext context = this->context(registers, send);
  execute_next(context);
  return context.sends;
}

EuProgram::Ran EuThread::run(ThreadRegisters& registers, MessageSend& send, std::uint64_t most) {
  EuContext context = this->context(registers, send);
  Ran ran;
  for (; ran.instructions < most && !state_.ended && !context.sends; ++ran.instructions) {
    if (state_.next >= code_->size()) [[unlikely]]
      refuse_more();
    if (code_->operations()[state_.next].waits && state_.notifications() == 0) break;
    execute_next(context);
  }
  ran.sent = context.sends;
  return ran;
}

void EuThread::answered(std::uint32_t, MessageResponse) {
  fresh_ = false;
  state_.set_notifications(state_.notifications() + 1);
}

void EuThread::add_awaited(std::vector<std::uint32_t>& tickets) const {
  if (state_.ended || state_.next >= code_->size()) return;
  const EuOperation& operation = code_->operations()[state_.next];
  if (operation.waits && state_.waits < state_.barriers_sent) tickets.push_back(state_.waits);
}

std::string EuThread::place() const {
  return state_.next < code_->size() ? gen9::eu_place(code_->operations()[state_.next].instruction.offset) : "";
}

}  // namespace texpipe::functional
