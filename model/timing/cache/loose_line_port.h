// Entrance of the loosely timed L3 for a data port: plain TLM-2.0 outside, the machine's recurrence inside.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "base/ring.h"
#include "functional/memory/gpu_memory.h"
#include "timing/protocol/memory_protocol.h"
#include "timing/recurrence/recurrence_driver.h"

namespace texpipe::timing {

class LooseLinePort final : public sc_core::sc_module, private RecurrencePort, private machine::LineClient {
 public:
  MemoryTarget<LooseLinePort> socket{"socket"};

  /// @param index   number of the data port's subslice, as in machine::subslices_of
  /// @param memory  debug transport reads and writes its bytes
  LooseLinePort(sc_core::sc_module_name name, Simulation& simulation, RecurrenceDriver& driver, std::size_t index,
                functional::GpuMemory& memory);

 private:
  struct Answer {
    std::uint64_t tag = 0;
    Cycles at;
  };

  tlm::tlm_sync_enum transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned transport_debug(Payload& payload);
  bool offer(Payload& payload, Cycles now);
  std::uint64_t hold(Payload& payload);
  void answered(std::uint64_t tag, Cycles at, const machine::LinePath& path) override {
    answers_.push_back({tag, at});
    if (auto* buffer = held_[tag]->get_extension<MemoryBuffer>()) buffer->path.add(path);
  }
  void room(Cycles now) override;
  void act() override;
  Cycles due() const override;

  Simulation& simulation_;
  RecurrenceDriver& driver_;
  std::size_t index_;
  functional::GpuMemory& memory_;
  std::vector<PayloadRef> held_;     // by tag: requests until they are answered
  std::vector<std::uint64_t> free_;  // unused tags
  PayloadRef refused_;               // request that L3 has not taken yet
  PayloadRef taken_;                 // request that L3 took later, whose END_REQ is to follow
  Ring<Answer> answers_;
};

}  // namespace texpipe::timing
