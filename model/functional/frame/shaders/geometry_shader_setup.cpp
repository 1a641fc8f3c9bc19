#include "functional/frame/shaders/geometry_shader_setup.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/stage_commands.h"

namespace texpipe::functional {

using gen9::FieldBits;
namespace command = gen9::command;

namespace {

struct StageFields {
  FieldBits kernel;
  FieldBits scratch_space;
  FieldBits scratch_base;
  FieldBits threads;
  FieldBits entry_size;
  gen9::FixedFunctionId unit;
};
constexpr std::array kStages{
    StageFields{command::kVs["Kernel Start Pointer"], command::kVs["Per-Thread Scratch Space"],
                command::kVs["Scratch Space Base Pointer"], command::kVs["Maximum Number of Threads"],
                command::kUrbVs["VS URB Entry Allocation Size"], gen9::FixedFunctionId::kVertexShader},
    StageFields{command::kHs["Kernel Start Pointer"], command::kHs["Per-Thread Scratch Space"],
                command::kHs["Scratch Space Base Pointer"], command::kHs["Maximum Number of Threads"],
                command::kUrbHs["HS URB Entry Allocation Size"], gen9::FixedFunctionId::kHullShader},
    StageFields{command::kDs["Kernel Start Pointer"], command::kDs["Per-Thread Scratch Space"],
                command::kDs["Scratch Space Base Pointer"], command::kDs["Maximum Number of Threads"],
                command::kUrbDs["DS URB Entry Allocation Size"], gen9::FixedFunctionId::kDomainShader},
    StageFields{command::kGs["Kernel Start Pointer"], command::kGs["Per-Thread Scratch Space"],
                command::kGs["Scratch Space Base Pointer"], command::kGs["Maximum Number of Threads"],
                command::kUrbGs["GS URB Entry Allocation Size"], gen9::FixedFunctionId::kGeometryShader},
};

constexpr unsigned kUnitBit = 24;           // Fixed Function ID in sr0.0
constexpr unsigned kSamplerPointer = 3;     // DWord of r0, which headers of sampler messages copy
constexpr unsigned kSlotsOfAllocation = 4;  // an allocation counts in 64 bytes

const StageFields& fields_of(ShaderStage stage) {
  return kStages[static_cast<unsigned>(stage)];
}

}  // namespace

GeometryShaderSetup::GeometryShaderSetup(ShaderStage stage, const PipelineState& state, const GpuMemory& memory,
                                         ProgramCache& programs, Urb& urb)
    : context_{message_context(state, stage)},
      constants_{push_constants(state, stage, memory)},
      control_{control_register(state, stage)} {
  const StageFields& fields = fields_of(stage);
  code_ = &programs.at(ByteAddress{state.instruction_base().value() + state.value(fields.kernel)});
  context_.urb = &urb;
  state0_ = static_cast<std::uint32_t>(fields.unit) << kUnitBit;
  scratch_ = thread_scratch(state, fields.scratch_space, fields.scratch_base, fields.threads);
}

void GeometryShaderSetup::start(unsigned thread, std::uint32_t channels, EuDispatch dispatch,
                                ThreadRegisters& registers, std::unique_ptr<EuProgram>& program) const {
  registers.grf[0][kSamplerPointer] |= context_.sampler_state_offset;
  scratch_.place(thread, registers.grf[0]);
  dispatch.channels = channels;
  dispatch.state0 = state0_;
  dispatch.control = control_;
  start_eu_thread(program, *code_, dispatch, &context_);
}

unsigned GeometryShaderSetup::load_constants(ThreadRegisters& registers, unsigned first) const {
  if (first + constants_.size() > registers.grf.size()) {
    throw Error{ExitCode::kMalformedInput, std::to_string(constants_.size()) + " registers of constants from r" +
                                               std::to_string(first) + " on do not fit into a thread's 128"};
  }
  std::copy(constants_.begin(), constants_.end(), registers.grf.begin() + first);
  return first + static_cast<unsigned>(constants_.size());
}

std::uint32_t urb_entry_slots(const PipelineState& state, ShaderStage stage) {
  return kSlotsOfAllocation * (static_cast<std::uint32_t>(state.value(fields_of(stage).entry_size)) + 1);
}

}  // namespace texpipe::functional
