// The gateway of a subslice: the threads of a work group meet at barriers.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "base/ring.h"
#include "functional/shared_function/barriers.h"
#include "machine/gateway/gateway_parameters.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/block.h"
#include "timing/stage/message_port.h"

namespace texpipe::timing {

/// Takes every message at once. Messages of a barrier are answered when the last thread of the group has sent its own,
/// one after the other in the order in which they came. Threads of frames that end count as having come.
class Gateway final : public sc_core::sc_module, public Block {
 public:
  MessagePort port;

  Gateway(sc_core::sc_module_name name, Simulation& simulation, const machine::GatewayParameters& parameters);

  void offer_sockets(Sockets& sockets, const std::string& path) override { sockets.offer(path, 0, port.socket); }

 private:
  struct Answer {
    PayloadRef payload;
    Cycles ready;
  };

  bool offered(Payload& payload);
  void thread_ended(const functional::Message& message);
  void answer(std::vector<PayloadRef> released);
  void ended();
  void advance();
  void account();

  Simulation& simulation_;
  machine::GatewayParameters parameters_;
  functional::Barriers<PayloadRef> barriers_;
  Ring<Answer> answers_;
  Cycles next_answer_;
  bool responding_ = false;
  Wake wake_{simulation_.agenda, wakes<&Gateway::advance>(*this)};

  machine::CycleAccount& cycles_;
  machine::Counter& messages_;
  machine::Counter& complete_;
  machine::Histogram& wait_;
};

}  // namespace texpipe::timing
