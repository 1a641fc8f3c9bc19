// Memory and state of a pixel shader's draw.
#pragma once

#include "functional/frame/state/pipeline_state.h"
#include "workload/pixel_shader/pixel_shader_draw.h"

namespace texpipe::study {

/// Puts code, resources and structures into the draw's memory, and commands together. Errors: as
/// make_pixel_shader_draw.
functional::PipelineState shader_draw_state(const PixelShaderCase& shader, unsigned lanes,
                                            const DrawVariation& variation, PixelShaderDraw& draw);

}  // namespace texpipe::study
