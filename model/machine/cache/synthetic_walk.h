// The classic texture-cache experiment: a rotated texture, a raster order, a texel layout and the tags of one cache.
#pragma once

#include <cstdint>

#include "base/enum_table.h"
#include "base/quantity.h"
#include "machine/cache/tag_array.h"

namespace texpipe::machine {

enum class SyntheticLayout : std::uint8_t { kLinear, kBlocks4x4, kTileY, kBlocks8x8, kMorton };
EnumRows enum_rows(SyntheticLayout);

enum class RasterOrder : std::uint8_t { kScan, kTiles8x8 };
EnumRows enum_rows(RasterOrder);

/// A screen of `screen` x `screen` pixels over a square RGBA8 texture that repeats, bilinear without mip levels. At
/// pixel centre (x, y): u = s (x cos a - y sin a) + 2000 and v = s (x sin a + y cos a) + 2000, in texels.
struct SyntheticWalk {
  std::uint32_t screen = 512;     // pixels, even; a multiple of 8 for tiles
  std::uint32_t texture = 1024;   // texels per side, a power of two, at least 32
  double degrees = 0.0;           // angle a
  double texels_per_pixel = 1.0;  // scale s
  SyntheticLayout layout = SyntheticLayout::kLinear;
  RasterOrder raster = RasterOrder::kScan;
};

struct SyntheticResult {
  std::uint64_t samples = 0;
  std::uint64_t lookups = 0;
  std::uint64_t misses = 0;
  ByteSize line;

  double bytes_per_sample() const { return static_cast<double>(misses * line.value()) / static_cast<double>(samples); }
};

/// Walks the screen in quads of 2x2 pixels, in the order (0,0)(1,0)(0,1)(1,1). Each pixel looks up four texels one by
/// one, and every miss fetches one line. With the set-up of Hakura and Gupta (ISCA 1997) it gives the traffic that
/// layouts and raster orders cost.
SyntheticResult run_synthetic_walk(const SyntheticWalk& walk, const CacheGeometry& cache, ByteSize line = ByteSize{64});

}  // namespace texpipe::machine
