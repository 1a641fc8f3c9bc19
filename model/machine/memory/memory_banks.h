// Channels of a memory, with banks with open rows and a data bus each, for both timings.
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
#include "machine/memory/channel_mapping.h"
#include "machine/memory/memory_costs.h"
#include "machine/memory/memory_parameters.h"
#include "machine/memory/memory_statistics.h"

namespace texpipe::machine {

/// First come, first served per bank; a channel's data bus serves in the order in which its banks have data. The timing
/// decides how many requests are held, and who waits for room.
///
/// @tparam Handle  identifies a request to the timing
template <class Handle>
class MemoryBanks {
 public:
  struct Access {
    Cycles ready;         // when its data are ready at the bank
    std::uint64_t order;  // number in the order of arrival
    Handle handle;
    std::uint32_t bytes;  // of its lines
    std::uint32_t channel;
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
        channel_of_{parameters.channels, parameters.interleave, parameters.channel_hash},
        mapping_{parameters.bank_hash, parameters.banks, parameters.row},
        channels_(parameters.channels),
        compression_{parameters.compression},
        counts_{counts} {
    for (Channel& channel : channels_) channel.banks.resize(parameters.banks);
  }

  /// Least cycles from a request to its data: for an idle bank whose row is open.
  Cycles latency() const { return latency_; }

  /// Takes a request, which its bank serves as soon as it is free.
  Access take(Handle handle, ByteAddress address, std::uint32_t bytes, bool write, Cycles now) {
    const ChannelPlace in_channel = channel_of_(address);
    const RowPlace place = mapping_(in_channel.address);
    Channel& channel = channels_[in_channel.channel];
    Bank& bank = channel.banks[place.bank];
    const bool hit = bank.open && bank.row == place.row;
    const Cycles begun = std::max(now, bank.free), open = begun + (hit ? Cycles{} : row_miss_);
    bank = {true, place.row, open + bank_cycle_};
    (hit ? counts_.row_hits : counts_.row_misses).add();
    (write ? counts_.writes : counts_.reads).add();
    counts_.bytes.add(compressed(bytes, compression_));
    if (counts_.line_bytes != nullptr) counts_.line_bytes->add(bytes);
    Access access{open + latency_, order_++, std::move(handle), bytes, in_channel.channel, now, begun};
    channel.accesses.push(access);
    ++size_;
    return access;
  }

  /// Leaves the row of an address open, without time.
  void open_row(ByteAddress address) {
    const ChannelPlace in_channel = channel_of_(address);
    const RowPlace place = mapping_(in_channel.address);
    Bank& bank = channels_[in_channel.channel].banks[place.bank];
    bank.open = true;
    bank.row = place.row;
  }

  /// Requests whose data the bus has not taken.
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// The request whose data can be taken first. There must be one.
  const Access& first() const { return next_channel().accesses.top(); }
  /// First cycle in which a bus can take that request's data.
  Cycles start() const { return next_channel().start(); }

  struct Transfer {
    Access access;
    Subcycles from, until;  // begin and end of the bus's work
    Cycles there;           // when the last byte is there
  };
  /// A bus takes the first request's data in cycle `now`, which is start().
  Transfer take_bus(Cycles now) {
    Channel& channel = next_channel();
    Access access = channel.accesses.top();
    channel.accesses.pop();
    --size_;
    const Subcycles from = channel.bus.claim(now, time_of(access.bytes));
    const Cycles join{channels_.size() > 1 ? 1u : 0u};
    return {std::move(access), from, channel.bus.free_at(), channel.bus.last_busy(now) + join};
  }

 private:
  struct Bank {
    bool open = false;
    std::uint64_t row = 0;
    Cycles free;
  };

  struct Channel {
    std::vector<Bank> banks;
    std::priority_queue<Access, std::vector<Access>, std::greater<>> accesses;
    IssueSlot bus;
    Cycles start() const { return bus.earliest(accesses.top().ready); }
  };

  /// The channel that can move data first; of several the one with the lowest number.
  Channel& next_channel() { return channels_[next_number()]; }
  const Channel& next_channel() const { return channels_[next_number()]; }
  std::size_t next_number() const {
    std::size_t next = channels_.size();
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      if (channels_[i].accesses.empty()) continue;
      if (channels_.size() == 1) return i;
      if (next == channels_.size() || channels_[i].start() < channels_[next].start()) next = i;
    }
    return next;
  }

  /// Time of a transfer on a channel's bus. Requests are mostly as long as the one before.
  Subcycles time_of(std::uint32_t bytes) {
    if (bytes != last_bytes_) {
      last_bytes_ = bytes;
      last_time_ = bus_time(compressed(bytes, compression_) * channels_.size(), bandwidth_, clock_);
    }
    return last_time_;
  }

  Bandwidth bandwidth_;
  Frequency clock_;
  Cycles latency_;
  Cycles row_miss_;
  Cycles bank_cycle_;
  ChannelMapping channel_of_;
  BankMapping mapping_;
  std::vector<Channel> channels_;
  Fraction compression_;
  std::size_t size_ = 0;
  std::uint64_t order_ = 0;
  std::uint32_t last_bytes_ = 0;
  Subcycles last_time_;
  MemoryStatistics counts_;
};

}  // namespace texpipe::machine
