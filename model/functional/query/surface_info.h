// resinfo and sampleinfo (specification/sampling 9 and 10; resolutions R2 to R4).
#pragma once

#include <array>
#include <cstdint>

#include "functional/message/message.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

/// R, G, B, A of resinfo: width, height or slices, depth or slices, level count of the view; unused ones are 0.
/// @param lod  counted from Surface Min LOD; outside the mip range the sizes are 0 and the level count stays
std::array<std::uint32_t, 4> surface_info(const gen9::RenderSurfaceState& state, std::uint32_t lod,
                                          const QueryOptions& options = {});

/// R: samples, A: sample position palette index; G and B 0. A null surface gives 0.
std::array<std::uint32_t, 4> sample_info(const gen9::RenderSurfaceState& state, const QueryOptions& options = {});

}  // namespace texpipe::functional
