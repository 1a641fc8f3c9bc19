// The interconnect of a subslice: EUs on one side, shared functions, found by SFID, on the other.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "machine/interconnect/interconnect_parameters.h"
#include "timing/interconnect/message_switch.h"
#include "timing/stage/block.h"

namespace texpipe::timing {

/// A shared function's port and the SFIDs that lead to it.
struct SharedFunctionPort {
  std::string name;
  std::vector<std::uint8_t> shared_functions;
};

class Interconnect final : public sc_core::sc_module, public Block {
 public:
  std::deque<TaggedMessageTarget<Interconnect>> eus;                  // by EU of the subslice
  std::deque<TaggedMessageInitiator<Interconnect>> shared_functions;  // by port

  Interconnect(sc_core::sc_module_name name, Simulation& simulation, const machine::InterconnectParameters& parameters,
               unsigned eu_count, const std::vector<SharedFunctionPort>& ports);

  void offer_sockets(Sockets& sockets, const std::string& path) override;

 private:
  static constexpr std::uint8_t kNoPort = 0xFF;

  tlm::tlm_sync_enum from_eu(int eu, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum from_shared_function(int port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned port_of(const MessageExtension& message) const;
  bool offer_request(unsigned port, Payload& payload);
  bool offer_response(unsigned eu, Payload& payload);
  void end_request(unsigned eu, Payload& payload);
  void end_response(unsigned port, Payload& payload);

  std::array<std::uint8_t, 16> port_by_shared_function_{};
  MessageSwitch requests_;
  MessageSwitch responses_;
};

}  // namespace texpipe::timing
