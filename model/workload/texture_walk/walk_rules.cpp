#include "workload/texture_walk/walk_rules.h"

#include <algorithm>
#include <string>

#include "functional/sampling/rules/mono_filter.h"
#include "workload/texture_walk/walk_shape.h"

namespace texpipe::study {

void add_broken_rules(const WalkSamplerParameters& sampler, const std::string& path, std::vector<BrokenRule>& broken) {
  if (sampler.max_anisotropy % 2 != 0) {
    broken.push_back(
        {{path + ".max_anisotropy"}, std::to_string(sampler.max_anisotropy) + " is odd", "expected 2, 4, 6, ... 16"});
  }
  if (std::max(sampler.mono_filter.width, sampler.mono_filter.height) > functional::kMaxMonoFilter) {
    broken.push_back(
        {{path + ".mono_filter"}, value_text(sampler.mono_filter) + " is too large", "expected 1x1 to 7x7"});
  }
  if (sampler.min_lod > sampler.max_lod) {
    broken.push_back({{path + ".min_lod", path + ".max_lod"},
                      "the smallest level of detail lies above the largest, " + std::to_string(sampler.max_lod),
                      "min_lod is at most max_lod"});
  }
}

std::vector<BrokenRule> broken_rules(const TextureWalkParameters& parameters) {
  std::vector<BrokenRule> broken;
  if (!gen9::format_facts(parameters.output_format).typed_write) {
    broken.push_back({{"workload.output_format"},
                      std::string{name_of(parameters.output_format)} + " is no format of typed writes",
                      "such as R8G8B8A8_UNORM"});
  }
  constexpr std::size_t kMostMore = 4;  // whose colours the registers hold
  if (parameters.more_textures.size() > kMostMore) {
    broken.push_back({{"workload.more_textures"},
                      std::to_string(parameters.more_textures.size()) + " textures",
                      "expected at most " + std::to_string(kMostMore)});
  }
  const ImageExtent block = walk_shape(parameters.simd).block;
  if (parameters.tile.width % block.width != 0 || parameters.tile.height % block.height != 0) {
    broken.push_back({{"workload.tile", "workload.simd"},
                      value_text(parameters.tile) + " is no whole number of threads",
                      "expected multiples of " + value_text(block)});
  }
  add_broken_rules(parameters.sampler, "workload.sampler", broken);
  return broken;
}

}  // namespace texpipe::study
