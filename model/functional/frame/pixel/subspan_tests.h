// Depth tests of neighbouring subspans of one sample a pixel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/setup/raster_setup.h"
#include "functional/frame/setup/shaded_primitive.h"
#include "functional/frame/setup/viewport.h"
#include "functional/memory/open_tiles.h"

namespace texpipe::functional {

inline constexpr std::size_t kSubspansOfTest = 4;

/// Parts of a draw that the tests need.
struct SubspanTests {
  DepthStencilTest& tests;  // that take subspans, or are not active
  OpenTiles& tiles;
  const RasterSetup& raster;
  const Viewport& viewport;
  bool writes = true;  // what passes
};

/// Tests the covered pixels of subspans of a primitive, in their order. @param covered  at most kSubspansOfTest
/// @return bit 4 s + p: pixel p of subspan s passes
unsigned test_subspans(const SubspanTests& draw, const ShadedPrimitive& primitive,
                       std::span<const CoveredSubspan> covered);

}  // namespace texpipe::functional
