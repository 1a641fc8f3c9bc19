// ld, ld_lz, ld2dms, ld2dss and ld_mcs: single texels by integer coordinates (specification/sampling-rules 6).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "functional/sampling/results.h"
#include "functional/sampling/sampler_cache.h"
#include "functional/sampling/subspan_plan.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// Level and place of a pixel's texel.
struct LoadPlace {
  std::uint8_t level = 0;  // of the view
  TexelPlace place;
};

/// Range of levels and texels that loads from a view may ask for.
struct LoadRange {
  std::int32_t first_level;  // that the resource's clamp leaves (L7)
  std::int32_t levels;       // from it on
  std::int32_t slices;       // of an array, faces of cubes
};
LoadRange load_range(const SurfaceBinding& surface);

/// Place at which ld finds the texel of a channel, by the integer coordinates of its request; nothing when a
/// coordinate, the slice or the level is out of range, or the resource's clamp forbids the level (L7).
std::optional<LoadPlace> load_place(const SurfaceBinding& surface, const SamplerRequest& request, unsigned channel);

/// Loads a texel for every pixel. What load_place does not find reads 0 and the defaults of channels that
/// the format lacks; a sample index is clamped to the samples of the surface.
/// @param plans  a plan per subspan is appended unless its detail is kNone; pixels of one level share a footprint
void execute_load(const GpuMemory& memory, const BoundSampler& bound, const SamplerRequest& request,
                  const PlanRequest& plan, std::vector<SubspanPlan>& plans, SamplerResults& results);

/// ld_mcs: the MCS word of every pixel, R the low 32 bits, G the high; 0 without MCS and outside the surface.
void execute_load_mcs(const GpuMemory& memory, const TextureBinding& binding, const SamplerRequest& request,
                      SamplerResults& results);

/// Slice that holds a sample, told by an MCS word (specification/state 4.5).
/// @param sample_bits log2 of the samples, 1 to 4
constexpr std::uint32_t mcs_slice(std::uint64_t mcs, unsigned sample, unsigned sample_bits) {
  const unsigned width = sample_bits;  // 1, 2, 3 and 4 bits for 2, 4, 8 and 16 samples
  return static_cast<std::uint32_t>(mcs >> (sample * width) & ((1u << width) - 1));
}

/// True for the word that says that a pixel has the clear colour.
constexpr bool mcs_is_clear(std::uint64_t mcs, unsigned sample_bits) {
  switch (sample_bits) {
    case 1:
    case 2:
      return (mcs & 0xFF) == 0xFF;
    case 3:
      return (mcs & 0xFFFFFF) == 0xFFFFFF;
    default:
      return mcs == ~std::uint64_t{0};
  }
}

}  // namespace texpipe::functional
