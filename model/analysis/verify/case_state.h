// The hardware state that means what a golden case says in API terms.
#pragma once

#include "analysis/verify/golden_case.h"
#include "functional/memory/gpu_memory.h"
#include "functional/surface/surface_builder.h"
#include "isa/gen9/border_color_state.h"
#include "isa/gen9/sampler_state.h"

namespace texpipe::study {

/// SAMPLER_STATE of an API sampler. Compare functions become the inverse relation (resolution R18), linear filters
/// round coordinates and nearest ones do not (R19), anisotropy above 1 replaces linear filters.
gen9::SamplerState sampler_state(const GoldenSampler& sampler);

/// Border colour as floats, or as integers for integer formats.
gen9::BorderColorState border_color(const GoldenSampler& sampler, gen9::SurfaceFormat format);

/// Tilings that the hardware has for the case's surface, in a fixed order.
std::vector<functional::Tiling> possible_tilings(const GoldenSurface& surface);

/// Builds the surface and describes the case's view of it: levels from base_level on, channels selected.
gen9::RenderSurfaceState build_case_surface(functional::GpuMemory& memory, const GoldenCase& golden,
                                            functional::Tiling tiling);

}  // namespace texpipe::study
