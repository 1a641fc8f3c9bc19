// Memory behind a plain TLM-2.0 base-protocol socket: latency, bandwidth, banks with open rows.
#pragma once

#include <systemc>

#include "functional/memory/gpu_memory.h"
#include "machine/cache/warm_memory.h"
#include "machine/memory/memory_banks.h"
#include "machine/memory/memory_parameters.h"
#include "machine/memory/memory_statistics.h"
#include "timing/memory/memory_block.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/answer_port.h"

namespace texpipe::timing {

/// Which bank serves a request when, MemoryBanks decides. The module owns no byte: lines carry none inside the machine,
/// and debug transport goes to the GPU memory.
class Memory final : public sc_core::sc_module, public MemoryBlock, public machine::WarmMemory {
 public:
  Memory(sc_core::sc_module_name name, Simulation& simulation, const machine::MemoryParameters& parameters,
         functional::GpuMemory& memory);

  Socket& socket() override { return port_.socket; }
  bool keeps_bytes() const override { return false; }
  void open_row(ByteAddress address) override { banks_.open_row(address); }

 private:
  bool offered(Payload& payload);
  void push(Payload& payload);
  void deliver();
  void account();
  void enter(machine::BusCycle state);
  unsigned debug(Payload& payload);
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  std::uint32_t queue_;  // most requests that it holds
  functional::GpuMemory& memory_;
  AnswerPort port_;
  machine::MemoryStatistics counts_;
  machine::MemoryBanks<PayloadRef> banks_;
  Wake wake_{simulation_.agenda, wakes<&Memory::deliver>(*this)};
};

}  // namespace texpipe::timing
