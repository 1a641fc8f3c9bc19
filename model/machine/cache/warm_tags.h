// Tags that are brought to a state without time: nothing is asked for, nothing is counted.
#pragma once

#include <optional>

#include "machine/cache/tag_array.h"

namespace texpipe::machine {

/// Traffic that an access causes at the next level.
struct WarmedLine {
  bool missed = false;
  std::optional<LineKey> written_back;
};

/// Changes the tags as an access with time does; a line comes and changes with all its sectors. A line stays outside
/// when every way of its set waits for a fill.
inline WarmedLine warm(TagArray& tags, LineKey key, bool written) {
  WarmedLine result;
  const std::uint32_t set = tags.set_of(key);
  std::optional<TagArray::Place> place = tags.lookup(key, set);
  if (!place) {
    result.missed = true;
    const auto allocation = tags.allocate(key, set);
    if (!allocation) return result;
    place = allocation->place;
    if (allocation->evicted && allocation->victim_dirty) result.written_back = allocation->victim;
    if (tags.geometry().sectored()) tags.add_sectors(*place, tags.geometry().all_sectors());
  }
  if (written) tags.set_dirty(*place, true);
  if (written && tags.geometry().sectored()) tags.change_sectors(*place, tags.geometry().all_sectors());
  return result;
}

}  // namespace texpipe::machine
