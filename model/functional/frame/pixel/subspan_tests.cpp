#include "functional/frame/pixel/subspan_tests.h"

#include "functional/frame/pixel/pixel_batch.h"
#include "functional/pixel_kernels/pixel_kernels.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kPixels = 4;  // of a subspan
static_assert(kSubspansOfTest == pixel_kernels::kSubspans);

pixel_kernels::DepthInput depth_input(const SubspanTests& draw, const PrimitivePlanes& planes) {
  const SamplePosition& at = draw.raster.raster.pattern.positions[0];
  const DepthFormat format = draw.tests.format();
  return {.x0 = planes.x0,
          .y0 = planes.y0,
          .z = {planes.z.dx, planes.z.dy, planes.z.origin},
          .offset_x = at.x / static_cast<double>(kSampleGrid),
          .offset_y = at.y / static_cast<double>(kSampleGrid),
          .min_depth = draw.viewport.min_depth,
          .max_depth = draw.viewport.max_depth,
          .scale = format == DepthFormat::kD32Float ? 0.0 : depth_bits(format)};
}

}  // namespace

unsigned test_subspans(const SubspanTests& draw, const ShadedPrimitive& primitive,
                       std::span<const CoveredSubspan> covered) {
  pixel_kernels::SubspanPlaces places;
  for (unsigned s = 0; s < covered.size(); ++s) {
    places.x[s] = covered[s].x;
    places.y[s] = covered[s].y;
  }
  unsigned pixels = 0;
  for (unsigned s = 0; s < covered.size(); ++s) pixels |= lowest_bits(covered[s].samples) << kPixels * s;
  if (draw.tests.state().active()) {
    alignas(64) pixel_kernels::LaneBits codes;
    pixel_kernels::host_kernels().depths(depth_input(draw, primitive.planes), places, codes);
    pixels = draw.tests.test_subspans(draw.tiles, places, static_cast<unsigned>(covered.size()), primitive.layer, codes,
                                      pixels, draw.writes);
  }
  return pixels;
}

}  // namespace texpipe::functional
