#include "functional/frame/state/shader_stage.h"

#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/stage_commands.h"

namespace texpipe::functional {

using gen9::CommandId;
using gen9::FieldBits;
using gen9::read_field;
namespace command = gen9::command;

namespace {

constexpr std::array<ShaderStageCommands, kShaderStages> kStages{{
    {"vertex shader", CommandId::kVs, CommandId::kConstantVs, CommandId::kBindingTablePointersVs,
     CommandId::kSamplerStatePointersVs},
    {"hull shader", CommandId::kHs, CommandId::kConstantHs, CommandId::kBindingTablePointersHs,
     CommandId::kSamplerStatePointersHs},
    {"domain shader", CommandId::kDs, CommandId::kConstantDs, CommandId::kBindingTablePointersDs,
     CommandId::kSamplerStatePointersDs},
    {"geometry shader", CommandId::kGs, CommandId::kConstantGs, CommandId::kBindingTablePointersGs,
     CommandId::kSamplerStatePointersGs},
    {"pixel shader", CommandId::kPs, CommandId::kConstantPs, CommandId::kBindingTablePointersPs,
     CommandId::kSamplerStatePointersPs},
}};

/// Floating-point mode of a stage's state: 1 is the alternate one.
constexpr std::array<FieldBits, kShaderStages> kFloatModes{
    command::kVs["Floating Point Mode"], command::kHs["Floating Point Mode"], command::kDs["Floating Point Mode"],
    command::kGs["Floating Point Mode"], command::kPs["Floating Point Mode"]};

constexpr unsigned kConstantBuffers = 4;

}  // namespace

const ShaderStageCommands& commands_of(ShaderStage stage) {
  return kStages[static_cast<unsigned>(stage)];
}

MessageContext message_context(const PipelineState& state, ShaderStage stage) {
  const ShaderStageCommands& commands = commands_of(stage);
  MessageContext context;
  context.surface_state_base = state.surface_state_base();
  context.dynamic_state_base = state.dynamic_state_base();
  context.bindless_surface_state_base = state.bindless_surface_state_base();
  context.general_state_base = state.general_state_base();
  // The fields stand at the same place in the command of every stage.
  context.binding_table_offset = static_cast<std::uint32_t>(
      read_field(state.words(commands.binding_table), command::kBindingTablePointersVs["Pointer to VS Binding Table"]));
  context.sampler_state_offset = static_cast<std::uint32_t>(
      read_field(state.words(commands.samplers), command::kSamplerStatePointersVs["Pointer to VS Sampler State"]));
  return context;
}

std::vector<Grf> push_constants(const PipelineState& state, ShaderStage stage, const GpuMemory& memory) {
  std::span<const std::uint32_t> words = state.words(commands_of(stage).constants);
  std::vector<Grf> constants;
  if (words.empty()) return constants;
  words = words.subspan(1);
  for (unsigned buffer = 0; buffer < kConstantBuffers; ++buffer) {
    const std::uint64_t registers = read_field(words, command::kConstantBody["Read Length"], buffer);
    const std::uint64_t address = read_field(words, command::kConstantBody["Buffer"], buffer) & (GpuMemory::kEnd - 1);
    for (std::uint64_t i = 0; i < registers; ++i) {
      const ByteAddress place{address + i * sizeof(Grf)};
      Grf value{};
      if (GpuMemory::holds(place, ByteSize{sizeof(Grf)})) memory.read(place, std::as_writable_bytes(std::span{value}));
      constants.push_back(value);
    }
  }
  return constants;
}

std::uint32_t control_register(const PipelineState& state, ShaderStage stage) {
  std::uint32_t control = state.flag(kFloatModes[static_cast<unsigned>(stage)]) ? 1u : 0u;
  if (stage == ShaderStage::kPixel) {
    control |= static_cast<std::uint32_t>(state.value(command::kPs["Rounding Mode"])) << 4;
    control |= static_cast<std::uint32_t>(state.value(command::kPs["Single Precision Denormal Mode"])) << 7;
  }
  return control;
}

}  // namespace texpipe::functional
