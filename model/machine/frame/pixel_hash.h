// Which subslice shades a pixel: the fixed functions hash blocks of a render target to subslices.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "functional/execution/thread_source.h"

namespace texpipe::machine {

/// Blocks of pixels that one subslice shades.
enum class SubsliceBlocks : std::uint8_t { kGtMode, k8x8, k16x4, k8x4, k16x16, kNone };
EnumRows enum_rows(SubsliceBlocks);

/// Blocks of pixels that one slice shades.
enum class SliceBlocks : std::uint8_t { kGtMode, k16x16, k32x16, k32x32, kNone };
EnumRows enum_rows(SliceBlocks);

struct PixelHashParameters {
  SubsliceBlocks subslices = SubsliceBlocks::kGtMode;
  SliceBlocks slices = SliceBlocks::kGtMode;

  template <class Visitor>
  void describe(Visitor& v) {
    v("subslices", subslices,
      {.help = "pixels that are hashed to a subslice together",
       .source = {"modes of GT_MODE and 16x4 by default: Linux i915 and Mesa; 16x4 and 16x16 gain 1 to 6 % over 8x8 on "
                  "Apollo Lake (Mesa ebd2fd6ef3b5)"}});
    v("slices", slices,
      {.help = "pixels that are hashed to a slice together, in a machine with several",
       .source = {"modes of GT_MODE: Mesa 9406b3a5c16f"}});
  }
};

/// A block in column c and row r belongs to number (c + r) modulo their count: first the slice, by its blocks, then the
/// subslice of the slice, by its own (resolution R65).
class PixelHash {
 public:
  /// @param subslices  of each slice, in the order of their numbers
  PixelHash(const PixelHashParameters& parameters, std::vector<std::uint32_t> subslices);

  /// Number of subslices of all slices.
  std::uint32_t subslices() const { return all_; }

  /// Number of the subslice; none: any may have the pixel.
  std::optional<std::uint32_t> subslice_of(const functional::ThreadPixel& pixel) const;

 private:
  PixelHashParameters parameters_;
  std::vector<std::uint32_t> subslices_;  // by slice
  std::uint32_t all_ = 0;
};

}  // namespace texpipe::machine
