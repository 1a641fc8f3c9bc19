// The programmable stages of the 3D pipeline: which commands belong to each, and the state that its threads see.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/frame/state/pipeline_state.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::functional {

enum class ShaderStage : std::uint8_t { kVertex, kHull, kDomain, kGeometry, kPixel };
inline constexpr unsigned kShaderStages = 5;

/// Commands of a stage.
struct ShaderStageCommands {
  const char* name;  // "vertex shader"
  gen9::CommandId shader;
  gen9::CommandId constants;
  gen9::CommandId binding_table;
  gen9::CommandId samplers;
};
const ShaderStageCommands& commands_of(ShaderStage stage);

/// Heaps, binding table and sampler states that messages of a stage's threads use.
MessageContext message_context(const PipelineState& state, ShaderStage stage);

/// Push constants of a stage in the order in which a thread's registers hold them: the four buffers of 3DSTATE_CONSTANT
/// one after another, whole registers. Bytes that no memory holds read 0.
std::vector<Grf> push_constants(const PipelineState& state, ShaderStage stage, const GpuMemory& memory);

/// cr0.0 of a stage's threads, by the floating-point mode and the rounding of its state: denormals of 32-bit floats are
/// flushed (specification/pixel-shader-binary 1).
std::uint32_t control_register(const PipelineState& state, ShaderStage stage);

}  // namespace texpipe::functional
