// Branches: every channel has a place of its own (specification/eu 4). The thread's instruction is executed by the
// channels whose place it is; where none is left, it goes on at the offset JIP.
#include <algorithm>

#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_operand_lanes.h"

namespace texpipe::functional {

using gen9::EuOpcode;

namespace {

/// Channels go elsewhere.
void send_away(EuState& state, std::uint32_t channels, std::uint32_t place) {
  state.here &= ~channels;
  for (channels &= state.dispatched; channels != 0; channels &= channels - 1)
    state.places[static_cast<unsigned>(std::countr_zero(channels))] = place;
}

bool any_at(const EuState& state, std::uint32_t place) {
  for (std::uint32_t away = state.dispatched & ~state.here; away != 0; away &= away - 1) {
    if (state.places[static_cast<unsigned>(std::countr_zero(away))] == place) return true;
  }
  return false;
}

/// The next instruction while a channel goes there, else the one at JIP. `state.next` is the next instruction already.
void proceed(EuState& state, std::uint32_t jip) {
  if (state.here == 0 && !any_at(state, state.next)) state.next = jip;
}

/// Channels of the branch that are here and take it.
std::uint32_t taking(const EuState& state, const EuOperation& operation) {
  return enabled_lanes(state, operation) << operation.first_channel & state.here;
}

/// Sends the channels that take a branch away; the thread follows them now, or when no other channel is left.
void diverge(EuState& state, std::uint32_t channels, std::uint32_t uip, std::uint32_t jip, bool at_once) {
  if (channels == 0) return proceed(state, jip);
  send_away(state, channels, uip);
  if (!at_once) return proceed(state, jip);
  send_away(state, state.here, state.next);
  state.next = uip;
}

std::uint32_t dword_of(const EuContext& context, const EuOperation& operation, unsigned source, unsigned element) {
  const EuSourceOperand& s = operation.source[source];
  std::uint32_t value;
  const std::byte* file = s.arf ? context.state.arf.data() : context.grf;
  const unsigned end = s.arf ? kArfBytes : kGrfCount * kRegisterBytes;
  const unsigned byte = std::min(lane_byte(context.state, s, 0) + 4 * element, end - 4);
  std::memcpy(&value, file + byte, sizeof value);
  return value;
}

/// The instruction at an offset that a register holds.
std::uint32_t instruction_at(const EuContext& context, const EuOperation& operation, std::uint32_t offset) {
  const std::uint32_t index = context.code.index_of(offset);
  if (index == EuCode::kNoInstruction)
    refuse_instruction(operation.instruction,
                       "a branch goes to byte " + std::to_string(offset) + ", where no instruction begins");
  return index;
}

/// Offset `element` of a branch whose offsets a register holds.
std::uint32_t relative(const EuContext& context, const EuOperation& operation, unsigned source, unsigned element) {
  return instruction_at(context, operation,
                        operation.instruction.offset + dword_of(context, operation, source, element));
}

void run_if(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const std::uint32_t all = operation.lanes << operation.first_channel;
  send_away(state, state.here & all & ~taking(state, operation), operation.jip);
  proceed(state, operation.jip);
}

void run_else(EuContext& context, const EuOperation& operation) {
  send_away(context.state, taking(context.state, operation), operation.uip);
  proceed(context.state, operation.jip);
}

/// endif, join: channels have come already.
void run_meeting(EuContext& context, const EuOperation& operation) {
  proceed(context.state, operation.jip);
}

void run_while(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const std::uint32_t again = taking(state, operation);
  if (again == 0) return;
  send_away(state, state.here & ~again, state.next);
  state.next = operation.jip;
}

/// break, cont, halt: to UIP; who leaves a loop waits behind its `while`.
void run_leave(EuContext& context, const EuOperation& operation) {
  send_away(context.state, taking(context.state, operation), operation.uip);
  proceed(context.state, operation.jip);
}

/// With BranchCtrl the channels whose predicate holds go, at once: compiled loops name their head in UIP, and in JIP
/// the `join` behind them. Without it the others do, as with `if`: compiled code clears a flag and predicates a goto by
/// it where all channels have to leave.
void run_goto(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  std::uint32_t channels = taking(state, operation);
  const bool at_once = operation.instruction.branch_control;
  if (!at_once) channels = state.here & operation.lanes << operation.first_channel & ~channels;
  diverge(state, channels, operation.uip, operation.jip, at_once);
}

/// brd, brc: back at once, forward when no channel is left.
void run_branch(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const bool two = operation.instruction.opcode == EuOpcode::kBrc;
  std::uint32_t jip = operation.jip, uip = two ? operation.uip : operation.jip;
  if (!operation.instruction.has_jip()) {
    jip = relative(context, operation, 0, 0);
    uip = two ? relative(context, operation, 0, 1) : jip;
  }
  diverge(state, taking(state, operation), uip, jip, operation.instruction.branch_control || jip < state.next);
}

void run_jump(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  if (operation.predicated && (predicate_lanes(state, operation) & 1u) == 0) return;
  if (operation.instruction.has_jip()) {
    state.next = operation.jip;
    return;
  }
  const std::uint32_t origin = operation.instruction.offset + operation.instruction.size();
  state.next = instruction_at(context, operation, origin + dword_of(context, operation, 1, 0));
}

/// The return address and the channels that will come back go to the destination.
void run_call(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const std::uint32_t channels = taking(state, operation);
  if (channels == 0) return;
  const EuDestinationOperand& d = operation.destination;
  if (d.store != nullptr) {
    const std::array<std::uint32_t, 2> words{operation.instruction.offset + operation.instruction.size(), channels};
    d.store(context, d, words.data(), 3);
  }
  std::uint32_t target = operation.jip;
  if (!operation.instruction.has_jip()) {
    const std::uint32_t offset = dword_of(context, operation, 1, 0);
    const bool absolute = operation.instruction.opcode == EuOpcode::kCalla;
    target = instruction_at(context, operation, absolute ? offset : operation.instruction.offset + offset);
  }
  send_away(state, state.here & ~channels, state.next);
  state.next = target;
}

/// Back when all channels of the call have come here; those that are still on their way in the subroutine go first.
void run_return(EuContext& context, const EuOperation& operation) {
  EuState& state = context.state;
  const std::uint32_t channels = taking(state, operation);
  if (channels == 0) return;
  const std::uint32_t target = instruction_at(context, operation, dword_of(context, operation, 0, 0));
  const std::uint32_t called = dword_of(context, operation, 0, 1) & state.dispatched;
  send_away(state, channels, target);
  if (state.here != 0) return;
  std::uint32_t first = target;
  for (std::uint32_t away = called; away != 0; away &= away - 1) {
    const std::uint32_t place = state.places[static_cast<unsigned>(std::countr_zero(away))];
    if (place != target && (first == target || place < first)) first = place;
  }
  state.next = first;
}

}  // namespace

EuOperation::Run branch_function(EuOpcode opcode) {
  switch (opcode) {
    case EuOpcode::kIf:
      return run_if;
    case EuOpcode::kElse:
      return run_else;
    case EuOpcode::kEndif:
    case EuOpcode::kJoin:
      return run_meeting;
    case EuOpcode::kWhile:
      return run_while;
    case EuOpcode::kBreak:
    case EuOpcode::kCont:
    case EuOpcode::kHalt:
      return run_leave;
    case EuOpcode::kGoto:
      return run_goto;
    case EuOpcode::kBrd:
    case EuOpcode::kBrc:
      return run_branch;
    case EuOpcode::kJmpi:
      return run_jump;
    case EuOpcode::kCall:
    case EuOpcode::kCalla:
      return run_call;
    case EuOpcode::kRet:
      return run_return;
    default:
      return nullptr;
  }
}

}  // namespace texpipe::functional
