// States of surfaces and samplers that a study describes by keys of its own.
#pragma once

#include "functional/surface/surface_builder.h"
#include "isa/gen9/sampler_state.h"
#include "workload/texture_walk/texture_walk_parameters.h"

namespace texpipe::study {

/// The SAMPLER_STATE of these parameters; its border is that of whoever stores it.
gen9::SamplerState sampler_state(const WalkSamplerParameters& parameters);

/// Layout of a surface of this tiling, `auto` chosen by the format.
functional::SurfaceOptions surface_options(TextureTiling tiling, gen9::SurfaceFormat format);

}  // namespace texpipe::study
