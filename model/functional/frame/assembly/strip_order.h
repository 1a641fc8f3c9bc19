// Order of the vertices of strip triangles, as state asks for it.
#pragma once

#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/state/pipeline_state.h"

namespace texpipe::functional {

/// Order of triangles that stages before the geometry shader give: the shader's, or that of what leaves the stages.
StripOrder input_strip_order(const PipelineState& state);

/// Order of triangles that leave the geometry stages: that of 3DSTATE_STREAMOUT where it is on.
StripOrder output_strip_order(const PipelineState& state);

}  // namespace texpipe::functional
