// Whether a draw's primitives are drawn.
#pragma once

#include "functional/frame/state/pipeline_state.h"

namespace texpipe::functional {

/// Primitives go on behind stream output, be that on or off; false: nothing after it has anything to do, and its state
/// need not make sense.
bool renders(const PipelineState& state);

}  // namespace texpipe::functional
