// A shared function for tests of the message path: answers every message after a fixed time.
#pragma once

#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "timing/simulation/simulation.h"

namespace texpipe::timing::test {

class SharedFunctionStub final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(SharedFunctionStub);
  MessageTarget<SharedFunctionStub> messages;

  /// Answers messages; default: registers as the descriptor asks, all bytes written, value 1.
  std::function<functional::MessageResponse(const functional::Message&)> respond;
  std::vector<std::pair<Cycles, ThreadIndex>> accepted;

  SharedFunctionStub(sc_core::sc_module_name name, Simulation& simulation, Cycles latency, Cycles interval)
      : sc_module{name}, messages{"messages"}, simulation_{simulation}, latency_{latency}, interval_{interval} {
    messages.register_nb_transport_fw(this, &SharedFunctionStub::forward);
    respond = [](const functional::Message& message) {
      const unsigned registers = message.descriptor >> 20 & 0x1F;
      functional::MessageResponse response;
      response.registers.assign(registers, functional::Grf{1, 1, 1, 1, 1, 1, 1, 1});
      response.byte_enables.assign(registers, 0xFFFF'FFFFu);
      return response;
    };
    SC_METHOD(take);
    sensitive << take_event_;
    dont_initialize();
    SC_METHOD(answer);
    sensitive << answer_event_;
    dont_initialize();
  }

 private:
  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    const Cycles now = simulation_.clock.now();
    if (phase == tlm::END_RESP) {
      answers_.pop_front();
      offered_ = false;
      answer_event_.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_COMPLETED;
    }
    if (now < free_) {
      waiting_ = &payload;
      simulation_.clock.notify(take_event_, free_);
      return tlm::TLM_ACCEPTED;
    }
    accept(payload, now);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }

  void accept(Payload& payload, Cycles now) {
    free_ = now + interval_;
    accepted.emplace_back(now, message_of(payload).sender);
    message_of(payload).response = respond(message_of(payload).message);
    answers_.emplace_back(PayloadRef{payload}, now + latency_);
    simulation_.clock.notify(answer_event_, answers_.front().second);
  }

  void take() {
    Payload& payload = *std::exchange(waiting_, nullptr);
    accept(payload, simulation_.clock.now());
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    messages->nb_transport_bw(payload, phase, delay);
  }

  void answer() {
    while (!offered_ && !answers_.empty()) {
      if (answers_.front().second > simulation_.clock.now())
        return simulation_.clock.notify(answer_event_, answers_.front().second);
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const PayloadRef payload = answers_.front().first;
      payload->set_response_status(tlm::TLM_OK_RESPONSE);
      offered_ = true;
      if (messages->nb_transport_bw(*payload, phase, delay) == tlm::TLM_ACCEPTED) return;
      offered_ = false;
      answers_.pop_front();
    }
  }

  Simulation& simulation_;
  Cycles latency_;
  Cycles interval_;
  Cycles free_;
  Payload* waiting_ = nullptr;
  bool offered_ = false;
  std::deque<std::pair<PayloadRef, Cycles>> answers_;
  sc_core::sc_event take_event_;
  sc_core::sc_event answer_event_;
};

}  // namespace texpipe::timing::test
