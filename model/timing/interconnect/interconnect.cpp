#include "timing/interconnect/interconnect.h"

#include "base/diagnostic.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::timing {

namespace {

constexpr std::uint32_t kSurfaceBits = 0xFF;  // of a message descriptor: index in the binding table

std::vector<std::string> eu_names(unsigned count) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i) names.push_back("eu" + std::to_string(i));
  return names;
}

std::vector<std::string> port_names(const std::vector<SharedFunctionPort>& ports) {
  std::vector<std::string> names;
  for (const SharedFunctionPort& port : ports) names.push_back(port.name);
  return names;
}

}  // namespace

Interconnect::Interconnect(sc_core::sc_module_name name, Simulation& simulation,
                           const machine::InterconnectParameters& parameters, unsigned eu_count,
                           const std::vector<SharedFunctionPort>& ports)
    : sc_module{name},
      requests_{"requests",
                simulation,
                std::string{this->name()},
                "request",
                {parameters.request_latency, parameters.request_bytes_per_cycle, parameters.request_slots},
                eu_names(eu_count),
                port_names(ports),
                {[this](unsigned port, Payload& payload) { return offer_request(port, payload); },
                 [this](unsigned eu, Payload& payload) { end_request(eu, payload); }}},
      responses_{"responses",
                 simulation,
                 std::string{this->name()},
                 "response",
                 {parameters.response_latency, parameters.response_bytes_per_cycle, parameters.response_slots},
                 port_names(ports),
                 eu_names(eu_count),
                 {[this](unsigned eu, Payload& payload) { return offer_response(eu, payload); },
                  [this](unsigned port, Payload& payload) { end_response(port, payload); }}} {
  for (unsigned eu = 0; eu < eu_count; ++eu) {
    eus.emplace_back(("eu_" + std::to_string(eu)).c_str());
    eus.back().register_nb_transport_fw(this, &Interconnect::from_eu, static_cast<int>(eu));
  }
  port_by_shared_function_.fill(kNoPort);
  samplers_.choice = parameters.sampler_choice;
  samplers_.turns.resize(eu_count);
  for (std::size_t port = 0; port < ports.size(); ++port) {
    shared_functions.emplace_back(ports[port].name.c_str());
    shared_functions.back().register_nb_transport_bw(this, &Interconnect::from_shared_function, static_cast<int>(port));
    for (const std::uint8_t id : ports[port].shared_functions)
      port_by_shared_function_.at(id) = static_cast<std::uint8_t>(port);
    if (ports[port].is_sampler()) samplers_.ports.push_back(static_cast<std::uint8_t>(port));
  }
}

void Interconnect::offer_sockets(Sockets& sockets, const std::string& path) {
  for (std::uint32_t eu = 0; eu < eus.size(); ++eu) sockets.offer(path, eu, eus.at(eu));
  for (std::uint32_t port = 0; port < shared_functions.size(); ++port)
    sockets.offer(path, port, shared_functions.at(port));
}

unsigned Interconnect::port_of(const MessageExtension& message) {
  const std::uint8_t id = message.message.shared_function;
  if (id >= port_by_shared_function_.size() || port_by_shared_function_[id] == kNoPort) {
    unsupported("a message to " + std::string{texpipe::name_of(static_cast<gen9::SharedFunction>(id))} +
                " (shared function " + std::to_string(id) + ")");
  }
  const std::uint8_t port = port_by_shared_function_[id];
  return samplers_.ports.size() > 1 && port == samplers_.ports.back() ? sampler_of(message) : port;
}

/// Port of the sampler that takes a message, of several.
unsigned Interconnect::sampler_of(const MessageExtension& message) {
  const ThreadIndex& sender = message.sender;
  std::uint32_t number = sender.eu;
  switch (samplers_.choice) {
    case machine::SamplerChoice::kEu:
      break;
    case machine::SamplerChoice::kThread:
      number += sender.thread;
      break;
    case machine::SamplerChoice::kSurface:
      number = message.message.descriptor & kSurfaceBits;
      break;
    case machine::SamplerChoice::kTurn:
      number += samplers_.turns[sender.eu]++;
      break;
  }
  return samplers_.ports[number % samplers_.ports.size()];
}

tlm::tlm_sync_enum Interconnect::from_eu(int eu, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::BEGIN_REQ) {
    const MessageExtension& message = message_of(payload);
    const auto registers = static_cast<unsigned>(message.message.payload.size());
    if (!requests_.accept(static_cast<unsigned>(eu), payload, port_of(message), registers)) return tlm::TLM_ACCEPTED;
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  responses_.delivered(static_cast<unsigned>(eu));
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum Interconnect::from_shared_function(int port, Payload& payload, tlm::tlm_phase& phase,
                                                      sc_core::sc_time&) {
  if (phase == tlm::END_REQ) {
    requests_.delivered(static_cast<unsigned>(port));
    return tlm::TLM_ACCEPTED;
  }
  const MessageExtension& message = message_of(payload);
  const auto registers = static_cast<unsigned>(message.response.registers.size());
  if (!responses_.accept(static_cast<unsigned>(port), payload, message.sender.eu, registers)) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

bool Interconnect::offer_request(unsigned port, Payload& payload) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  return shared_functions[port]->nb_transport_fw(payload, phase, delay) == tlm::TLM_UPDATED && phase == tlm::END_REQ;
}

bool Interconnect::offer_response(unsigned eu, Payload& payload) {
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum answer = eus[eu]->nb_transport_bw(payload, phase, delay);
  return answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && phase == tlm::END_RESP);
}

void Interconnect::end_request(unsigned eu, Payload& payload) {
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  eus[eu]->nb_transport_bw(payload, phase, delay);
}

void Interconnect::end_response(unsigned port, Payload& payload) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  shared_functions[port]->nb_transport_fw(payload, phase, delay);
}

}  // namespace texpipe::timing
