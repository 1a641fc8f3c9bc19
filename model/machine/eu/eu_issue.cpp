#include "machine/eu/eu_issue.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace texpipe::machine {

using functional::Pipe;

namespace {

constexpr std::size_t index(Pipe pipe) {
  return static_cast<std::size_t>(pipe);
}

bool relaxes_any(const Relaxations& relaxations) {
  for (std::size_t cause = 0; cause < kCauses; ++cause) {
    if (relaxations.factor(static_cast<Cause>(cause)) != 1.0) return true;
  }
  return false;
}

}  // namespace

EuIssue::EuIssue(const EuParameters& parameters, EuStatistics& statistics, const Relaxations& relaxations)
    : parameters_{parameters},
      statistics_{statistics},
      threads_(parameters.threads),
      next_(parameters.threads),
      relaxations_{relaxations},
      traced_{relaxes_any(relaxations)},
      issue_times_{parameters.issue_width, Cause::kEuIssue, relaxations, SlotTimes::Order::kAsItComes},
      send_times_{parameters.send_slots, Cause::kSendSlots, relaxations, SlotTimes::Order::kAsItComes} {}

/// An instruction takes a cycle of its thread at least, so that a message cannot issue before those that stand before
/// it.
Cycles EuIssue::next_send() const {
  if (wake_ == kNever) return kNever;
  Cycles first = kNever;
  for (const unsigned slot : active_) {
    const Next& next = next_[slot];
    if (next.ready != kNever) first = std::min(first, std::max(next.ready, wake_) + Cycles{next.before_send});
  }
  return first;
}

ThreadStart& EuIssue::vacant(unsigned slot) {
  ThreadStart& start = threads_.at(slot).start;
  if (!start.registers) start.registers = std::make_unique<functional::ThreadRegisters>();
  *start.registers = {};
  start.times = {};
  return start;
}

void EuIssue::start(unsigned slot, Cycles now) {
  Thread& thread = threads_.at(slot);
  thread.times = thread.start.times;
  thread.times.pass(now);
  thread.responses.clear();
  thread.branch = Cycles{};
  thread.scoreboard = {};
  thread.order = starts_++;
  thread.earliest = now + Cycles{1};
  active_.push_back(slot);
  if (parameters_.issue == IssuePolicy::kRoundRobin) std::sort(active_.begin(), active_.end());
  statistics_.threads.add();
  look_ahead(slot);
  wake_ = std::min(wake_, now + Cycles{1});
}

void EuIssue::free_send_slot(const RelaxedTimes& times, Cycles now) {
  --send_slots_taken_;
  if (traced_) send_times_.release(times);
  wake_ = std::min(wake_, now + Cycles{1});
}

void EuIssue::answer_registers(unsigned slot, functional::GrfRange destination, const RelaxedTimes& times, Cycles now) {
  threads_[slot].scoreboard.set(destination, now + Cycles{1});
  if (traced_) threads_[slot].responses.push_back({destination, times});
  resume(slot, now);
}

void EuIssue::answer_program(unsigned slot, const RelaxedTimes& times, Cycles now) {
  Thread& thread = threads_[slot];
  thread.times.join(times);
  if (next_[slot].ready == kNever) thread.earliest = std::max(thread.earliest, now + Cycles{1});
  resume(slot, now);
}

/// A response came: the thread goes on when it was the one that it waited for.
void EuIssue::resume(unsigned slot, Cycles now) {
  if (next_[slot].ready != kNever || std::find(active_.begin(), active_.end(), slot) == active_.end()) return;
  look_ahead(slot);
  if (next_[slot].ready == kNever) return;
  wake_ = std::min(wake_, now + Cycles{1});
}

/// Learns the thread's next instruction and when its registers are ready.
void EuIssue::look_ahead(unsigned slot) {
  Thread& thread = threads_[slot];
  Next& next = next_[slot];
  const functional::EuStep* step = thread.start.program->peek();
  if (step == nullptr) {
    active_.erase(std::find(active_.begin(), active_.end(), slot));
    next.ready = kNever;
    return;
  }
  thread.step = *step;
  const Cycles registers = thread.scoreboard.ready(*step);
  next = {step->awaits_answer ? kNever : std::max(thread.earliest, registers), step->before_send, step->pipe};
  if (!traced_) return;
  thread.waits_for = Cause::kNone;
  if (registers > thread.earliest && registers != kNever) thread.waits_for = thread.scoreboard.cause(*step, registers);
}

bool EuIssue::pipe_accepts(Pipe pipe, Cycles now) const {
  return pipe_free_[index(pipe)] <= now && (pipe != Pipe::kSend || send_slots_taken_ < parameters_.send_slots);
}

/// Issues what can in this cycle, and decides when to look again and what the cycles until then count as.
void EuIssue::issue_cycle(Cycles now) {
  const Next* next = next_.data();
  unsigned left = parameters_.issue_width;
  unsigned blocked = 0;  // bit n: a ready instruction waits for pipe n
  Cycles ready = kNever;
  const auto try_issue = [&](unsigned slot) {
    if (left == 0 || !pipe_accepts(next[slot].pipe, now)) {
      blocked |= 1u << index(next[slot].pipe);
      return false;
    }
    issue_from(slot, now);
    --left;
    ready = std::min(ready, next[slot].ready);
    return true;
  };
  if (parameters_.issue == IssuePolicy::kRoundRobin) {
    candidates_ = active_;
    const auto first = std::upper_bound(candidates_.begin(), candidates_.end(), last_issued_);
    std::rotate(candidates_.begin(), first, candidates_.end());
    for (const unsigned slot : candidates_) {
      if (next[slot].ready > now) {
        ready = std::min(ready, next[slot].ready);
      } else {
        try_issue(slot);
      }
    }
  } else {
    for (std::size_t i = 0;; ++i) {
      const unsigned* slots = active_.data();
      const std::size_t count = active_.size();
      for (; i < count && next[slots[i]].ready > now; ++i) ready = std::min(ready, next[slots[i]].ready);
      if (i >= count) break;
      // One that has ended leaves its place to the next one.
      if (try_issue(slots[i]) && active_.size() < count) --i;
    }
  }
  if (left != parameters_.issue_width) statistics_.cycles.work(now, now + Cycles{1});

  wake_ = ready;
  EuCycle state = active_.empty()   ? EuCycle::kIdle
                  : ready == kNever ? EuCycle::kWaitingForMessage
                                    : EuCycle::kResultLatency;
  for (; blocked != 0; blocked &= blocked - 1) {
    const auto pipe = static_cast<Pipe>(std::countr_zero(blocked));
    const bool full = pipe == Pipe::kSend && send_slots_taken_ >= parameters_.send_slots;  // a freed slot will tell
    if (!full) wake_ = std::min(wake_, std::max(pipe_free_[index(pipe)], now + Cycles{1}));
    state = std::min(state, pipe == Pipe::kSend ? EuCycle::kSendBlocked : EuCycle::kPipeBusy);
  }
  statistics_.cycles.enter(now, state);
}

/// The thread issues now: after its last instruction, with its operands there, its pipe and an issue slot free.
/// @param ready  its operands were
void EuIssue::trace_issue(Thread& thread, Cycles ready, Cycles now) {
  RelaxedTimes& times = thread.times;
  times.spend_rest(relaxations_[Cause::kBranchLatency], times.at() + thread.branch, thread.branch);
  times.pass(std::min(thread.earliest, now));
  if (thread.waits_for != Cause::kNone)
    times.spend_rest(relaxations_[thread.waits_for], std::min(ready, now), latency_of(thread.waits_for));
  join_responses(thread);
  times.join(pipe_times_[index(thread.step.pipe)]);
  issue_times_.take(times);
  if (thread.step.pipe == Pipe::kSend) send_times_.take(times);
  times.pass(now);
  RelaxedTimes& after = issue_times_.next_release();
  after = times;
  after.pass(now + Cycles{1});
  issue_times_.released();
}

/// The instruction uses what these responses brought.
void EuIssue::join_responses(Thread& thread) {
  const functional::EuStep& step = thread.step;
  std::erase_if(thread.responses, [&](const Response& response) {
    const functional::GrfRange& range = response.destination;
    const auto meets = [&range](const functional::GrfRange& other) {
      return range.first < other.first + other.count && other.first < range.first + range.count;
    };
    if (!meets(step.writes) && !std::any_of(step.reads.begin(), step.reads.end(), meets)) return false;
    thread.times.join(response.times);
    return true;
  });
}

Cycles EuIssue::latency_of(Cause cause) const {
  if (cause == Cause::kFpuLatency) return parameters_.fpu_latency;
  if (cause == Cause::kExtendedMathLatency) return parameters_.extended_math_latency;
  return parameters_.branch_latency;
}

void EuIssue::issue_from(unsigned slot, Cycles now) {
  Thread& thread = threads_[slot];
  const functional::EuStep& step = thread.step;
  if (traced_) trace_issue(thread, next_[slot].ready, now);
  const bool sends = thread.start.program->issue(*thread.start.registers, issued_);
  const Cycles operands_read = now + Cycles{std::max<std::uint8_t>(step.occupancy, 1)};
  pipe_free_[index(step.pipe)] = operands_read;
  thread.earliest = now + Cycles{1};
  thread.branch = Cycles{};
  if (traced_) {
    RelaxedTimes& free = pipe_times_[index(step.pipe)];
    free = thread.times;
    free.spend(relaxations_[Cause::kEus], operands_read);
  }
  last_issued_ = slot;
  statistics_.instructions.add();
  switch (step.pipe) {
    case Pipe::kFpu:
      thread.scoreboard.set(step.writes, operands_read + parameters_.fpu_latency, Cause::kFpuLatency);
      break;
    case Pipe::kExtendedMath:
      thread.scoreboard.set(step.writes, operands_read + parameters_.extended_math_latency,
                            Cause::kExtendedMathLatency);
      break;
    case Pipe::kBranch:
      thread.scoreboard.set(step.writes, now + parameters_.branch_latency, Cause::kBranchLatency);
      thread.earliest = now + parameters_.branch_latency;
      thread.branch = parameters_.branch_latency;
      break;
    case Pipe::kSend:
      for (const functional::GrfRange& range : step.reads) thread.scoreboard.hold(range, operands_read);
      thread.scoreboard.set(step.writes, kNever);
      if (sends) {
        ++send_slots_taken_;
        EuSend& send = sent.push_back();
        send.slot = slot;
        send.issued = now;
        send.payload_read = operands_read;
        std::swap(send.message, issued_);
        send.times = thread.times;
        send.times.pass(operands_read);
      }
      break;
  }
  look_ahead(slot);
}

}  // namespace texpipe::machine
