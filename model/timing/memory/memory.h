// Memory behind a plain TLM-2.0 base-protocol socket: latency, bandwidth, banks with open rows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include <systemc>

#include "functional/memory/gpu_memory.h"
#include "machine/memory/bank_mapping.h"
#include "machine/memory/memory_costs.h"
#include "machine/memory/memory_parameters.h"
#include "machine/memory/memory_statistics.h"
#include "machine/statistics/issue_slot.h"
#include "timing/memory/memory_block.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/answer_port.h"

namespace texpipe::timing {

/// First come, first served per bank; the data bus serves in the order in which banks have data. Owns no byte: lines
/// carry none inside the machine, and debug transport goes to the GPU memory.
class Memory final : public sc_core::sc_module, public MemoryBlock {
 public:
  Memory(sc_core::sc_module_name name, Simulation& simulation, const machine::MemoryParameters& parameters,
         functional::GpuMemory& memory);

  Socket& socket() override { return port_.socket; }
  bool keeps_bytes() const override { return false; }

 private:
  struct Access {
    Cycles ready;         // data at the bank
    std::uint64_t order;  // of arrival
    PayloadRef payload;
    Cycles taken;
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
  void account();
  unsigned debug(Payload& payload);
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  machine::MemoryParameters parameters_;
  functional::GpuMemory& memory_;
  AnswerPort port_;
  Cycles latency_;
  Cycles row_miss_;
  Cycles bank_cycle_;
  machine::BankMapping mapping_;
  std::vector<Bank> banks_;
  std::priority_queue<Access, std::vector<Access>, std::greater<>> accesses_;
  std::uint64_t order_ = 0;
  machine::IssueSlot bus_;
  Wake wake_{simulation_.agenda, wakes<&Memory::deliver>(*this)};

  machine::StatisticsGroup& statistics_;
  machine::MemoryStatistics counts_;
  machine::CycleAccount& cycles_;
  machine::Counter& reads_;
  machine::Counter& writes_;
  machine::Counter& bytes_;
  machine::Counter& row_hits_;
  machine::Counter& row_misses_;
  machine::Histogram& occupancy_;
};

}  // namespace texpipe::timing
