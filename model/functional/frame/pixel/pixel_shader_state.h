// State of a draw's pixel shader, decoded once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/frame/blend/blend_state.h"
#include "functional/frame/depth/depth_stencil_state.h"
#include "functional/frame/shaders/thread_scratch.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/program_cache.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Places inside a pixel at which a value may be taken.
enum class PixelPlace : std::uint8_t { kNone = 0, kCentroid = 2, kSample = 3 };

/// Widths of programs: 8, 16, 32 lanes.
inline constexpr unsigned kPixelWidths = 3;
constexpr unsigned lanes_of_width(unsigned width) {
  return 8u << width;
}

struct PixelProgram {
  const EuCode* code = nullptr;  // null: the width is not enabled
  unsigned first_register = 0;   // of constants and attributes
};

/// When the depth and stencil tests of a draw happen.
enum class TestTime : std::uint8_t {
  kBefore,      // before the shader, with all writes
  kBeforeOnly,  // before it, but what passes is counted after it: nothing is written, and the shader may discard
  kAfter,       // when the pixel leaves the shader
};

struct PixelShaderState {
  bool valid = false;  // otherwise the draw has no pixel shader
  std::array<PixelProgram, kPixelWidths> programs{};
  std::uint8_t barycentric_modes = 0;  // bits of 3DSTATE_WM, in the order of the payload
  bool source_depth = false;
  bool source_w = false;
  PixelPlace depth_place = PixelPlace::kNone;  // of source depth and W; none: the centre
  PixelPlace offsets = PixelPlace::kNone;      // in the payload
  bool coverage = false;                       // likewise
  bool coverage_after_depth = false;           // only of samples that early tests left
  bool per_sample = false;
  bool vector_mask = false;  // helper pixels execute
  bool kills = false;
  bool writes_depth = false;
  bool writes_stencil = false;
  bool writes_mask = false;           // sample masks
  bool keeps_alpha_coverage = false;  // alpha to coverage is off, whatever the blend state says
  bool pulls_barycentrics = false;    // by messages
  std::uint32_t control = 0;          // cr0.0
  std::uint32_t sampler_pointer = 0;  // r0.3
  std::vector<Grf> constants{};
  ThreadScratch scratch{};

  /// Width (as an index) of the thread that shades so many subspans, or their beginning: the widest program that they
  /// fill; when they fill none, the narrowest that holds them all (resolution R45).
  unsigned width_for(std::size_t subspans) const;
};

/// Errors: kMalformedInput when no width is enabled or a payload would not fit, kUnsupported naming what the model
/// lacks, and those of ProgramCache.
PixelShaderState pixel_shader_state(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs);

/// Refuses (kMalformedInput) constants and attributes that reach beyond the last register of a program's threads.
void require_room(const PixelShaderState& shader, unsigned attributes);

/// Tests come before the shader unless it may discard pixels or computes what is tested; 3DSTATE_WM may demand either
/// (resolution R37).
TestTime test_time(const PipelineState& state, const PixelShaderState& shader, const DepthStencilState& tests,
                   const BlendState& blend);

}  // namespace texpipe::functional
