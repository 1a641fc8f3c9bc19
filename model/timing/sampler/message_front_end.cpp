#include "timing/sampler/message_front_end.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "machine/stage/stage_state.h"

namespace texpipe::timing {
namespace {

/// Number of subspans of a message; a message without any (a query) is passed on as one, so that order is kept.
std::uint32_t subspans_of(const SamplerWork& work) {
  return std::max(static_cast<std::uint32_t>(work.outcome.subspans.size()), 1u);
}

}  // namespace

MessageFrontEnd::MessageFrontEnd(sc_core::sc_module_name name, Simulation& simulation,
                                 const machine::MessageFrontEndParameters& parameters, SamplerSemantics semantics)
    : sc_module{name},
      port{"port", {[this](Payload& message) { return offered(message); }, [this] { writeback_->ended(); }}},
      simulation_{simulation},
      parameters_{parameters},
      semantics_{std::move(semantics)},
      counts_{
          simulation.statistics.group(this->name(), machine::stage_facts(machine::BlockKind::kFrontEnd).description)},
      channel_{simulation.events.channel(EventChannelKind::kQueue, std::string{this->name()} + ".slots")} {
  out.register_nb_transport_bw(this, &MessageFrontEnd::transport_backward);
  simulation.watchdog.add({std::string{this->name()} + ".slots", parameters.slots,
                           [this] { return std::uint64_t{queue_.size()}; }, [this] { return describe_head(); }});
}

void MessageFrontEnd::attach(std::vector<FootprintBlock*> stages, WritebackBlock& writeback,
                             const functional::PlanRequest& plan, const machine::FilterRates& rates) {
  intervals_ = machine::FilterIntervals{rates};
  stages_ = std::move(stages);
  writeback_ = &writeback;
  plan_ = plan;
  stages_make_values_ =
      std::any_of(stages_.begin(), stages_.end(), [](const FootprintBlock* stage) { return stage->makes_values(); });
  writeback.attach(port);
}

bool MessageFrontEnd::offered(Payload& message) {
  if (queue_.size() == parameters_.slots && !advancing_) advance();
  if (queue_.size() == parameters_.slots) return false;
  push(message);
  advance();
  return true;
}

void MessageFrontEnd::push(Payload& message) {
  MessageExtension& extension = message_of(message);
  extension.accepted_at = now();
  SamplerWork& work = simulation_.sampler_works.take();
  work.message = PayloadRef{message};
  work.sequence = sequence_++;
  work.accepted_at = work.reached = now();
  simulation_.guarded([&] {
    if (stages_make_values_) {
      work.staged = semantics_.stage(extension.message, plan_, work.outcome);
    } else {
      semantics_.execute(extension.message, plan_, work.outcome);
    }
  });
  for (const auto& subspan : work.outcome.subspans)
    work.footprints += static_cast<std::uint32_t>(subspan.footprints.size());
  counts_.count(work.outcome.subspans, intervals_);

  const machine::Subcycles cost = std::max(
      machine::work_at_rate(message.get_data_length(), parameters_.bytes_per_cycle), machine::subcycles(Cycles{1}));
  const Cycles start = intake_.earliest(now());
  const machine::Subcycles begin = intake_.claim(start, cost);
  counts_.cycles.work(begin, intake_.free_at());
  Entry& entry = queue_.push_back();
  entry.work = &work;
  entry.ready = intake_.busy_until() - Cycles{1} + parameters_.latency;
  counts_.occupancy.set_level(now(), queue_.size());
  if (simulation_.events.listening()) simulation_.events.publish(LevelEvent{channel_, now(), queue_.size()});

  const std::uint32_t travellers = std::max(work.footprints, 1u);
  for (FootprintBlock* stage : stages_) stage->expect(travellers);
  writeback_->expect(travellers);
}

void MessageFrontEnd::advance() {
  if (advancing_) {
    again_ = true;
    return;
  }
  advancing_ = true;
  do {
    again_ = false;
    while (emit()) {
    }
    if (port.waiting() != nullptr && queue_.size() < parameters_.slots) {
      push(*port.waiting());
      port.take_waiting();
      again_ = true;
    }
  } while (again_);
  advancing_ = false;
  account();
  if (!queue_.empty() && !offered_) wake_.at(queue_.front().ready);
}

bool MessageFrontEnd::emit() {
  if (queue_.empty() || offered_ || queue_.front().ready > now()) return false;
  SamplerWork& work = *queue_.front().work;
  if (emitted_ == subspans_of(work)) {
    counts_.message_cycles.add((now() - work.reached).value());
    if (simulation_.events.listening()) {
      simulation_.events.publish(MessageEvent{channel_, &work, false, work.accepted_at, queue_.front().ready, now()});
    }
    work.reached = now();
    queue_.pop_front();
    emitted_ = 0;
    counts_.occupancy.set_level(now(), queue_.size());
    if (simulation_.events.listening()) simulation_.events.publish(LevelEvent{channel_, now(), queue_.size()});
    return true;
  }
  PayloadRef payload = next_subspan(work);
  ++emitted_;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (out->nb_transport_fw(*payload, phase, delay) == tlm::TLM_ACCEPTED) offered_ = std::move(payload);
  return true;
}

PayloadRef MessageFrontEnd::next_subspan(SamplerWork& work) {
  PayloadRef payload = simulation_.footprints.take();
  FootprintExtension& subspan = footprint_of(*payload);
  subspan.work = &work;
  subspan.footprint = nullptr;
  subspan.subspan = static_cast<std::uint16_t>(emitted_);
  subspan.index = 0;
  return payload;
}

tlm::tlm_sync_enum MessageFrontEnd::transport_backward(Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  offered_ = PayloadRef{};
  advance();
  return tlm::TLM_ACCEPTED;
}

void MessageFrontEnd::account() {
  machine::StageState state = machine::StageState::kIdle;
  if (queue_.size() == parameters_.slots) {
    state = offered_ ? machine::StageState::kBlocked : machine::StageState::kLatency;
  }
  counts_.cycles.enter(now(), state);
}

std::string MessageFrontEnd::describe_head() const {
  const SamplerWork& work = *queue_.front().work;
  return "message " + std::to_string(work.sequence) + ", " + std::to_string(emitted_) + " of " +
         std::to_string(subspans_of(work)) + " subspans passed on";
}

}  // namespace texpipe::timing
