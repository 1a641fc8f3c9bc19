#include "functional/execution/eu/eu_gang.h"

#include <algorithm>

#include "functional/execution/eu/eu_execution.h"

namespace texpipe::functional {

void EuGang::begin(EuThread* const* threads, ThreadRegisters* const* registers, unsigned count) {
  code_ = &threads[0]->code();
  count_ = count;
  for (unsigned n = 0; n < count; ++n) {
    threads_[n] = threads[n];
    contexts_[n].emplace(threads[n]->context(*registers[n], sends_[n]));
  }
  steps_ = 0;
  actives_ = 0;
}

/// Brings the states of the active threads up to date.
void EuGang::take_steps() {
  for (unsigned i = 0; i < actives_; ++i) {
    active_[i]->state.issued += steps_;
    active_[i]->state.next = next_;
  }
  steps_ = 0;
}

/// Finds the threads that come first in the program; false: all have ended.
bool EuGang::choose_next() {
  next_ = EuCode::kNoInstruction;
  for (unsigned n = 0; n < count_; ++n) {
    const EuState& state = contexts_[n]->state;
    if (!state.ended) next_ = std::min(next_, state.next);
  }
  actives_ = 0;
  left_ = ~std::uint64_t{0};
  for (unsigned n = 0; n < count_; ++n) {
    const EuState& state = contexts_[n]->state;
    if (state.ended || state.next != next_) continue;
    left_ = std::min(left_, threads_[n]->most_instructions() - state.issued);
    active_[actives_] = &*contexts_[n];
    numbers_[actives_++] = static_cast<std::uint8_t>(n);
  }
  return actives_ != 0;
}

/// Limits and meeting channels of the active threads, before an instruction of theirs.
void EuGang::come_to(const EuOperation& operation) {
  if (left_-- == 0) [[unlikely]] {
    take_steps();
    for (unsigned i = 0; i < actives_; ++i) {
      const EuThread& thread = *threads_[numbers_[i]];
      if (active_[i]->state.issued >= thread.most_instructions()) thread.refuse_more();
    }
  }
  if (!operation.target) return;
  for (unsigned i = 0; i < actives_; ++i) {
    active_[i]->state.next = next_;
    arrive(active_[i]->state);
  }
}

void EuGang::execute(const EuOperation& operation, Ran& ran) {
  ++next_;
  ++steps_;
  ran.instructions += actives_;
  if (operation.run_many != nullptr) return operation.run_many(active_.data(), actives_, operation);
  take_steps();
  if (operation.message) {
    for (unsigned i = 0; i < actives_; ++i) ran.sent |= 1u << numbers_[i];
    ran.send = &operation;
    return;
  }
  for (unsigned i = 0; i < actives_; ++i) {
    active_[i]->sends = false;
    operation.run(*active_[i], operation);
    if (active_[i]->sends) ran.sent |= 1u << numbers_[i];
  }
}

void EuGang::execute_send(unsigned thread, const EuOperation& operation) {
  operation.run(*contexts_[thread], operation);
}

void EuGang::pass_send(unsigned thread, const EuOperation& operation) {
  if (operation.instruction.message.end_of_thread) contexts_[thread]->state.ended = true;
}

void EuGang::describe_send(unsigned thread, const EuOperation& operation, Message& message) const {
  describe_message(*contexts_[thread], operation, *operation.message, message);
}

std::uint32_t EuGang::sending_lanes(unsigned thread, const EuOperation& operation) const {
  return enabled_lanes(contexts_[thread]->state, operation);
}

EuGang::Ran EuGang::run(std::uint64_t most) {
  Ran ran;
  const EuOperation* const operations = code_->operations();
  while (ran.instructions < most && ran.sent == 0) {
    if (actives_ == 0 && !choose_next()) {
      ran.ended = true;
      return ran;
    }
    if (next_ >= code_->size()) [[unlikely]] {
      take_steps();
      threads_[numbers_[0]]->refuse_more();
    }
    const EuOperation& operation = operations[next_];
    come_to(operation);
    execute(operation, ran);
    // Targets of branches are where others may stand.
    const bool meets = actives_ != count_ && next_ < code_->size() && operations[next_].target;
    if (!operation.leads_away && !meets) continue;
    if (!operation.leads_away) take_steps();
    actives_ = 0;
  }
  take_steps();
  return ran;
}

}  // namespace texpipe::functional
