#include "timing/sampler/message_front_end.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "machine/stage/stage_state.h"

namespace texpipe::timing {
namespace {

machine::StatisticsGroup& group_of(Simulation& simulation, const char* path) {
  return simulation.statistics.group(path, "message front end: messages in, footprints out");
}

}  // namespace

MessageFrontEnd::MessageFrontEnd(sc_core::sc_module_name name, Simulation& simulation,
                                 const machine::MessageFrontEndParameters& parameters, SamplerSemantics semantics)
    : sc_module{name},
      port{"port", {[this](Payload& message) { return offered(message); }, [this] { writeback_->ended(); }}},
      simulation_{simulation},
      parameters_{parameters},
      semantics_{std::move(semantics)},
      cycles_{group_of(simulation, this->name())
                  .account("cycles", "what the intake did, cycle by cycle", enum_rows(machine::StageState{}))},
      messages_{group_of(simulation, this->name())
                    .counter("messages", machine::StatisticUnit::kMessages, "messages accepted")},
      subspans_{group_of(simulation, this->name())
                    .counter("subspans", machine::StatisticUnit::kSubspans,
                             "2x2s of the messages, with at least one enabled pixel")},
      footprints_{group_of(simulation, this->name())
                      .counter("footprints", machine::StatisticUnit::kFootprints, "footprints that the messages need")},
      texels_{group_of(simulation, this->name())
                  .counter("texels", machine::StatisticUnit::kTexels, "texel accesses of all footprints")},
      pixels_{group_of(simulation, this->name())
                  .counter("pixels", machine::StatisticUnit::kPixels, "enabled pixels of the messages")},
      filter_work_{group_of(simulation, this->name())
                       .counter("filter_work", machine::StatisticUnit::kSubcycles,
                                "what the footprints cost the filter at its documented rates")},
      occupancy_{
          group_of(simulation, this->name())
              .histogram("occupancy", machine::StatisticUnit::kMessages, "messages waiting, weighted by cycles")},
      anisotropy_{
          group_of(simulation, this->name())
              .histogram("anisotropy", machine::StatisticUnit::kTaps, "largest taps per level of a subspan's pixels")},
      footprints_per_subspan_{
          group_of(simulation, this->name())
              .histogram("footprints_per_subspan", machine::StatisticUnit::kFootprints, "footprints of a subspan")},
      channel_{simulation.events.channel(ChannelKind::kQueue, std::string{this->name()} + ".slots")} {
  out.register_nb_transport_bw(this, &MessageFrontEnd::transport_backward);
  SC_METHOD(advance);
  sensitive << wake_;
  dont_initialize();
  group_of(simulation, this->name())
      .ratio("possible_rate", "texels per cycle that the filter's documented rates allow for this mix of footprints",
             pixels_, filter_work_, static_cast<double>(machine::kSubcyclesPerCycle));
  occupancy_.set_level(Cycles{}, 0);
  simulation.watchdog.add({std::string{this->name()} + ".slots", parameters.slots,
                           [this] { return std::uint64_t{queue_.size()}; }, [this] { return describe_head(); }});
}

void MessageFrontEnd::attach(std::vector<FootprintBlock*> stages, Writeback& writeback, functional::PlanDetail detail,
                             machine::RateTable rates) {
  rates_ = rates;
  stages_ = std::move(stages);
  writeback_ = &writeback;
  detail_ = detail;
  for (const FootprintBlock* stage : stages_) detail_ = std::max(detail_, stage->needs());
  writeback.attach(port, semantics_);
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
  work.accepted_at = now();
  simulation_.guarded([&] { work.outcome = semantics_.execute(extension.message, detail_); });
  for (const auto& subspan : work.outcome.subspans)
    work.footprints += static_cast<std::uint32_t>(subspan.footprints.size());
  count(work);

  const machine::Subcycles cost = std::max(
      machine::work_at_rate(message.get_data_length(), parameters_.bytes_per_cycle), machine::subcycles(Cycles{1}));
  const Cycles start = intake_.earliest(now());
  const machine::Subcycles begin = intake_.claim(start, cost);
  cycles_.work(begin, intake_.free_at());
  machine::CausePath& path = extension.path;
  if (path.at() < now()) {  // it waited for the slot that was left now
    path.follow(emitted_path_, now());
    if (!emission_blocked_)
      path.blame(departed_begun_, machine::Cause::kFrontEndSlots, simulation_.lost_cycles.strains);
    path.spend(machine::Cause::kFrontEndSlots, now());
  }
  Entry& entry = queue_.emplace_back(Entry{&work, intake_.busy_until() - Cycles{1} + parameters_.latency, path, path});
  if (start > now()) {
    entry.path.follow(intake_path_, start);
    entry.path.spend(machine::Cause::kFrontEndRate, start);
  }
  intake_path_ = entry.path;
  entry.path.spend(machine::Cause::kFrontEndRate, entry.ready - parameters_.latency);
  entry.path.spend(machine::Cause::kFrontEndLatency, entry.ready);
  occupancy_.set_level(now(), queue_.size());
  if (simulation_.events.listening()) simulation_.events.publish(LevelEvent{channel_, now(), queue_.size()});

  const std::uint32_t travellers = std::max(work.footprints, 1u);
  for (FootprintBlock* stage : stages_) stage->expect(travellers);
  writeback_->expect(travellers);
}

void MessageFrontEnd::count(const SamplerWork& work) {
  messages_.add();
  footprints_.add(work.footprints);
  for (const functional::SubspanPlan& subspan : work.outcome.subspans) {
    if (subspan.pixels == 0) continue;
    subspans_.add();
    pixels_.add(static_cast<std::uint64_t>(std::popcount(subspan.pixels)));
    anisotropy_.add(subspan.anisotropy);
    footprints_per_subspan_.add(subspan.footprints.size());
    for (const functional::Footprint& footprint : subspan.footprints) {
      texels_.add(static_cast<std::uint64_t>(std::popcount(footprint.texels)));
      filter_work_.add(machine::filter_interval(rates_, footprint.filter, footprint.format_class).value());
    }
  }
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
  if (!queue_.empty() && !offered_) simulation_.clock.notify(wake_, queue_.front().ready);
}

bool MessageFrontEnd::emit() {
  if (queue_.empty() || offered_ || queue_.front().ready > now()) return false;
  SamplerWork& work = *queue_.front().work;
  if (emitted_ == std::max(work.footprints, 1u)) {
    departed_begun_ = queue_.front().begun;
    queue_.pop_front();
    subspan_ = footprint_ = emitted_ = 0;
    occupancy_.set_level(now(), queue_.size());
    if (simulation_.events.listening()) simulation_.events.publish(LevelEvent{channel_, now(), queue_.size()});
    return true;
  }
  PayloadRef payload = next_footprint(work);
  machine::CausePath& path = footprint_of(*payload).path;
  path = queue_.front().path;
  path.follow(emitted_path_, now());
  if (emitted_ == 0) emission_blocked_ = false;
  ++emitted_;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (out->nb_transport_fw(*payload, phase, delay) == tlm::TLM_ACCEPTED) {
    offered_ = std::move(payload);
    emission_blocked_ = true;
  } else {
    emitted_path_ = path;
  }
  return true;
}

PayloadRef MessageFrontEnd::next_footprint(SamplerWork& work) {
  PayloadRef payload = simulation_.footprints.take();
  FootprintExtension& footprint = footprint_of(*payload);
  footprint.work = &work;
  footprint.last_of_message = emitted_ + 1 >= work.footprints;
  footprint.footprint = nullptr;
  footprint.subspan = footprint.index = 0;
  footprint.lines = footprint.bank_load = 0;
  if (work.footprints == 0) return payload;
  const auto& subspans = work.outcome.subspans;
  while (footprint_ == subspans[subspan_].footprints.size()) {
    ++subspan_;
    footprint_ = 0;
  }
  footprint.footprint = &subspans[subspan_].footprints[footprint_];
  footprint.subspan = static_cast<std::uint16_t>(subspan_);
  footprint.index = static_cast<std::uint16_t>(footprint_++);
  return payload;
}

tlm::tlm_sync_enum MessageFrontEnd::transport_backward(Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  emitted_path_ = footprint_of(*offered_).path;
  offered_ = PayloadRef{};
  advance();
  return tlm::TLM_ACCEPTED;
}

void MessageFrontEnd::account() {
  machine::StageState state = machine::StageState::kIdle;
  if (queue_.size() == parameters_.slots) {
    state = offered_ ? machine::StageState::kBlocked : machine::StageState::kLatency;
  }
  cycles_.enter(now(), state);
}

std::string MessageFrontEnd::describe_head() const {
  const SamplerWork& work = *queue_.front().work;
  return "message " + std::to_string(work.sequence) + ", " + std::to_string(emitted_) + " of " +
         std::to_string(work.footprints) + " footprints passed on";
}

}  // namespace texpipe::timing
