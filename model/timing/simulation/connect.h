// Binding of sockets, with a probe between them when the simulation's options ask for checks or records.
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "timing/observe/protocol_checker.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

template <unsigned kWidth, class Types>
using InitiatorBase =
    tlm::tlm_base_initiator_socket<kWidth, tlm::tlm_fw_transport_if<Types>, tlm::tlm_bw_transport_if<Types>>;
/// Target socket that takes any number of initiators: one, as simple sockets do, or several, as multi-sockets do.
template <unsigned kWidth, class Types>
using TargetBase =
    tlm::tlm_base_target_socket_b<kWidth, tlm::tlm_fw_transport_if<Types>, tlm::tlm_bw_transport_if<Types>>;

/// Probe between two sockets: passes every call on unchanged, checks the protocol and publishes the phases. Takes no
/// time.
template <unsigned kWidth, class Types>
class SocketProbe final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<SocketProbe, kWidth, Types> in{"in"};
  tlm_utils::simple_initiator_socket<SocketProbe, kWidth, Types> out{"out"};

  SocketProbe(sc_core::sc_module_name name, Simulation& simulation, Protocol protocol, std::string path)
      : sc_module{name},
        simulation_{simulation},
        path_{std::move(path)},
        checker_{protocol, [this](const std::string& rule) { simulation_.protocol_violation(path_, rule); }},
        channel_{simulation.options.record_handshakes ? simulation.events.channel(EventChannelKind::kSocket, path_)
                                                      : ChannelId{}} {
    in.register_nb_transport_fw(this, &SocketProbe::forward);
    in.register_b_transport(this, &SocketProbe::blocking);
    in.register_transport_dbg(this, &SocketProbe::debug);
    out.register_nb_transport_bw(this, &SocketProbe::backward);
    if (!simulation.options.check_protocols) return;
    simulation.watchdog.add({"socket " + path_, 0, [this] { return std::uint64_t{checker_.open()}; },
                             [this] { return "waits for " + checker_.waits_for(); }, false});
  }

 private:
  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const PayloadRef kept{payload};
    passed(payload, phase, true);
    return returned(out->nb_transport_fw(payload, phase, delay), payload, phase, false);
  }

  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const PayloadRef kept{payload};
    passed(payload, phase, false);
    return returned(in->nb_transport_bw(payload, phase, delay), payload, phase, true);
  }

  void blocking(Payload& payload, sc_core::sc_time& delay) { out->b_transport(payload, delay); }
  unsigned debug(Payload& payload) { return out->transport_dbg(payload); }

  void passed(const Payload& payload, const tlm::tlm_phase& phase, bool from_initiator) {
    if (simulation_.options.check_protocols) checker_.phase(payload, phase, from_initiator);
    if (simulation_.options.record_handshakes) record(phase);
  }

  tlm::tlm_sync_enum returned(tlm::tlm_sync_enum status, const Payload& payload, const tlm::tlm_phase& phase,
                              bool from_initiator) {
    if (status == tlm::TLM_UPDATED) passed(payload, phase, from_initiator);
    if (status == tlm::TLM_COMPLETED && phase != tlm::END_RESP) {
      if (simulation_.options.check_protocols) checker_.completed(payload);
      if (simulation_.options.record_handshakes) {
        // An early completion of a request stands for all phases that would have followed.
        if (phase == tlm::BEGIN_REQ) record(tlm::END_REQ), record(tlm::BEGIN_RESP);
        record(tlm::END_RESP);
      }
    }
    return status;
  }

  void record(const tlm::tlm_phase& phase) {
    const auto kind = phase == tlm::BEGIN_REQ    ? Handshake::kBeginRequest
                      : phase == tlm::END_REQ    ? Handshake::kEndRequest
                      : phase == tlm::BEGIN_RESP ? Handshake::kBeginResponse
                                                 : Handshake::kEndResponse;
    simulation_.events.publish(HandshakeEvent{channel_, simulation_.clock.now(), kind});
  }

  Simulation& simulation_;
  std::string path_;
  ProtocolChecker checker_;
  ChannelId channel_;
};

/// Binds an initiator to a target of the same protocol. All bindings of a machine go through here.
template <unsigned kWidth, class Types>
void connect(Simulation& simulation, InitiatorBase<kWidth, Types>& initiator, TargetBase<kWidth, Types>& target) {
  if (!simulation.options.check_protocols && !simulation.options.record_handshakes) {
    initiator.bind(target);
    return;
  }
  constexpr Protocol kProtocol = std::is_same_v<Types, MessageProtocol>     ? Protocol::kMessage
                                 : std::is_same_v<Types, FootprintProtocol> ? Protocol::kFootprint
                                                                            : Protocol::kMemory;
  const std::string path = target.get_base_export().name();
  auto probe =
      std::make_unique<SocketProbe<kWidth, Types>>(sc_core::sc_gen_unique_name("probe"), simulation, kProtocol, path);
  initiator.bind(probe->in);
  probe->out.bind(target);
  simulation.keep(std::move(probe));
}

}  // namespace texpipe::timing
