// The classic texture-cache table: bytes fetched per sample, by texel layout, raster order and orientation.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/parameter.h"
#include "machine/cache/synthetic_walk.h"
#include "machine/cache/texture_cache_parameters.h"

namespace texpipe::study {

struct CacheTableParameters {
  std::uint32_t screen = 512;
  std::uint32_t texture = 1024;
  double texels_per_pixel = 1.0;
  std::vector<double> degrees{0, 45, 90};
  std::vector<ByteSize> sizes;

  template <class Visitor>
  void describe(Visitor& v) {
    v("screen", screen,
      {.range = {{8u, 8192u}}, .power_of_two = true, .help = "pixels per side of the image", .source = kReference});
    v("texture", texture,
      {.range = {{32u, 16384u}},
       .power_of_two = true,
       .help = "RGBA8 texels per side of the texture, which repeats",
       .source = kReference});
    v("texels_per_pixel", texels_per_pixel,
      {.range = {{0.01, 100.0}},
       .help = "texels from a pixel to the next: the scale of the texture",
       .source = kReference});
    v("degrees", degrees,
      {.range = {{-360.0, 360.0}}, .help = "angles by which the texture is turned", .source = kReference});
    v("sizes", sizes,
      {.range = {{ByteSize{64}, ByteSize{64 << 20}}},
       .help = "capacities of the caches that are compared; none: that of the machine's L1"});
  }

  static constexpr ParameterSource kReference{"set-up of the published values (Hakura and Gupta, ISCA 1997)"};
};

struct CacheTableRow {
  ByteSize size;  // of the cache
  machine::SyntheticLayout layout;
  machine::RasterOrder raster;
  double degrees;
  machine::SyntheticResult result;
};

/// Every size, layout, raster order and angle through the tags of `cache`: its ways, line, set hash and replacement,
/// and its size where the parameters give none. No timing, no other part of a machine. Errors: geometry_of; Error
/// (invalid configuration) without an angle.
std::vector<CacheTableRow> cache_table(const CacheTableParameters& parameters,
                                       const machine::TextureCacheParameters& cache);

/// One block per size; in it one line per layout and raster order, one column per angle, bytes per sample with two
/// digits.
std::string cache_table_text(const std::vector<CacheTableRow>& rows);
std::string cache_table_csv(const std::vector<CacheTableRow>& rows);
nlohmann::ordered_json cache_table_json(const std::vector<CacheTableRow>& rows);

}  // namespace texpipe::study
