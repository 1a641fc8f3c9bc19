// Textures without levels under a mip filter: legal, and seldom meant.
#pragma once

#include "functional/surface/surface_image.h"
#include "isa/gen9/sampler_state.h"

namespace texpipe::study {

inline constexpr const char* kLevelsHint = "'texpipe texture mips FILE -o OUT.dds' makes its levels";

/// Whether a mip filter has nothing to choose from, although the texture has more than a texel and the sampler's
/// highest level of detail, `max_lod`, would leave level 0.
inline bool misses_levels(const functional::SurfaceImage& image, gen9::MipFilter filter, double max_lod) {
  const bool more_than_a_texel = image.width > 1 || image.height > 1 || image.depth > 1;
  return image.levels == 1 && more_than_a_texel && filter != gen9::MipFilter::kNone && max_lod > 0;
}

}  // namespace texpipe::study
