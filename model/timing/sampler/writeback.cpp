#include "timing/sampler/writeback.h"

#include <algorithm>
#include <string>

#include "functional/shared_function/staged_message.h"
#include "machine/stage/stage_state.h"

namespace texpipe::timing {

Writeback::Writeback(sc_core::sc_module_name name, Simulation& simulation,
                     const machine::WritebackParameters& parameters)
    : sc_module{name},
      simulation_{simulation},
      parameters_{parameters},
      statistics_{
          simulation.statistics.group(this->name(), machine::stage_facts(machine::BlockKind::kWriteback).description)},
      counts_{statistics_},
      channel_{simulation.events.channel(EventChannelKind::kQueue, std::string{this->name()} + ".slots")} {
  in.register_nb_transport_fw(this, &Writeback::transport_forward);
  simulation.watchdog.add(
      {std::string{this->name()} + ".slots", parameters.slots, [this] { return std::uint64_t{queue_.size()}; },
       [this] {
         const Entry& head = queue_.front();
         return "message " + std::to_string(head.work->sequence) + ", " + std::to_string(head.missing) +
                " footprints missing" + (responding_ ? ", response not ended" : "");
       }});
}

void Writeback::attach(MessagePort& port) {
  port_ = &port;
}

void Writeback::expect(std::uint32_t footprints) {
  upstream_ += footprints;
  account();
}

tlm::tlm_sync_enum Writeback::transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  // Messages that can leave at this time leave first, so that the answer does not depend on the order of processes.
  if (queue_.size() == parameters_.slots && !advancing_) advance();
  if (offered(footprint_of(payload))) {
    // Nothing to do until its message is complete.
    if (queue_.back().missing == 0 && !advancing_) {
      advance();
    } else {
      account();
    }
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  waiting_ = &payload;
  return tlm::TLM_ACCEPTED;
}

bool Writeback::offered(FootprintExtension& footprint) {
  if (queue_.empty() || queue_.back().work != footprint.work) {
    if (queue_.size() == parameters_.slots) return false;
    queue_.push_back({footprint.work, std::max(footprint.work->footprints, 1u), {}});
    level_changed();
  }
  if (upstream_ > 0) --upstream_;
  Entry& entry = queue_.back();
  if (--entry.missing > 0) return true;
  complete(entry);
  return true;
}

void Writeback::complete(Entry& entry) {
  SamplerWork& work = *entry.work;
  functional::MessageResponse& response = work.outcome.response;
  MessageExtension& message = message_of(*work.message);
  if (work.staged) simulation_.guarded([&] { work.staged->finish(response); });
  std::swap(message.response, response);
  const std::uint64_t bytes = message.response.registers.size() * sizeof(functional::Grf);
  counts_.bytes.add(bytes);
  const machine::Subcycles cost =
      std::max(machine::work_at_rate(bytes, parameters_.bytes_per_cycle), machine::subcycles(Cycles{1}));
  const Cycles start = bus_.earliest(now());
  const machine::Subcycles begin = bus_.claim(start, cost);
  counts_.cycles.work(begin, bus_.free_at());
  entry.ready = bus_.busy_until() - Cycles{1} + parameters_.latency;
}

void Writeback::advance() {
  advancing_ = true;
  for (;;) {
    if (respond()) continue;
    if (waiting_ == nullptr || !offered(footprint_of(*waiting_))) break;
    Payload& payload = *std::exchange(waiting_, nullptr);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    in->nb_transport_bw(payload, phase, delay);
  }
  advancing_ = false;
  account();
  if (!queue_.empty() && queue_.front().missing == 0 && !responding_) wake_.at(queue_.front().ready);
}

bool Writeback::respond() {
  if (queue_.empty() || responding_ || queue_.front().missing > 0 || queue_.front().ready > now()) return false;
  responding_ = true;
  responded_at_ = now();
  const PayloadRef message = queue_.front().work->message;
  counts_.messages.add();
  const SamplerWork& work = *queue_.front().work;
  counts_.latency.add((now() - work.accepted_at).value());
  counts_.message_cycles.add((now() - std::max(work.reached, work.accepted_at)).value());
  if (port_->respond(*message)) pop();
  return !responding_;  // the other side may also have ended it by a call of its own meanwhile
}

void Writeback::ended() {
  pop();
  if (!advancing_) advance();
}

void Writeback::pop() {
  responding_ = false;
  const SamplerWork& work = *queue_.front().work;
  if (simulation_.events.listening()) {
    simulation_.events.publish(
        MessageEvent{channel_, &work, true, std::max(work.reached, work.accepted_at), responded_at_, now()});
  }
  simulation_.sampler_works.give_back(*queue_.front().work);
  queue_.pop_front();
  level_changed();
}

void Writeback::account() {
  const bool full = queue_.size() == parameters_.slots;
  machine::StageState state = upstream_ > 0 ? machine::StageState::kStarved : machine::StageState::kIdle;
  if (responding_) {
    state = machine::StageState::kBlocked;
  } else if (full && queue_.front().missing == 0) {
    state = machine::StageState::kLatency;
  }
  counts_.cycles.enter(now(), state);
}

void Writeback::level_changed() {
  counts_.occupancy.set_level(now(), queue_.size());
  if (simulation_.events.listening()) simulation_.events.publish(LevelEvent{channel_, now(), queue_.size()});
}

}  // namespace texpipe::timing
