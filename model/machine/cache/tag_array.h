// The tags of a cache: the lines that it holds. Knows neither time nor data nor SystemC.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_table.h"
#include "base/quantity.h"
#include "machine/cache/line.h"
#include "machine/cache/replacement.h"

namespace texpipe::machine {

/// Function of a line number that chooses its set.
enum class SetHash : std::uint8_t { kModulo, kXor };
EnumRows enum_rows(SetHash);

struct CacheGeometry {
  std::uint32_t sets = 64;
  std::uint32_t ways = 4;
  SetHash hash = SetHash::kModulo;
  Replacement replacement = Replacement::kLru;
  std::uint64_t seed = 1;
  // Number of banks: line / interleave chooses the set, so that a bank uses all of its sets.
  std::uint32_t interleave = 1;
};

/// Geometry of a capacity. `size` must be a multiple of ways x line; throws Error (invalid configuration) when it is
/// not.
CacheGeometry geometry_of(ByteSize size, std::uint32_t ways, ByteSize line, SetHash hash = SetHash::kModulo,
                          Replacement replacement = Replacement::kLru, std::uint64_t seed = 1);

/// Chooses the set of a line number. Xor folds the number's higher digits (base: the power of two not below the number
/// of sets) onto the lowest.
class SetSelector {
 public:
  SetSelector(std::uint32_t sets, SetHash hash)
      : sets_{sets}, mask_{std::has_single_bit(sets) ? sets - 1 : 0}, digits_{std::bit_ceil(sets) - 1} {
    if (hash != SetHash::kXor || sets <= 1) return;
    digit_ = static_cast<unsigned>(std::bit_width(sets - 1));
    for (widest_ = digit_; 2 * widest_ < 64; widest_ *= 2) {
    }
  }

  std::uint32_t operator()(std::uint64_t line) const {
    if (digit_ != 0) {
      // Halving: each step leaves the exclusive or of all digits in half as many.
      for (unsigned shift = widest_; shift >= digit_; shift /= 2) line ^= line >> shift;
      line &= digits_;
    }
    // Divisions cost more than everything else in a lookup.
    return static_cast<std::uint32_t>(mask_ != 0 || sets_ == 1 ? line & mask_ : line % sets_);
  }

 private:
  std::uint32_t sets_;
  std::uint32_t mask_;    // for numbers of sets that are a power of two; else 0
  std::uint64_t digits_;  // mask of the lowest digit
  unsigned digit_ = 0;    // bits of a digit; 0: nothing is folded
  unsigned widest_ = 0;   // shift of the first step
};

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
  [[gnu::always_inline]] std::optional<Place> lookup(LineKey key) {
    const std::uint32_t set = set_of(key);
    const std::uint64_t name = name_of(key);
    const std::uint64_t* names = &names_[std::size_t{set} * geometry_.ways];
    for (std::uint32_t way = 0; way < geometry_.ways; ++way) {
      if (names[way] != name) continue;
      policy_.touch(set, way);
      return Place{set, way};
    }
    return std::nullopt;
  }

  struct Allocation {
    Place place;
    bool evicted = false;
    LineKey victim;             // valid when evicted
    bool victim_dirty = false;  // valid when evicted
  };

  /// Makes room for an absent line and enters it: in an empty way if there is one, else in place of the policy's victim
  /// among lines that are not pinned. Returns none when every way of the set is pinned.
  std::optional<Allocation> allocate(LineKey key);

  /// Pins or unpins a line. A pinned line is never a victim: its fill is on its way.
  void set_pinned(Place place, bool pinned) {
    bool& is = at(place).pinned;
    if (is == pinned) return;
    is = pinned;
    pinned ? ++sets_[place.set].pinned : --sets_[place.set].pinned;
  }
  void set_dirty(Place place, bool dirty) { at(place).dirty = dirty; }
  bool pinned(Place place) const { return lines_[index(place)].pinned; }

  /// Cleans all dirty lines, and returns them in order of set and way.
  std::vector<LineKey> clean_all();

  const CacheGeometry& geometry() const { return geometry_; }

 private:
  struct Line {
    bool pinned = false;
    bool dirty = false;
  };

  struct Set {
    std::uint32_t filled = 0;  // filled ways, always the first ones: no line leaves without another in its place
    std::uint32_t pinned = 0;  // pinned lines
  };

  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static constexpr std::uint64_t name_of(LineKey key) {
    return key.line << 1 | static_cast<std::uint64_t>(key.space == AddressSpace::kDecoded);
  }
  static constexpr LineKey key_of(std::uint64_t name) {
    return {(name & 1) != 0 ? AddressSpace::kDecoded : AddressSpace::kStored, name >> 1};
  }

  std::uint32_t set_of(LineKey key) const {
    return set_of_(geometry_.interleave == 1 ? key.line : key.line / geometry_.interleave);
  }
  /// The way for a new line: an empty one, else the policy's choice among lines that are not pinned.
  std::optional<std::uint32_t> way_for_new(std::uint32_t set);
  std::size_t index(Place place) const { return std::size_t{place.set} * geometry_.ways + place.way; }
  Line& at(Place place) { return lines_[index(place)]; }

  CacheGeometry geometry_;
  SetSelector set_of_;
  std::vector<std::uint64_t> names_;  // names of the lines, by set and way
  std::vector<Line> lines_;
  std::vector<Set> sets_;
  ReplacementPolicy policy_;
  std::vector<std::uint32_t> candidates_;
};

}  // namespace texpipe::machine
