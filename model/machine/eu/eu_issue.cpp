#include "machine/eu/eu_issue.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace texpipe::machine {

using functional::InstructionClass;

namespace {

template <class Enumerator>
constexpr std::size_t index(Enumerator value) {
  return static_cast<std::size_t>(value);
}

/// What a cycle counts as in which a ready instruction of the route waits.
constexpr EuCycle blocked_cycle(EuRoute route) {
  return route == EuRoute::kSend ? EuCycle::kSendBlocked : EuCycle::kPipeBusy;
}

constexpr unsigned kLastSlot = ~0u;

constexpr unsigned payload_registers(unsigned dwords) {
  return (dwords + 7u) / 8;
}

}  // namespace

EuIssue::EuIssue(const EuParameters& parameters, EuStatistics& statistics)
    : parameters_{parameters}, statistics_{statistics}, threads_(parameters.threads), next_(parameters.threads) {
  for (unsigned n = 0; n < functional::kInstructionClasses; ++n) {
    const auto instruction = static_cast<InstructionClass>(n);
    costs_[n].latency = parameters_.cost(instruction).latency;
    for (unsigned dwords = 0; dwords < costs_[n].occupancy.size(); ++dwords)
      costs_[n].occupancy[dwords] = occupancy_of(instruction, dwords);
  }
  for (std::size_t n = 0; n < kEuRoutes.size(); ++n) {
    route_units_[n] = kEuRoutes[n];
    if (parameters.fpus == 1) route_units_[n].second = route_units_[n].first;
  }
}

/// An instruction takes a cycle of its thread at least, so that a message cannot issue before those that stand before
/// it; none issues before its unit is free.
Cycles EuIssue::next_send() const {
  if (wake_ == kNever) return kNever;
  const bool full = send_slots_taken_ >= parameters_.send_slots;
  Cycles first = kNever;
  for (const unsigned slot : live_) {
    const Next& next = next_[slot];
    if (full && next.route == EuRoute::kSend) continue;
    const Cycles from = std::max(next.ready, wake_);
    first = std::min(first, std::max(from, free_at(next.route, from)) + Cycles{next.before_send});
  }
  return first;
}

ThreadStart& EuIssue::vacant(unsigned slot) {
  ThreadStart& start = threads_.at(slot).start;
  if (!start.registers) start.registers = std::make_unique<functional::ThreadRegisters>();
  *start.registers = {};
  return start;
}

void EuIssue::start(unsigned slot, Cycles now) {
  Thread& thread = threads_.at(slot);
  thread.scoreboard = {};
  thread.order = starts_++;
  thread.earliest = now + Cycles{1};
  thread.running = true;
  thread.awaits_since = thread.earliest;
  ++running_;
  statistics_.threads.add();
  look_ahead(slot);
  wake_ = std::min(wake_, now + Cycles{1});
}

void EuIssue::free_send_slot(Cycles now) {
  --send_slots_taken_;
  wake_ = std::min(wake_, now + Cycles{1});
}

void EuIssue::answer_registers(unsigned slot, functional::GrfRange destination, Cycles now) {
  threads_[slot].scoreboard.set(destination, now + Cycles{1});
  resume(slot, now);
}

void EuIssue::answer_program(unsigned slot, Cycles now) {
  Thread& thread = threads_[slot];
  if (next_[slot].ready == kNever) thread.earliest = std::max(thread.earliest, now + Cycles{1});
  resume(slot, now);
}

/// A response came: the thread goes on when it was the one that it waited for.
void EuIssue::resume(unsigned slot, Cycles now) {
  if (next_[slot].ready != kNever || !threads_[slot].running) return;
  look_ahead(slot);
  if (next_[slot].ready == kNever) return;
  wake_ = std::min(wake_, now + Cycles{1});
}

/// Learns the thread's next instruction and when its registers are ready.
void EuIssue::look_ahead(unsigned slot) {
  Thread& thread = threads_[slot];
  const functional::EuStep* step = thread.start.program->peek();
  if (step == nullptr) {
    set_atomic(thread, false);
    thread.running = false;
    --running_;
    look_at(slot, kNever);
    return;
  }
  thread.step = *step;
  const Cycles registers = thread.scoreboard.ready(*step);
  Next& next = next_[slot];
  next.before_send = step->before_send;
  next.route = route_of(step->instruction);
  const Cycles ready = step->awaits_answer ? kNever : std::max(thread.earliest, registers);
  if (ready != kNever && next.ready != kNever) {
    next.ready = ready;
  } else {
    if (next.ready != kNever) thread.awaits_since = thread.earliest;
    look_at(slot, ready);
  }
}

/// Its next instruction is ready then: it comes among those that can issue, or leaves them.
void EuIssue::look_at(unsigned slot, Cycles ready) {
  Cycles& before = next_[slot].ready;
  const bool was_live = before != kNever, is_live = ready != kNever;
  before = ready;
  if (was_live == is_live) return;
  if (!is_live) {
    live_.erase(std::find(live_.begin(), live_.end(), slot));
    return;
  }
  const auto place =
      std::find_if(live_.begin(), live_.end(), [&](unsigned other) { return comes_before(slot, other); });
  live_.insert(place, slot);
}

bool EuIssue::comes_before(unsigned slot, unsigned other) const {
  if (parameters_.issue == IssuePolicy::kRoundRobin) return slot < other;
  return threads_[slot].order < threads_[other].order;
}

/// Issues what can in this cycle, and decides when to look again and what the cycles until then count as.
void EuIssue::issue_cycle(Cycles now) {
  if (states_ > 0) enter_states(now);
  unsigned left = parameters_.issue_width;
  if (atomic_threads_ != 0) [[unlikely]]
    left = issue_atomic(left, now);
  left = parameters_.issue == IssuePolicy::kRoundRobin ? issue_round_robin(left, now)
                                                       : issue_between(0, kLastSlot, left, now);
  if (left != parameters_.issue_width) statistics_.cycles.work(now, now + Cycles{1});
  wait(now);
}

/// Threads at place `i` and behind it, up to one that is in a slot beyond `last`. Returns what is left of the width.
inline unsigned EuIssue::issue_between(std::size_t i, unsigned last, unsigned width, Cycles now) {
  while (width > 0 && i < live_.size() && live_[i] <= last) {
    const unsigned slot = live_[i];
    if (can_issue(slot, now)) {
      issue_from(slot, now);
      --width;
      // One that waits for a response or has ended leaves its place to the next one.
      if (i < live_.size() && live_[i] != slot) continue;
    }
    ++i;
  }
  return width;
}

/// From the one behind that which issued last.
inline unsigned EuIssue::issue_round_robin(unsigned width, Cycles now) {
  const unsigned last = last_issued_;
  std::size_t behind = 0;
  while (behind < live_.size() && live_[behind] <= last) ++behind;
  width = issue_between(behind, kLastSlot, width, now);
  return issue_between(0, last, width, now);
}

unsigned EuIssue::issue_atomic(unsigned width, Cycles now) {
  for (std::size_t i = 0; width > 0 && i < live_.size();) {
    const unsigned slot = live_[i];
    if (threads_[slot].atomic && can_issue(slot, now)) {
      issue_from(slot, now);
      --width;
      if (i < live_.size() && live_[i] != slot) continue;
    }
    ++i;
  }
  return width;
}

/// Until an instruction can issue again.
inline void EuIssue::wait(Cycles now) {
  const bool full = send_slots_taken_ >= parameters_.send_slots;  // a freed slot will tell
  Cycles wake = kNever;
  Cycles later_send = kNever, later_pipe = kNever;  // first that is ready after this cycle
  EuCycle state = running_ == 0 ? EuCycle::kIdle : EuCycle::kWaitingForMessage;
  for (const unsigned slot : live_) {
    const Next& next = next_[slot];
    const bool sends = next.route == EuRoute::kSend;
    if (next.ready > now) {
      state = std::min(state, EuCycle::kResultLatency);
      Cycles& later = sends ? later_send : later_pipe;
      later = std::min(later, next.ready);
    } else {
      state = std::min(state, blocked_cycle(next.route));
    }
    if (full && sends) continue;
    const Cycles from = std::max(next.ready, now + Cycles{1});
    wake = std::min(wake, std::max(from, free_at(next.route, from)));
  }
  wake_ = wake;
  statistics_.cycles.enter(now, state);
  // Those that are ready before their unit is free change only what the cycles count as.
  states_ = 0;
  if (later_pipe < wake && later_pipe < later_send && EuCycle::kPipeBusy < state)
    state_[states_++] = {later_pipe, EuCycle::kPipeBusy};
  if (later_send < wake && EuCycle::kSendBlocked < state) state_[states_++] = {later_send, EuCycle::kSendBlocked};
}

void EuIssue::enter_states(Cycles until) {
  for (unsigned n = 0; n < states_ && state_[n].from <= until; ++n)
    statistics_.cycles.enter(state_[n].from, state_[n].state);
}

Cycles EuIssue::occupancy_of(const functional::EuStep& step) const {
  const ClassCosts& costs = costs_[index(step.instruction)];
  return step.dwords < costs.occupancy.size() ? costs.occupancy[step.dwords]
                                              : occupancy_of(step.instruction, step.dwords);
}

Cycles EuIssue::occupancy_of(InstructionClass instruction, unsigned dwords) const {
  switch (instruction) {
    case InstructionClass::kBranch:
      return Cycles{1};
    case InstructionClass::kSend:
      return parameters_.send.occupancy(payload_registers(dwords));
    default:
      return machine::occupancy_of(parameters_.cost(instruction), dwords, parameters_.lane_group);
  }
}

void EuIssue::set_atomic(Thread& thread, bool atomic) {
  if (thread.atomic == atomic) return;
  thread.atomic = atomic;
  atomic_threads_ += atomic ? 1 : -1;
}

void EuIssue::issue_from(unsigned slot, Cycles now) {
  Thread& thread = threads_[slot];
  const functional::EuStep& step = thread.step;
  const EuUnit unit = unit_of(route_of(step.instruction), now);
  const bool sends = thread.start.program->issue(*thread.start.registers, issued_);
  set_atomic(thread, step.control == functional::ThreadControl::kAtomic);
  const Cycles unit_free = now + occupancy_of(step);
  unit_free_[index(unit)] = unit_free;
  thread.earliest = now + Cycles{1};
  last_issued_ = slot;
  statistics_.instructions.add();
  if (step.instruction == InstructionClass::kSend) {
    send_from(slot, now, sends);
  } else if (step.instruction == InstructionClass::kBranch) {
    thread.scoreboard.set(step.writes, now + parameters_.branch_latency);
    thread.earliest = now + parameters_.branch_latency;
  } else {
    const Cycles result = unit_free + costs_[index(step.instruction)].latency;
    // What is not released here waits for the instruction that releases it.
    thread.scoreboard.set(step.writes, step.releases_destination ? result : kNever);
    thread.scoreboard.set_flags(step.writes_flags, result + parameters_.flag_latency);
    if (step.control == functional::ThreadControl::kSwitch) thread.earliest = result + parameters_.branch_latency;
  }
  look_ahead(slot);
}

void EuIssue::send_from(unsigned slot, Cycles now, bool sends) {
  Thread& thread = threads_[slot];
  const functional::EuStep& step = thread.step;
  const Cycles payload_read = now + parameters_.send.read(payload_registers(step.dwords));
  for (const functional::GrfRange& range : step.reads) thread.scoreboard.hold(range, payload_read);
  thread.scoreboard.set(step.writes, kNever);
  if (!sends) return;
  ++send_slots_taken_;
  EuSend& send = sent.push_back();
  send.slot = slot;
  send.issued = now;
  send.payload_read = payload_read;
  std::swap(send.message, issued_);
}

}  // namespace texpipe::machine
