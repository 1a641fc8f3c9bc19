// State of clipping and culling of a draw, decoded once.
#pragma once

#include <cstdint>

#include "functional/frame/state/pipeline_state.h"

namespace texpipe::functional {

enum class ClipMode : std::uint8_t { kNormal = 0, kRejectAll = 3, kAcceptAll = 4 };
enum class CullMode : std::uint8_t { kBoth, kNone, kFront, kBack };
enum class FillMode : std::uint8_t { kSolid, kWireframe, kPoint };

struct ClipState {
  bool enabled = false;
  ClipMode mode = ClipMode::kNormal;
  bool zero_to_w = false;  // Direct3D and Vulkan: 0 <= z <= w; otherwise OpenGL's -w <= z <= w
  bool near = false;       // clips there
  bool far = false;
  bool sides = false;               // rejects what lies beyond one side of the viewport
  std::uint8_t clip_distances = 0;  // that clip, bit n: distance n
  std::uint8_t cull_distances = 0;
  bool perspective_divide = true;
  CullMode cull = CullMode::kNone;
  bool front_is_counter_clockwise = false;  // on the screen, whose y points down
  FillMode front_fill = FillMode::kSolid;
  FillMode back_fill = FillMode::kSolid;
  bool force_zero_layer = false;
  unsigned most_viewport = 0;  // the largest viewport index
  float least_point_width = 0.125f;
  float most_point_width = 255.875f;
  bool counts = false;  // the clipper's statistics
};

/// Errors: kMalformedInput for a reserved clip mode.
ClipState clip_state(const PipelineState& state);

}  // namespace texpipe::functional
