// The data port of a subslice: messages to memory, gathered into lines.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "machine/data_port/data_port_parameters.h"
#include "machine/data_port/line_coalescer.h"
#include "timing/observe/simulation.h"

namespace texpipe::timing {

/// Values take effect when a message is taken; its lines carry the bytes. A message is answered when its last line is
/// acknowledged.
class DataPort final : public sc_core::sc_module {
 public:
  MessageTarget<DataPort> messages;
  MemoryInitiator<DataPort> memory;

  /// @param l3_line  bytes of a line of L3; a write that would cross such lines goes out as several
  DataPort(sc_core::sc_module_name name, Simulation& simulation, const machine::DataPortParameters& parameters,
           functional::GpuMemory& bytes, ByteSize l3_line);

 private:
  struct Entry {
    PayloadRef payload;
    std::uint32_t unsent = 0;          // lines not yet sent
    std::uint32_t unacknowledged = 0;  // lines not yet answered, sent or not
    Cycles done_at;                    // when unacknowledged became 0
    machine::RelaxedTimes times;       // to its first line; the sender may still look at the message's own
  };
  using Entries = std::list<Entry>;
  struct PendingLine {
    Entries::iterator entry;
    machine::LineWrite write;
    Cycles ready;
  };
  struct SentLine {
    PayloadRef payload;
    Entries::iterator entry;
  };

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void take(Payload& payload, Cycles now);
  void send_lines();
  PayloadRef line_payload(const machine::LineWrite& write);
  void request_taken();
  void acknowledged(Payload& payload);
  void answer();
  void answered(Cycles now);
  void account(Cycles now);

  Simulation& simulation_;
  machine::DataPortParameters parameters_;
  functional::GpuMemory& bytes_;
  ByteSize line_;
  machine::CycleAccount& cycles_;
  machine::Counter& message_counter_;
  machine::Counter& line_counter_;
  machine::Counter& byte_counter_;

  Entries entries_;             // in order of acceptance
  Payload* waiting_ = nullptr;  // offered while no slot was free
  std::deque<PendingLine> lines_;
  std::vector<SentLine> sent_;
  bool request_pending_ = false;  // L3 has not taken the last line
  Cycles next_line_;
  machine::SlotTimes slot_times_;
  machine::SlotTimes line_times_;  // of lines that are outstanding
  machine::RelaxedTimes line_free_;
  bool answering_ = false;  // a response waits for END_RESP
  Entries::iterator answered_entry_;
  Wake line_wake_{simulation_.agenda, wakes<&DataPort::send_lines>(*this)};
  Wake answer_wake_{simulation_.agenda, wakes<&DataPort::answer>(*this)};
};

}  // namespace texpipe::timing
