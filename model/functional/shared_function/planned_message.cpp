#include "functional/shared_function/planned_message.h"

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "functional/sampling/line_collector.h"

namespace texpipe::functional {
namespace {

// A footprint is copied without its lines, which are most of it.
static_assert(std::is_trivially_copyable_v<Footprint> && std::is_standard_layout_v<Footprint>);

/// The lines of a shape among units, in order of first touch, and what the footprint says of them.
void put_lines(LineShape shape, std::span<const std::uint64_t> units, Footprint& footprint) {
  const unsigned shift = shape.bits - kPlannedUnitBits;
  WordCollector words{shape, footprint};
  unsigned count = 0;
  for (const std::uint64_t unit : units) {
    const std::uint64_t line = unit >> shift;
    unsigned place = 0;
    while (place < count && footprint.lines[place] != line) ++place;
    if (place == count) footprint.lines[count++] = line;
    if (shape.words != PlannedWords::kNone) words.touch(unit << kPlannedUnitBits);
  }
  footprint.line_count = static_cast<std::uint8_t>(count);
}

}  // namespace

void PlannedMessage::plan(const PlanRequest& request, SamplerOutcome& outcome) const {
  outcome.response.registers.assign(registers_, Grf{});
  outcome.response.byte_enables.assign(registers_, 0);
  outcome.subspans.resize(request.detail == PlanDetail::kNone ? 0 : subspans_);
  for (std::size_t s = 0; s < outcome.subspans.size(); ++s) {
    const PlannedMessages::Subspan& planned = all_->subspans_[first_subspan_ + s];
    SubspanPlan& subspan = outcome.subspans[s];
    subspan.operands.clear();
    subspan.addresses.clear();
    subspan.intermediates.clear();
    subspan.levels.clear();
    subspan.pixels = planned.pixels;
    subspan.anisotropy = planned.anisotropy;
    subspan.footprints.resize(planned.footprints);
    for (std::size_t f = 0; f < planned.footprints; ++f) {
      const PlannedMessages::Place& place = all_->footprints_[planned.first_footprint + f];
      const PlannedFootprintKind& kind = all_->kinds[place.kind];
      Footprint& footprint = subspan.footprints[f];
      std::memcpy(static_cast<void*>(&footprint), &kind.footprint, offsetof(Footprint, lines));
      const std::span<const std::uint64_t> units =
          std::span{all_->units}.subspan(place.first_unit, std::size_t{kind.stored_units} + kind.decoded_units);
      footprint.decoded_lines = footprint.expansion > 1 && request.lines.decoded;
      put_lines(request.lines,
                footprint.decoded_lines ? units.subspan(kind.stored_units) : units.first(kind.stored_units), footprint);
    }
  }
}

void PlannedMessages::add_message(std::uint16_t subspans, std::uint16_t registers) {
  PlannedMessage message;
  message.all_ = this;
  message.first_subspan_ = subspans_wanted_;
  message.subspans_ = subspans;
  message.registers_ = registers;
  messages_.push_back(message);
  subspans_wanted_ += subspans;
}

void PlannedMessages::add_subspan(std::uint8_t pixels, std::uint8_t anisotropy, std::uint16_t footprints) {
  subspans_.push_back({footprints_wanted_, footprints, pixels, anisotropy});
  footprints_wanted_ += footprints;
}

void PlannedMessages::add_footprint(std::uint32_t kind) {
  footprints_.push_back({units_wanted_, kind});
  units_wanted_ += std::uint64_t{kinds[kind].stored_units} + kinds[kind].decoded_units;
}

}  // namespace texpipe::functional
