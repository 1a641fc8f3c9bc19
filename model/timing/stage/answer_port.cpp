#include "timing/stage/answer_port.h"

#include <utility>

namespace texpipe::timing {

AnswerPort::AnswerPort(sc_core::sc_module_name name, Simulation& simulation, Fraction bytes_per_cycle, Owner owner)
    : sc_module{name},
      simulation_{simulation},
      bytes_per_cycle_{bytes_per_cycle},
      owner_{std::move(owner)} {
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
  bus_of_->add({ready, rank, std::move(payload), this});
}

void AnswerPort::add(Answer answer) {
  answers_.push_back(std::move(answer));
  for (std::size_t i = answers_.size() - 1; i > 0 && answers_[i].before(answers_[i - 1]); --i)
    std::swap(answers_[i], answers_[i - 1]);
  if (!crossing_.payload) wake_.at(bus_.earliest(answers_.front().ready));
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

/// The response that is ready first takes the bus, when that is free.
bool AnswerPort::take_bus(Cycles now) {
  if (answers_.empty()) return false;
  const Cycles start = bus_.earliest(answers_.front().ready);
  if (start > now) {
    wake_.at(start);
    return false;
  }
  crossing_ = std::move(answers_.front());
  answers_.pop_front();
  const std::uint64_t bytes = crossing_.payload->get_data_length();
  const machine::Subcycles begin = bus_.claim(now, machine::work_at_rate(bytes, bytes_per_cycle_));
  if (account_) account_->move(bytes, begin, bus_.free_at());
  there_ = bus_.last_busy(now);
  note_place(*crossing_.payload, owner_.place, there_);
  return true;
}

}  // namespace texpipe::timing
