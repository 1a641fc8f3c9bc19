#include "machine/recurrence/memory_recurrence.h"

#include <algorithm>

#include "machine/memory/memory_costs.h"

namespace texpipe::machine {

MemoryRecurrence::MemoryRecurrence(const MemoryParameters& parameters, Frequency clock,
                                   const MemoryStatistics& statistics)
    : parameters_{parameters},
      clock_{clock},
      latency_{std::max(cycles_covering(parameters.latency, clock), Cycles{1})},
      row_miss_{cycles_covering(parameters.row_miss, clock)},
      bank_cycle_{cycles_covering(parameters.bank_cycle, clock)},
      mapping_{parameters.bank_hash, parameters.banks, parameters.row},
      banks_(parameters.banks),
      statistics_{statistics} {}

bool MemoryRecurrence::offer(std::uint32_t, const LineRequest& request, Cycles now) {
  decide(now);
  leave(now);
  if (held() == parameters_.queue) {
    refused_ = true;
    account(now);
    return false;
  }
  const RowPlace place = mapping_(request.address);
  Bank& bank = banks_[place.bank];
  const bool hit = bank.open && bank.row == place.row;
  const Cycles begin = std::max(now, bank.free), start = begin + (hit ? Cycles{} : row_miss_);
  bank = {true, place.row, start + bank_cycle_};
  accesses_.push({start + latency_, order_++, request.tag, request.bytes, now, begin});
  (hit ? statistics_.row_hits : statistics_.row_misses).add();
  (request.write ? statistics_.writes : statistics_.reads).add();
  statistics_.bytes.add(request.bytes);
  statistics_.occupancy.set_level(now, held());
  account(now);
  return true;
}

Cycles MemoryRecurrence::next() const {
  const Cycles room = refused_ && !leaving_.empty() ? leaving_.front() : kNever;
  if (accesses_.empty()) return room;
  const Cycles ready = accesses_.top().ready;
  return std::min(room, ready > latency_ ? ready - latency_ : Cycles{});
}

void MemoryRecurrence::step(Cycles now) {
  decide(now);
  leave(now);
  if (!refused_ || held() == parameters_.queue) return;
  refused_ = false;
  client_->room(now);
}

/// The bus takes what has data before any request of now or later: those have it `latency_` after now, and come behind.
void MemoryRecurrence::decide(Cycles now) {
  while (!accesses_.empty() && accesses_.top().ready <= now + latency_) {
    const Access access = accesses_.top();
    accesses_.pop();
    const Intervals& intervals = intervals_of(access.bytes);
    const Cycles start = bus_.earliest(access.ready);
    const Subcycles begin = bus_.claim(start, intervals.bus);
    cycles_.work(begin, bus_.free_at());
    early_.add(statistics_.latency, (start - access.taken).value(), start);
    leaving_.push_back(start);
    const Cycles there = port_.earliest(bus_.last_busy(start));
    port_.claim(there, intervals.port);
    LinePath path;
    path.add(LinePlace::kMemoryQueue, access.taken);
    path.add(LinePlace::kMemoryBanks, access.bank);
    path.add(LinePlace::kMemory, access.ready);
    path.add(LinePlace::kMemoryBus, port_.last_busy(there));
    client_->answered(access.tag, port_.last_busy(there), path);
  }
}

/// Those that the bus has taken leave their places.
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

/// Of several changes at one time only the last one counts. The work that starts before `now` is decided.
void MemoryRecurrence::account(Cycles now) {
  const BusCycle state = refused_ ? BusCycle::kQueueFull : held() > 0 ? BusCycle::kWaiting : BusCycle::kIdle;
  if (state == state_) return;
  cycles_.state(state_, now);
  state_ = state;
}

const MemoryRecurrence::Intervals& MemoryRecurrence::intervals_of(std::uint32_t bytes) {
  if (intervals_.bytes != bytes) {
    intervals_ = {bytes, bus_time(bytes, parameters_.bandwidth, clock_), work_at_rate(bytes, kMemoryPortBytesPerCycle)};
  }
  return intervals_;
}

}  // namespace texpipe::machine
