// Pixels that a draw can reach.
#pragma once

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

/// Pixels of the first target, when there is a pixel shader, and of depth; each write looks at its own target.
PixelRectangle drawn_pixels(const DepthStencilTest& tests, bool has_shader, const GpuMemory& memory,
                            const MessageContext& messages);

}  // namespace texpipe::functional
