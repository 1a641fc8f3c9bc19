#include "timing/stage/footprint_stage.h"

#include <algorithm>
#include <string>

namespace texpipe::timing {
namespace {

std::string describe(Payload& payload) {
  const FootprintExtension& footprint = footprint_of(payload);
  std::string text =
      "message " + std::to_string(footprint.work->sequence) + " subspan " + std::to_string(footprint.subspan);
  if (footprint.footprint == nullptr) return text + ", no footprint";
  return text + " footprint " + std::to_string(footprint.index) + ", level " +
         std::to_string(footprint.footprint->level);
}

}  // namespace

FootprintStage::FootprintStage(sc_core::sc_module_name name, Simulation& simulation, std::string_view description,
                               std::uint32_t slots, Cycles latency)
    : FootprintBlock{name, simulation},
      statistics_{simulation.statistics.group(this->name(), description)},
      cycles_{
          statistics_.account("cycles", "what the issue slot did, cycle by cycle", enum_rows(machine::StageState{}))},
      passed_{statistics_.counter("footprints", machine::StatisticUnit::kFootprints, "footprints that left the stage")},
      occupancy_{
          statistics_.histogram("occupancy", machine::StatisticUnit::kEntries, "slots taken, weighted by cycles")},
      channel_{simulation.events.channel(ChannelKind::kQueue, std::string{this->name()} + ".slots")},
      latency_{latency},
      entries_(slots) {
  SC_METHOD(advance);
  sensitive << wake_;
  dont_initialize();
  occupancy_.set_level(Cycles{}, 0);
  simulation.watchdog.add({std::string{this->name()} + ".slots", slots, [this] { return std::uint64_t{count_}; },
                           [this] { return describe(*head().payload); }});
}

void FootprintStage::expect(std::uint32_t footprints) {
  upstream_ += footprints;
  account();
}

bool FootprintStage::offered(Payload& footprint) {
  // What can leave at this time leaves first, so that the answer does not depend on the order of processes.
  if (count_ == entries_.size() && !advancing_) advance();
  if (count_ == entries_.size()) return false;
  push(footprint);
  advance();
  return true;
}

void FootprintStage::taken() {
  blocked_ = false;
  pop();
  advance();
}

void FootprintStage::meet(Sequence sequence) {
  if (--entry(sequence).conditions == 0 && sequence == head_) advance();
}

void FootprintStage::retry() {
  if (!stalled_) return;
  stalled_ = false;
  advance();
}

void FootprintStage::advance() {
  if (advancing_) {
    again_ = true;
    return;
  }
  advancing_ = true;
  do {
    again_ = false;
    while (depart()) {
    }
    while (issue()) {
    }
    if (accept()) again_ = true;
  } while (again_);
  advancing_ = false;
  account();
  schedule();
}

bool FootprintStage::depart() {
  if (issued_ == 0 || blocked_ || head().conditions > 0 || head().ready > now()) return false;
  if (!offer(*head().payload)) {
    blocked_ = true;
    return false;
  }
  pop();
  return true;
}

bool FootprintStage::issue() {
  if (issued_ == count_ || stalled_) return false;
  Entry& next = entry(head_ + issued_);
  FootprintExtension& footprint = footprint_of(*next.payload);
  const Cycles present = now();
  if (footprint.footprint != nullptr) {
    if (slot_.earliest(present) > present) return false;
    if (start(footprint, head_ + issued_) == Start::kStalledByMiss) {
      stalled_ = true;
      return false;
    }
    const machine::Subcycles begin = slot_.claim(present, interval(footprint));
    cycles_.work(begin, slot_.free_at());
    next.ready = slot_.last_busy(present) + latency_ + extra_latency(footprint);
  } else {
    next.ready = present + latency_;
  }
  ++issued_;
  return true;
}

bool FootprintStage::accept() {
  if (waiting() == nullptr || count_ == entries_.size()) return false;
  push(*waiting());
  take_waiting();
  return true;
}

void FootprintStage::push(Payload& footprint) {
  Entry& added = entry(head_ + count_);
  added.payload = PayloadRef{footprint};
  added.conditions = 0;
  ++count_;
  if (upstream_ > 0) --upstream_;
  level_changed();
}

void FootprintStage::pop() {
  const PayloadRef gone = std::move(head().payload);
  ++head_;
  --count_;
  --issued_;
  passed_.add();
  level_changed();
  departed(footprint_of(*gone));
}

void FootprintStage::account() {
  const bool full = count_ == entries_.size();
  const bool missing = issued_ > 0 && head().conditions > 0;
  machine::StageState state = upstream_ > 0 ? machine::StageState::kStarved : machine::StageState::kIdle;
  if (full && blocked_) {
    state = machine::StageState::kBlocked;
  } else if (stalled_ || (full && missing)) {
    state = machine::StageState::kMiss;
  } else if (full) {
    state = machine::StageState::kLatency;
  }
  cycles_.enter(now(), state);
}

void FootprintStage::schedule() {
  const Cycles present = now();
  if (issued_ > 0 && !blocked_ && head().conditions == 0) simulation().clock.notify(wake_, head().ready);
  if (issued_ < count_ && !stalled_) simulation().clock.notify(wake_, slot_.earliest(present));
}

void FootprintStage::level_changed() {
  occupancy_.set_level(now(), count_);
  if (simulation().events.listening()) simulation().events.publish(LevelEvent{channel_, now(), count_});
}

}  // namespace texpipe::timing
