// Samples and rules of a draw's raster.
#pragma once

#include <cstdint>
#include <optional>

#include "functional/frame/setup/line_stipple.h"
#include "functional/frame/setup/smooth_line.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

struct RasterSetup {
  RasterState raster;           // but for the viewport, which primitives choose
  unsigned target_samples = 1;  // of render targets and depth, whatever the raster's are
  LineRule line_rule = LineRule::kDiamondExit;
  std::int32_t line_width = 256;  // in 1/256 pixel
  bool point_width_of_state = true;
  float point_width = 1;
  float bias_constant = 0;  // of depth
  float bias_scale = 0;
  float bias_clamp = 0;
  bool bias_solid = false;  // where the bias is added
  bool bias_lines = false;
  bool bias_points = false;
  std::optional<SmoothLineWidths> smooth_lines{};
  std::optional<LineStipple> line_stipple{};
  bool polygon_stipple = false;  // refused when a triangle is filled
  bool smooth_points = false;
  bool last_pixels = false;  // of lines by the diamond rule, which leaves them out

  unsigned samples() const { return raster.pattern.count; }
};

/// Errors: kUnsupported for pixel locations other than the centre, 4 bits of sub-pixel precision; kMalformedInput for
/// sample counts that there are not.
RasterSetup raster_setup(const PipelineState& state);

}  // namespace texpipe::functional
