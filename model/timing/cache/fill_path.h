// Misses on their way: miss registers, requests to the next level, arrival, decompression.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include <systemc>

#include "timing/cache/line.h"
#include "timing/observe/simulation.h"
#include "timing/stage/issue_slot.h"
#include "timing/stage/request_port.h"

namespace texpipe::timing {

/// A line that is asked for and has not arrived occupies one miss register; footprints that want it wait there. The
/// register is free when the line is there (decoded, if that happens on the way in).
class FillPath : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(FillPath);

  struct Parameters {
    std::uint32_t registers;  // miss registers
    ByteSize line;
    Cycles decode_latency;  // of lines with an expansion
    std::uint32_t decodes_per_cycle;
  };
  struct Owner {
    std::function<void(std::uint64_t waiter)> arrived;  // a line that this waiter waits for is there
    std::function<void()> freed;                        // a miss register is free
  };

  FillPath(sc_core::sc_module_name name, Simulation& simulation, StatisticsGroup& statistics,
           const Parameters& parameters, Owner owner);

  bool full() const { return lines_.size() == parameters_.registers; }

  /// Whether the line is on its way, or arrived in this very cycle: the order of processes in a cycle must not show.
  bool in_flight(LineKey key) const;

  /// `waiter` waits for a line that is in flight. Returns false when it arrived in this cycle and there is nothing to
  /// wait for.
  bool wait(LineKey key, std::uint64_t waiter);

  /// Asks the next level for a line; needs a free register. A decoded line's bytes stand at 1/expansion of its address.
  void request(LineKey key, std::uint8_t expansion, std::uint64_t waiter);

  RequestPort port;

 private:
  struct Fill {
    std::uint64_t id = 0;
    std::uint8_t expansion = 1;
    Cycles asked_at;
    std::vector<std::uint64_t> waiters;
  };

  void answered(Payload& payload);
  void arrive();
  void finish(LineKey key);

  Simulation& simulation_;
  Parameters parameters_;
  Owner owner_;
  std::map<LineKey, Fill> lines_;
  std::map<std::uint64_t, LineKey> by_id_;
  std::uint64_t next_id_ = 0;
  IssueSlot decoder_;
  std::deque<std::pair<Cycles, LineKey>> decoding_;
  std::vector<LineKey> just_arrived_;
  Cycles just_arrived_at_;
  sc_core::sc_event decoded_;

  Requester& progress_;
  Counter& requested_;
  Counter& filled_;
  Counter& bytes_;
  Histogram& latency_;
  Histogram& occupancy_;
};

}  // namespace texpipe::timing
