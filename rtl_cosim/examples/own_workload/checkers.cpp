// A plug-in with the workload `checkers`, a floor of black and white squares that no file holds, and with statistics
// that say how many bytes of it come into the texture caches for a texel.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "study/plugins/plugin.h"
#include "workload/texture_walk/texture_walk.h"

namespace {

using namespace texpipe;

functional::Workload checkers(const OwnParameters& own) {
  const auto squares = own.get<std::uint32_t>("squares"), texels = own.get<std::uint32_t>("texels");
  const std::uint32_t size = squares * texels;
  std::vector<std::uint32_t> colors;
  for (std::uint32_t y = 0; y < size; ++y) {
    for (std::uint32_t x = 0; x < size; ++x)
      colors.push_back((x / texels + y / texels) % 2 == 0 ? 0xFFFF'FFFF : 0xFF00'0000);
  }
  study::TextureWalkParameters walk;
  walk.image = {64, 64};
  return study::make_texture_walk(walk, {.width = size, .height = size}, std::as_bytes(std::span{colors}));
}

/// Adds a count that is the sum of a counter over all texture caches.
void sum_over_caches(study::Plugin& plugin, const char* name, machine::StatisticUnit unit, const char* text,
                     const char* counter) {
  plugin.statistic(name, unit, text,
                   [path = "slice.subslice[*].sampler.l1." + std::string{counter}](
                       const machine::StatisticsRegistry& run) { return count_of(run, path); });
}

}  // namespace

extern "C" void texpipe_plugin(study::Plugin& plugin) {
  constexpr ParameterRange<std::uint32_t> kSquares{1, 64}, kTexels{1, 64};
  plugin.workload("checkers", "a floor of black and white squares", checkers,
                  OwnParameters{}
                      .add("squares", 16u, "squares along a side", std::optional{kSquares})
                      .add("texels", 16u, "texels along a side of a square", std::optional{kTexels}));
  sum_over_caches(plugin, "filled_bytes", machine::StatisticUnit::kBytes, "bytes that came into texture caches",
                  "fill_bytes");
  sum_over_caches(plugin, "read_texels", machine::StatisticUnit::kTexels, "texels read from texture caches", "texels");
  plugin.ratio("bytes_per_texel", "bytes that came into texture caches for a texel", "own.filled_bytes",
               "own.read_texels");
}
