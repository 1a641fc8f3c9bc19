// Textures, buffers, render targets and depth of a pixel shader's draw, with their content.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "workload/pixel_shader/pixel_shader_draw.h"

namespace texpipe::study {

/// Places a texture. @param format  of its surface states
PlacedResource place_texture(functional::GpuMemory& memory, const ShaderTexture& texture, gen9::SurfaceFormat format);

/// Places a buffer with room up to `entries` of a surface state.
PlacedResource place_buffer(functional::GpuMemory& memory, const ShaderBuffer& buffer);

/// Places a target of zeros, as its surface state describes it.
PlacedResource place_target(functional::GpuMemory& memory, const std::string& name,
                            const gen9::RenderSurfaceState& described);

/// The surface state of a binding: what it shows is as described, where it lies as placed.
gen9::RenderSurfaceState bound_state(const gen9::RenderSurfaceState& described, const PlacedResource& placed);

}  // namespace texpipe::study
