// Banks with open rows and the data bus of a memory, for both timings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "machine/cache/line_path.h"
#include "machine/memory/bank_mapping.h"
#include "machine/memory/memory_costs.h"
#include "machine/memory/memory_parameters.h"
#include "machine/memory/memory_statistics.h"

namespace texpipe::machine {

/// First come, first served per bank; the data bus serves in the order in which banks have data. The timing decides how
/// many requests are held, and who waits for room.
///
/// @tparam Handle  identifies a request to the timing
template <class Handle>
class MemoryBanks {
 public:
  struct Access {
    Cycles ready;         // when its data are ready at the bank
    std::uint64_t order;  // number in the order of arrival
    Handle handle;
    std::uint32_t bytes;
    Cycles taken;
    Cycles begun;  // when the bank begins to serve it
    bool operator>(const Access& other) const { return std::tie(ready, order) > std::tie(other.ready, other.order); }

    /// Adds the places of the line until its data are ready.
    void note_places(LinePath& path) const {
      path.add(LinePlace::kMemoryQueue, taken);
      path.add(LinePlace::kMemoryBanks, begun);
      path.add(LinePlace::kMemory, ready);
    }
  };

  MemoryBanks(const MemoryParameters& parameters, Frequency clock, const MemoryStatistics& counts)
      : bandwidth_{parameters.bandwidth},
        clock_{clock},
        latency_{std::max(cycles_covering(parameters.latency, clock), Cycles{1})},
        row_miss_{cycles_covering(parameters.row_miss, clock)},
        bank_cycle_{cycles_covering(parameters.bank_cycle, clock)},
        mapping_{parameters.bank_hash, parameters.banks, parameters.row},
        banks_(parameters.banks),
        counts_{counts} {}

  /// Least cycles from a request to its data: for an idle bank whose row is open.
  Cycles latency() const { return latency_; }

  /// Takes a request, which its bank serves as soon as it is free.
  Access take(Handle handle, ByteAddress address, std::uint32_t bytes, bool write, Cycles now) {
    const RowPlace place = mapping_(address);
    Bank& bank = banks_[place.bank];
    const bool hit = bank.open && bank.row == place.row;
    const Cycles begun = std::max(now, bank.free), open = begun + (hit ? Cycles{} : row_miss_);
    bank = {true, place.row, open + bank_cycle_};
    (hit ? counts_.row_hits : counts_.row_misses).add();
    (write ? counts_.writes : counts_.reads).add();
    counts_.bytes.add(bytes);
    Access access{open + latency_, order_++, std::move(handle), bytes, now, begun};
    accesses_.push(access);
    return access;
  }

  /// Requests whose data the bus has not taken.
  std::size_t size() const { return accesses_.size(); }
  bool empty() const { return accesses_.empty(); }

  /// The request whose data are ready first. There must be one.
  const Access& first() const { return accesses_.top(); }
  /// First cycle in which the bus can take that request's data.
  Cycles start() const { return bus_.earliest(accesses_.top().ready); }

  struct Transfer {
    Access access;
    Subcycles from, until;  // begin and end of the bus's work
    Cycles there;           // when the last byte is there
  };
  /// The bus takes the first request's data in cycle `now`, which is start().
  Transfer take_bus(Cycles now) {
    Access access = accesses_.top();
    accesses_.pop();
    const Subcycles from = bus_.claim(now, time_of(access.bytes));
    return {std::move(access), from, bus_.free_at(), bus_.last_busy(now)};
  }

 private:
  struct Bank {
    bool open = false;
    std::uint64_t row = 0;
    Cycles free;
  };

  /// Time of a transfer on the bus. Requests are mostly as long as the one before.
  Subcycles time_of(std::uint32_t bytes) {
    if (bytes != last_bytes_) {
      last_bytes_ = bytes;
      last_time_ = bus_time(bytes, bandwidth_, clock_);
    }
    return last_time_;
  }

  Bandwidth bandwidth_;
  Frequency clock_;
  Cycles latency_;
  Cycles row_miss_;
  Cycles bank_cycle_;
  BankMapping mapping_;
  std::vector<Bank> banks_;
  std::priority_queue<Access, std::vector<Access>, std::greater<>> accesses_;
  std::uint64_t order_ = 0;
  IssueSlot bus_;
  std::uint32_t last_bytes_ = 0;
  Subcycles last_time_;
  MemoryStatistics counts_;
};

}  // namespace texpipe::machine
