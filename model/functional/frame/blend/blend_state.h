// State of blending of a draw, decoded once: BLEND_STATE and COLOR_CALC_STATE.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functional/formats/texel_encoder.h"
#include "functional/frame/blend/blend_equation.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/memory/gpu_memory.h"
#include "isa/gen9/compare_function.h"

namespace texpipe::functional {

inline constexpr unsigned kRenderTargets = 8;

/// Range to which colours are clamped.
enum class ClampRange : std::uint8_t { kUnorm, kSnorm, kTargetFormat };

/// Blending of one target.
struct TargetBlend {
  bool enabled = false;
  BlendEquation color;
  BlendEquation alpha;
  std::optional<gen9::LogicOp> logic{};
  ChannelMask channels = kAllChannels;  // that are written
  bool clamp_before = false;            // the operands of blending
  bool clamp_source_only = false;       // of them, the source alone
  bool clamp_after = false;
  ClampRange range = ClampRange::kTargetFormat;
};

/// BLEND_STATE of a draw; what was never pointed to writes colours as they come.
struct BlendState {
  /// Words of each target's entry. A driver writes as many entries as a draw has targets: behind them stands anything.
  std::optional<std::array<std::array<std::uint32_t, 2>, kRenderTargets>> entries{};
  bool independent_alpha = false;  // blending of alpha has factors and a function of its own
  std::array<float, 4> constant{};
  bool alpha_to_coverage = false;
  bool alpha_to_one = false;
  std::optional<gen9::CompareFunction> alpha_test{};
  bool alpha_test_in_unorm8 = false;  // the reference and the alpha are compared as codes of 8 bits
  float alpha_reference = 0;
  std::uint32_t alpha_reference_code = 0;

  /// Blending of a target that a pixel shader writes to. @param index  below kRenderTargets
  /// Errors: kMalformedInput for reserved factors, functions and clamp ranges.
  TargetBlend target(unsigned index) const;

  /// Whether a pixel's alpha passes the alpha test.
  bool passes_alpha_test(float alpha) const;
};

/// State of blending of the draw that comes next. Errors: kUnsupported for dithering.
BlendState blend_state(const PipelineState& state, const GpuMemory& memory);

/// Samples that alpha to coverage leaves: sample s of N when alpha > s / N, a single one when alpha > 1/2, without
/// dither (resolution R34).
std::uint16_t alpha_coverage(float alpha, unsigned samples);

}  // namespace texpipe::functional
