#include "functional/frame/pixel/subspan_tests.h"

#include <algorithm>
#include <array>

#include "functional/frame/pixel/pixel_batch.h"
#include "functional/pixel_kernels/pixel_kernels.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kPixels = 4;  // of a subspan
static_assert(kSubspansOfTest == pixel_kernels::kSubspans);

pixel_kernels::DepthInput depth_input(DepthFormat format, const RasterSetup& raster, const Viewport& viewport,
                                      const PrimitivePlanes& planes) {
  const SamplePosition& at = raster.raster.pattern.positions[0];
  return {.x0 = planes.x0,
          .y0 = planes.y0,
          .z = {planes.z.dx, planes.z.dy, planes.z.origin},
          .offset_x = at.x / static_cast<double>(kSampleGrid),
          .offset_y = at.y / static_cast<double>(kSampleGrid),
          .min_depth = viewport.min_depth,
          .max_depth = viewport.max_depth,
          .scale = format == DepthFormat::kD32Float ? 0.0 : depth_bits(format)};
}

}  // namespace

SubspanTests subspan_tests(DepthStencilTest& tests, OpenTiles& tiles, const RasterSetup& raster,
                           const Viewport& viewport, const ShadedPrimitive& primitive, bool writes) {
  SubspanTests own{.tests = tests, .tiles = tiles, .layer = primitive.layer, .writes = writes};
  if (!tests.state().active()) return own;
  own.depth = depth_input(tests.format(), raster, viewport, primitive.planes);
  own.flat = own.depth.z.dx == 0 && own.depth.z.dy == 0;
  if (own.flat) {
    constexpr std::array<std::int32_t, 2> kAnywhere{};
    pixel_kernels::SubspanCorners corners;
    corners.fill(kAnywhere.data());
    pixel_kernels::host_kernels().depths(own.depth, corners, own.codes);
  }
  return own;
}

unsigned test_subspans(const SubspanTests& tests, std::span<const CoveredSubspan> covered) {
  unsigned pixels = 0;
  for (unsigned s = 0; s < covered.size(); ++s) pixels |= lowest_bits(covered[s].samples) << kPixels * s;
  if (!tests.tests.state().active()) return pixels;
  pixel_kernels::SubspanPlaces places;
  for (unsigned s = 0; s < covered.size(); ++s) {
    places.x[s] = covered[s].x;
    places.y[s] = covered[s].y;
  }
  const auto test = [&](const pixel_kernels::LaneBits& codes) {
    return tests.tests.test_subspans(tests.tiles, places, static_cast<unsigned>(covered.size()), tests.layer, codes,
                                     pixels, tests.writes);
  };
  if (tests.flat) return test(tests.codes);
  pixel_kernels::SubspanCorners corners;
  for (unsigned s = 0; s < kSubspansOfTest; ++s) corners[s] = &covered[s < covered.size() ? s : 0].x;
  alignas(64) pixel_kernels::LaneBits codes;
  pixel_kernels::host_kernels().depths(tests.depth, corners, codes);
  return test(codes);
}

void prefetch_depths(const SubspanTests& tests, std::span<const CoveredSubspan> subspans, std::size_t next) {
  constexpr std::size_t kAhead = 64;
  const std::size_t first = next + kAhead, end = std::min(first + kSubspansOfTest, subspans.size());
  for (std::size_t n = first; n < end; ++n) {
    if (subspans[n].tile != subspans[n - 1].tile)
      tests.tests.prefetch_block(tests.tiles, subspans[n].x, subspans[n].y, tests.layer);
  }
}

}  // namespace texpipe::functional
