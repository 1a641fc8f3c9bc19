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
#include "functional/pixel_kernels/pixel_kernels.h"

namespace texpipe::functional {

inline constexpr std::size_t kSubspansOfTest = 4;

/// Parts of a draw that the tests of a primitive need.
struct SubspanTests {
  DepthStencilTest& tests;  // that take subspans, or are not active
  OpenTiles& tiles;
  std::uint32_t layer = 0;            // of the primitive
  pixel_kernels::DepthInput depth{};  // likewise; not set where the tests are not active
  bool flat = false;                  // all pixels have one depth, whose code `codes` has
  bool writes = true;                 // what passes
  alignas(64) pixel_kernels::LaneBits codes{};
};

/// The tests of a primitive. @param viewport  the primitive's
SubspanTests subspan_tests(DepthStencilTest& tests, OpenTiles& tiles, const RasterSetup& raster,
                           const Viewport& viewport, const ShadedPrimitive& primitive, bool writes);

/// Tests the covered pixels of subspans of a primitive, in their order. @param covered  at most kSubspansOfTest
/// @return bit 4 s + p: pixel p of subspan s passes
unsigned test_subspans(const SubspanTests& tests, std::span<const CoveredSubspan> covered);

/// Brings depths near that are tested soon: those of the coarse tiles that begin some subspans behind `next`.
void prefetch_depths(const SubspanTests& tests, std::span<const CoveredSubspan> subspans, std::size_t next);

}  // namespace texpipe::functional
