// Addresses of a surface's texels by table: every tiling is a sum of what x, y and slice contribute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "functional/surface/surface_layout.h"

namespace texpipe::functional {

/// The same addresses as the layout's. A level's tables are made when it is first used, for the slice that is used
/// first; the layout answers for the others.
class AddressTables {
 public:
  /// Null where x and y do not contribute apart from each other (quilts, interleaved samples, lines of fields), or the
  /// tables would be long (buffers).
  /// @param layout  must outlive the tables
  static std::unique_ptr<AddressTables> make(const SurfaceLayout& layout);

  /// What one coordinate contributes to the address as stored and in the decoded address space.
  struct Offset {
    std::uint64_t stored = 0;
    std::uint64_t decoded = 0;
  };
  /// A slice of a level.
  struct Plane {
    std::vector<Offset> columns;  // by x
    std::vector<Offset> rows;     // by y, of the slice
    Offset low_bits;              // set in any of them

    TexelAddress at(std::uint32_t x, std::uint32_t y) const {
      return {ByteAddress{columns[x].stored + rows[y].stored}, ByteAddress{columns[x].decoded + rows[y].decoded}};
    }
  };

  /// Null for a slice that has no tables.
  const Plane* plane(unsigned level, std::uint32_t slice) {
    Level& tables = levels_[level];
    if (tables.columns.empty()) fill(level, slice);
    return slice == tables.slice ? &tables : nullptr;
  }

  TexelAddress operator()(unsigned level, const TexelPlace& place) {
    Level& tables = levels_[level];
    if (tables.columns.empty()) fill(level, place.slice);
    const bool listed = place.slice == tables.slice && place.sample == 0 && place.x < tables.columns.size() &&
                        place.y < tables.rows.size();
    if (!listed) return layout_.texel_address(level, place);
    return tables.at(place.x, place.y);
  }

 private:
  struct Level : Plane {
    std::uint32_t slice = 0;
  };

  explicit AddressTables(const SurfaceLayout& layout) : layout_{layout} {}
  void fill(unsigned level, std::uint32_t slice);

  const SurfaceLayout& layout_;
  std::array<Level, kMaxLevels> levels_;
};

}  // namespace texpipe::functional
