#include "machine/cache/relaxed_tags.h"

#include <algorithm>

namespace texpipe::machine {
namespace {

// Of the largest cache that is followed: more would cost the host more memory than the run is worth.
constexpr std::uint64_t kMostLines = std::uint64_t{1} << 20;

}  // namespace

RelaxedTags::RelaxedTags(const CacheGeometry& geometry, Cause size, Cause ways, const Relaxations& relaxations) {
  const std::uint64_t lines = std::uint64_t{geometry.sets} * geometry.ways;
  if (lines > kMostLines) return;
  CacheGeometry larger = geometry;
  larger.sets =
      static_cast<std::uint32_t>(std::min(relaxations.capacity(size, geometry.sets), 2 * kMostLines / geometry.ways));
  if (larger.sets > geometry.sets) larger_.push_back({size, TagArray{larger}});
  const std::uint64_t more_ways = std::min(relaxations.capacity(ways, geometry.ways), lines);
  if (more_ways == geometry.ways || lines % more_ways != 0) return;
  larger.ways = static_cast<std::uint32_t>(more_ways);
  larger.sets = static_cast<std::uint32_t>(lines / more_ways);
  larger_.push_back({ways, TagArray{larger}});
}

TagArray::Place RelaxedTags::enter(Larger& larger, LineKey key) {
  const TagArray::Allocation allocation = *larger.tags.allocate(key);  // nothing is pinned
  larger.write_backs += allocation.evicted && allocation.victim_dirty;
  return allocation.place;
}

AbsentIn RelaxedTags::looked_up(LineKey key, bool missing) {
  AbsentIn absent;
  for (Larger& larger : larger_) {
    const bool held = larger.tags.lookup(key).has_value();
    if (!held) enter(larger, key);
    if (held != missing) continue;
    if (!held) {
      ++larger.misses_of_its_own;
    } else if (larger.misses_of_its_own > 0) {
      --larger.misses_of_its_own;
    } else {
      absent.add(larger.cause);
    }
  }
  return absent;
}

void RelaxedTags::written(LineKey key) {
  for (Larger& larger : larger_) {
    const auto place = larger.tags.lookup(key);
    larger.tags.set_dirty(place ? *place : enter(larger, key), true);
  }
}

AbsentIn RelaxedTags::written_back() {
  AbsentIn absent;
  for (Larger& larger : larger_) {
    if (larger.write_backs > 0) {
      --larger.write_backs;
    } else {
      absent.add(larger.cause);
    }
  }
  return absent;
}

}  // namespace texpipe::machine
