#include "timing/stage/footprint_stage.h"

#include <algorithm>
#include <bit>
#include <string>

#include "machine/stage/never.h"
#include "timing/protocol/sampler_work.h"

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
      counts_{statistics_},
      channel_{simulation.events.channel(EventChannelKind::kQueue, std::string{this->name()} + ".slots")},
      latency_{latency},
      slots_{slots},
      entries_(std::bit_ceil(slots)),
      mask_{entries_.size() - 1} {
  simulation.watchdog.add({std::string{this->name()} + ".slots", slots, [this] { return std::uint64_t{count_}; },
                           [this] { return describe(*head().payload); }});
}

void FootprintStage::expect(std::uint32_t footprints) {
  upstream_ += footprints;
  account();
}

bool FootprintStage::offered(Payload& footprint) {
  // Footprints that can leave at this time leave first, so that the answer does not depend on the order of processes.
  if (!has_place() && !advancing_) advance();
  if (!has_place()) return false;
  push(footprint);
  // A footprint behind others that wait to issue changes only the level of the stage.
  if (issued_ + 1 == count_ || one_a_cycle_) {
    advance();
  } else if (!advancing_) {
    account();
  }
  return true;
}

void FootprintStage::taken() {
  blocked_ = false;
  pop();
  advance();
}

void FootprintStage::meet(Sequence sequence) {
  Entry& waiting = entry(sequence);
  waiting.met = now();
  if (--waiting.conditions == 0 && sequence == head_) advance();
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
    while (issued_ < count_ && !stalled_ && issue()) {
    }
    if (accept()) again_ = true;
  } while (again_);
  advancing_ = false;
  account();
  schedule();
}

bool FootprintStage::depart() {
  if (issued_ == 0 || blocked_) return false;
  const Entry& leaving = head();
  if (leaving.conditions > 0 || leaving.ready > now()) return false;
  if (!offer(*leaving.payload)) {
    blocked_ = true;
    return false;
  }
  pop();
  return true;
}

bool FootprintStage::issue() {
  const Cycles present = now();
  if (issue_known_ && issue_at_ > present) return false;
  Entry& next = entry(head_ + issued_);
  FootprintExtension& footprint = *next.footprint;
  next.issued = present;
  if (footprint.footprint != nullptr) {
    if (!issue_known_) issue_at_ = earliest(footprint, present);
    issue_known_ = true;
    if (issue_at_ > present) return false;
    const Start started = start(footprint, head_ + issued_);
    if (started == Start::kStalledByMiss) {
      stalled_ = true;
      return false;
    }
    if (started == Start::kContinues) {
      issue_at_ = earliest(footprint, present);
      return false;
    }
    const machine::Subcycles begin = slot_.claim(present, interval(footprint));
    counts_.cycles.work(begin, slot_.free_at());
    const Cycles served = slot_.last_busy(present);
    next.ready = served + latency_ + extra_latency(footprint);
  } else {
    next.ready = present + latency_;
  }
  issue_known_ = false;
  ++issued_;
  return true;
}

void FootprintStage::serve(machine::Subcycles work) {
  const machine::Subcycles begin = slot_.claim(now(), work);
  counts_.cycles.work(begin, slot_.free_at());
}

bool FootprintStage::accept() {
  if (waiting() == nullptr || !has_place()) return false;
  push(*waiting());
  take_waiting();
  return true;
}

void FootprintStage::push(Payload& footprint) {
  Entry& added = entry(head_ + count_);
  added.payload = PayloadRef{footprint};
  added.footprint = &footprint_of(footprint);
  added.entered = now();
  added.conditions = 0;
  added.met = {};
  ++count_;
  if (upstream_ > 0) --upstream_;
  if (one_a_cycle_) enters_from_ = now() + Cycles{1};
  if (simulation().events.listening()) publish_level();
}

void FootprintStage::pop() {
  Entry& left = head();
  FootprintExtension& footprint = *left.footprint;
  if (footprint.last) {
    SamplerWork& work = *footprint.work;
    counts_.count_message(std::max(work.reached, work.accepted_at), left.issued, left.ready, left.met, now());
    work.reached = now();
  }
  if (simulation().events.listening()) {
    simulation().events.publish(
        FootprintEvent{channel_, &footprint, left.entered, left.issued, left.ready, left.met, now()});
  }
  if (footprint.footprint != nullptr) counts_.passed.add();  // tokens are not counted
  last_left_ = now();
  left.payload = PayloadRef{};
  ++head_;
  --count_;
  --issued_;
  if (simulation().events.listening()) publish_level();
}

void FootprintStage::account() {
  const bool missing = issued_ > 0 && head().conditions > 0;
  machine::StageState state = upstream_ > 0 ? machine::StageState::kStarved : machine::StageState::kIdle;
  if (full() && blocked_) {
    state = machine::StageState::kBlocked;
  } else if (stalled_ || (full() && missing)) {
    state = machine::StageState::kMiss;
  } else if (full()) {
    state = machine::StageState::kLatency;
  }
  counts_.cycles.enter(now(), state);
  if (count_ == told_) return;  // of several levels in a cycle only the last one weighs
  told_ = count_;
  counts_.occupancy.set_level(now(), count_);
}

void FootprintStage::schedule() {
  Cycles next = machine::kNever;
  if (issued_ > 0 && !blocked_ && head().conditions == 0) next = head().ready;
  if (issued_ < count_ && !stalled_) next = std::min(next, issue_at_);
  if (now() < enters_from_) next = std::min(next, enters_from_);  // a footprint may wait to enter then
  if (next != machine::kNever) wake_.at(next);
}

/// Publishes the present level, even one that lasts no time.
void FootprintStage::publish_level() {
  simulation().events.publish(LevelEvent{channel_, now(), count_});
}

}  // namespace texpipe::timing
