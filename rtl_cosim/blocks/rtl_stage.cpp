#include "rtl_cosim/blocks/rtl_stage.h"

#include <algorithm>
#include <string>
#include <utility>

namespace texpipe::rtl_cosim {

using machine::StageState;

RtlStage::RtlStage(sc_core::sc_module_name name, timing::Simulation& simulation, std::string_view description,
                   std::unique_ptr<StreamRtl> rtl, unsigned slots)
    : ClockedStage{name, simulation},
      rtl_{std::move(rtl)},
      signals_{simulation, this->name(), rtl_.traced(), [this] { pass_edges(); }},
      slots_{slots},
      statistics_{simulation.statistics.group(this->name(), description)},
      cycles_{statistics_.account("cycles", "what the RTL's input did, cycle by cycle", enum_rows(StageState{}))},
      passed_{statistics_.counter("footprints", machine::StatisticUnit::kFootprints, "footprints that left the stage")},
      clocked_{statistics_.counter("clocked_cycles", machine::StatisticUnit::kCycles,
                                   "cycles in which the RTL was clocked")} {
  simulation.watchdog.add(
      {std::string{this->name()} + ".slots", slots, [this] { return std::uint64_t{entries_.size()}; },
       [this] {
         const Entry& head = entries_.front();
         return head.requests == 0
                    ? std::string{"a footprint that passes beside the RTL"}
                    : std::to_string(head.received) + " of " + std::to_string(head.requests) + " results";
       }});
}

void RtlStage::expected(std::uint32_t footprints) {
  upstream_ += footprints;
  cycles_.enter(now(), StageState::kStarved);
}

bool RtlStage::holds_any() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.requests != 0; });
}

/// The next request of an entry. Returns whether the RTL takes it in this period; if not, it stays offered, and whoever
/// has it comes again in every period.
bool RtlStage::offer_to_rtl(Entry& entry) {
  if (!rtl_.offer([&] { return request(timing::footprint_of(*entry.payload), entry.sent); })) return false;
  ++entry.sent;
  cycles_.work(now(), now() + Cycles{1});
  return true;
}

void RtlStage::feed() {
  if (!entries_.empty() && entries_.back().sent < entries_.back().requests) offer_to_rtl(entries_.back());
}

/// Takes at most one result of the RTL per period; the head is ready with its last one.
timing::Payload* RtlStage::ready_head() {
  if (entries_.empty()) return nullptr;
  Entry& head = entries_.front();
  if (head.requests == 0) return head.ready > now() ? nullptr : &*head.payload;
  if (!rtl_.has_result()) return nullptr;
  deliver(timing::footprint_of(*head.payload), head.received, rtl_.result());
  if (++head.received == head.requests) return &*head.payload;
  rtl_.take_result();
  return nullptr;
}

void RtlStage::head_left() {
  const Entry& head = entries_.front();
  if (head.requests != 0) rtl_.take_result();
  if (timing::footprint_of(*head.payload).footprint != nullptr) passed_.add();
  entries_.pop_front();
}

/// The RTL may have room when a result has left.
bool RtlStage::take_offered(timing::Payload& payload) {
  put_out();
  feed();
  const bool accepted = take_in(payload);
  schedule();
  return accepted;
}

bool RtlStage::take_in(timing::Payload& payload) {
  for (;;) {
    if (!next_) next_ = next(payload);
    if (!next_->footprint) {
      next_.reset();
      return true;
    }
    const timing::FootprintExtension& footprint = timing::footprint_of(*next_->footprint);
    Entry entry{.payload = next_->footprint,
                .requests = footprint.footprint == nullptr ? 0 : requests_of(footprint),
                .ready = now() + Cycles{slots_}};
    if (entry.requests != 0) {
      if (!entries_.empty() && entries_.back().sent < entries_.back().requests) return false;
      if (!offer_to_rtl(entry)) return false;
    } else if (!entries_.empty() && entries_.back().sent < entries_.back().requests) {
      return false;
    }
    entries_.push_back(std::move(entry));
    if (upstream_ > 0) --upstream_;
    const bool takes_all = next_->takes_all;
    next_.reset();
    if (takes_all) return true;
  }
}

/// The next period while there is something to clock, or the time at which what passes may leave.
void RtlStage::schedule() {
  cycles_.enter(now(), waiting() != nullptr && !rtl_.took_request() ? StageState::kBlocked
                       : upstream_ > 0                              ? StageState::kStarved
                                                                    : StageState::kIdle);
  const bool feeds = waiting() != nullptr || (!entries_.empty() && entries_.back().sent < entries_.back().requests);
  if (!feeds && (entries_.empty() || (is_offering() && !rtl_.offers())))
    return;  // a neighbour that takes or offers wakes the block
  const Cycles next = now() + Cycles{1};
  const bool passes = !feeds && entries_.front().requests == 0;
  wake_at(passes ? std::max(next, entries_.front().ready) : next);
}

}  // namespace texpipe::rtl_cosim
