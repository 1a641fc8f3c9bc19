// The texture cache alone, driven by an address generator: what layouts and raster orders cost (Hakura and Gupta, ISCA
// 1997).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/parameter.h"
#include "study/config/load_configuration.h"
#include "study/run/run_study.h"
#include "timing/cache/synthetic_walk.h"

namespace texpipe::study {

struct SyntheticCacheParameters {
  struct Cache {
    ByteSize size{4096};
    std::uint32_t ways = 4;
    ByteSize line{64};
    timing::SetHash hash = timing::SetHash::kModulo;
    timing::Replacement replacement = timing::Replacement::kLru;
    std::uint64_t seed = 1;

    template <class Visitor>
    void describe(Visitor& v) {
      v("size", size, {.range = {{ByteSize{64}, ByteSize{1 << 30}}}, .power_of_two = true, .help = "data capacity"});
      v("ways", ways, {.range = {{1, 65536}}, .power_of_two = true, .help = "lines per set"});
      v("line", line, {.range = {{ByteSize{4}, ByteSize{4096}}}, .power_of_two = true, .help = "bytes of a line"});
      v("hash", hash, {.help = "how a line chooses its set"});
      v("replacement", replacement, {.help = "which line of a set makes room"});
      v("seed", seed, {.help = "of random replacement"});
    }
  };

  Cache cache;
  std::uint32_t screen = 512;
  std::uint32_t texture = 1024;
  double texels_per_pixel = 1;

  template <class Visitor>
  void describe(Visitor& v) {
    v.group("cache", cache, "the cache under test");
    v("screen", screen, {.range = {{8, 4096}}, .power_of_two = true, .help = "pixels per side"});
    v("texture", texture, {.range = {{32, 16384}}, .power_of_two = true, .help = "texels per side, RGBA8"});
    v("texels_per_pixel", texels_per_pixel, {.range = {{0.0625, 16.0}}, .help = "scale of the texture on the screen"});
  }
};

struct CacheStudyParameters {
  std::uint32_t schema_version = 1;
  std::string name;
  SyntheticCacheParameters synthetic_cache;

  template <class Visitor>
  void describe(Visitor& v) {
    v("schema_version", schema_version, {.range = {{1, 1}}, .help = "version of these keys"});
    v("study", name, {.help = "name of the study and of its run folder", .required = true});
    v.group("synthetic_cache", synthetic_cache, "a cache alone, driven by an address generator");
  }
};

/// One combination of layout, raster order and rotation.
struct CacheStudyRow {
  timing::SyntheticLayout layout;
  timing::RasterOrder raster;
  unsigned degrees;
  timing::SyntheticResult result;
};

/// Every layout, raster order and rotation by 0, 45 and 90 degrees.
std::vector<CacheStudyRow> run_synthetic_cache(const SyntheticCacheParameters& parameters);

/// Whether a file is a study of a cache alone: it has the key `synthetic_cache`.
bool is_cache_study(const std::filesystem::path& file);

/// Errors: kInvalidConfiguration with every problem; also for a cache that does not hold one set.
CacheStudyParameters read_cache_study(const ConfigurationSources& sources);

/// Runs it and leaves its run folder, as run_study does. Errors: those of reading a configuration, kUsage for the
/// folder.
RunOutcome run_cache_study(const ConfigurationSources& sources, const RunOptions& options);

}  // namespace texpipe::study
