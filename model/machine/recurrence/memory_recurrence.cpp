#include "machine/recurrence/memory_recurrence.h"

#include <algorithm>

namespace texpipe::machine {

MemoryRecurrence::MemoryRecurrence(const MemoryParameters& parameters, Frequency clock,
                                   const MemoryStatistics& statistics)
    : queue_{parameters.queue}, banks_{parameters, clock, statistics}, statistics_{statistics} {}

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
  const Cycles room = refused_ && !leaving_.empty() ? leaving_.front() : kNever;
  if (banks_.empty()) return room;
  const Cycles ready = banks_.first().ready;
  return std::min(room, ready - std::min(ready, banks_.latency()));
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
    cycles_.work(from, until);
    early_.add(statistics_.latency, (start - access.taken).value(), start);
    leaving_.push_back(start);
    const Cycles through = port_.earliest(on_bus);
    port_.claim(through, port_work_of_(access.bytes));
    const Cycles there = port_.last_busy(through);
    LinePath path;
    access.note_places(path);
    path.add(LinePlace::kMemoryBus, there);
    client_->answered(access.handle, there, path);
  }
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
  cycles_.state(state_, end);
  cycles_.count_known(statistics_.cycles);
}

void MemoryRecurrence::close(Cycles end) {
  leave(end);
  early_.count_before(kNever);
  cycles_.state(state_, end);
  cycles_.close(end, statistics_.cycles);
}

/// Accounts for the state of the bus while it does not work. Of several changes at one time the last one counts. Work
/// that starts before `now` has been decided.
void MemoryRecurrence::account(Cycles now) {
  const BusCycle state = refused_ ? BusCycle::kQueueFull : held() > 0 ? BusCycle::kWaiting : BusCycle::kIdle;
  if (state == state_) return;
  cycles_.state(state_, now);
  state_ = state;
}

}  // namespace texpipe::machine
