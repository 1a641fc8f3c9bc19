#include "timing/stage/request_port.h"

#include <utility>

#include "base/diagnostic.h"

namespace texpipe::timing {

RequestPort::RequestPort(sc_core::sc_module_name name, Simulation& simulation, std::function<void(Payload&)> answered,
                         std::function<void()> sent)
    : sc_module{name}, simulation_{simulation}, answered_{std::move(answered)}, sent_{std::move(sent)} {
  socket.register_nb_transport_bw(this, &RequestPort::transport_backward);
}

void RequestPort::send(PayloadRef request) {
  waiting_.push_back(std::move(request));
  ++outstanding_;
  simulation_.request_began();
  pump();
}

void RequestPort::send_at(Cycles when, PayloadRef request) {
  later_.push_back({when, std::move(request)});
  later_wake_.at(later_.front().first);
}

void RequestPort::send_due() {
  while (!later_.empty() && later_.front().first <= simulation_.clock.now()) {
    PayloadRef request = std::move(later_.front().second);
    later_.pop_front();
    send(std::move(request));
  }
  if (!later_.empty()) later_wake_.at(later_.front().first);
}

void RequestPort::pump() {
  if (pumping_) return;
  pumping_ = true;
  while (offered_ == nullptr && !waiting_.empty()) {
    const PayloadRef kept = waiting_.front();  // keeps the payload for END_RESP, even when its answer was taken before
    Payload& payload = *kept;
    offered_ = &payload;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    switch (socket->nb_transport_fw(payload, phase, delay)) {
      case tlm::TLM_ACCEPTED:
        break;
      case tlm::TLM_UPDATED:
        if (phase == tlm::END_REQ) {
          at_edge(Step::kTaken, payload, delay);
        } else {
          at_edge(Step::kAnswered, payload, delay);
          phase = tlm::END_RESP;  // not sent before the response, which may be later than this call
          socket->nb_transport_fw(payload, phase, delay);
        }
        break;
      case tlm::TLM_COMPLETED:
        at_edge(Step::kAnswered, payload, delay);
        break;
    }
  }
  pumping_ = false;
}

tlm::tlm_sync_enum RequestPort::transport_backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  // a phase of some protocol beyond the base protocol
  if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  const Step step = phase == tlm::END_REQ ? Step::kTaken : Step::kAnswered;
  simulation_.guarded([&] { at_edge(step, payload, delay); });
  if (step == Step::kTaken) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

void RequestPort::at_edge(Step step, Payload& payload, const sc_core::sc_time& delay) {
  const Clock& clock = simulation_.clock;
  const Cycles edge = clock.edge_after(delay);
  if (edge == clock.now()) {
    perform(step, payload);
    return;
  }
  deferred_.push_back({edge, step, PayloadRef{payload}});
  for (std::size_t i = deferred_.size() - 1; i > 0 && deferred_[i].at < deferred_[i - 1].at; --i) {
    std::swap(deferred_[i], deferred_[i - 1]);
  }
  deferred_wake_.at(deferred_.front().at);
}

void RequestPort::perform(Step step, Payload& payload) {
  const PayloadRef kept{payload};
  if (offered_ == &payload) {  // END_REQ, or a response that implies it
    offered_ = nullptr;
    waiting_.front() = PayloadRef{};
    waiting_.pop_front();
    if (sent_) sent_();
  }
  if (step == Step::kAnswered) {
    if (payload.get_response_status() != tlm::TLM_OK_RESPONSE) {
      throw Error{ExitCode::kMismatch, std::string{name()} + ": the next level answers " +
                                           payload.get_response_string() + " for address " +
                                           std::to_string(payload.get_address())};
    }
    --outstanding_;
    answered_(payload);
    simulation_.request_ended();
  }
  pump();
}

void RequestPort::run_deferred() {
  const Cycles now = simulation_.clock.now();
  while (!deferred_.empty() && deferred_.front().at <= now) {
    const Deferred next = std::move(deferred_.front());
    deferred_.pop_front();
    perform(next.step, *next.payload);
  }
  if (!deferred_.empty()) deferred_wake_.at(deferred_.front().at);
}

}  // namespace texpipe::timing
