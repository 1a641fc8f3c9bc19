// Ports of a memory that several blocks ask, before the one socket that it has.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include <systemc>

#include "machine/memory/memory_ports.h"
#include "timing/memory/memory_block.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/answer_port.h"
#include "timing/stage/request_port.h"

namespace texpipe::timing {

/// Which request goes to memory when, machine::MemoryPorts decides; answers pass without time. It serves the model's
/// memory and any other.
class JoinedPorts final : public sc_core::sc_module {
 public:
  JoinedPorts(sc_core::sc_module_name name, Simulation& simulation, std::uint32_t requesters, MemoryBlock& memory);

  void offer_sockets(Sockets& sockets, const std::string& path);

  MemoryTarget<AnswerPort>& requester(std::uint32_t index) { return ports_[index]->socket; }
  /// Socket for requests to memory, whose debug transport reaches its bytes.
  MemoryInitiator<RequestPort>& to_memory() { return memory_port_.socket; }

 private:
  bool offered(std::uint32_t requester, Payload& payload);
  unsigned debug(Payload& payload) { return memory_port_.socket->transport_dbg(payload); }
  void answered(Payload& payload);
  void step();

  Simulation& simulation_;
  RequestPort memory_port_;
  machine::MemoryPorts<PayloadRef> requests_;
  std::vector<std::unique_ptr<AnswerPort>> ports_;              // by requester
  std::unordered_map<const Payload*, std::uint32_t> asked_by_;  // of requests that memory has, or is to take next
  bool stepping_ = false;
  Wake wake_{simulation_.agenda, wakes<&JoinedPorts::step>(*this)};
};

}  // namespace texpipe::timing
