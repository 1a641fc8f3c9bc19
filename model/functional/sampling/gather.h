// Results of gather4 from a pixel's texels.
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/prefilter.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// One channel of the four texels of a pixel, in the order of gather4 (specification/messages 3.4), as float32 bits or
/// integers.
/// @param channel  of the texels: 0 R to 3 A, before the surface's channel selects
/// @param texels   after the texel stages
std::array<std::uint32_t, 4> gathered(const TextureBinding& binding, const Prefilter& prefilter, unsigned channel,
                                      const FootprintPlan& plan, const std::array<Texel, kTexelsPerFootprint>& texels,
                                      unsigned pixel);

}  // namespace texpipe::functional
