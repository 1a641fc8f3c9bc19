// The data port of a subslice: messages to memory, gathered into lines.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ring.h"
#include "functional/memory/gpu_memory.h"
#include "machine/cache/line_waits.h"
#include "machine/data_port/data_port_parameters.h"
#include "machine/data_port/line_coalescer.h"
#include "machine/data_port/local_memory.h"
#include "machine/statistics/issue_slot.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/block.h"

namespace texpipe::timing {

/// Values take effect when a message is taken; lines that are written carry the bytes. A message is answered when its
/// last line is there or acknowledged; one to shared local memory when the banks have moved everything that it names.
class DataPort final : public sc_core::sc_module, public Block {
 public:
  MessageTarget<DataPort> messages;
  MemoryInitiator<DataPort> memory;

  /// @param l3_line  bytes of a line of L3; an access that would cross such lines goes out as several
  DataPort(sc_core::sc_module_name name, Simulation& simulation, const machine::DataPortParameters& parameters,
           functional::GpuMemory& bytes, ByteSize l3_line);

  void offer_sockets(Sockets& sockets, const std::string& path) override {
    sockets.offer(path, 0, messages);
    sockets.offer(path, 0, memory);
  }

 private:
  /// A message that was taken. Its entry is used again by later ones.
  struct Entry {
    PayloadRef payload;                // null: the entry is unused
    std::uint64_t number = 0;          // in order of acceptance
    std::uint32_t unsent = 0;          // lines not yet sent
    std::uint32_t unacknowledged = 0;  // lines not yet answered, sent or not
    bool local = false;                // goes to shared local memory
    Cycles sent_at;                    // when its last line was sent
    ByteAddress last_line;             // line whose answer came last
    Cycles after_lines;                // cycles that the port needs after the last line's answer
    Cycles done_at;                    // when unacknowledged became 0 and after_lines were over
  };
  struct PendingLine {
    std::uint32_t entry = 0;  // index of its entry
    machine::LineAccess access;
    MemoryCommand command = MemoryCommand::kWrite;
    Cycles ready;
    bool first = false;  // the first line of a message's reads
  };
  struct SentLine {
    PayloadRef payload;
    std::uint32_t entry = 0;
    Cycles at;
  };

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  std::size_t held() const { return entries_.size() - free_entries_.size(); }
  const Entry& oldest() const;
  std::uint32_t place_of_new_entry();
  void take(Payload& payload, Cycles now);
  void add_lines(std::uint32_t place, MemoryCommand command, Cycles ready);
  void use_banks(Entry& entry, Cycles ready);
  void send_lines();
  PayloadRef line_payload(const PendingLine& line);
  void request_taken();
  std::vector<SentLine>::iterator oldest_read();
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
  machine::Counter& read_line_counter_;
  machine::Counter& read_byte_counter_;
  machine::Counter& local_counter_;
  machine::Counter& bank_counter_;
  machine::CycleAccount& bank_cycles_;
  machine::LineWaits line_waits_;

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_entries_;
  std::uint64_t taken_ = 0;                          // messages so far
  Payload* waiting_ = nullptr;                       // message that is offered while no slot is free
  functional::DataPortOutcome outcome_;              // of the message that is being taken
  std::vector<machine::LineAccess> accessed_lines_;  // lines of the message that is being taken
  Ring<PendingLine> lines_;
  std::vector<SentLine> sent_;    // lines without an answer, the oldest first
  Cycles oldest_since_;           // when the oldest of them that is read became the oldest
  bool request_pending_ = false;  // L3 has not taken the last line
  Cycles next_line_;
  machine::IssueSlot read_slot_;  // taken by messages that read, at their first lines
  machine::Subcycles read_interval_;
  Cycles banks_free_at_;
  bool answering_ = false;  // a response waits for END_RESP
  std::uint32_t answered_entry_ = 0;
  Wake line_wake_{simulation_.agenda, wakes<&DataPort::send_lines>(*this)};
  Wake answer_wake_{simulation_.agenda, wakes<&DataPort::answer>(*this)};
};

}  // namespace texpipe::timing
