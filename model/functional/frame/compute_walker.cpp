#include "functional/frame/compute_walker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/interface_descriptor.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr unsigned kMostRegisters = 112;  // of a payload

gen9::InterfaceDescriptor read_descriptor(const PipelineState& state, const GpuMemory& memory) {
  const std::uint64_t index = state.value(command::kGpgpuWalker["Interface Descriptor Offset"]);
  const std::uint64_t bytes = state.value(command::kMediaInterfaceDescriptorLoad["Interface Descriptor Total Length"]);
  constexpr std::uint64_t kBytes = gen9::InterfaceDescriptor::kDwords * 4;
  if ((index + 1) * kBytes > bytes) {
    throw Error{ExitCode::kMalformedInput, "GPGPU_WALKER uses interface descriptor " + std::to_string(index) +
                                               ", and MEDIA_INTERFACE_DESCRIPTOR_LOAD loads " + std::to_string(bytes) +
                                               " bytes"};
  }
  gen9::InterfaceDescriptor::Words words{};
  const std::uint64_t start =
      state.value(command::kMediaInterfaceDescriptorLoad["Interface Descriptor Data Start Address"]);
  memory.read(ByteAddress{state.dynamic_state_base().value() + start + index * kBytes},
              std::as_writable_bytes(std::span{words}));
  return gen9::InterfaceDescriptor::decode(words);
}

/// Channels of a whole thread: 8, 16 or 32, by the field.
std::uint32_t all_channels(std::uint32_t simd_size) {
  constexpr std::array<std::uint32_t, 3> kChannels{0xFF, 0xFFFF, 0xFFFF'FFFF};
  if (simd_size >= kChannels.size())
    throw Error{ExitCode::kMalformedInput, "GPGPU_WALKER has the reserved SIMD Size " + std::to_string(simd_size)};
  return kChannels[simd_size];
}

/// Registers of constants: those of the walker's indirect data, or of MEDIA_CURBE_LOAD.
std::vector<Grf> read_constants(const PipelineState& state, const GpuMemory& memory, std::uint32_t registers) {
  std::vector<Grf> constants(registers);
  std::uint64_t bytes = state.value(command::kGpgpuWalker["Indirect Data Length"]);
  std::uint64_t start =
      state.indirect_object_base().value() + state.value(command::kGpgpuWalker["Indirect Data Start Address"]);
  if (bytes == 0) {
    bytes = state.value(command::kMediaCurbeLoad["CURBE Total Data Length"]);
    start = state.dynamic_state_base().value() + state.value(command::kMediaCurbeLoad["CURBE Data Start Address"]);
  }
  bytes = std::min<std::uint64_t>(bytes, constants.size() * sizeof(Grf));
  if (GpuMemory::holds(ByteAddress{start}, ByteSize{bytes}))
    memory.read(ByteAddress{start}, std::as_writable_bytes(std::span{constants}).first(bytes));
  return constants;
}

}  // namespace

ComputeWalker::ComputeWalker(const PipelineState& state, const CommandRegisters& registers, const GpuMemory& memory,
                             ProgramCache& programs, ByteAddress local_memory)
    : local_memory_{local_memory} {
  const gen9::InterfaceDescriptor descriptor = read_descriptor(state, memory);
  const auto value = [&](gen9::FieldBits field) { return static_cast<std::uint32_t>(state.value(field)); };

  width_ = value(command::kGpgpuWalker["Thread Width Counter Maximum"]) + 1;
  height_ = value(command::kGpgpuWalker["Thread Height Counter Maximum"]) + 1;
  threads_ = width_ * height_ * (value(command::kGpgpuWalker["Thread Depth Counter Maximum"]) + 1);
  all_channels_ = all_channels(value(command::kGpgpuWalker["SIMD Size"]));
  right_mask_ = value(command::kGpgpuWalker["Right Execution Mask"]);
  bottom_mask_ = value(command::kGpgpuWalker["Bottom Execution Mask"]);

  const bool indirect = value(command::kGpgpuWalker["Indirect Parameter Enable"]) != 0;
  first_group_ = {value(command::kGpgpuWalker["Thread Group ID Starting X"]),
                  value(command::kGpgpuWalker["Thread Group ID Starting Y"]),
                  value(command::kGpgpuWalker["Thread Group ID Starting/Resume Z"])};
  std::array<std::uint32_t, 3> end{value(command::kGpgpuWalker["Thread Group ID X Dimension"]),
                                   value(command::kGpgpuWalker["Thread Group ID Y Dimension"]),
                                   value(command::kGpgpuWalker["Thread Group ID Z Dimension"])};
  if (indirect)
    end = {registers.read(register_offset::kDispatchX), registers.read(register_offset::kDispatchY),
           registers.read(register_offset::kDispatchZ)};
  std::uint64_t all = 1;
  for (unsigned axis = 0; axis < 3; ++axis) {
    groups_[axis] = end[axis] > first_group_[axis] ? end[axis] - first_group_[axis] : 0;
    all *= groups_[axis];
    if (all > 0xFFFF'FFFF) unsupported("a GPGPU_WALKER of more than 2^32 thread groups");
  }

  shared_registers_ = descriptor.cross_thread_read_length;
  own_registers_ = descriptor.constant_read_length;
  if (shared_registers_ + own_registers_ > kMostRegisters) {
    throw Error{ExitCode::kMalformedInput, "a compute thread has " +
                                               std::to_string(shared_registers_ + own_registers_) +
                                               " registers of constants, of at most " + std::to_string(kMostRegisters)};
  }
  constants_ = read_constants(state, memory, shared_registers_ + own_registers_ * threads_);

  context_.surface_state_base = state.surface_state_base();
  context_.dynamic_state_base = state.dynamic_state_base();
  context_.bindless_surface_state_base = state.bindless_surface_state_base();
  context_.general_state_base = state.general_state_base();
  context_.binding_table_offset = descriptor.binding_table_pointer;
  context_.sampler_state_offset = descriptor.sampler_state_pointer;
  samplers_ = descriptor.sampler_state_pointer;

  dispatch_.control = (descriptor.float_mode == gen9::FloatMode::kAlternate ? 1u : 0u) |
                      static_cast<std::uint32_t>(descriptor.rounding_mode) << 4;
  dispatch_.group_threads = threads_;
  // Addresses reach all bytes that local memory can have: programs overrun what their group asked for (R60).
  if (descriptor.slm_size != 0) local_bytes_ = kLocalBytes;
  dispatch_.local_bytes = local_bytes_;
  scratch_ = thread_scratch(state, command::kMediaVfeState["Per Thread Scratch Space"],
                            command::kMediaVfeState["Scratch Space Base Pointer"],
                            command::kMediaVfeState["Maximum Number of Threads"]);
  if (scratch_.threads != 0) scratch_groups_ = std::max(1u, scratch_.threads / threads_);
  code_ = &programs.at(
      ByteAddress{(state.instruction_base().value() + descriptor.kernel_pointer.value()) & (GpuMemory::kEnd - 1)});
}

unsigned ComputeWalker::reuse_distance() const {
  const unsigned local = local_bytes_ != 0 ? kLocalMemories : kNeverReused;
  return scratch_groups_ != 0 ? std::min(local, scratch_groups_) : local;
}

std::uint32_t ComputeWalker::channels_of(unsigned thread) const {
  std::uint32_t channels = all_channels_;
  if (thread % width_ == width_ - 1) channels &= right_mask_;
  if (thread / width_ % height_ == height_ - 1) channels &= bottom_mask_;
  return channels;
}

std::uint64_t ComputeWalker::lanes() const {
  std::uint64_t lanes = 0;
  for (unsigned thread = 0; thread < threads_; ++thread)
    lanes += static_cast<unsigned>(std::popcount(channels_of(thread)));
  return lanes * groups();
}

void ComputeWalker::start(unsigned group, unsigned thread, ThreadRegisters& registers,
                          std::unique_ptr<EuProgram>& program) const {
  Grf& header = registers.grf[0];
  header[1] = first_group_[0] + group % groups_[0];
  header[6] = first_group_[1] + group / groups_[0] % groups_[1];
  header[7] = first_group_[2] + group / groups_[0] / groups_[1];
  header[3] = samplers_;
  if (scratch_groups_ != 0) scratch_.place(std::uint64_t{group % scratch_groups_} * threads_ + thread, header);
  auto next = std::copy_n(constants_.begin(), shared_registers_, registers.grf.begin() + 1);
  std::copy_n(constants_.begin() + shared_registers_ + std::ptrdiff_t{thread} * own_registers_, own_registers_, next);
  EuDispatch dispatch = dispatch_;
  dispatch.channels = channels_of(thread);
  dispatch.group = group;
  dispatch.local_memory = ByteAddress{local_memory_.value() + group % kLocalMemories * local_bytes_};
  start_eu_thread(program, *code_, dispatch, &context_);
}

}  // namespace texpipe::functional
