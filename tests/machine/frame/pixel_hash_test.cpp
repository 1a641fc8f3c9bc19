#include "machine/frame/pixel_hash.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>

using namespace texpipe;
using namespace texpipe::machine;
using functional::ThreadPixel;

namespace {

constexpr std::uint32_t k16x4Mode = 1 << 8, k8x4Mode = 2 << 8, k32x32Mode = 3 << 11, kNoSlicesMode = 1 << 11;

std::uint32_t subslice(const PixelHash& hash, std::uint32_t x, std::uint32_t y, std::uint32_t gt_mode = k16x4Mode) {
  return hash.subslice_of({x, y, gt_mode}).value();
}

/// Pixels of each of three subslices in a block of 16x16.
std::array<unsigned, 3> shares(const PixelHash& hash, std::uint32_t gt_mode) {
  std::array<unsigned, 3> pixels{};
  for (std::uint32_t y = 0; y < 16; ++y)
    for (std::uint32_t x = 0; x < 16; ++x) ++pixels[subslice(hash, x, y, gt_mode)];
  return pixels;
}

}  // namespace

TEST_CASE("one of three subslices gets twice the others' pixels of a 16x16 block", "[frame][hash]") {
  const PixelHash hash{{}, {3}};
  CHECK(shares(hash, k16x4Mode) == std::array{128u, 64u, 64u});
  CHECK(shares(hash, 0) == std::array{64u, 128u, 64u});  // 8x8
}

TEST_CASE("blocks go around the subslices in rows and columns", "[frame][hash]") {
  const PixelHash hash{{}, {3}};
  CHECK(subslice(hash, 15, 3) == 0);
  CHECK(subslice(hash, 16, 3) == 1);
  CHECK(subslice(hash, 15, 4) == 1);
  CHECK(subslice(hash, 47, 7) == 0);
  CHECK(subslice(hash, 7, 3, k8x4Mode) == 0);
  CHECK(subslice(hash, 8, 3, k8x4Mode) == 1);
}

TEST_CASE("blocks that a machine names go before those of GT_MODE", "[frame][hash]") {
  const PixelHash hash{{.subslices = SubsliceBlocks::k16x16}, {3}};
  CHECK(subslice(hash, 15, 15) == 0);
  CHECK(subslice(hash, 16, 15) == 1);
  CHECK_FALSE(PixelHash({.subslices = SubsliceBlocks::kNone}, {3}).subslice_of({0, 0, k16x4Mode}));
}

TEST_CASE("of several slices, blocks of slices come first", "[frame][hash]") {
  const PixelHash hash{{}, {2, 3}};
  CHECK(hash.subslices() == 5);
  CHECK(subslice(hash, 0, 0) == 0);
  CHECK(subslice(hash, 0, 4) == 1);
  CHECK(subslice(hash, 16, 0) == 2 + 1);  // the second slice, in column 1
  CHECK(subslice(hash, 16, 0, k16x4Mode | k32x32Mode) == 1);
  CHECK(subslice(hash, 32, 0, k16x4Mode | k32x32Mode) == 2 + 2);
  // Without slices, blocks go around all five.
  CHECK(subslice(hash, 0, 16, k16x4Mode | kNoSlicesMode) == 4);
  const PixelHash wide{{.slices = SliceBlocks::k32x16}, {2, 3}};
  CHECK(subslice(wide, 16, 0) < 2);
  CHECK(subslice(wide, 32, 0) >= 2);
}
