#include "timing/stage/message_port.h"

#include <utility>

namespace texpipe::timing {

MessagePort::MessagePort(sc_core::sc_module_name name, Owner owner) : sc_module{name}, owner_{std::move(owner)} {
  socket.register_nb_transport_fw(this, &MessagePort::transport_forward);
}

tlm::tlm_sync_enum MessagePort::transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::END_RESP) {
    owner_.ended();
    return tlm::TLM_COMPLETED;
  }
  if (owner_.offered(payload)) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  waiting_ = &payload;
  return tlm::TLM_ACCEPTED;
}

void MessagePort::take_waiting() {
  Payload& payload = *std::exchange(waiting_, nullptr);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket->nb_transport_bw(payload, phase, delay);
}

bool MessagePort::respond(Payload& payload) {
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
  return status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
}

}  // namespace texpipe::timing
