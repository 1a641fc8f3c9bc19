// Misses on their way: miss registers, requests to the next level, arrival, decompression.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <systemc>

#include "base/ring.h"
#include "machine/cache/line.h"
#include "machine/cache/line_decoding.h"
#include "machine/cache/line_path.h"
#include "machine/cache/miss_table.h"
#include "machine/cache/sectors.h"
#include "machine/cache/texture_cache_statistics.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/request_port.h"

namespace texpipe::timing {

/// A line that is asked for and has not arrived occupies one miss register; footprints that want it wait there. The
/// register is free when the line is there (decoded, if that happens on the way in). A line that is longer than those
/// of the next level is asked for in parts. Of a sectored line a register brings the sectors for which it was taken;
/// further ones take a register of their own.
class FillPath : public sc_core::sc_module {
 public:
  struct Parameters {
    std::uint32_t registers;  // miss registers
    ByteSize line;
    ByteSize next_line;     // bytes of a line of the next level
    Cycles decode_latency;  // of lines that are decoded on their way in
    Fraction blocks_per_cycle;
    ByteSize sector{0};  // see Sectors
  };
  struct Owner {
    // called when a line for which this waiter waits is there
    std::function<void(std::uint64_t waiter)> arrived;
    std::function<void()> freed;  // called when a miss register becomes free
  };

  FillPath(sc_core::sc_module_name name, Simulation& simulation, machine::StatisticsGroup& statistics,
           const Parameters& parameters, Owner owner);

  bool full() const { return lines_.size() == parameters_.registers; }

  /// A line that is on its way.
  class Flight {
   public:
    explicit operator bool() const { return known_; }

   private:
    friend class FillPath;
    std::uint32_t fill_ = 0;
    bool known_ = false;
    bool there_ = false;
  };

  /// Whether the line is on its way, or arrived in this very cycle: the order of processes in a cycle must not show.
  Flight in_flight(machine::LineKey key) const;

  /// Calls visit(flight, sectors) for each request that brings any of the wanted sectors of a line, as in_flight().
  template <class Visit>
  void for_each_flight(const machine::LineSectors& wanted, Visit&& visit) const;

  /// Lets `waiter` wait for a line that is in flight. Returns false when the line arrived in this cycle and there is
  /// nothing to wait for.
  bool wait(Flight flight, std::uint64_t waiter);

  using Decoding = machine::LineDecoding;

  /// Times of a lookup: when it is made, and when the tags have been read.
  struct Lookup {
    Cycles at;
    Cycles known;
  };

  /// Takes a register, one of which must be free, for a line, and asks the next level for it when the lookup's result
  /// is known. Calls come in the order of that time.
  void request(const machine::LineSectors& wanted, Decoding decoding, std::uint64_t waiter, Lookup lookup);
  void request(machine::LineKey key, Decoding decoding, std::uint64_t waiter, Lookup lookup) {
    request(machine::LineSectors{key, sectors_.all()}, decoding, waiter, lookup);
  }

  /// Takes a register, likewise, for a line for which nobody waits.
  void request_ahead(const machine::LineSectors& wanted, Decoding decoding, Lookup lookup) {
    ask(wanted, decoding, lookup);
  }
  /// Registers that are taken, with those of lines that arrived in this very cycle.
  std::uint64_t on_way() const {
    return lines_.size() + (just_arrived_at_ == simulation_.clock.now() ? just_arrived_.size() : 0);
  }

  /// While waiters are told that a line is there: its number in the order of requests, and its path.
  std::uint64_t arriving_order() const { return arriving_order_; }
  const machine::LinePath& arriving_path() const { return arriving_path_; }

  RequestPort port;

 private:
  struct Fill {
    std::uint64_t order = 0;  // number in the order of requests
    machine::LineSectors sectors;
    std::uint32_t blocks = 0;
    std::uint32_t parts = 1;  // parts that are not there yet
    Cycles asked_at;
    machine::LinePath path;  // of the part that came last
    std::vector<std::uint64_t> waiters;
  };

  using Fills = machine::MissTable<Fill>;

  /// Name of a request: that of its first sector.
  machine::LineKey name_of(machine::LineKey line, unsigned sector) const {
    return {line.space, (line.line << sectors_.shift()) + sector};
  }
  Fill& ask(const machine::LineSectors& wanted, Decoding decoding, Lookup lookup);
  std::string describe_oldest() const;
  void answered(Payload& payload);
  void arrive();
  void finish(Fills::Register number);
  void publish_level() const;

  Simulation& simulation_;
  Parameters parameters_;
  machine::Sectors sectors_;
  Owner owner_;
  Fills lines_;  // by register, whose number is the tag of its requests
  std::uint64_t next_order_ = 0;
  std::uint64_t arriving_order_ = 0;
  machine::LinePath arriving_path_;
  machine::LineDecoder decoder_;
  Ring<std::pair<Cycles, Fills::Register>> decoding_;
  std::vector<machine::LineSectors> just_arrived_;
  Cycles just_arrived_at_;
  Wake decoded_{simulation_.agenda, wakes<&FillPath::arrive>(*this)};

  ChannelId channel_;  // for the number of registers that are taken
  Requester& progress_;
  machine::FillStatistics counts_;
};

template <class Visit>
void FillPath::for_each_flight(const machine::LineSectors& wanted, Visit&& visit) const {
  Flight flight;
  flight.known_ = true;
  for (unsigned sector = 0; sector < sectors_.count(); ++sector) {
    flight.fill_ = lines_.find(name_of(wanted.key, sector));
    if (flight.fill_ == Fills::kNone) continue;
    const machine::SectorSet sectors = lines_[flight.fill_].sectors.sectors;
    if ((sectors & wanted.sectors) != 0) visit(flight, sectors);
  }
  if (just_arrived_at_ != simulation_.clock.now()) return;
  flight.there_ = true;
  for (const machine::LineSectors& arrived : just_arrived_) {
    if (arrived.key == wanted.key && (arrived.sectors & wanted.sectors) != 0) visit(flight, arrived.sectors);
  }
}

}  // namespace texpipe::timing
