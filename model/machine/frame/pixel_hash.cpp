#include "machine/frame/pixel_hash.h"

#include <array>
#include <numeric>
#include <span>
#include <utility>

#include "isa/gen9/commands/registers.h"

namespace texpipe::machine {

using gen9::command::kGtMode;

namespace {

/// Size of a block, by powers of two.
struct Block {
  unsigned column_bits;
  unsigned row_bits;

  std::uint32_t turn(const functional::ThreadPixel& pixel) const {
    return (pixel.x >> column_bits) + (pixel.y >> row_bits);
  }
};

// By the values of GT_MODE.
constexpr std::array<SubsliceBlocks, 4> kSubsliceModes{SubsliceBlocks::k8x8, SubsliceBlocks::k16x4,
                                                       SubsliceBlocks::k8x4, SubsliceBlocks::k16x16};
constexpr std::array<SliceBlocks, 4> kSliceModes{SliceBlocks::k16x16, SliceBlocks::kNone, SliceBlocks::k32x16,
                                                 SliceBlocks::k32x32};

// By SubsliceBlocks and SliceBlocks; the first one is that of GT_MODE.
constexpr std::array<Block, 5> kSubsliceBlocks{{{}, {3, 3}, {4, 2}, {3, 2}, {4, 4}}};
constexpr std::array<Block, 4> kSliceBlocks{{{}, {4, 4}, {5, 4}, {5, 5}}};

constexpr std::array<EnumRow, 6> kSubsliceRows{{
    {0, "gt_mode", "as the register GT_MODE says when the draw is sent"},
    {1, "8x8", {}},
    {2, "16x4", {}},
    {3, "8x4", {}},
    {4, "16x16", {}},
    {5, "none", "not hashed: a thread goes to the subslice with the most free slots"},
}};
constexpr std::array<EnumRow, 5> kSliceRows{{
    {0, "gt_mode", "as the register GT_MODE says when the draw is sent"},
    {1, "16x16", {}},
    {2, "32x16", {}},
    {3, "32x32", {}},
    {4, "none", "not hashed: blocks of the subslices go around those of all slices"},
}};

std::uint64_t field(std::uint32_t gt_mode, gen9::FieldBits place) {
  const std::array<std::uint32_t, 1> words{gt_mode};
  return gen9::read_field(words, place);
}

}  // namespace

EnumRows enum_rows(SubsliceBlocks) {
  return {"blocks of subslices", kSubsliceRows};
}

EnumRows enum_rows(SliceBlocks) {
  return {"blocks of slices", kSliceRows};
}

PixelHash::PixelHash(const PixelHashParameters& parameters, std::vector<std::uint32_t> subslices)
    : parameters_{parameters},
      subslices_{std::move(subslices)},
      all_{std::accumulate(subslices_.begin(), subslices_.end(), 0u)} {}

std::optional<std::uint32_t> PixelHash::subslice_of(const functional::ThreadPixel& pixel) const {
  SubsliceBlocks subslices = parameters_.subslices;
  if (subslices == SubsliceBlocks::kGtMode)
    subslices = kSubsliceModes[field(pixel.gt_mode, kGtMode["Subslice Hashing"])];
  if (subslices == SubsliceBlocks::kNone) return {};
  const std::uint32_t turn = kSubsliceBlocks[static_cast<unsigned>(subslices)].turn(pixel);
  SliceBlocks slices = parameters_.slices;
  if (slices == SliceBlocks::kGtMode) slices = kSliceModes[field(pixel.gt_mode, kGtMode["Slice Hashing"])];
  if (slices == SliceBlocks::kNone || subslices_.size() == 1) return turn % all_;
  const auto slice = kSliceBlocks[static_cast<unsigned>(slices)].turn(pixel) % subslices_.size();
  const auto before = subslices_.begin() + static_cast<std::ptrdiff_t>(slice);
  return std::accumulate(subslices_.begin(), before, 0u) + turn % *before;
}

}  // namespace texpipe::machine
