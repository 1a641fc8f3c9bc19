#include "rtl_cosim/adapters/rtl_texel_filter.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "functional/formats/element_decoder.h"
#include "isa/gen9/surface_format.h"

namespace texpipe::rtl_cosim {

using machine::StageState;

namespace {

bool is_fixed_point(gen9::SurfaceFormat format) {
  const functional::TexelCoding& coding = functional::ElementDecoder{format}.coding();
  return std::all_of(coding.begin(), coding.end(),
                     [](const auto& channel) { return channel.kind == functional::ChannelKind::kFixed; });
}

}  // namespace

RtlTexelFilter::RtlTexelFilter(sc_core::sc_module_name name, timing::Simulation& simulation, BilinearFilterRtl rtl)
    : FootprintBlock{name, simulation},
      rtl_{rtl},
      statistics_{simulation.statistics.group(this->name(), "filter as RTL: texels to sums")},
      cycles_{statistics_.account("cycles", "what the RTL's input did, cycle by cycle", enum_rows(StageState{}))},
      passed_{statistics_.counter("footprints", machine::StatisticUnit::kFootprints, "footprints that left the stage")},
      clocked_{statistics_.counter("clocked_cycles", machine::StatisticUnit::kCycles,
                                   "cycles in which the RTL was clocked")} {
  SC_METHOD(act);
  sensitive << wake_;
  dont_initialize();
  simulation.watchdog.add({std::string{this->name()} + ".slots", VerilatedBilinearFilter::kSlots,
                           [this] { return std::uint64_t{entries_.size()}; },
                           [this] { return std::string{entries_.front().token ? "token" : "footprint"}; }});
}

void RtlTexelFilter::expect(std::uint32_t footprints) {
  upstream_ += footprints;
  cycles_.enter(now(), StageState::kStarved);
}

/// Rising edges between the period in progress and the present one. The RTL stands still while it is empty.
void RtlTexelFilter::pass_edges() {
  const Cycles present = now();
  while (period_ < present) {
    const bool holds_any =
        std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) { return !entry.token; });
    if (!holds_any && !output_taken_) {
      period_ = present;
      break;
    }
    rtl_.drive(input_, output_taken_);
    rtl_.clock();
    clocked_.add();
    input_ = nullptr;
    output_taken_ = false;
    period_ += Cycles{1};
  }
  rtl_.drive(input_, output_taken_);
}

void RtlTexelFilter::act() {
  try {
    pass_edges();
    put_out();
    if (waiting() != nullptr && take_in(*waiting())) take_waiting();
    schedule();
  } catch (...) {
    simulation().fail();
  }
}

/// Offers the head when it is ready. At most one result leaves the RTL per period.
void RtlTexelFilter::put_out() {
  while (!offering_ && !entries_.empty()) {
    Entry& head = entries_.front();
    if (head.token ? head.ready > now() : output_taken_ || !rtl_.output_valid()) return;
    if (!head.token) deliver_sums(timing::footprint_of(*head.payload));
    offering_ = true;
    if (!offer(*head.payload)) return;
    left();
  }
}

/// The offered head left.
void RtlTexelFilter::left() {
  offering_ = false;
  if (!entries_.front().token) {
    output_taken_ = true;
    rtl_.drive(input_, output_taken_);
    passed_.add();
  }
  entries_.pop_front();
}

bool RtlTexelFilter::offered(timing::Payload& footprint) {
  pass_edges();
  put_out();
  const bool accepted = take_in(footprint);
  schedule();
  return accepted;
}

void RtlTexelFilter::taken() {
  pass_edges();
  left();
  put_out();
  if (waiting() != nullptr && take_in(*waiting())) take_waiting();
  schedule();
}

bool RtlTexelFilter::take_in(timing::Payload& payload) {
  timing::FootprintExtension& footprint = timing::footprint_of(payload);
  if (footprint.footprint == nullptr) {
    entries_.push_back({timing::PayloadRef{payload}, true, now() + Cycles{VerilatedBilinearFilter::kLatency}});
    return true;
  }
  if (input_ != nullptr) return false;
  if (!is_fixed_point(footprint.footprint->format)) {
    // Whoever offers the footprint is a process of another block.
    simulation().guarded([&] {
      unsupported("format " + std::string{name_of(footprint.footprint->format)} +
                  " in the RTL filter, which sums fixed-point codes");
    });
    return false;
  }
  const functional::FootprintOperands& operands = operands_of(footprint);
  rtl_.drive(&operands, output_taken_);
  if (!rtl_.input_ready()) {
    rtl_.drive(nullptr, output_taken_);
    return false;
  }
  input_ = &operands;
  entries_.push_back({timing::PayloadRef{payload}, false, Cycles{}});
  if (upstream_ > 0) --upstream_;
  cycles_.work(now(), now() + Cycles{1});
  return true;
}

const functional::FootprintOperands& RtlTexelFilter::operands_of(const timing::FootprintExtension& footprint) const {
  return footprint.work->outcome.subspans[footprint.subspan].operands[footprint.index];
}

void RtlTexelFilter::deliver_sums(timing::FootprintExtension& footprint) {
  timing::SamplerWork& work = *footprint.work;
  if (!work.sums_delivered) {
    work.sums.resize(work.outcome.subspans.size());
    for (std::size_t i = 0; i < work.sums.size(); ++i) work.sums[i].resize(work.outcome.subspans[i].footprints.size());
    work.sums_delivered = true;
  }
  work.sums[footprint.subspan][footprint.index] = rtl_.output();
}

/// The next period while there is something to clock, or the time at which a token may leave.
void RtlTexelFilter::schedule() {
  cycles_.enter(now(), waiting() != nullptr && input_ == nullptr ? StageState::kBlocked
                       : upstream_ > 0                           ? StageState::kStarved
                                                                 : StageState::kIdle);
  if (entries_.empty()) return;
  if (offering_ && input_ == nullptr && waiting() == nullptr) return;  // taken() wakes the block
  const Cycles next = now() + Cycles{1};
  simulation().clock.notify(wake_, entries_.front().token ? std::max(next, entries_.front().ready) : next);
}

std::unique_ptr<timing::FootprintBlock> make_rtl_filter(sc_core::sc_module_name name, timing::Simulation& simulation,
                                                        const machine::FilterParameters&) {
  return std::make_unique<RtlTexelFilter>(name, simulation);
}

}  // namespace texpipe::rtl_cosim
