// The cache alone against published values: bytes fetched per sample, measured elsewhere with a plain trace model.
#include "machine/cache/synthetic_walk.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;
using namespace texpipe::literals;

namespace {

struct Row {
  SyntheticLayout layout;
  RasterOrder raster;
  double degrees;
  double bytes_per_sample;
};

double bytes(const SyntheticWalk& walk, ByteSize size, std::uint32_t ways) {
  return run_synthetic_walk(walk, geometry_of(size, ways, 64_B)).bytes_per_sample();
}

}  // namespace

TEST_CASE("layout, raster and orientation cost a 4 KiB cache what the reference table says", "[cache]") {
  const Row row = GENERATE(Row{SyntheticLayout::kLinear, RasterOrder::kScan, 0, 4.32},
                           Row{SyntheticLayout::kLinear, RasterOrder::kScan, 45, 27.98},
                           Row{SyntheticLayout::kLinear, RasterOrder::kScan, 90, 36.07},
                           Row{SyntheticLayout::kLinear, RasterOrder::kTiles8x8, 0, 13.50},
                           Row{SyntheticLayout::kLinear, RasterOrder::kTiles8x8, 45, 31.30},
                           Row{SyntheticLayout::kLinear, RasterOrder::kTiles8x8, 90, 39.02},
                           Row{SyntheticLayout::kBlocks4x4, RasterOrder::kScan, 0, 12.09},
                           Row{SyntheticLayout::kBlocks4x4, RasterOrder::kScan, 45, 15.26},
                           Row{SyntheticLayout::kBlocks4x4, RasterOrder::kScan, 90, 12.09},
                           Row{SyntheticLayout::kBlocks4x4, RasterOrder::kTiles8x8, 0, 6.05},
                           Row{SyntheticLayout::kBlocks4x4, RasterOrder::kTiles8x8, 45, 6.85},
                           Row{SyntheticLayout::kBlocks4x4, RasterOrder::kTiles8x8, 90, 6.05});
  CAPTURE(name_of(row.layout), name_of(row.raster), row.degrees);
  CHECK(bytes({.degrees = row.degrees, .layout = row.layout, .raster = row.raster}, 4_KiB, 4) ==
        Approx(row.bytes_per_sample).margin(0.005));
}

TEST_CASE("associativity matters for the linear layout and not for tiles", "[cache]") {
  const SyntheticWalk linear{.degrees = 45, .layout = SyntheticLayout::kLinear, .raster = RasterOrder::kTiles8x8};
  CHECK(bytes(linear, 4_KiB, 1) == Approx(110.9).margin(0.05));
  CHECK(bytes(linear, 4_KiB, 64) == Approx(10.1).margin(0.05));
  const SyntheticWalk blocks{.degrees = 45, .layout = SyntheticLayout::kBlocks4x4, .raster = RasterOrder::kTiles8x8};
  CHECK(bytes(blocks, 4_KiB, 1) == Approx(36.2).margin(0.05));
  CHECK(bytes(blocks, 4_KiB, 64) == Approx(6.85).margin(0.005));
  const SyntheticWalk tiles{.degrees = 45, .layout = SyntheticLayout::kTileY, .raster = RasterOrder::kTiles8x8};
  CHECK(bytes(tiles, 4_KiB, 1) == Approx(bytes(tiles, 4_KiB, 64)).epsilon(0.01));
}

TEST_CASE("traffic grows with the square of the scale once texels are used once", "[cache]") {
  const auto [scale, expected, margin] = GENERATE(table<double, double, double>(
      {{0.25, 0.28, 0.005}, {0.5, 1.19, 0.005}, {1, 4.11, 0.005}, {2, 16.0, 0.05}, {4, 64.0, 0.05}}));
  CAPTURE(scale);
  CHECK(bytes({.texels_per_pixel = scale, .layout = SyntheticLayout::kBlocks4x4, .raster = RasterOrder::kTiles8x8},
              16_KiB, 4) == Approx(expected).margin(margin));
}

TEST_CASE("Morton order fetches alike at any orientation, as blocks of a line do; 8x8 blocks lie between them and rows",
          "[cache]") {
  const auto turned = [](SyntheticLayout layout, double degrees) {
    return bytes({.degrees = degrees, .layout = layout, .raster = RasterOrder::kTiles8x8}, 4_KiB, 64);
  };
  for (const double degrees : {0.0, 45.0, 90.0}) {
    CAPTURE(degrees);
    CHECK(turned(SyntheticLayout::kMorton, degrees) ==
          Approx(turned(SyntheticLayout::kBlocks4x4, degrees)).epsilon(0.01));
  }
  // Two rows of eight texels are a line: more lines when the raster goes along columns.
  CHECK(turned(SyntheticLayout::kBlocks8x8, 90) > turned(SyntheticLayout::kBlocks8x8, 0));
  CHECK(turned(SyntheticLayout::kBlocks8x8, 90) < turned(SyntheticLayout::kLinear, 90));
  CHECK(turned(SyntheticLayout::kBlocks8x8, 0) >= 4.0);  // every texel comes in once
}

TEST_CASE("every layout gives each texel bytes of its own inside the texture", "[cache]") {
  for (const SyntheticLayout layout : {SyntheticLayout::kLinear, SyntheticLayout::kBlocks4x4, SyntheticLayout::kTileY,
                                       SyntheticLayout::kBlocks8x8, SyntheticLayout::kMorton}) {
    CAPTURE(name_of(layout));
    const SyntheticResult result =
        run_synthetic_walk({.screen = 64, .texture = 64, .layout = layout}, geometry_of(1_MiB, 4, 64_B));
    CHECK(result.misses == 64 * 64 * 4 / 64);
  }
}
