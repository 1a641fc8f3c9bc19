// Adapter that lets a memory with blocking calls alone stand behind the non-blocking memory protocol.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <systemc>

#include "timing/simulation/simulation.h"
#include "timing/stage/answer_port.h"

namespace texpipe::timing {

/// Each of `outstanding` threads calls b_transport for one request after the other and waits the time that the memory
/// says. With one thread answers come in order; with more, a request overtakes another that takes longer. No other
/// block has threads, so only a machine that asks for this adapter has any.
class BlockingMemoryAdapter : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(BlockingMemoryAdapter);

  MemoryInitiator<BlockingMemoryAdapter> memory{"memory"};

  /// @param queue        requests that wait or are served, at least 1
  /// @param outstanding  calls of b_transport at once, at least 1; more than the queue holds change nothing. The memory
  ///                     must take a call while others wait in it (TLM-2.0 demands that)
  BlockingMemoryAdapter(sc_core::sc_module_name name, Simulation& simulation, std::uint32_t queue,
                        std::uint32_t outstanding = 1);

  MemoryTarget<AnswerPort>& socket() { return port_.socket; }

 private:
  bool offered(Payload& payload);
  void serve_all();
  void serve(const PayloadRef& payload);
  bool full() const { return waiting_.size() + served_.size() == capacity_; }
  std::string oldest() const;

  Simulation& simulation_;
  std::uint32_t capacity_;
  AnswerPort port_;
  std::deque<PayloadRef> waiting_;  // requests that wait for a thread
  std::vector<PayloadRef> served_;  // in the order in which their calls began
  sc_core::sc_event work_;
};

}  // namespace texpipe::timing
