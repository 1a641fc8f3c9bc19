// Memory behind a plain TLM-2.0 base-protocol socket: latency, bandwidth, banks with open rows.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include <systemc>

#include "base/parameter.h"
#include "functional/memory/gpu_memory.h"
#include "timing/observe/simulation.h"
#include "timing/stage/answer_port.h"
#include "timing/stage/issue_slot.h"

namespace texpipe::timing {

struct MemoryParameters {
  TimeSpan latency{120'000};
  Bandwidth bandwidth{34'100'000'000};
  std::uint32_t banks = 16;
  ByteSize row{2048};
  TimeSpan row_miss{30'000};
  TimeSpan bank_cycle{5'000};
  std::uint32_t queue = 64;

  template <class Visitor>
  void describe(Visitor& v) {
    v("latency", latency, {.help = "request taken to data on the bus, row open", .source = kAssumed});
    v("bandwidth", bandwidth,
      {.range = {{Bandwidth{1'000'000}, Bandwidth{std::uint64_t{1} << 44}}},
       .help = "of the data bus",
       .source = {"two channels DDR4-2133: 34.1 GB/s"}});
    v("banks", banks,
      {.range = {{1, 1024}}, .power_of_two = true, .help = "banks, each with one open row", .source = kAssumed});
    v("row", row,
      {.range = {{ByteSize{64}, ByteSize{1 << 20}}},
       .power_of_two = true,
       .help = "bytes of a row",
       .source = kAssumed});
    v("row_miss", row_miss, {.help = "more latency when another row is open", .source = kAssumed});
    v("bank_cycle", bank_cycle, {.help = "time between two requests of a bank", .source = kAssumed});
    v("queue", queue, {.range = {{1, 65536}}, .help = "requests taken and not answered", .source = kAssumed});
  }
};

/// First come, first served per bank; the data bus serves in the order in which banks have data. Owns no byte: reads
/// carry those of the GPU memory, which has the written ones already.
class Memory : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Memory);

  Memory(sc_core::sc_module_name name, Simulation& simulation, const MemoryParameters& parameters,
         functional::GpuMemory& memory);

  MemoryTarget<AnswerPort>& socket() { return port_.socket; }

 private:
  struct Access {
    Cycles ready;         // data at the bank
    std::uint64_t order;  // of arrival
    PayloadRef payload;
    bool operator>(const Access& other) const { return std::tie(ready, order) > std::tie(other.ready, other.order); }
  };
  struct Bank {
    bool open = false;
    std::uint64_t row = 0;
    Cycles free;
  };

  bool offered(Payload& payload);
  void push(Payload& payload);
  void deliver();
  unsigned debug(Payload& payload);
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  MemoryParameters parameters_;
  functional::GpuMemory& memory_;
  AnswerPort port_;
  Cycles latency_;
  Cycles row_miss_;
  Cycles bank_cycle_;
  std::vector<Bank> banks_;
  std::priority_queue<Access, std::vector<Access>, std::greater<>> accesses_;
  std::uint64_t order_ = 0;
  IssueSlot bus_;
  sc_core::sc_event wake_;

  StatisticsGroup& statistics_;
  Counter& reads_;
  Counter& writes_;
  Counter& bytes_;
  Counter& row_hits_;
  Counter& row_misses_;
  Histogram& occupancy_;
};

}  // namespace texpipe::timing
