// The interconnect of a subslice: EUs on one side, shared functions, found by SFID, on the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "functional/message/sampler_request.h"
#include "machine/interconnect/interconnect_parameters.h"
#include "timing/interconnect/message_switch.h"
#include "timing/stage/block.h"

namespace texpipe::timing {

/// A shared function's port and the SFIDs that lead to it. Where several ports have an SFID, they are samplers, of
/// which each message goes to one.
struct SharedFunctionPort {
  std::string name;
  std::vector<std::uint8_t> shared_functions;

  bool is_sampler() const {
    return std::find(shared_functions.begin(), shared_functions.end(), functional::kSamplerSfid) !=
           shared_functions.end();
  }
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

  /// Several samplers, by port. One sampler is a shared function as any other.
  struct Samplers {
    std::vector<std::uint8_t> ports;
    machine::SamplerChoice choice = machine::SamplerChoice::kEu;
    std::vector<std::uint32_t> turns;  // by EU: messages that it sent to samplers
  };

  tlm::tlm_sync_enum from_eu(int eu, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum from_shared_function(int port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned port_of(const MessageExtension& message);
  unsigned sampler_of(const MessageExtension& message);
  bool offer_request(unsigned port, Payload& payload);
  bool offer_response(unsigned eu, Payload& payload);
  void end_request(unsigned eu, Payload& payload);
  void end_response(unsigned port, Payload& payload);

  std::array<std::uint8_t, 16> port_by_shared_function_{};
  Samplers samplers_;
  MessageSwitch requests_;
  MessageSwitch responses_;
};

}  // namespace texpipe::timing
