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
                               std::uint32_t slots, Cycles latency, const machine::StageCauses& causes)
    : FootprintBlock{name, simulation},
      statistics_{simulation.statistics.group(this->name(), description)},
      cycles_{
          statistics_.account("cycles", "what the issue slot did, cycle by cycle", enum_rows(machine::StageState{}))},
      passed_{statistics_.counter("footprints", machine::StatisticUnit::kFootprints, "footprints that left the stage")},
      occupancy_{
          statistics_.histogram("occupancy", machine::StatisticUnit::kEntries, "slots taken, weighted by cycles")},
      channel_{simulation.events.channel(ChannelKind::kQueue, std::string{this->name()} + ".slots")},
      latency_{latency},
      causes_{causes},
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

void FootprintStage::meet(Sequence sequence, const machine::CausePath& path) {
  Entry& waiter = entry(sequence);
  if (waiter.ready < now() || sequence >= head_ + issued_) footprint_of(*waiter.payload).path.follow(path, now());
  if (--entry(sequence).conditions == 0 && sequence == head_) advance();
}

void FootprintStage::retry() {
  if (!stalled_) return;
  stalled_ = false;
  was_stalled_ = true;
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
  trace_departure();
  if (!offer(*head().payload)) {
    blocked_ = departed_blocked_ = true;
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
    trace_issue(footprint.path);
    if (start(footprint, head_ + issued_) == Start::kStalledByMiss) {
      stalled_ = true;
      return false;
    }
    const machine::Subcycles begin = slot_.claim(present, interval(footprint));
    cycles_.work(begin, slot_.free_at());
    next.served = slot_.last_busy(present);
    next.ready = next.served + latency_ + extra_latency(footprint);
  } else {
    next.served = present;
    next.ready = present + latency_;
  }
  ++issued_;
  return true;
}

/// The footprint issues now. It waited for what ended its stall, or for the one before.
void FootprintStage::trace_issue(machine::CausePath& path) {
  if (was_stalled_) {
    if (stall_ended_by() != nullptr) path.follow(*stall_ended_by(), now());
    was_stalled_ = false;
  }
  if (path.at() < now()) path.follow(issued_path_, now());
  path.spend(causes_.rate, now());
  issued_path_ = path;
}

/// The head may leave now. Beyond its own service and latency it waited for the one before.
void FootprintStage::trace_departure() {
  machine::CausePath& path = footprint_of(*head().payload).path;
  path.spend(causes_.rate, head().served);
  path.spend(causes_.latency, head().ready);
  departed_blocked_ = departed_blocked_ && path.at() < now();
  path.follow(departed_path_, now());
  path.spend(causes_.latency, now());
}

bool FootprintStage::accept() {
  if (waiting() == nullptr || count_ == entries_.size()) return false;
  push(*waiting());
  take_waiting();
  return true;
}

void FootprintStage::push(Payload& footprint) {
  Entry& added = entry(head_ + count_);
  machine::CausePath& path = footprint_of(footprint).path;
  if (path.at() < now()) {  // it waited for the slot that was left now
    path.follow(departed_path_, now());
    if (!departed_blocked_ && stall_ended_by() != nullptr) {
      path.blame(departed_begun_, causes_.slots, simulation().lost_cycles.strains);
    } else if (!departed_blocked_) {
      path.move(causes_.latency, causes_.slots, latency_);
    }
    path.spend(causes_.slots, now());
  }
  added.payload = PayloadRef{footprint};
  if (stall_ended_by() != nullptr) added.begun = path;
  added.conditions = 0;
  ++count_;
  if (upstream_ > 0) --upstream_;
  level_changed();
}

void FootprintStage::pop() {
  const PayloadRef gone = std::move(head().payload);
  departed_path_ = footprint_of(*gone).path;
  if (stall_ended_by() != nullptr) departed_begun_ = head().begun;
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
