// Lookup of a line's sectors in the first-level cache's tags, for both timings.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "machine/cache/footprint_lines.h"
#include "machine/cache/line_decoding.h"
#include "machine/cache/line_lookup.h"
#include "machine/cache/sectors.h"
#include "machine/cache/tag_array.h"

namespace texpipe::machine {

/// Finds the sectors that have to be asked for; enter() then makes them the line's. Tags change at the lookup: sectors
/// of the line count as here from then on, while they are on their way.
class SectoredLookup {
 public:
  /// @param tags    null: the machine has no first level, and no line stays
  /// @param flying  sectors on their way that requests with any of the wanted ones bring
  SectoredLookup(TagArray* tags, const LineSectors& wanted, SectorSet flying)
      : tags_{tags},
        wanted_{wanted},
        place_{tags != nullptr ? tags->find(wanted.key) : std::nullopt},
        flying_{flying & wanted.sectors},
        missing_{wanted.sectors & ~flying & ~(place_ ? tags->sectors(*place_) : SectorSet{0})} {}

  SectorSet missing() const { return missing_; }
  /// Whether the line was here, with these sectors or without.
  bool held() const { return place_.has_value(); }
  LineLookup result() const {
    return missing_ != 0 ? LineLookup::kMiss : flying_ != 0 ? LineLookup::kMerge : LineLookup::kHit;
  }

  /// Enters the line, if it is not here, and its wanted sectors.
  void enter() {
    if (tags_ == nullptr) return;
    if (place_) tags_->use(*place_);
    // First-level lines are never pinned, so there is always a place.
    tags_->add_sectors(place_ ? *place_ : tags_->allocate(wanted_.key)->place, wanted_.sectors);
  }

 private:
  TagArray* tags_;
  const LineSectors& wanted_;
  std::optional<TagArray::Place> place_;
  SectorSet flying_;
  SectorSet missing_;
};

/// Enters a line that is not here and for which nobody waits, with all its sectors.
inline void enter_ahead(TagArray& tags, LineKey key) {
  const TagArray::Place place = tags.allocate(key)->place;
  tags.set_prefetched(place);
  if (tags.geometry().sectored()) tags.add_sectors(place, tags.geometry().all_sectors());
}

/// Decoding of the sectors that a footprint asks for.
inline LineDecoding decoding_of(const functional::Footprint& footprint, const LineSectors& asked, Sectors sectors) {
  const auto count = static_cast<std::uint64_t>(std::popcount(asked.sectors));
  return {footprint.expansion, blocks_in(footprint, ByteSize{count << sectors.bits()})};
}

}  // namespace texpipe::machine
