#include "machine/cache/tag_array.h"

#include <algorithm>
#include <bit>
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

namespace {

constexpr std::uint32_t kMostUnmarked = 8;  // ways
constexpr std::uint32_t kMarksOfWord = 8;
constexpr unsigned kMarkBits = 8;

constexpr std::uint64_t each_mark(std::uint64_t mark) {
  return mark * 0x0101010101010101u;
}
/// The upper bits of a product depend on all bits of a name.
constexpr std::uint64_t mark_of(std::uint64_t name) {
  return name * 0x9E3779B97F4A7C15u >> (64 - kMarkBits);
}
/// The upper bit of each byte that is 0.
constexpr std::uint64_t zeros_in(std::uint64_t bytes) {
  constexpr std::uint64_t kLow = each_mark(0x7F);
  return ~(((bytes & kLow) + kLow) | bytes | kLow);
}

}  // namespace

TagArray::TagArray(const CacheGeometry& geometry)
    : geometry_{geometry},
      set_of_{geometry.sets, geometry.hash},
      names_(std::size_t{geometry.sets} * geometry.ways, kEmpty),
      words_{(geometry.ways + kMarksOfWord - 1) / kMarksOfWord},
      lines_(names_.size()),
      sectors_of_(geometry.sectored() ? names_.size() : 0),
      sets_(geometry.sets),
      policy_{replacement_policies()
                  .at(geometry.replacement)
                  .make({.sets = geometry.sets, .ways = geometry.ways, .seed = geometry.seed})},
      lru_{dynamic_cast<LruPolicy*>(policy_.get())},
      all_ways_(geometry.ways) {
  std::iota(all_ways_.begin(), all_ways_.end(), 0);
  if (geometry.ways > kMostUnmarked) marks_.assign(geometry.sets * words_, each_mark(mark_of(kEmpty)));
}

std::uint32_t TagArray::marked_way_of(std::uint32_t set, std::uint64_t name) const {
  const std::uint64_t* const marks = &marks_[set * words_];
  const std::uint64_t* const names = &names_[std::size_t{set} * geometry_.ways];
  const std::uint64_t wanted = each_mark(mark_of(name));
  for (std::size_t word = 0; word < words_; ++word) {
    for (std::uint64_t equal = zeros_in(marks[word] ^ wanted); equal != 0; equal &= equal - 1) {
      const auto way = static_cast<std::uint32_t>(kMarksOfWord * word) +
                       static_cast<std::uint32_t>(std::countr_zero(equal)) / kMarkBits;
      if (way < geometry_.ways && names[way] == name) return way;
    }
  }
  return geometry_.ways;
}

void TagArray::set_name(Place place, std::uint64_t name) {
  names_[index(place)] = name;
  if (marks_.empty()) return;
  std::uint64_t& word = marks_[place.set * words_ + place.way / kMarksOfWord];
  const unsigned shift = place.way % kMarksOfWord * kMarkBits;
  word = (word & ~(std::uint64_t{0xFF} << shift)) | mark_of(name) << shift;
}

std::optional<std::uint32_t> TagArray::way_for_new(std::uint32_t set) {
  Set& state = sets_[set];
  if (state.filled < geometry_.ways) {
    ++state.filled;
    const auto first = names_.begin() + static_cast<std::ptrdiff_t>(std::size_t{set} * geometry_.ways);
    return static_cast<std::uint32_t>(std::find(first, first + geometry_.ways, kEmpty) - first);
  }
  if (lru_ != nullptr) {
    const std::uint32_t oldest = lru_->victim_of_all(set);
    if (state.pinned == 0 || !pinned({set, oldest})) return oldest;
  } else if (state.pinned == 0) {
    return victim(set, all_ways_);
  }
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

std::optional<TagArray::Allocation> TagArray::allocate(LineKey key, std::uint32_t set) {
  const auto way = way_for_new(set);
  if (!way) return std::nullopt;
  const Place place{set, *way};
  const std::uint64_t name = names_[index(place)];
  Line& line = at(place);
  Allocation allocation{place, name != kEmpty, key_of(name), line.dirty};
  if (geometry_.sectored()) allocation.victim_sectors = std::exchange(sectors_of_[index(place)], {}).changed;
  set_name(place, name_of(key));
  line = Line{};
  if (lru_ != nullptr)
    lru_->filled(set, place.way);
  else
    policy_->filled(set, place.way);
  return allocation;
}

std::uint64_t TagArray::invalidate() {
  std::uint64_t dropped = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (names_[i] == kEmpty || lines_[i].dirty || lines_[i].pinned) continue;
    set_name({static_cast<std::uint32_t>(i / geometry_.ways), static_cast<std::uint32_t>(i % geometry_.ways)}, kEmpty);
    lines_[i] = Line{};
    if (geometry_.sectored()) sectors_of_[i] = {};
    --sets_[i / geometry_.ways].filled;
    ++dropped;
  }
  return dropped;
}

std::vector<TagArray::Place> TagArray::used_since(std::uint64_t uses) const {
  std::vector<Place> places;
  std::vector<std::uint32_t> ways;
  for (std::uint32_t set = 0; set < geometry_.sets; ++set) {
    ways.clear();
    if (lru_ != nullptr)
      lru_->append_used_since(uses, set, ways);
    else
      ways = all_ways_;
    for (const std::uint32_t way : ways)
      if (names_[index({set, way})] != kEmpty) places.push_back({set, way});
  }
  return places;
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
