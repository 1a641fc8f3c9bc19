#include "timing/interconnect/sampler_link.h"

#include <string>
#include <vector>

namespace texpipe::timing {

namespace {

std::vector<std::string> input_names(const LinkedSamplers& linked) {
  std::vector<std::string> names;
  for (std::uint32_t input = 0; input < linked.inputs(); ++input) names.push_back("input" + std::to_string(input));
  return names;
}

std::vector<std::string> sampler_names(const LinkedSamplers& linked) {
  std::vector<std::string> names;
  for (std::uint32_t s = 0; s < linked.samplers; ++s)
    names.push_back("sampler" + (linked.samplers > 1 ? std::to_string(s) : ""));
  return names;
}

SwitchParameters switch_of(const machine::SamplerLinkParameters& parameters) {
  return {parameters.latency, parameters.bytes_per_cycle, parameters.slots};
}

}  // namespace

SamplerLink::SamplerLink(sc_core::sc_module_name name, Simulation& simulation,
                         const machine::SamplerLinkParameters& parameters, const LinkedSamplers& linked)
    : sc_module{name},
      linked_{linked},
      requests_{"requests",
                simulation,
                std::string{this->name()},
                "request",
                switch_of(parameters),
                input_names(linked),
                sampler_names(linked),
                {[this](unsigned sampler, Payload& payload) { return offer_request(sampler, payload); },
                 [this](unsigned input, Payload& payload) { end_request(input, payload); }}},
      responses_{"responses",
                 simulation,
                 std::string{this->name()},
                 "response",
                 switch_of(parameters),
                 sampler_names(linked),
                 input_names(linked),
                 {[this](unsigned input, Payload& payload) { return offer_response(input, payload); },
                  [this](unsigned sampler, Payload& payload) { end_response(sampler, payload); }}} {
  for (std::uint32_t input = 0; input < linked.inputs(); ++input) {
    subslices.emplace_back(("input_" + std::to_string(input)).c_str());
    subslices.back().register_nb_transport_fw(this, &SamplerLink::from_subslice, static_cast<int>(input));
  }
  for (std::uint32_t sampler = 0; sampler < linked.samplers; ++sampler) {
    samplers.emplace_back(("sampler_" + std::to_string(sampler)).c_str());
    samplers.back().register_nb_transport_bw(this, &SamplerLink::from_sampler, static_cast<int>(sampler));
  }
}

void SamplerLink::offer_sockets(Sockets& sockets, const std::string& path) {
  for (std::uint32_t input = 0; input < subslices.size(); ++input) sockets.offer(path, input, subslices.at(input));
  for (std::uint32_t sampler = 0; sampler < samplers.size(); ++sampler)
    sockets.offer(path, sampler, samplers.at(sampler));
}

tlm::tlm_sync_enum SamplerLink::from_subslice(int input, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::BEGIN_REQ) {
    const auto registers = static_cast<unsigned>(message_of(payload).message.payload.size());
    const unsigned sampler = static_cast<unsigned>(input) % linked_.samplers;
    if (!requests_.accept(static_cast<unsigned>(input), payload, sampler, registers)) return tlm::TLM_ACCEPTED;
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  responses_.delivered(static_cast<unsigned>(input));
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum SamplerLink::from_sampler(int sampler, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::END_REQ) {
    requests_.delivered(static_cast<unsigned>(sampler));
    return tlm::TLM_ACCEPTED;
  }
  const MessageExtension& message = message_of(payload);
  const auto registers = static_cast<unsigned>(message.response.registers.size());
  const unsigned input =
      (message.sender.subslice - linked_.first_subslice) * linked_.samplers + static_cast<unsigned>(sampler);
  if (!responses_.accept(static_cast<unsigned>(sampler), payload, input, registers)) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

bool SamplerLink::offer_request(unsigned sampler, Payload& payload) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  return samplers[sampler]->nb_transport_fw(payload, phase, delay) == tlm::TLM_UPDATED && phase == tlm::END_REQ;
}

bool SamplerLink::offer_response(unsigned input, Payload& payload) {
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum answer = subslices[input]->nb_transport_bw(payload, phase, delay);
  return answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && phase == tlm::END_RESP);
}

void SamplerLink::end_request(unsigned input, Payload& payload) {
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  subslices[input]->nb_transport_bw(payload, phase, delay);
}

void SamplerLink::end_response(unsigned sampler, Payload& payload) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  samplers[sampler]->nb_transport_fw(payload, phase, delay);
}

}  // namespace texpipe::timing
