#include "functional/execution/spa_warp.h"

#include <algorithm>
#include <utility>

namespace texpipe::functional {

namespace {

constexpr std::uint8_t kThreadSpawner = 0x7;
constexpr std::uint32_t kEndOfThreadDescriptor = 0x0200'0010;  // gen9-messages.md section 6
constexpr std::uint32_t kEndOfThreadExtended = 1u << 5 | kThreadSpawner;

/// What an instruction needs of the register file.
struct Use {
  std::vector<spa::Register> reads;
  std::vector<spa::Predicate> predicates_read;
  spa::Register destination;
  unsigned components = 0;
  const spa::Scheduling* scheduling = nullptr;
};

Use use_of(const spa::Txq& txq) {
  Use use{.predicates_read = {txq.guard.predicate},
          .destination = txq.destination,
          .components = spa::result_count(txq),
          .scheduling = &txq.scheduling};
  for (unsigned i = 0; i < spa::parameter_count(txq); ++i)
    use.reads.push_back({static_cast<std::uint8_t>(txq.source.number + i)});
  return use;
}

Use use_of(const spa::Pixld& pixld) {
  Use use{.predicates_read = {pixld.guard.predicate},
          .destination = pixld.destination,
          .components = 1,
          .scheduling = &pixld.scheduling};
  if (pixld.address && pixld.address->base) use.reads.push_back(*pixld.address->base);
  if (pixld.predicate) use.predicates_read.push_back(*pixld.predicate);  // overwritten: also ordered
  return use;
}

Use use_of(const spa::Instruction& instruction) {
  return std::visit([](const auto& i) { return use_of(i); }, instruction);
}

bool overlaps(spa::Register a, unsigned a_count, spa::Register b, unsigned b_count) {
  if (a.is_zero() || b.is_zero()) return false;
  return a.number < b.number + b_count && b.number < a.number + a_count;
}

unsigned window_of(const spa::Scheduling& scheduling) {
  return scheduling.write.value_or(spa::kBarriers);
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

SpaProgram::SpaProgram(std::vector<spa::PlacedInstruction> program, std::shared_ptr<WarpState> state,
                       const WarpEnvironment& environment)
    : program_{std::move(program)}, state_{std::move(state)}, environment_{environment} {}

std::uint32_t SpaProgram::windows_to_wait_for() const {
  std::uint32_t windows = 0;
  if (at_end()) {
    for (unsigned w = 0; w < kWindows; ++w) windows |= pending_[w] ? 1u << w : 0u;
    return windows;
  }
  const Use use = use_of(program_[next_].instruction);
  for (unsigned w = 0; w < kWindows; ++w) {
    if (!pending_[w]) continue;
    const Pending& pending = *pending_[w];
    bool wait = use.scheduling->wait_mask >> w & 1 || window_of(*use.scheduling) == w;
    wait = wait || overlaps(use.destination, use.components, pending.destination, pending.components);
    for (const spa::Register read : use.reads)
      wait = wait || overlaps(read, 1, pending.destination, pending.components);
    for (const spa::Predicate read : use.predicates_read)
      wait = wait || (pending.has_predicate && !read.is_true() && read == pending.predicate);
    if (wait) windows |= 1u << w;
  }
  return windows;
}

const EuStep* SpaProgram::peek() {
  if (ended_) return nullptr;
  step_ = {.pipe = Pipe::kSend};
  // Seven windows, so at most four runs of windows that are waited for.
  std::size_t range = 0;
  const std::uint32_t windows = windows_to_wait_for();
  for (unsigned w = 0; w < kWindows;) {
    if ((windows >> w & 1) == 0) {
      ++w;
      continue;
    }
    unsigned count = 0;
    while (w + count < kWindows && (windows >> (w + count) & 1) != 0) ++count;
    step_.reads[range++] = {static_cast<std::uint8_t>(w * kWindowRegisters),
                            static_cast<std::uint8_t>(count * kWindowRegisters)};
    w += count;
  }
  if (!at_end()) {
    const unsigned window = window_of(*use_of(program_[next_].instruction).scheduling);
    step_.writes = {static_cast<std::uint8_t>(window * kWindowRegisters), kWindowRegisters};
  }
  return &step_;
}

void SpaProgram::collect(unsigned window, const ThreadRegisters& registers) {
  const Pending pending = *std::exchange(pending_[window], std::nullopt);
  const unsigned base = window * kWindowRegisters;
  for (unsigned component = 0; component < pending.components && !pending.destination.is_zero(); ++component) {
    LaneVector& target = state_->registers[pending.destination.number + component];
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
      if (pending.lanes >> lane & 1)
        target[lane] = registers.grf[base + component * kRegistersPerLaneVector + lane / 8][lane % 8];
    }
  }
  if (!pending.has_predicate) return;
  const Grf& result = registers.grf[base + kRegistersPerLaneVector];
  for (std::uint32_t warnings = result[2]; warnings != 0; warnings &= warnings - 1) ++state_->offset_warnings;
  if (pending.predicate.is_true()) return;
  std::uint32_t& predicate = state_->predicates[pending.predicate.number];
  predicate = (predicate & ~result[1]) | (result[0] & result[1]);
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

EuStep SpaProgram::issue(ThreadRegisters& registers) {
  EuStep step = *peek();
  const std::uint32_t windows = windows_to_wait_for();
  for (unsigned w = 0; w < kWindows; ++w) {
    if (windows >> w & 1) collect(w, registers);
  }
  if (at_end()) {
    ended_ = true;
    Message message{.shared_function = kThreadSpawner,
                    .descriptor = kEndOfThreadDescriptor,
                    .extended_descriptor = kEndOfThreadExtended};
    message.payload.push_back(registers.grf[0]);
    step.send = MessageSend{.message = std::move(message), .end_of_thread = true};
    return step;
  }

  const spa::Instruction& instruction = program_[next_++].instruction;
  const Use use = use_of(instruction);
  const unsigned window = window_of(*use.scheduling);
  MessageSend send;
  Pending pending{.destination = use.destination, .components = use.components};
  if (const auto* txq = std::get_if<spa::Txq>(&instruction)) {
    send.message = message_of(*txq);
    send.texture_hash = state_->used_hashes.back();
  } else {
    const auto& pixld = std::get<spa::Pixld>(instruction);
    send.message = message_of(pixld);
    pending.has_predicate = true;
    pending.predicate =
        spa::writes_predicate(pixld.mode) ? pixld.predicate.value_or(spa::Predicate{}) : spa::Predicate{};
  }
  send.message.context = environment_.context;
  pending.lanes = send.message.execution_mask;
  const unsigned response_registers = send.message.descriptor >> 20 & 0x1F;
  send.destination = {static_cast<std::uint8_t>(window * kWindowRegisters),
                      static_cast<std::uint8_t>(response_registers)};
  pending_[window] = pending;
  step.writes = send.destination;
  step.send = std::move(send);
  return step;
}

}  // namespace texpipe::functional
