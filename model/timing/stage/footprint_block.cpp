#include "timing/stage/footprint_block.h"

#include <utility>

namespace texpipe::timing {

FootprintBlock::FootprintBlock(sc_core::sc_module_name name, Simulation& simulation)
    : sc_module{name}, simulation_{simulation} {
  in.register_nb_transport_fw(this, &FootprintBlock::transport_forward);
  out.register_nb_transport_bw(this, &FootprintBlock::transport_backward);
}

void FootprintBlock::start_of_simulation() {
  const auto* target = dynamic_cast<FootprintTarget<FootprintBlock>*>(out.operator->());
  if (target == nullptr) return;
  next_ = target->module();
  next_->previous_ = this;
}

tlm::tlm_sync_enum FootprintBlock::transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (offered(payload)) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  waiting_ = &payload;
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum FootprintBlock::transport_backward(Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  taken();
  return tlm::TLM_ACCEPTED;
}

void FootprintBlock::take_waiting() {
  Payload& payload = *std::exchange(waiting_, nullptr);
  if (previous_ != nullptr) return previous_->taken();
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  in->nb_transport_bw(payload, phase, delay);
}

bool FootprintBlock::offer(Payload& footprint) {
  if (next_ != nullptr) {
    if (next_->offered(footprint)) return true;
    next_->waiting_ = &footprint;
    return false;
  }
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  return out->nb_transport_fw(footprint, phase, delay) == tlm::TLM_UPDATED;
}

}  // namespace texpipe::timing
