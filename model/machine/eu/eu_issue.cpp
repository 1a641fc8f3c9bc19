#include "machine/eu/eu_issue.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace texpipe::machine {

namespace {

template <class Enumerator>
constexpr std::size_t index(Enumerator value) {
  return static_cast<std::size_t>(value);
}

constexpr Cycles earlier_of(Cycles a, Cycles b) {
  return a < b ? a : b;
}
constexpr Cycles later_of(Cycles a, Cycles b) {
  return a < b ? b : a;
}

}  // namespace

EuIssue::EuIssue(const EuParameters& parameters, EuStatistics& statistics, StepPreparation& preparation)
    : parameters_{parameters},
      statistics_{statistics},
      threads_(parameters.threads),
      next_(parameters.threads),
      older_(parameters.threads),
      preparation_{preparation} {}

/// First cycle in which a message can issue. An instruction takes a cycle of its thread at least, so that a message
/// cannot issue before the instructions that stand before it; none issues before its unit is free.
Cycles EuIssue::next_send() const {
  if (wake_ == kNever) return kNever;
  Cycles first = kNever;
  for_each_slot(live_, [&](unsigned slot) {
    const Next& next = next_[slot];
    const Cycles free = free_[index(next.route)];
    if (free == kNever) return;  // until free_send_slot() is called
    first = earlier_of(first, later_of(later_of(next.ready, wake_), free) + Cycles{next.before_send});
  });
  return first;
}

ThreadStart& EuIssue::vacant(unsigned slot) {
  ThreadStart& start = threads_.at(slot).start;
  if (!start.registers) start.registers = std::make_unique<functional::ThreadRegisters>();
  *start.registers = {};
  start.waits_for_older = false;
  return start;
}

void EuIssue::start(unsigned slot, Cycles now) {
  Thread& thread = threads_.at(slot);
  thread.scoreboard.clear();
  thread.order = starts_++;
  const SlotSet all = ~SlotSet{0};
  for (SlotSet& older : older_) older &= all ^ slot_bit(slot);
  older_[slot] = all ^ slot_bit(slot);
  thread.earliest = now + Cycles{1};
  thread.running = true;
  thread.awaits_since = thread.earliest;
  ++running_;
  statistics_.threads.add();
  look_ahead(slot);
  wake_ = earlier_of(wake_, now + Cycles{1});
}

void EuIssue::free_send_slot(Cycles now) {
  --send_slots_taken_;
  find_send_free();
  wake_ = earlier_of(wake_, now + Cycles{1});
}

void EuIssue::answer_registers(unsigned slot, functional::GrfRange destination, Cycles now) {
  Scoreboard& scoreboard = threads_[slot].scoreboard;
  const RegisterSet registers{destination};
  scoreboard.forget(registers);
  scoreboard.set(registers, now + Cycles{1});
  resume(slot, now);
}

void EuIssue::answer_program(unsigned slot, Cycles now) {
  Thread& thread = threads_[slot];
  if (next_[slot].ready == kNever) thread.earliest = later_of(thread.earliest, now + Cycles{1});
  resume(slot, now);
}

void EuIssue::end_older(unsigned slot, Cycles now) {
  Thread& thread = threads_[slot];
  thread.start.waits_for_older = false;
  if (next_[slot].ready == kNever) thread.earliest = later_of(thread.earliest, now + Cycles{1});
  resume(slot, now);
}

/// Lets a thread go on, one of whose responses has come, if it waited for this one.
void EuIssue::resume(unsigned slot, Cycles now) {
  if (next_[slot].ready != kNever || !threads_[slot].running) return;
  look_ahead(slot);
  if (next_[slot].ready == kNever) return;
  wake_ = earlier_of(wake_, now + Cycles{1});
}

/// Looks at the thread's next instruction and finds out when its registers are ready.
inline void EuIssue::look_ahead(unsigned slot) {
  Thread& thread = threads_[slot];
  const functional::EuStep* step = thread.start.program->peek();
  if (step == nullptr) {
    atomic_ &= ~slot_bit(slot);
    thread.running = false;
    --running_;
    look_at(slot, kNever);
    return;
  }
  thread.step = preparation_.prepare(*step);
  Next& next = next_[slot];
  next.before_send = thread.step.before_send;
  next.route = thread.step.route;
  const bool waits = thread.step.awaits_answer || (thread.step.after_older_threads && thread.start.waits_for_older);
  const Cycles ready = waits ? kNever : thread.scoreboard.ready(thread.step, thread.earliest);
  if (ready == kNever && next.ready != kNever) thread.awaits_since = thread.earliest;
  look_at(slot, ready);
}

/// Notes when the next instruction of a slot, which must not be in the wheel, is ready.
inline void EuIssue::look_at(unsigned slot, Cycles ready) {
  next_[slot].ready = ready;
  if (ready == kNever) {
    live_ &= ~slot_bit(slot);
  } else {
    live_ |= slot_bit(slot);
    wheel_.add(slot, ready);
  }
}

void EuIssue::issue_until(Cycles now) {
  do {
    issue_cycle(wake_);
  } while (wake_ <= now);
}

/// Issues the instructions that can issue in this cycle, atomic threads first. Decides when to look again, and the
/// state that the cycles until then count as.
inline void EuIssue::issue_cycle(Cycles now) {
  const SlotSet come = wheel_.take(now);
  ready_ |= come;
  for_each_slot(come, [&](unsigned slot) { ready_by_route_[index(next_[slot].route)] |= slot_bit(slot); });
  const SlotSet atomic = atomic_;
  unsigned last = last_issued_, left = parameters_.issue_width;
  for (; left > 0 && ready_ != 0; --left) {
    const SlotSet slots = can_issue(now);
    if (slots == 0) break;
    const bool first = (slots & atomic) != 0;
    const unsigned slot = first ? first_of(slots & atomic) : first_behind(last, slots);
    if (first) last = slot;
    issue_from(slot, now);
  }
  wait(now, left != parameters_.issue_width);
}

/// Slots whose next instruction is ready and whose unit takes it. A slot that issued in this cycle is not among them:
/// its next instruction is ready in the next cycle or later.
inline SlotSet EuIssue::can_issue(Cycles now) const {
  SlotSet slots = 0;
  for (std::size_t route = 0; route < free_.size(); ++route) slots |= free_[route] <= now ? ready_by_route_[route] : 0;
  return slots;
}

/// The slot that the policy prefers: the one whose thread started first, or the one with the lowest number.
inline unsigned EuIssue::first_of(SlotSet slots) const {
  auto first = static_cast<unsigned>(std::countr_zero(slots));
  if (parameters_.issue == IssuePolicy::kRoundRobin) return first;
  while ((slots & older_[first]) != 0) first = static_cast<unsigned>(std::countr_zero(slots & older_[first]));
  return first;
}

/// The slot that the policy prefers after slot `last`: where slots take turns, those behind it come before the others.
inline unsigned EuIssue::first_behind(unsigned last, SlotSet slots) const {
  if (parameters_.issue != IssuePolicy::kRoundRobin) return first_of(slots);
  const SlotSet behind = slots & ~(slot_bit(last) | (slot_bit(last) - 1));
  return first_of(behind != 0 ? behind : slots);
}

/// Sleeps until an instruction becomes ready or a unit that one waits for is free.
inline void EuIssue::wait(Cycles now, bool issued) {
  Cycles wake = wheel_.next();
  EuCycle state = live_ != 0 ? EuCycle::kResultLatency : running_ != 0 ? EuCycle::kWaitingForMessage : EuCycle::kIdle;
  if (ready_ != 0) {
    const bool sends = ready_by_route_[index(EuRoute::kSend)] != 0;
    state = sends ? EuCycle::kSendBlocked : EuCycle::kPipeBusy;
    for (std::size_t route = 0; route < free_.size(); ++route) {
      const Cycles free = later_of(free_[route], now + Cycles{1});
      wake = earlier_of(wake, ready_by_route_[route] != 0 ? free : kNever);
    }
  }
  wake_ = wake;
  if (issued) {
    if (busy_until_ != now) {
      count_cycles();
      busy_from_ = now;
    }
    busy_until_ = now + Cycles{1};
  } else {
    count_cycles();
    statistics_.cycles.enter(now, state);
  }
  state_ = state;
}

/// Brings the cycles that issued into the account together, and the state of the cycles behind them.
void EuIssue::count_busy() {
  statistics_.cycles.work(busy_from_, busy_until_);
  statistics_.cycles.enter(busy_until_ - Cycles{1}, state_);
  busy_from_ = busy_until_;
}

/// Unit for an instruction of a route that has a free one. Arithmetic takes FPU0, else those from FPU2 on, else FPU1,
/// which is left to mathematical functions.
inline std::size_t EuIssue::unit_of(EuRoute route, Cycles now) const {
  std::size_t unit = index(kEuRoutes[index(route)]);
  if (route != EuRoute::kFpu || unit_free_[unit] <= now || parameters_.fpus == 1) return unit;
  for (unit = index(EuUnit::kFpu1) + 1; unit < parameters_.fpus; ++unit)
    if (unit_free_[unit] <= now) return unit;
  return index(EuUnit::kFpu1);
}

inline void EuIssue::occupy(EuRoute route, Cycles now, Cycles until) {
  unit_free_[unit_of(route, now)] = until;
  Cycles fpu = unit_free_[index(EuUnit::kFpu0)];
  for (std::size_t n = 1; n < parameters_.fpus; ++n) fpu = earlier_of(fpu, unit_free_[n]);
  free_[index(EuRoute::kFpu)] = fpu;
  free_[index(EuRoute::kMath)] = unit_free_[index(EuUnit::kFpu1)];
  free_[index(EuRoute::kBranch)] = unit_free_[index(EuUnit::kBranch)];
  if (route == EuRoute::kSend) find_send_free();
}

/// Finds when a send can issue, after the unit of messages or a slot for one was taken or became free.
void EuIssue::find_send_free() {
  const bool full = send_slots_taken_ >= parameters_.send_slots;
  free_[index(EuRoute::kSend)] = full ? kNever : unit_free_[index(EuUnit::kSend)];
}

inline void EuIssue::issue_from(unsigned slot, Cycles now) {
  Thread& thread = threads_[slot];
  const PreparedStep& step = thread.step;
  const EuRoute route = step.route;
  const bool sends = thread.start.program->issue(*thread.start.registers, issued_);
  ready_ &= ~slot_bit(slot);
  ready_by_route_[index(route)] &= ~slot_bit(slot);
  atomic_ &= ~slot_bit(slot);
  if (step.control == functional::ThreadControl::kAtomic) atomic_ |= slot_bit(slot);
  const Cycles unit_free = now + step.occupancy;
  occupy(route, now, unit_free);
  thread.earliest = now + Cycles{1};
  last_issued_ = slot;
  statistics_.instructions.add();
  if (!step.checks_destination) [[unlikely]]
    thread.scoreboard.forget(step.written);
  if (route == EuRoute::kSend) {
    send_from(slot, now, sends);
  } else if (route == EuRoute::kBranch) {
    thread.earliest = now + parameters_.branch_latency;
    thread.scoreboard.set(step.written, thread.earliest);
  } else {
    const Cycles result = unit_free + step.latency;
    // Registers that are not released here wait for the instruction that releases them.
    thread.scoreboard.set(step.written, step.releases_destination ? result : kNever);
    thread.scoreboard.set_flags(step.writes_flags, result + parameters_.flag_latency);
    if (step.control == functional::ThreadControl::kSwitch) thread.earliest = result + parameters_.branch_latency;
  }
  look_ahead(slot);
}

void EuIssue::send_from(unsigned slot, Cycles now, bool sends) {
  Thread& thread = threads_[slot];
  const PreparedStep& step = thread.step;
  const Cycles payload_read = now + parameters_.send.read(step.payload_registers);
  thread.scoreboard.hold(step.read, payload_read);
  thread.scoreboard.set(step.written, kNever);
  if (!sends) return;
  ++send_slots_taken_;
  find_send_free();
  EuSend& send = sent.push_back();
  send.slot = slot;
  send.issued = now;
  send.payload_read = payload_read;
  std::swap(send.message, issued_);
}

}  // namespace texpipe::machine
