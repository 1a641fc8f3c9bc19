#include "machine/eu/eu_issue.h"

#include <algorithm>
#include <utility>

namespace texpipe::machine {

using functional::Pipe;

namespace {

std::size_t index(Pipe pipe) {
  return static_cast<std::size_t>(pipe);
}

}  // namespace

EuIssue::EuIssue(const EuParameters& parameters, EuStatistics& statistics, const Relaxations& relaxations)
    : parameters_{parameters},
      statistics_{statistics},
      threads_(parameters.threads),
      relaxations_{relaxations},
      issue_times_{parameters.issue_width, Cause::kEuIssue, relaxations, SlotTimes::Order::kAsItComes},
      send_times_{parameters.send_slots, Cause::kSendSlots, relaxations, SlotTimes::Order::kAsItComes} {}

void EuIssue::advance(Cycles now) {
  while (wake_ <= now) issue_cycle(wake_);
}

/// An instruction takes a cycle of its thread at least, so that a message cannot issue before those that stand before
/// it.
Cycles EuIssue::next_send() const {
  if (wake_ == kNever) return kNever;
  Cycles first = kNever;
  for (const unsigned slot : active_) {
    const Thread& thread = threads_[slot];
    if (thread.ready == kNever) continue;
    const unsigned before = thread.start.program->instructions_before_send();
    first = std::min(first, std::max(thread.ready, wake_) + Cycles{before});
  }
  return first;
}

void EuIssue::start(unsigned slot, ThreadStart start, Cycles now) {
  Thread& thread = threads_.at(slot);
  thread.times = start.times;
  thread.times.pass(now);
  thread.responses.clear();
  thread.branch = Cycles{};
  thread.start = std::move(start);
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
  send_times_.release(times);
  wake_ = std::min(wake_, now + Cycles{1});
}

void EuIssue::answer_registers(unsigned slot, functional::GrfRange destination, const RelaxedTimes& times, Cycles now) {
  threads_[slot].scoreboard.set(destination, now + Cycles{1});
  threads_[slot].responses.push_back({destination, times});
  resume(slot, now);
}

void EuIssue::answer_program(unsigned slot, const RelaxedTimes& times, Cycles now) {
  Thread& thread = threads_[slot];
  thread.times.join(times);
  if (thread.ready == kNever) thread.earliest = std::max(thread.earliest, now + Cycles{1});
  resume(slot, now);
}

/// A response came: the thread goes on when it was the one that it waited for.
void EuIssue::resume(unsigned slot, Cycles now) {
  Thread& thread = threads_[slot];
  if (thread.ready != kNever || std::find(active_.begin(), active_.end(), slot) == active_.end()) return;
  look_ahead(slot);
  if (thread.ready == kNever) return;
  wake_ = std::min(wake_, now + Cycles{1});
}

/// Learns the thread's next instruction and when its registers are ready.
void EuIssue::look_ahead(unsigned slot) {
  Thread& thread = threads_[slot];
  const functional::EuStep* step = thread.start.program->peek();
  if (step == nullptr) {
    active_.erase(std::find(active_.begin(), active_.end(), slot));
    thread.ready = kNever;
    return;
  }
  thread.pipe = step->pipe;
  const Cycles registers = thread.scoreboard.ready(*step);
  thread.ready = step->awaits_answer ? kNever : std::max(thread.earliest, registers);
  thread.waits_for = Cause::kNone;
  if (registers > thread.earliest && registers != kNever) thread.waits_for = thread.scoreboard.cause(*step, registers);
}

bool EuIssue::pipe_accepts(Pipe pipe, Cycles now) const {
  return pipe_free_[index(pipe)] <= now && (pipe != Pipe::kSend || send_slots_taken_ < parameters_.send_slots);
}

void EuIssue::issue_cycle(Cycles now) {
  unsigned issued = 0;
  const auto try_issue = [&](unsigned slot) {
    const Thread& thread = threads_[slot];
    if (thread.ready > now || !pipe_accepts(thread.pipe, now)) return;
    issue_from(slot, now);
    ++issued;
  };
  if (parameters_.issue == IssuePolicy::kRoundRobin) {
    candidates_ = active_;
    const auto next = std::upper_bound(candidates_.begin(), candidates_.end(), last_issued_);
    std::rotate(candidates_.begin(), next, candidates_.end());
    for (std::size_t i = 0; i < candidates_.size() && issued < parameters_.issue_width; ++i) try_issue(candidates_[i]);
  } else {
    for (std::size_t i = 0; i < active_.size() && issued < parameters_.issue_width;) {
      const unsigned slot = active_[i];
      try_issue(slot);
      if (i < active_.size() && active_[i] == slot) ++i;  // else it has ended, and the next one stands here
    }
  }
  if (issued > 0) statistics_.cycles.work(now, now + Cycles{1});
  plan_next(now);
}

/// The thread issues now: after its last instruction, with its operands there, its pipe and an issue slot free.
void EuIssue::trace_issue(Thread& thread, const functional::EuStep& step, Cycles now) {
  RelaxedTimes& times = thread.times;
  times.spend_rest(relaxations_[Cause::kBranchLatency], times.at() + thread.branch, thread.branch);
  times.pass(std::min(thread.earliest, now));
  if (thread.waits_for != Cause::kNone)
    times.spend_rest(relaxations_[thread.waits_for], std::min(thread.ready, now), latency_of(thread.waits_for));
  join_responses(thread, step);
  times.join(pipe_times_[index(thread.pipe)]);
  issue_times_.take(times);
  if (thread.pipe == Pipe::kSend) send_times_.take(times);
  times.pass(now);
  RelaxedTimes after = times;
  after.pass(now + Cycles{1});
  issue_times_.release(after);
}

/// The instruction uses what these responses brought.
void EuIssue::join_responses(Thread& thread, const functional::EuStep& step) {
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
  trace_issue(thread, *thread.start.program->peek(), now);
  functional::EuStep step = thread.start.program->issue(*thread.start.registers);
  const Cycles operands_read = now + Cycles{std::max<std::uint8_t>(step.occupancy, 1)};
  pipe_free_[index(step.pipe)] = operands_read;
  thread.earliest = now + Cycles{1};
  thread.branch = Cycles{};
  pipe_times_[index(step.pipe)] = thread.times;
  pipe_times_[index(step.pipe)].spend(relaxations_[Cause::kEus], operands_read);
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
      if (step.send) {
        ++send_slots_taken_;
        sent.push_back({slot, now, operands_read, std::move(*step.send), thread.times});
        sent.back().times.pass(operands_read);
      }
      break;
  }
  look_ahead(slot);
}

/// What a thread does in a cycle in which it does not issue.
EuCycle EuIssue::state_of(const Thread& thread, Cycles now) const {
  if (thread.ready == kNever) return EuCycle::kWaitingForMessage;
  if (thread.ready > now) return EuCycle::kResultLatency;
  return thread.pipe == Pipe::kSend ? EuCycle::kSendBlocked : EuCycle::kPipeBusy;
}

/// First cycle after `now` in which the thread may issue or its state changes by itself; kNever: a response or a free
/// slot will tell.
Cycles EuIssue::next_change(const Thread& thread, Cycles now) const {
  if (thread.ready == kNever || thread.ready > now) return thread.ready;
  if (thread.pipe == Pipe::kSend && send_slots_taken_ >= parameters_.send_slots) return kNever;
  return std::max(pipe_free_[index(thread.pipe)], now + Cycles{1});
}

/// Decides when to look again and what the cycles until then count as.
void EuIssue::plan_next(Cycles now) {
  wake_ = kNever;
  EuCycle state = EuCycle::kIdle;
  for (const unsigned slot : active_) {
    const Thread& thread = threads_[slot];
    wake_ = std::min(wake_, next_change(thread, now));
    state = std::min(state, state_of(thread, now));
  }
  statistics_.cycles.enter(now, state);
}

}  // namespace texpipe::machine
