// The tags of a cache: which lines it holds. Knows neither time nor data nor SystemC.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/enum_table.h"
#include "base/quantity.h"
#include "machine/cache/line.h"
#include "machine/cache/replacement.h"

namespace texpipe::machine {

/// How a line number chooses its set.
enum class SetHash : std::uint8_t { kModulo, kXor };
EnumRows enum_rows(SetHash);

struct CacheGeometry {
  std::uint32_t sets = 64;
  std::uint32_t ways = 4;
  SetHash hash = SetHash::kModulo;
  Replacement replacement = Replacement::kLru;
  std::uint64_t seed = 1;
  std::uint32_t interleave = 1;  // banks: line / interleave chooses the set, so that a bank uses all of its sets
};

/// Geometry of a capacity. `size` must be a multiple of ways x line; throws Error (invalid configuration) when it is
/// not.
CacheGeometry geometry_of(ByteSize size, std::uint32_t ways, ByteSize line, SetHash hash = SetHash::kModulo,
                          Replacement replacement = Replacement::kLru, std::uint64_t seed = 1);

/// Set of a line. Xor folds the line number's higher digits (base: the power of two not below the number of sets) onto
/// the lowest.
std::uint32_t set_of(LineKey key, std::uint32_t sets, SetHash hash);

class TagArray {
 public:
  explicit TagArray(const CacheGeometry& geometry);

  /// A line's place, valid until the line is evicted.
  struct Place {
    std::uint32_t set = 0;
    std::uint32_t way = 0;
  };

  /// The line's place, or nothing. A hit counts as use for the replacement policy.
  std::optional<Place> lookup(LineKey key);

  struct Allocation {
    Place place;
    bool evicted = false;
    LineKey victim;             // valid when evicted
    bool victim_dirty = false;  // valid when evicted
  };

  /// Makes room for an absent line and enters it: an empty way first, else the policy's victim among lines that are not
  /// pinned. Nothing when every way of the set is pinned.
  std::optional<Allocation> allocate(LineKey key);

  /// A pinned line is never a victim: its fill is on its way.
  void set_pinned(Place place, bool pinned) { at(place).pinned = pinned; }
  void set_dirty(Place place, bool dirty) { at(place).dirty = dirty; }
  bool pinned(Place place) const { return lines_[index(place)].pinned; }

  /// All dirty lines in order of set and way, which become clean.
  std::vector<LineKey> clean_all();

  const CacheGeometry& geometry() const { return geometry_; }

 private:
  struct Line {
    LineKey key;
    bool valid = false;
    bool pinned = false;
    bool dirty = false;
  };

  std::size_t index(Place place) const { return std::size_t{place.set} * geometry_.ways + place.way; }
  Line& at(Place place) { return lines_[index(place)]; }

  CacheGeometry geometry_;
  std::vector<Line> lines_;
  std::unique_ptr<ReplacementPolicy> policy_;
  std::vector<std::uint32_t> candidates_;
};

}  // namespace texpipe::machine
