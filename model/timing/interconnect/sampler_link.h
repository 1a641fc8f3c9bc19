// Way between the interconnects of several subslices and the samplers that they share.
#pragma once

#include <deque>

#include "machine/interconnect/sampler_link_parameters.h"
#include "timing/interconnect/message_switch.h"
#include "timing/stage/block.h"

namespace texpipe::timing {

/// Subslices on one side of a link, and samplers on the other.
struct LinkedSamplers {
  std::uint32_t first_subslice = 0;  // number of the first subslice of those that send
  std::uint32_t subslices = 1;
  std::uint32_t samplers = 1;

  std::uint32_t inputs() const { return subslices * samplers; }
};

/// Each subslice has an input for each sampler, so that its interconnect has chosen: input n leads to sampler n modulo
/// the samplers. A response goes back to the input by which its message came.
class SamplerLink final : public sc_core::sc_module, public Block {
 public:
  std::deque<TaggedMessageTarget<SamplerLink>> subslices;    // by input
  std::deque<TaggedMessageInitiator<SamplerLink>> samplers;  // by sampler

  SamplerLink(sc_core::sc_module_name name, Simulation& simulation, const machine::SamplerLinkParameters& parameters,
              const LinkedSamplers& linked);

  void offer_sockets(Sockets& sockets, const std::string& path) override;

 private:
  tlm::tlm_sync_enum from_subslice(int input, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum from_sampler(int sampler, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  bool offer_request(unsigned sampler, Payload& payload);
  bool offer_response(unsigned input, Payload& payload);
  void end_request(unsigned input, Payload& payload);
  void end_response(unsigned sampler, Payload& payload);

  LinkedSamplers linked_;
  MessageSwitch requests_;
  MessageSwitch responses_;
};

}  // namespace texpipe::timing
