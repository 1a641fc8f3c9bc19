// State of the depth and stencil tests of a draw, decoded once.
#pragma once

#include <array>
#include <cstdint>

#include "functional/frame/depth/depth_format.h"
#include "functional/frame/state/pipeline_state.h"
#include "isa/gen9/compare_function.h"
#include "isa/gen9/stencil_operation.h"

namespace texpipe::functional {

/// Surface Type of 3DSTATE_DEPTH_BUFFER and 3DSTATE_STENCIL_BUFFER without a buffer.
inline constexpr std::uint64_t kNullSurface = 7;

/// Stencil test of one side of a surface.
struct StencilSide {
  gen9::CompareFunction function = gen9::CompareFunction::kAlways;
  gen9::StencilOperation fail = gen9::StencilOperation::kKeep;        // the stencil test fails
  gen9::StencilOperation depth_fail = gen9::StencilOperation::kKeep;  // it passes, and the depth test fails
  gen9::StencilOperation pass = gen9::StencilOperation::kKeep;
  std::uint8_t reference = 0;
  std::uint8_t test_mask = 0xFF;
  std::uint8_t write_mask = 0xFF;
};

/// 3DSTATE_WM_DEPTH_STENCIL with the buffers' enables: a write needs both.
struct DepthStencilState {
  bool depth_test = false;
  bool depth_write = false;
  gen9::CompareFunction depth_function = gen9::CompareFunction::kAlways;
  bool stencil_test = false;
  bool stencil_write = false;
  std::array<StencilSide, 2> sides{};  // front, back

  bool writes() const { return depth_write || stencil_write; }
  bool active() const { return depth_test || depth_write || stencil_test; }
};
DepthStencilState depth_stencil_state(const PipelineState& state);

}  // namespace texpipe::functional
