#include "machine/cache/tag_array.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::machine {

CacheGeometry geometry_of(ByteSize size, std::uint32_t ways, ByteSize line, SetHash hash, Replacement replacement,
                          std::uint64_t seed) {
  const ByteSize set = line * ways;
  if (set.value() == 0 || size < set || size.value() % set.value() != 0) {
    throw Error{ExitCode::kInvalidConfiguration, "a cache of " + std::to_string(size.value()) +
                                                     " bytes cannot be divided into " + std::to_string(ways) +
                                                     " ways of " + std::to_string(line.value()) + "-byte lines"};
  }
  return {.sets = static_cast<std::uint32_t>(size / set),
          .ways = ways,
          .hash = hash,
          .replacement = replacement,
          .seed = seed};
}

TagArray::TagArray(const CacheGeometry& geometry)
    : geometry_{geometry},
      set_of_{geometry.sets, geometry.hash},
      names_(std::size_t{geometry.sets} * geometry.ways, kEmpty),
      lines_(names_.size()),
      sectors_of_(geometry.sectored() ? names_.size() : 0),
      sets_(geometry.sets),
      policy_{replacement_policies()
                  .at(geometry.replacement)
                  .make({.sets = geometry.sets, .ways = geometry.ways, .seed = geometry.seed})},
      lru_{dynamic_cast<LruPolicy*>(policy_.get())},
      all_ways_(geometry.ways) {
  std::iota(all_ways_.begin(), all_ways_.end(), 0);
}

std::optional<std::uint32_t> TagArray::way_for_new(std::uint32_t set) {
  Set& state = sets_[set];
  if (state.filled < geometry_.ways) {
    ++state.filled;
    const auto first = names_.begin() + static_cast<std::ptrdiff_t>(std::size_t{set} * geometry_.ways);
    return static_cast<std::uint32_t>(std::find(first, first + geometry_.ways, kEmpty) - first);
  }
  if (state.pinned == 0) return lru_ != nullptr ? lru_->victim_of_all(set) : victim(set, all_ways_);
  candidates_.clear();
  for (std::uint32_t way = 0; way < geometry_.ways; ++way) {
    if (!pinned({set, way})) candidates_.push_back(way);
  }
  if (candidates_.empty()) return std::nullopt;
  return victim(set, candidates_);
}

/// The policy's choice, which may come from somebody else's code.
std::uint32_t TagArray::victim(std::uint32_t set, std::span<const std::uint32_t> candidates) {
  const std::uint32_t way = policy_->victim(set, candidates);
  if (std::binary_search(candidates.begin(), candidates.end(), way)) return way;
  throw Error{ExitCode::kMismatch, "replacement policy `" + std::string{texpipe::name_of(geometry_.replacement)} +
                                       "` chose way " + std::to_string(way) + " of set " + std::to_string(set) +
                                       ", which is no candidate"};
}

std::optional<TagArray::Allocation> TagArray::allocate(LineKey key) {
  const std::uint32_t set = set_of(key);
  const auto way = way_for_new(set);
  if (!way) return std::nullopt;
  const Place place{set, *way};
  std::uint64_t& name = names_[index(place)];
  Line& line = at(place);
  Allocation allocation{place, name != kEmpty, key_of(name), line.dirty};
  if (geometry_.sectored()) allocation.victim_sectors = std::exchange(sectors_of_[index(place)], {}).changed;
  name = name_of(key);
  line = Line{};
  policy_->filled(set, place.way);
  return allocation;
}

std::uint64_t TagArray::invalidate() {
  std::uint64_t dropped = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (names_[i] == kEmpty || lines_[i].dirty || lines_[i].pinned) continue;
    names_[i] = kEmpty;
    lines_[i] = Line{};
    if (geometry_.sectored()) sectors_of_[i] = {};
    --sets_[i / geometry_.ways].filled;
    ++dropped;
  }
  return dropped;
}

std::vector<TagArray::DirtyLine> TagArray::clean_all() {
  std::vector<DirtyLine> dirty;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!lines_[i].dirty) continue;
    dirty.push_back({key_of(names_[i])});
    if (geometry_.sectored()) dirty.back().sectors = std::exchange(sectors_of_[i].changed, 0);
    lines_[i].dirty = false;
  }
  return dirty;
}

}  // namespace texpipe::machine
