// Lets a memory that only blocks stand behind the non-blocking memory protocol.
#pragma once

#include <cstdint>
#include <deque>

#include <systemc>

#include "timing/observe/simulation.h"
#include "timing/stage/answer_port.h"

namespace texpipe::timing {

/// One thread calls b_transport for one request after the other and waits the time that the memory says; answers in
/// order. The only thread of a machine, and only of a machine that asks for it.
class BlockingMemoryAdapter : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(BlockingMemoryAdapter);

  MemoryInitiator<BlockingMemoryAdapter> memory{"memory"};

  /// @param queue  requests that wait, at least 1
  BlockingMemoryAdapter(sc_core::sc_module_name name, Simulation& simulation, std::uint32_t queue);

  MemoryTarget<AnswerPort>& socket() { return port_.socket; }

 private:
  bool offered(Payload& payload);
  void serve();

  Simulation& simulation_;
  std::uint32_t capacity_;
  AnswerPort port_;
  std::deque<PayloadRef> queue_;  // the head is being served
  sc_core::sc_event work_;
};

}  // namespace texpipe::timing
