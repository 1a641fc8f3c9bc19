#include "timing/stage/answer_port.h"

#include <utility>

namespace texpipe::timing {

AnswerPort::AnswerPort(sc_core::sc_module_name name, Simulation& simulation, Fraction bytes_per_cycle, Owner owner)
    : sc_module{name}, simulation_{simulation}, work_of_{bytes_per_cycle}, owner_{std::move(owner)} {
  socket.register_nb_transport_fw(this, &AnswerPort::transport_forward);
  socket.register_transport_dbg(this, &AnswerPort::transport_debug);
}

tlm::tlm_sync_enum AnswerPort::transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::END_RESP) {
    bus_of_->ended();
    return tlm::TLM_COMPLETED;
  }
  if (owner_.offered(payload)) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  waiting_ = &payload;
  return tlm::TLM_ACCEPTED;
}

unsigned AnswerPort::transport_debug(Payload& payload) {
  return owner_.debug(payload);
}

void AnswerPort::take_waiting() {
  Payload& payload = *std::exchange(waiting_, nullptr);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket->nb_transport_bw(payload, phase, delay);
}

void AnswerPort::ended() {
  offered_ = false;
  crossing_.payload = PayloadRef{};
  pump();
}

void AnswerPort::answer(PayloadRef payload, Cycles ready, std::uint32_t rank) {
  bus_of_->add({std::move(payload), this}, ready, rank);
}

void AnswerPort::add(Answer answer, Cycles ready, std::uint32_t rank) {
  answers_.add(std::move(answer), ready, rank);
  if (!crossing_.payload) wake_.at(answers_.start());
}

void AnswerPort::pump() {
  const Cycles now = simulation_.clock.now();
  while (!offered_) {
    if (!crossing_.payload && !take_bus(now)) return;
    if (there_ > now) return wake_.at(there_);
    offered_ = true;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status = crossing_.through->socket->nb_transport_bw(*crossing_.payload, phase, delay);
    const bool ended = status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
    if (!ended) return;
    offered_ = false;
    crossing_.payload = PayloadRef{};
  }
}

/// Puts the response that is ready first on the bus, when that is free. Returns whether it did.
bool AnswerPort::take_bus(Cycles now) {
  if (answers_.empty()) return false;
  if (answers_.start() > now) {
    wake_.at(answers_.start());
    return false;
  }
  const std::uint64_t bytes = answers_.front().payload->get_data_length();
  auto next = answers_.take(now, work_of_(bytes));
  crossing_ = std::move(next.answer);
  if (account_) account_->move(bytes, next.from, next.until);
  there_ = next.there;
  note_place(*crossing_.payload, owner_.place, there_);
  return true;
}

}  // namespace texpipe::timing
