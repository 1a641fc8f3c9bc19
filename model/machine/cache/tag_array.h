// The tags of a cache: the lines that it holds. Knows neither time nor data nor SystemC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "machine/cache/line.h"
#include "machine/cache/sectors.h"
#include "machine/cache/set_hash.h"
#include "machine/replacement/lru.h"
#include "machine/replacement/replacement.h"

namespace texpipe::machine {

struct CacheGeometry {
  std::uint32_t sets = 64;
  std::uint32_t ways = 4;
  SetHash hash = SetHash::kModulo;
  Replacement replacement = Replacement::kLru;
  std::uint64_t seed = 1;
  // Number of banks: line / interleave chooses the set, so that a bank uses all of its sets.
  std::uint32_t interleave = 1;
  std::uint32_t sectors = 1;  // sectors of a line; more than one: each line has sets of them beside its tag

  bool sectored() const { return sectors > 1; }
  SectorSet all_sectors() const { return ~SectorSet{0} >> (64 - sectors); }
};

/// Geometry of a capacity. `size` must be a multiple of ways x line; throws Error (invalid configuration) when it is
/// not.
CacheGeometry geometry_of(ByteSize size, std::uint32_t ways, ByteSize line, SetHash hash = SetHash::kModulo,
                          Replacement replacement = Replacement::kLru, std::uint64_t seed = 1);

class TagArray {
 public:
  explicit TagArray(const CacheGeometry& geometry);

  /// Place of a line, valid until the line is evicted.
  struct Place {
    std::uint32_t set;
    std::uint32_t way;
  };

  /// Place of a line, or none. A hit counts as use for the replacement policy. Inlined, so that callers who do not need
  /// the place do not compute it.
  [[gnu::always_inline]] std::optional<Place> lookup(LineKey key) { return lookup(key, set_of(key)); }
  [[gnu::always_inline]] std::optional<Place> lookup(LineKey key, std::uint32_t set) {
    const std::uint32_t way = way_of(set, name_of(key));
    if (way == geometry_.ways) return std::nullopt;
    touched(set, way);
    return Place{set, way};
  }

  /// Set of a line, for who needs it more than once.
  std::uint32_t set_of(LineKey key) const {
    return set_of_(geometry_.interleave == 1 ? key.line : key.line / geometry_.interleave);
  }

  /// Fetches from the host's memory what allocate() and lookups of a line read.
  void prefetch(LineKey key) const {
    const std::uint32_t set = set_of(key);
    const std::size_t first = std::size_t{set} * geometry_.ways;
    __builtin_prefetch(&sets_[set]);
    __builtin_prefetch(&lines_[first]);
    if (!marks_.empty()) __builtin_prefetch(&marks_[set * words_]);
    for (std::size_t name = first; name < first + geometry_.ways; name += kNamesFetched)
      __builtin_prefetch(&names_[name]);
    if (lru_ != nullptr) lru_->prefetch(set);
  }

  struct Allocation {
    Place place;
    bool evicted = false;
    LineKey victim;             // valid when evicted
    bool victim_dirty = false;  // valid when evicted
    // Changed sectors of the victim, valid when it is dirty in an array with sectors.
    SectorSet victim_sectors = 0;
  };

  /// A changed line, with its changed sectors where the array has sectors.
  struct DirtyLine {
    LineKey key;
    SectorSet sectors = 0;

    bool operator==(const DirtyLine&) const = default;
  };

  /// Makes room for an absent line and enters it: in an empty way if there is one, else in place of the policy's victim
  /// among lines that are not pinned. Returns none when every way of the set is pinned.
  std::optional<Allocation> allocate(LineKey key) { return allocate(key, set_of(key)); }
  std::optional<Allocation> allocate(LineKey key, std::uint32_t set);

  /// Pins or unpins a line. A pinned line is never a victim: its fill is on its way.
  void set_pinned(Place place, bool pinned) {
    if (at(place).pinned == pinned) return;
    at(place).pinned = pinned;
    pinned ? ++sets_[place.set].pinned : --sets_[place.set].pinned;
  }
  void set_dirty(Place place, bool dirty) { at(place).dirty = dirty; }
  bool pinned(Place place) const { return lines_[index(place)].pinned; }

  /// Place of a line, or none, which counts as no use.
  std::optional<Place> find(LineKey key) const {
    const std::uint32_t set = set_of(key), way = way_of(set, name_of(key));
    return way == geometry_.ways ? std::nullopt : std::optional{Place{set, way}};
  }
  bool holds(LineKey key) const { return find(key).has_value(); }
  /// Counts as a use of a line that find() found.
  void use(Place place) { touched(place.set, place.way); }

  /// Sectors of a line that are here or on their way, in an array with sectors; a line that was entered has none.
  SectorSet sectors(Place place) const { return sectors_of_[index(place)].here; }
  void add_sectors(Place place, SectorSet sectors) { sectors_of_[index(place)].here |= sectors; }
  /// Adds changed sectors, which are here then.
  void change_sectors(Place place, SectorSet sectors) {
    sectors_of_[index(place)].here |= sectors;
    sectors_of_[index(place)].changed |= sectors;
  }

  /// Uses so far, or 0 where the policy does not count them.
  std::uint64_t uses() const { return lru_ != nullptr ? lru_->uses() : 0; }
  /// Lines that were used after so many uses, set by set, the one longest ago first; all lines where the policy does
  /// not count uses.
  std::vector<Place> used_since(std::uint64_t uses) const;
  LineKey key(Place place) const { return key_of(names_[index(place)]); }
  /// Cleans a line. @return  whether it was changed
  bool clean(Place place) {
    if (geometry_.sectored()) sectors_of_[index(place)].changed = 0;
    const bool changed = at(place).dirty;
    at(place).dirty = false;
    return changed;
  }

  /// Marks a line that nobody has read yet.
  void set_prefetched(Place place) { at(place).prefetched = true; }
  /// Takes the mark off. Returns whether it was there.
  bool take_prefetched(Place place) {
    const bool was = at(place).prefetched;
    at(place).prefetched = false;
    return was;
  }

  /// Cleans all dirty lines, and returns them in order of set and way.
  std::vector<DirtyLine> clean_all();

  /// Drops all lines that are neither changed nor pinned. @return  number of them
  std::uint64_t invalidate();

  const CacheGeometry& geometry() const { return geometry_; }

 private:
  struct Line {
    bool pinned : 1 = false;
    bool dirty : 1 = false;
    bool prefetched : 1 = false;
  };

  struct SectorsOfLine {
    SectorSet here = 0;  // or on their way
    SectorSet changed = 0;
  };

  struct Set {
    std::uint32_t filled = 0;  // ways with a line
    std::uint32_t pinned = 0;  // pinned lines
  };

  static constexpr std::size_t kNamesFetched = 8;  // in 64 bytes
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static constexpr std::uint64_t name_of(LineKey key) {
    return key.line << 1 | static_cast<std::uint64_t>(key.space == AddressSpace::kDecoded);
  }
  static constexpr LineKey key_of(std::uint64_t name) {
    return {(name & 1) != 0 ? AddressSpace::kDecoded : AddressSpace::kStored, name >> 1};
  }

  /// Way of a line, or the number of ways.
  [[gnu::always_inline]] std::uint32_t way_of(std::uint32_t set, std::uint64_t name) const {
    if (!marks_.empty()) return marked_way_of(set, name);
    const std::uint64_t* const names = &names_[std::size_t{set} * geometry_.ways];
    // The host cannot guess where a search would end.
    std::uint32_t found = geometry_.ways;
    for (std::uint32_t way = 0; way < geometry_.ways; ++way) found = names[way] == name ? way : found;
    return found;
  }
  std::uint32_t marked_way_of(std::uint32_t set, std::uint64_t name) const;
  void set_name(Place place, std::uint64_t name);

  void touched(std::uint32_t set, std::uint32_t way) {
    if (lru_ != nullptr)
      lru_->touched(set, way);
    else
      policy_->touched(set, way);
  }
  /// The way for a new line: an empty one, else the policy's choice among lines that are not pinned.
  std::optional<std::uint32_t> way_for_new(std::uint32_t set);
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates);
  std::size_t index(Place place) const { return std::size_t{place.set} * geometry_.ways + place.way; }
  Line& at(Place place) { return lines_[index(place)]; }

  CacheGeometry geometry_;
  SetSelector set_of_;
  std::vector<std::uint64_t> names_;  // names of the lines, by set and way
  // Bytes made of the names, eight in a word, by set: lookups read names of equal marks alone. Empty: there are so few
  // ways that names are compared at once.
  std::vector<std::uint64_t> marks_;
  std::size_t words_ = 0;  // of marks of a set
  std::vector<Line> lines_;
  std::vector<SectorsOfLine> sectors_of_;  // like lines_; empty: lines have no sectors
  std::vector<Set> sets_;
  std::unique_ptr<ReplacementPolicy> policy_;
  LruPolicy* lru_;  // the policy, where it is this one: lookups do not pay for a virtual call then
  std::vector<std::uint32_t> all_ways_;
  std::vector<std::uint32_t> candidates_;
};

}  // namespace texpipe::machine
