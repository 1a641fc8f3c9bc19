#include "timing/eu/execution_unit.h"

#include <utility>

#include "functional/execution/response_write.h"
#include "functional/shared_function/end_of_thread.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::timing {

namespace {

std::string describe_head(const MessageExtension& message) {
  return std::string{texpipe::name_of(static_cast<gen9::SharedFunction>(message.message.shared_function))} +
         " of thread " + std::to_string(message.sender.thread) + ", sent at cycle " +
         std::to_string(message.sent_at.value());
}

}  // namespace

ExecutionUnit::ExecutionUnit(sc_core::sc_module_name name, Simulation& simulation,
                             const machine::EuParameters& parameters, ThreadIndex self)
    : sc_module{name},
      messages{"messages"},
      simulation_{simulation},
      self_{self},
      statistics_{simulation.statistics.group(this->name(), "execution unit")},
      issue_{parameters, statistics_, simulation.step_preparations.of(parameters)} {
  messages.register_nb_transport_bw(this, &ExecutionUnit::backward);
  for (std::uint32_t slot = 0; slot < parameters.threads; ++slot) {
    requesters_.push_back(
        &simulation.watchdog.requester(std::string{this->name()} + ".thread[" + std::to_string(slot) + "]"));
  }
  simulation.watchdog.add({std::string{this->name()} + ".send", parameters.send_slots,
                           [this] { return outgoing_.size(); },
                           [this] { return describe_head(message_of(*outgoing_.front().payload)); }});
  simulation.count_until.push_back([this](Cycles until) { issue_.advance(until); });
}

/// Moves the EU on to the end of this cycle. Every event of the cycle finds it in this state, whichever process runs
/// first.
Cycles ExecutionUnit::catch_up() {
  const Cycles now = simulation_.clock.now();
  issue_.advance(now);
  for (; !issue_.sent.empty(); issue_.sent.pop_front()) send(issue_.sent.front());
  return now;
}

void ExecutionUnit::wait_for_send() {
  const Cycles next = issue_.next_send();
  if (next != machine::kNever) issue_wake_.at(next);
}

void ExecutionUnit::issue() {
  simulation_.guarded([this] {
    catch_up();
    wait_for_send();
  });
}

void ExecutionUnit::start_thread(unsigned slot) {
  issue_.start(slot, catch_up());
  wait_for_send();
}

void ExecutionUnit::end_older(unsigned slot) {
  issue_.end_older(slot, catch_up());
  wait_for_send();
}

void ExecutionUnit::when_quiet(std::function<void()> call) {
  quiet_ = std::move(call);
  tell_if_quiet();
}

void ExecutionUnit::tell_if_quiet() {
  if (free_ids_.size() == in_flight_.size()) std::exchange(quiet_, {})();
}

void ExecutionUnit::send(machine::EuSend& sent) {
  const functional::MessageSend& message = sent.message;
  statistics_.messages.add();
  if (message.texture_hash) statistics_.texture_issued(*message.texture_hash);
  if (message.hazards > 0) statistics_.hazards_issued(message.hazards);
  statistics_.registers_sent.add(message.message.payload.size());
  const bool spawner_learns = functional::ends_thread(message.message);
  post(sent, SendSlot::kHeld);
  if (!message.end_of_thread || spawner_learns) return;
  // Another unit got the thread's last message, so the spawner has to be told of its end.
  sent.message = {.message = functional::end_of_thread(), .end_of_thread = true};
  post(sent, SendSlot::kNone);
}

/// Puts a message behind those that wait for the interconnect.
void ExecutionUnit::post(machine::EuSend& sent, SendSlot send_slot) {
  if (free_ids_.empty()) {
    free_ids_.push_back(static_cast<std::uint32_t>(in_flight_.size()));
    in_flight_.emplace_back();
  }
  const std::uint32_t id = free_ids_.back();
  free_ids_.pop_back();
  in_flight_[id] = {sent.slot, issue_.order(sent.slot), sent.message.destination, sent.message.ticket};

  PayloadRef payload = simulation_.messages.take();
  MessageExtension& extension = message_of(*payload);
  std::swap(extension.message, sent.message.message);
  extension.sender = {self_.subslice, self_.eu, static_cast<std::uint16_t>(sent.slot)};
  extension.id = id;
  extension.sent_at = sent.issued;
  describe_message(*payload);

  requesters_[sent.slot]->asked();
  outgoing_.push_back({std::move(payload), sent.payload_read, send_slot});
  if (outgoing_.size() == 1) offer_wake_.at(sent.payload_read);
}

void ExecutionUnit::offer() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    while (!offered_ && !outgoing_.empty() && outgoing_.front().ready <= now) {
      offered_ = true;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const PayloadRef payload = outgoing_.front().payload;
      if (messages->nb_transport_fw(*payload, phase, delay) == tlm::TLM_UPDATED && phase == tlm::END_REQ)
        request_taken();
    }
    if (!offered_ && !outgoing_.empty()) offer_wake_.at(outgoing_.front().ready);
  });
}

void ExecutionUnit::request_taken() {
  const Cycles now = catch_up();
  offered_ = false;
  const SendSlot send_slot = outgoing_.front().send_slot;
  const PayloadRef gone = std::move(outgoing_.front().payload);
  outgoing_.pop_front();
  if (send_slot == SendSlot::kHeld) issue_.free_send_slot(now);
  wait_for_send();
}

tlm::tlm_sync_enum ExecutionUnit::backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::END_REQ) {
    request_taken();
    if (!outgoing_.empty()) offer_wake_.at(outgoing_.front().ready);
    return tlm::TLM_ACCEPTED;
  }
  receive(payload);
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

void ExecutionUnit::receive(Payload& payload) {
  const Cycles now = catch_up();
  const MessageExtension& extension = message_of(payload);
  const auto id = static_cast<std::uint32_t>(extension.id);
  const InFlight done = in_flight_[id];
  free_ids_.push_back(id);
  if (quiet_) tell_if_quiet();

  requesters_[done.slot]->answered();
  statistics_.registers_received.add(extension.response.registers.size());
  statistics_.message_latency.add((now - extension.sent_at).value());
  if (simulation_.events.listening()) simulation_.events.publish(AnswerEvent{&extension, now});
  if (done.order != issue_.order(done.slot)) return;
  const bool awaited = issue_.awaits_response(done.slot);
  const Cycles since = issue_.awaits_since(done.slot);
  if (!give(done, extension, now)) return;
  if (awaited && !issue_.awaits_response(done.slot) && simulation_.events.listening())
    simulation_.events.publish(ThreadWaitEvent{&extension, since, now + Cycles{1}});
  wait_for_send();
}

/// Gives a response to its thread. Returns false when the thread does not look at it.
bool ExecutionUnit::give(const InFlight& done, const MessageExtension& answered, Cycles now) {
  if (done.ticket) {
    issue_.program(done.slot).answered(*done.ticket, answered.response);
    issue_.answer_program(done.slot, now);
    return true;
  }
  if (done.destination.count == 0) return false;
  functional::write_response(issue_.registers(done.slot), done.destination, answered.response);
  issue_.answer_registers(done.slot, done.destination, now);
  return true;
}

}  // namespace texpipe::timing
