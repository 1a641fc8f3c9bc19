#include "functional/execution/spa_warp.h"

#include <utility>

#include "functional/shared_function/execute_message.h"

namespace texpipe::functional {

namespace {

constexpr std::uint8_t kThreadSpawner = 0x7;
constexpr std::uint32_t kEndOfThreadDescriptor = 0x0200'0010;  // specification/messages 6
constexpr std::uint32_t kEndOfThreadExtended = 1u << 5 | kThreadSpawner;

bool waits_for(std::uint8_t mask, const std::optional<std::uint8_t>& barrier) {
  return barrier && (mask >> *barrier & 1) != 0;
}

}  // namespace

void TextureHash::advance(spa::Phase by) {
  if (by == spa::Phase::kTexture) texture = (texture + 1) & 0x7;
  if (by == spa::Phase::kPhase) {
    phase = (phase + 1) & 0x1F;
    texture = 0;
  }
}

std::uint32_t WarpState::lanes_of(const spa::Guard& guard) const {
  const std::uint32_t value = guard.predicate.is_true() ? 0xFFFF'FFFFu : predicates[guard.predicate.number];
  return active & (guard.negated ? ~value : value);
}

SpaCode::SpaCode(std::vector<spa::PlacedInstruction> program)
    : instructions{std::move(program)},
      hazards{spa::hazards_of(instructions)},
      hazards_of_later(instructions.size()),
      overtaken(instructions.size()) {
  uses.reserve(instructions.size());
  for (const spa::PlacedInstruction& placed : instructions) uses.push_back(spa::register_use(placed.instruction));
  for (const spa::Hazard& hazard : hazards) {
    ++hazards_of_later[hazard.later];
    if (hazard.kind != spa::HazardKind::kWriteAfterRead) overtaken[hazard.earlier] = true;
  }
}

SpaProgram::SpaProgram(std::shared_ptr<const SpaCode> code, std::shared_ptr<WarpState> state,
                       const WarpEnvironment& environment)
    : code_{std::move(code)}, state_{std::move(state)}, environment_{environment} {}

const EuStep* SpaProgram::peek() {
  if (ended_) return nullptr;
  step_ = {.instruction = InstructionClass::kSend};
  step_.awaits_answer = at_end()
                            ? !pending_.empty()
                            : !barriers_.clear(spa::scheduling_of(code_->instructions[next_].instruction).wait_mask);
  return &step_;
}

void SpaProgram::apply_what_is_read(const spa::RegisterUse& reader) {
  for (std::size_t i = first_pending_; i < next_; ++i) {
    if (spa::reads_result(reader, code_->uses[i])) apply(i);
  }
}

void SpaProgram::apply(std::size_t instruction) {
  if (pending(instruction).applied) return;
  for (std::size_t i = first_pending_; i < instruction; ++i) {
    if (spa::write_same(code_->uses[i], code_->uses[instruction])) apply(i);
  }
  Pending& result = pending(instruction);
  result.applied = true;
  if (!result.response) result.response = execute_message(*environment_.memory, result.message.value());
  write(instruction, *result.response, result.lanes);
  result.response.reset();
  result.message.reset();
}

void SpaProgram::write(std::size_t instruction, const MessageResponse& response, std::uint32_t lanes) {
  const spa::RegisterUse& use = code_->uses[instruction];
  for (unsigned component = 0; component < use.components && !use.destination.is_zero(); ++component) {
    LaneVector& target = state_->registers[use.destination.number + component];
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
      if (lanes >> lane & 1)
        target[lane] = response.registers.at(component * kRegistersPerLaneVector + lane / 8)[lane % 8];
    }
  }
  if (!std::holds_alternative<spa::Pixld>(code_->instructions[instruction].instruction)) return;
  const Grf& result = response.registers.at(kRegistersPerLaneVector);
  for (std::uint32_t warnings = result[2]; warnings != 0; warnings &= warnings - 1) ++state_->offset_warnings;
  if (!use.predicate_written) return;
  std::uint32_t& predicate = state_->predicates[use.predicate_written->number];
  predicate = (predicate & ~result[1]) | (result[0] & result[1]);
}

void SpaProgram::answered(std::uint32_t ticket, MessageResponse response) {
  Pending& result = pending(ticket);
  result.answered = true;
  if (!result.applied) result.response = std::move(response);
  const auto& barrier = spa::scheduling_of(code_->instructions[ticket].instruction).write;
  if (barrier) barriers_.lower(*barrier);
  while (!pending_.empty() && pending_.front().answered) {
    apply(first_pending_);
    pending_.pop_front();
    ++first_pending_;
  }
}

void SpaProgram::add_awaited(std::vector<std::uint32_t>& tickets) const {
  if (ended_) return;
  for (std::size_t earlier = 0; earlier < next_; ++earlier) {
    if (at_end() || waits_for(spa::scheduling_of(code_->instructions[next_].instruction).wait_mask,
                              spa::scheduling_of(code_->instructions[earlier].instruction).write)) {
      tickets.push_back(static_cast<std::uint32_t>(earlier));
    }
  }
}

Message SpaProgram::message_of(const spa::Txq& txq) {
  WarpState& warp = *state_;
  std::uint32_t lanes = warp.lanes_of(txq.guard);
  if (txq.nodep) lanes &= ~warp.killed;

  LaneVector pointers{};
  LaneVector parameters{};
  const ConstantBank& bank = environment_.banks[environment_.bundle_bank];
  const std::uint32_t bound =
      txq.bindless || txq.constant_index >= bank.words
          ? 0
          : environment_.memory->read_u32(bank.address + ByteAddress{4ull * txq.constant_index});
  const auto parameter = static_cast<std::uint8_t>(txq.source.number + (txq.bindless ? 1 : 0));
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    pointers[lane] = txq.bindless ? warp.read(txq.source, lane) : bound;
    if (txq.query != spa::TextureQuery::kTextureType) parameters[lane] = warp.read({parameter}, lane);
  }
  warp.used_hashes.push_back(warp.hash.value());
  warp.hash.advance(txq.phase);
  return txq_message(environment_.pools, txq.query, txq.write_mask, pointers, parameters, lanes);
}

Message SpaProgram::message_of(const spa::Pixld& pixld) const {
  LaneVector samples{};
  if (pixld.address && spa::reads_address(pixld.mode)) {
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
      const std::uint32_t base = pixld.address->base ? state_->read(*pixld.address->base, lane) : 0;
      samples[lane] = base + static_cast<std::uint32_t>(std::int32_t{pixld.address->immediate});
    }
  }
  return pixld_message(pixld.mode, state_->coverage_slots, samples, state_->lanes_of(pixld.guard));
}

bool SpaProgram::issue(ThreadRegisters& registers, MessageSend& send) {
  send.restart();
  if (at_end()) {
    ended_ = true;
    send.end_of_thread = true;
    send.message.shared_function = kThreadSpawner;
    send.message.descriptor = kEndOfThreadDescriptor;
    send.message.extended_descriptor = kEndOfThreadExtended;
    send.message.payload.push_back(registers.grf[0]);
    return true;
  }

  const std::size_t at = next_;
  const spa::Instruction& instruction = code_->instructions[at].instruction;
  apply_what_is_read(code_->uses[at]);
  send.ticket = static_cast<std::uint32_t>(at);
  send.hazards = code_->hazards_of_later[at];
  if (const auto* txq = std::get_if<spa::Txq>(&instruction)) {
    send.message = message_of(*txq);
    send.texture_hash = state_->used_hashes.back();
  } else {
    send.message = message_of(std::get<spa::Pixld>(instruction));
  }
  send.message.context = environment_.context;
  Pending result{.lanes = send.message.execution_mask};
  if (code_->overtaken[at]) result.message = send.message;
  pending_.push_back(std::move(result));
  if (const auto& barrier = spa::scheduling_of(instruction).write) barriers_.raise(*barrier);
  ++next_;
  return true;
}

}  // namespace texpipe::functional
