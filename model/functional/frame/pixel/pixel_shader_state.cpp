#include "functional/frame/pixel/pixel_shader_state.h"

#include <string>

#include "base/diagnostic.h"
#include "functional/execution/eu_program.h"
#include "functional/frame/state/rendering.h"
#include "functional/frame/state/shader_stage.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/stage_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr unsigned kPointers = 3;
constexpr std::uint64_t kInnerConservative = 2, kDepthCoverage = 3;  // input coverage mask states
constexpr std::array kKernelPointers{command::kPs["Kernel Start Pointer 0"], command::kPs["Kernel Start Pointer 1"],
                                     command::kPs["Kernel Start Pointer 2"]};
constexpr std::array kStartRegisters{command::kPs["Dispatch GRF Start Register For Constant/Setup Data 0"],
                                     command::kPs["Dispatch GRF Start Register For Constant/Setup Data 1"],
                                     command::kPs["Dispatch GRF Start Register For Constant/Setup Data 2"]};
constexpr std::array kEnables{command::kPs["8 Pixel Dispatch Enable"], command::kPs["16 Pixel Dispatch Enable"],
                              command::kPs["32 Pixel Dispatch Enable"]};
static_assert(kEnables.size() == kPixelWidths && kKernelPointers.size() == kPointers);

/// Kernel pointer of a width (specification/pixel-shader-binary 2): a single width has pointer 0; of several, 8 lanes
/// have pointer 0, 32 pointer 1, 16 pointer 2.
unsigned pointer_of(unsigned width, unsigned enabled) {
  constexpr std::array<unsigned, kPixelWidths> kOfSeveral{0, 2, 1};
  return enabled == 1 ? 0 : kOfSeveral[width];
}

void find_programs(const PipelineState& state, ProgramCache& programs, PixelShaderState& shader) {
  unsigned enabled = 0;
  for (const gen9::FieldBits field : kEnables) enabled += state.flag(field) ? 1 : 0;
  if (enabled == 0)
    throw Error{ExitCode::kMalformedInput,
                "a pixel shader without a dispatch width: 3DSTATE_PS enables none of 8, 16 and 32"};
  for (unsigned width = 0; width < kPixelWidths; ++width) {
    if (!state.flag(kEnables[width])) continue;
    const unsigned pointer = pointer_of(width, enabled);
    const std::uint64_t start = state.value(kKernelPointers[pointer]);
    const std::uint64_t address = (state.instruction_base().value() + start) & (GpuMemory::kEnd - 1);
    shader.programs[width] = {&programs.at(ByteAddress{address}),
                              static_cast<unsigned>(state.value(kStartRegisters[pointer]))};
  }
}

void require_supported(const PipelineState& state) {
  if (state.flag(command::kPs["Render Target Fast Clear Enable"]) ||
      state.value(command::kPs["Render Target Resolve Type"]) != 0)
    unsupported("a pixel shader that clears or resolves compressed targets");
  const std::uint64_t coverage = state.value(command::kPsExtra["Input Coverage Mask State"]);
  if (coverage == kInnerConservative) unsupported("3DSTATE_PS_EXTRA with Input Coverage Mask State INNER_CONSERVATIVE");
}

}  // namespace

unsigned PixelShaderState::width_for(std::size_t subspans) const {
  for (unsigned width = kPixelWidths; width-- > 0;) {
    if (programs[width].code != nullptr && subspans >= lanes_of_width(width) / 4) return width;
  }
  unsigned width = 0;
  while (programs[width].code == nullptr || subspans > lanes_of_width(width) / 4) ++width;
  return width;
}

PixelShaderState pixel_shader_state(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs) {
  PixelShaderState shader;
  shader.valid = state.flag(command::kPsExtra["Pixel Shader Valid"]) && renders(state);
  if (!shader.valid) return shader;
  require_supported(state);
  find_programs(state, programs, shader);
  shader.barycentric_modes = static_cast<std::uint8_t>(state.value(command::kWm["Barycentric Interpolation Mode"]));
  shader.source_depth = state.flag(command::kPsExtra["Pixel Shader Uses Source Depth"]);
  shader.source_w = state.flag(command::kPsExtra["Pixel Shader Uses Source W"]);
  shader.depth_place = static_cast<PixelPlace>(state.value(command::kWm["Position ZW Interpolation Mode"]));
  shader.offsets = static_cast<PixelPlace>(state.value(command::kPs["Position XY Offset Select"]));
  shader.coverage = state.value(command::kPsExtra["Input Coverage Mask State"]) != 0;
  shader.coverage_after_depth = state.value(command::kPsExtra["Input Coverage Mask State"]) == kDepthCoverage;
  shader.per_sample = state.flag(command::kPsExtra["Pixel Shader Is Per Sample"]);
  shader.vector_mask = state.flag(command::kPs["Vector Mask Enable"]);
  const std::uint64_t force = state.value(command::kWm["Force Kill Pixel Enable"]);
  shader.kills = force == 2 || (force != 1 && state.flag(command::kPsExtra["Pixel Shader Kills Pixel"]));
  shader.writes_depth = state.value(command::kPsExtra["Pixel Shader Computed Depth Mode"]) != 0;
  shader.writes_stencil = state.flag(command::kPsExtra["Pixel Shader Computes Stencil"]);
  shader.writes_mask = state.flag(command::kPsExtra["oMask Present to Render Target"]);
  shader.keeps_alpha_coverage = state.flag(command::kPsExtra["Pixel Shader Disables Alpha To Coverage"]);
  shader.pulls_barycentrics = state.flag(command::kPsExtra["Pixel Shader Pulls Bary"]);
  shader.control = control_register(state, ShaderStage::kPixel);
  shader.scratch =
      thread_scratch(state, command::kPs["Per Thread Scratch Space"], command::kPs["Scratch Space Base Pointer"],
                     command::kPs["Maximum Number of Threads Per PSD"]);
  shader.sampler_pointer = message_context(state, ShaderStage::kPixel).sampler_state_offset;
  if (state.flag(command::kPs["Push Constant Enable"]))
    shader.constants = push_constants(state, ShaderStage::kPixel, memory);
  return shader;
}

TestTime test_time(const PipelineState& state, const PixelShaderState& shader, const DepthStencilState& tests,
                   const BlendState& blend) {
  constexpr std::uint64_t kAfterShader = 1, kBeforeShader = 2;  // Early Depth/Stencil Control
  const std::uint64_t control = state.value(command::kWm["Early Depth/Stencil Control"]);
  if (!shader.valid || control == kBeforeShader) return TestTime::kBefore;
  const bool computes = shader.writes_depth || shader.writes_stencil;
  const bool discards = shader.kills || shader.writes_mask || blend.alpha_test.has_value() || blend.alpha_to_coverage;
  if (control == kAfterShader || computes) return TestTime::kAfter;
  if (!discards) return TestTime::kBefore;
  return tests.writes() ? TestTime::kAfter : TestTime::kBeforeOnly;
}

void require_room(const PixelShaderState& shader, unsigned attributes) {
  const std::size_t data = shader.constants.size() + attributes;
  for (const PixelProgram& program : shader.programs) {
    if (program.code != nullptr && program.first_register + data > kGrfCount)
      throw Error{ExitCode::kMalformedInput, "constants and attributes of a pixel shader take more than 128 registers"};
  }
}

}  // namespace texpipe::functional
