// Viewports of a draw, and the pixels that may be drawn to.
#pragma once

#include <array>
#include <cstdint>

#include "functional/frame/state/pipeline_state.h"
#include "functional/memory/gpu_memory.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

inline constexpr unsigned kViewports = 16;

/// Place of a vertex on the screen: pixels, and depth.
struct WindowPosition {
  float x = 0;
  float y = 0;
  float z = 0;
};

/// SF_CLIP_VIEWPORT, CC_VIEWPORT and SCISSOR_RECT of one index.
struct Viewport {
  bool transforms = false;  // otherwise positions are pixels already
  float x_scale = 1, y_scale = 1, z_scale = 1;
  float x_offset = 0, y_offset = 0, z_offset = 0;
  float min_depth = 0;
  float max_depth = 1;
  PixelRectangle pixels{};  // drawing rectangle, scissor and viewport extent together

  float clamp_depth(float z) const { return z > min_depth ? (z < max_depth ? z : max_depth) : min_depth; }
  /// In float32, product before sum.
  WindowPosition place(float x, float y, float z) const {
    return {x * x_scale + x_offset, y * y_scale + y_offset, z * z_scale + z_offset};
  }
};

/// @param index  at most kViewports - 1
/// Errors: kUnsupported for an origin of the drawing rectangle that is not 0.
Viewport read_viewport(const PipelineState& state, const GpuMemory& memory, unsigned index);

/// Viewports of indices 0 to `most`; the others are the first one. Errors: those of read_viewport.
std::array<Viewport, kViewports> read_viewports(const PipelineState& state, const GpuMemory& memory, unsigned most);

PixelRectangle intersection(const PixelRectangle& a, const PixelRectangle& b);

}  // namespace texpipe::functional
