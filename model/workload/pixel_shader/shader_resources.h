// Textures, buffers, render targets and depth of a pixel shader's draw, with their content.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "workload/pixel_shader/pixel_shader_draw.h"

namespace texpipe::study {

/// Places a texture. @param format  of its surface states. Errors: kInvalidConfiguration for files of another size than
/// the texture has, kUnsupported for a pattern in another format than that it is drawn in.
PlacedResource place_texture(functional::GpuMemory& memory, const ShaderTexture& texture, gen9::SurfaceFormat format);

/// Places a buffer.
PlacedResource place_buffer(functional::GpuMemory& memory, const ShaderBuffer& buffer);

/// Places a target of zeros, as its surface state describes it. Errors: kInvalidConfiguration for one of another size
/// than all have.
PlacedResource place_target(functional::GpuMemory& memory, const ShaderBinding& binding,
                            const gen9::RenderSurfaceState& described);

/// The surface state of a binding: what it shows is as described, where it lies as placed. Errors:
/// kInvalidConfiguration when one is a buffer and the other is not.
gen9::RenderSurfaceState bound_state(const ShaderBinding& binding, const gen9::RenderSurfaceState& described,
                                     const PlacedResource& placed);

}  // namespace texpipe::study
