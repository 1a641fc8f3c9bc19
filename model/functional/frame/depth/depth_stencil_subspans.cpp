// Depth tests of neighbouring subspans at once.
#include <array>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/depth/relation.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kPixels = 4;                        // of a subspan
constexpr std::uint32_t kAnySize = ~std::uint32_t{0};  // what is drawn lies in the buffer

/// Whether no two subspans have the same place: those of a clipped polygon's triangles may.
bool are_apart(const pixel_kernels::SubspanPlaces& places, unsigned count) {
  if (count == 4 && places.x[0] < places.x[1] && places.x[1] < places.x[2] && places.x[2] < places.x[3]) return true;
  for (unsigned s = 1; s < count; ++s) {
    for (unsigned other = 0; other < s; ++other) {
      if (places.x[s] == places.x[other] && places.y[s] == places.y[other]) return false;
    }
  }
  return true;
}

}  // namespace

unsigned DepthStencilTest::test_subspans(OpenTiles& tiles, const pixel_kernels::SubspanPlaces& places, unsigned count,
                                         std::uint32_t layer, const pixel_kernels::LaneBits& codes, unsigned pixels,
                                         bool writes) {
  const bool stores = writes && state_.depth_write;
  const bool compares = state_.depth_test && state_.depth_function != gen9::CompareFunction::kAlways;
  if (!stores && !compares) return pixels;
  const auto first_of = [&](unsigned s) {
    return TestedSample{
        .x = static_cast<std::uint32_t>(places.x[s]), .y = static_cast<std::uint32_t>(places.y[s]), .layer = layer};
  };
  pixel_kernels::LanePairs rows;
  std::array<std::uint32_t, 2> nowhere{};  // for lanes that are not asked for
  const std::uint32_t slice = slice_of(layer);
  bool together = count == 4 && depth_blocks_ &&
                  depth_blocks_->find_rows(tiles, places.x, places.y, slice, stores, kAnySize, kAnySize, rows);
  if (!together && depth_blocks_) {
    rows.fill(reinterpret_cast<std::byte*>(nowhere.data()));
    together = are_apart(places, count);
    for (std::size_t s = 0; together && s < count; ++s) {
      std::byte* const row = depth_blocks_->at(tiles, static_cast<std::uint32_t>(places.x[s]),
                                               static_cast<std::uint32_t>(places.y[s]), slice, stores);
      rows[2 * s] = row;
      rows[2 * s + 1] = row + depth_blocks_->row_step();
      together = row != nullptr;
    }
  }
  if (together) {
    const ComparePasses& relation =
        kComparePasses[static_cast<unsigned>(compares ? state_.depth_function : gen9::CompareFunction::kAlways)];
    return pixel_kernels::host_kernels().test_depths(
        {depth_bytes(format_), depth_bits(format_), relation.less, relation.equal, relation.greater}, codes, rows,
        pixels, stores);
  }
  unsigned passed = 0;
  for (unsigned s = 0; s < count; ++s) {
    passed |=
        test_subspan(tiles, first_of(s), codes.data() + std::size_t{kPixels} * s, pixels >> kPixels * s & 0xF, writes)
        << kPixels * s;
  }
  return passed;
}

}  // namespace texpipe::functional
