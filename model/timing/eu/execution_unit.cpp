#include "timing/eu/execution_unit.h"

#include <algorithm>

#include "functional/execution/response_write.h"

namespace texpipe::timing {

using functional::Pipe;

namespace {

std::size_t index(Pipe pipe) {
  return static_cast<std::size_t>(pipe);
}

std::string describe_head(const MessageExtension& message) {
  return "SFID " + std::to_string(message.message.shared_function) + " of thread " +
         std::to_string(message.sender.thread) + ", sent at " + std::to_string(message.sent_at.value());
}

}  // namespace

ExecutionUnit::ExecutionUnit(sc_core::sc_module_name name, Simulation& simulation,
                             const machine::EuParameters& parameters, ThreadIndex self)
    : sc_module{name},
      messages{"messages"},
      simulation_{simulation},
      parameters_{parameters},
      self_{self},
      statistics_{simulation.statistics.group(this->name(), "execution unit")},
      threads_(parameters.threads) {
  messages.register_nb_transport_bw(this, &ExecutionUnit::backward);
  for (std::size_t slot = 0; slot < threads_.size(); ++slot) {
    threads_[slot].requester =
        &simulation.watchdog.requester(std::string{this->name()} + ".thread[" + std::to_string(slot) + "]");
  }
  simulation.watchdog.add({std::string{this->name()} + ".send", parameters.send_slots,
                           [this] { return outgoing_.size(); },
                           [this] { return describe_head(message_of(*outgoing_.front().payload)); }});
  SC_METHOD(issue_cycle);
  sensitive << issue_event_;
  dont_initialize();
  SC_METHOD(offer);
  sensitive << offer_event_;
  dont_initialize();
}

void ExecutionUnit::start_thread(unsigned slot, ThreadStart start) {
  Thread& thread = threads_.at(slot);
  const Cycles now = simulation_.clock.now();
  thread.path = start.path;
  thread.path.spend(machine::Cause::kDispatchRate, now);
  thread.start = std::move(start);
  thread.scoreboard = {};
  thread.order = starts_++;
  thread.active = true;
  thread.earliest = now + Cycles{1};
  thread.changed = now;
  thread.starting = true;
  look_ahead(thread);
  statistics_.threads.add();
  simulation_.clock.notify(issue_event_, now + Cycles{1});
}

/// Learns the thread's next instruction and when its registers are ready.
void ExecutionUnit::look_ahead(Thread& thread) {
  const functional::EuStep* step = thread.start.program->peek();
  if (step == nullptr) {
    thread.active = false;
    thread.ready = machine::kNever;
    return;
  }
  thread.pipe = step->pipe;
  const Cycles registers = thread.scoreboard.ready(*step);
  thread.ready = step->awaits_answer ? machine::kNever : std::max(thread.earliest, registers);
  if (registers <= thread.earliest) {
    thread.waits_for = thread.earliest_by;
  } else if (registers != machine::kNever) {
    thread.waits_for = thread.scoreboard.cause(*step, registers);
  }
}

unsigned ExecutionUnit::free_send_slots(Cycles now) const {
  const std::size_t taken = outgoing_.size() + (slots_freed_at_ == now ? slots_freed_ : 0);
  return taken < parameters_.send_slots ? parameters_.send_slots - static_cast<unsigned>(taken) : 0;
}

bool ExecutionUnit::pipe_accepts(Pipe pipe, Cycles now) const {
  return pipe_free_[index(pipe)] <= now && (pipe != Pipe::kSend || free_send_slots(now) > 0);
}

void ExecutionUnit::order_by_policy() {
  candidates_.clear();
  const auto slots = static_cast<unsigned>(threads_.size());
  for (unsigned i = 1; i <= slots; ++i) {
    const unsigned slot = (last_issued_ + i) % slots;
    if (threads_[slot].active) candidates_.push_back(slot);
  }
  if (parameters_.issue == machine::IssuePolicy::kOldestFirst) {
    std::sort(candidates_.begin(), candidates_.end(),
              [this](unsigned a, unsigned b) { return threads_[a].order < threads_[b].order; });
  }
}

void ExecutionUnit::issue_cycle() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    unsigned issued = 0;
    order_by_policy();
    for (const unsigned slot : candidates_) {
      if (issued == parameters_.issue_width) break;
      Thread& thread = threads_[slot];
      if (thread.ready > now || !pipe_accepts(thread.pipe, now)) continue;
      issue_from(thread, slot, now);
      ++issued;
    }
    if (issued > 0) statistics_.cycles.work(now, now + Cycles{1});
    plan_next(now);
  });
}

/// The thread issues now. It was ready at thread.ready; then it waited for a send slot, for its pipe or for the others
/// that issued.
void ExecutionUnit::trace_issue(Thread& thread, Cycles now) {
  thread.path.spend(thread.waits_for, thread.ready);
  if (thread.path.at() < now) {
    machine::CausePath& pipe = pipe_path_[index(thread.pipe)];
    if (thread.pipe == Pipe::kSend && slot_path_.at() > pipe.at()) {
      thread.path.follow(slot_path_, now);
      thread.path.spend(machine::Cause::kSendSlots, now);
    } else if (pipe_free_[index(thread.pipe)] == now) {
      thread.path.follow(pipe, now);
      thread.path.spend(machine::Cause::kEuPipe, now);
    } else {
      thread.path.spend(machine::Cause::kEuIssue, now);
    }
  }
  pipe_path_[index(thread.pipe)] = thread.path;
}

void ExecutionUnit::issue_from(Thread& thread, unsigned slot, Cycles now) {
  trace_issue(thread, now);
  functional::EuStep step = thread.start.program->issue(*thread.start.registers);
  const Cycles operands_read = now + Cycles{std::max<std::uint8_t>(step.occupancy, 1)};
  pipe_free_[index(step.pipe)] = operands_read;
  thread.earliest = now + Cycles{1};
  thread.earliest_by = machine::Cause::kInstruction;
  last_issued_ = slot;
  statistics_.instructions.add();
  switch (step.pipe) {
    case Pipe::kFpu:
      thread.scoreboard.set(step.writes, operands_read + parameters_.fpu_latency, machine::Cause::kFpuLatency);
      break;
    case Pipe::kExtendedMath:
      thread.scoreboard.set(step.writes, operands_read + parameters_.extended_math_latency,
                            machine::Cause::kExtendedMathLatency);
      break;
    case Pipe::kBranch:
      thread.scoreboard.set(step.writes, now + parameters_.branch_latency, machine::Cause::kBranchLatency);
      thread.earliest = now + parameters_.branch_latency;
      thread.earliest_by = machine::Cause::kBranchLatency;
      break;
    case Pipe::kSend:
      for (const functional::GrfRange& range : step.reads) thread.scoreboard.hold(range, operands_read);
      thread.scoreboard.set(step.writes, machine::kNever);
      if (step.send) send(thread, slot, std::move(*step.send), now, operands_read);
      break;
  }
  look_ahead(thread);
}

/// What a thread does in a cycle in which it does not issue. What happened in this cycle shows in the next one only.
machine::EuCycle ExecutionUnit::state_of(const Thread& thread, Cycles now) const {
  if (thread.changed == now) return thread.starting ? machine::EuCycle::kIdle : machine::EuCycle::kWaitingForMessage;
  if (thread.ready == machine::kNever) return machine::EuCycle::kWaitingForMessage;
  if (thread.ready > now) return machine::EuCycle::kResultLatency;
  return thread.pipe == Pipe::kSend ? machine::EuCycle::kSendBlocked : machine::EuCycle::kPipeBusy;
}

/// First cycle after `now` in which the thread may issue or its state changes without an event; kNever: a response or a
/// free slot will tell.
Cycles ExecutionUnit::next_change(const Thread& thread, Cycles now) const {
  if (thread.ready == machine::kNever || thread.ready > now) return thread.ready;
  if (thread.pipe == Pipe::kSend && outgoing_.size() >= parameters_.send_slots) return machine::kNever;
  return std::max(pipe_free_[index(thread.pipe)], now + Cycles{1});
}

/// Decides when to look again and what the cycles until then count as.
void ExecutionUnit::plan_next(Cycles now) {
  Cycles wake = machine::kNever;
  machine::EuCycle state = machine::EuCycle::kIdle;
  for (const Thread& thread : threads_) {
    if (!thread.active) continue;
    wake = std::min(wake, next_change(thread, now));
    state = std::min(state, state_of(thread, now));
  }
  statistics_.cycles.enter(now, state);
  if (wake != machine::kNever) simulation_.clock.notify(issue_event_, wake);
}

void ExecutionUnit::send(Thread& thread, unsigned slot, functional::MessageSend message, Cycles now,
                         Cycles payload_read) {
  if (free_ids_.empty()) {
    free_ids_.push_back(static_cast<std::uint32_t>(in_flight_.size()));
    in_flight_.emplace_back();
  }
  const std::uint32_t id = free_ids_.back();
  free_ids_.pop_back();
  in_flight_[id] = {slot, thread.order, message.destination, message.ticket};

  PayloadRef payload = simulation_.messages.take();
  MessageExtension& extension = message_of(*payload);
  extension.message = std::move(message.message);
  extension.sender = {self_.subslice, self_.eu, static_cast<std::uint16_t>(slot)};
  extension.id = id;
  extension.sent_at = now;
  extension.path = thread.path;
  extension.path.spend(machine::Cause::kEuPipe, payload_read);
  describe_message(*payload);

  statistics_.messages.add();
  if (message.texture_hash) statistics_.texture_issued(*message.texture_hash);
  if (message.hazards > 0) statistics_.hazards_issued(message.hazards);
  statistics_.registers_sent.add(extension.message.payload.size());
  thread.requester->asked();
  outgoing_.push_back({std::move(payload), payload_read});
  if (outgoing_.size() == 1) simulation_.clock.notify(offer_event_, payload_read);
}

void ExecutionUnit::offer() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    while (!offered_ && !outgoing_.empty() && outgoing_.front().ready <= now) {
      offered_ = true;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const PayloadRef payload = outgoing_.front().payload;
      machine::CausePath& path = message_of(*payload).path;
      path.follow(slot_path_, now);
      path.spend(machine::Cause::kRequestSlots, now);
      if (messages->nb_transport_fw(*payload, phase, delay) == tlm::TLM_UPDATED && phase == tlm::END_REQ)
        request_taken();
    }
    if (!offered_ && !outgoing_.empty()) simulation_.clock.notify(offer_event_, outgoing_.front().ready);
  });
}

void ExecutionUnit::request_taken() {
  const Cycles now = simulation_.clock.now();
  offered_ = false;
  slot_path_ = message_of(*outgoing_.front().payload).path;
  outgoing_.pop_front();
  slots_freed_ = slots_freed_at_ == now ? slots_freed_ + 1 : 1;
  slots_freed_at_ = now;
  simulation_.clock.notify(issue_event_, now + Cycles{1});
}

tlm::tlm_sync_enum ExecutionUnit::backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::END_REQ) {
    request_taken();
    simulation_.clock.notify(offer_event_, simulation_.clock.now());
    return tlm::TLM_ACCEPTED;
  }
  receive(payload);
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

void ExecutionUnit::receive(Payload& payload) {
  const Cycles now = simulation_.clock.now();
  const MessageExtension& extension = message_of(payload);
  const auto id = static_cast<std::uint32_t>(extension.id);
  const InFlight done = in_flight_[id];
  Thread& thread = threads_[done.slot];
  free_ids_.push_back(id);

  thread.requester->answered();
  statistics_.registers_received.add(extension.response.registers.size());
  statistics_.message_latency.add((now - extension.sent_at).value());
  if (done.order != thread.order) return;
  if (done.ticket) {
    thread.start.program->answered(*done.ticket, extension.response);
    if (thread.active && thread.ready == machine::kNever) thread.earliest = std::max(thread.earliest, now + Cycles{1});
  } else if (done.destination.count > 0) {
    functional::write_response(*thread.start.registers, done.destination, extension.response);
    thread.scoreboard.set(done.destination, now + Cycles{1}, machine::Cause::kResponseLatency);
  } else {
    return;
  }
  if (!thread.active || thread.ready != machine::kNever) return;
  look_ahead(thread);
  if (thread.ready == machine::kNever) return;
  thread.path.follow(extension.path, now);
  thread.changed = now;
  thread.starting = false;
  simulation_.clock.notify(issue_event_, now + Cycles{1});
}

}  // namespace texpipe::timing
