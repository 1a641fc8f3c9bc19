#include "timing/cache/loose_line_port.h"

#include <algorithm>
#include <utility>

#include "timing/protocol/debug_access.h"

namespace texpipe::timing {
LooseLinePort::LooseLinePort(sc_core::sc_module_name name, Simulation& simulation, RecurrenceDriver& driver,
                             std::size_t index, functional::GpuMemory& memory)
    : sc_module{name}, simulation_{simulation}, driver_{driver}, index_{index}, memory_{memory} {
  socket.register_nb_transport_fw(this, &LooseLinePort::transport_forward);
  socket.register_transport_dbg(this, &LooseLinePort::transport_debug);
  driver.add(*this);
  driver.machine().bind_data_port(index, *this);
}

tlm::tlm_sync_enum LooseLinePort::transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
  driver_.advance();
  const bool taken = offer(payload, simulation_.clock.now());
  if (!taken) refused_ = PayloadRef{payload};
  driver_.schedule();
  if (!taken) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

bool LooseLinePort::offer(Payload& payload, Cycles now) {
  const std::uint64_t tag = hold(payload);
  const machine::LineRequest request{ByteAddress{payload.get_address()}, payload.get_data_length(), payload.is_write(),
                                     tag};
  if (driver_.machine().offer(index_, request, now)) return true;
  held_[tag] = PayloadRef{};
  free_.push_back(tag);
  return false;
}

std::uint64_t LooseLinePort::hold(Payload& payload) {
  if (free_.empty()) {
    free_.push_back(held_.size());
    held_.emplace_back();
  }
  const std::uint64_t tag = free_.back();
  free_.pop_back();
  held_[tag] = PayloadRef{payload};
  return tag;
}

void LooseLinePort::room(Cycles now) {
  taken_ = std::exchange(refused_, PayloadRef{});
  offer(*taken_, now);
}

void LooseLinePort::act() {
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (const PayloadRef taken = std::exchange(taken_, PayloadRef{})) socket->nb_transport_bw(*taken, phase, delay);
  while (!answers_.empty() && answers_.front().at <= simulation_.clock.now()) {
    const std::uint64_t tag = answers_.front().tag;
    answers_.pop_front();
    const PayloadRef payload = std::exchange(held_[tag], PayloadRef{});
    free_.push_back(tag);
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    phase = tlm::BEGIN_RESP;
    delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(*payload, phase, delay);
  }
}

/// Answers leave at their times, whether L3 takes the next request or not. A grant that makes room for that request may
/// come with any event. Answers that are not decided yet come later than either.
Cycles LooseLinePort::due() const {
  // Another port's request may have moved the recurrence on and made the room.
  if (taken_) return simulation_.clock.now();
  const Cycles answer = answers_.empty() ? machine::kNever : answers_.front().at;
  if (refused_) return std::min(answer, driver_.machine().next());
  if (!answers_.empty()) return answer;
  return held_.size() == free_.size() ? machine::kNever : driver_.machine().first_unknown_answer(index_);
}

unsigned LooseLinePort::transport_debug(Payload& payload) {
  return debug_access(memory_, payload);
}

}  // namespace texpipe::timing
