// sample, gather4 and LOD operations on a bound texture.
#pragma once

#include <vector>

#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/results.h"
#include "functional/sampling/sampler_cache.h"
#include "functional/sampling/subspan_plan.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// True for what neither has levels nor texels of a map.
bool reads_nothing(const TextureBinding& binding);

/// Executes the operation for all pixels, subspan by subspan: step by step, or in the compiled form.
/// @param plans  a plan per subspan is appended unless its detail is kNone
void execute_sample(const GpuMemory& memory, const BoundSampler& bound, const SamplerRequest& request,
                    const PlanRequest& plan, std::vector<SubspanPlan>& plans, SamplerResults& results);

/// R: clamped, G: unclamped level of detail; B and A 0 (rule L11; R15).
/// @param plans  one for each subspan; the levels go there when the detail is kIntermediates
void execute_lod(const TextureBinding& binding, const SamplerRequest& request, PlanDetail detail,
                 std::vector<SubspanPlan>& plans, SamplerResults& results);

/// Value of a texel outside a surface: 0 in the channels of the format, defaults in the others.
std::array<std::uint32_t, 4> out_of_bounds_texel(const TexelCoding& coding);

/// A new footprint of a surface, with neither level nor texels.
Footprint& add_footprint(const SurfaceBinding& surface, std::vector<Footprint>& footprints);

/// Adds the public footprint of a plan: lines, and with operands addresses, of the texels that are read from memory.
/// Texels in null tiles are left out.
/// @param addresses  of the surface; null: the layout answers
void publish(const SurfaceBinding& surface, AddressTables* addresses, const FootprintPlan& plan,
             std::uint16_t from_memory, const PlanRequest& wanted, SubspanPlan& subspan);

/// Operands of a fixed-point or float filter, for RTL and checkers. A border corner has neither code nor weight among
/// them: the border colour has more precision than a texel and joins behind the sums.
FootprintOperands operands_of(const FootprintPlan& plan, const std::array<Texel, kTexelsPerFootprint>& texels);

}  // namespace texpipe::functional
