#include "machine/recurrence/memory_recurrence.h"

#include <algorithm>

namespace texpipe::machine {

MemoryRecurrence::MemoryRecurrence(const MemoryParameters& parameters, Frequency clock,
                                   const MemoryStatistics& statistics)
    : queue_{parameters.queue},
      banks_{parameters, clock, statistics},
      statistics_{statistics},
      cycles_(statistics.cycles.size()) {}

bool MemoryRecurrence::offer(std::uint32_t, const LineRequest& request, Cycles now) {
  decide(now);
  leave(now);
  if (held() == queue_) {
    refused_ = true;
    account(now);
    return false;
  }
  banks_.take(request.tag, request.address, request.bytes, request.write, now);
  statistics_.occupancy.set_level(now, held());
  account(now);
  return true;
}

Cycles MemoryRecurrence::next() const {
  Cycles next = refused_ && !leaving_.empty() ? leaving_.front() : kNever;
  if (answers_.next() != kNever) {
    next = std::min(next, answers_.next() - std::min(answers_.next(), banks_.latency()));
  }
  if (banks_.empty()) return next;
  const Cycles ready = banks_.first().ready;
  return std::min(next, ready - std::min(ready, banks_.latency()));
}

void MemoryRecurrence::step(Cycles now) {
  decide(now);
  leave(now);
  if (!refused_ || held() == queue_) return;
  refused_ = false;
  client_->room(now);
}

/// Gives the bus the data that are ready before those of any request that comes now or later: its data are ready
/// latency() after now at the earliest.
void MemoryRecurrence::decide(Cycles now) {
  while (!banks_.empty() && banks_.first().ready <= now + banks_.latency()) {
    const Cycles start = banks_.start();
    const auto [access, from, until, on_bus] = banks_.take_bus(start);
    cycles_[access.channel].work(from, until);
    early_.add(statistics_.latency, (start - access.taken).value(), start);
    leaving_.push_back(start);
    for (std::size_t i = leaving_.size() - 1; i > 0 && leaving_[i] < leaving_[i - 1]; --i)
      std::swap(leaving_[i], leaving_[i - 1]);
    answer(access, on_bus);
  }
  // A request that comes now or later is answered later than latency() after now: channels are joined in a cycle.
  answers_.decide(now + banks_.latency());
}

/// @param on_bus  time of the last byte on the bus
void MemoryRecurrence::answer(const MemoryBanks<std::uint64_t>::Access& access, Cycles on_bus) {
  const Subcycles work = port_work_of_(access.bytes);
  if (cycles_.size() > 1) {
    access.note_places(answers_.add(*client_, access.handle, access.bytes, work, on_bus, access.channel));
    return;
  }
  const Cycles through = port_.earliest(on_bus);
  port_.claim(through, work);
  const Cycles there = port_.last_busy(through);
  LinePath path;
  access.note_places(path);
  path.add(LinePlace::kMemoryBus, there);
  client_->answered(access.handle, there, path);
}

/// Frees the places of requests whose data the bus has taken.
void MemoryRecurrence::leave(Cycles now) {
  while (!leaving_.empty() && leaving_.front() <= now) {
    const Cycles at = leaving_.front();
    leaving_.pop_front();
    statistics_.occupancy.set_level(at, held());
    account(at);
  }
}

void MemoryRecurrence::count_before(Cycles end) {
  leave(end - Cycles{1});
  early_.count_before(end);
  for (std::size_t channel = 0; channel < cycles_.size(); ++channel) {
    cycles_[channel].state(state_, end);
    cycles_[channel].count_known(*statistics_.cycles[channel]);
  }
}

void MemoryRecurrence::close(Cycles end) {
  leave(end);
  early_.count_before(kNever);
  for (std::size_t channel = 0; channel < cycles_.size(); ++channel) {
    cycles_[channel].state(state_, end);
    cycles_[channel].close(end, *statistics_.cycles[channel]);
  }
}

/// Accounts for the state of the bus while it does not work. Of several changes at one time the last one counts. Work
/// that starts before `now` has been decided.
void MemoryRecurrence::account(Cycles now) {
  const BusCycle state = refused_ ? BusCycle::kQueueFull : held() > 0 ? BusCycle::kWaiting : BusCycle::kIdle;
  if (state == state_) return;
  for (WorkAccount<BusCycle>& channel : cycles_) channel.state(state_, now);
  state_ = state;
}

}  // namespace texpipe::machine
