#include "functional/frame/state/pipeline_state.h"

#include <algorithm>

#include "isa/gen9/commands/base_commands.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/vertex_commands.h"

namespace texpipe::functional {

using gen9::CommandId;
using gen9::read_field;
namespace command = gen9::command;

namespace {

constexpr std::uint64_t kAddressMask = (std::uint64_t{1} << 48) - 1;

/// A base address of STATE_BASE_ADDRESS, and whether the command replaces it.
struct BaseFields {
  gen9::FieldBits address;
  gen9::FieldBits modify;
};
constexpr std::array kBaseFields{
    BaseFields{command::kStateBaseAddress["General State Base Address"],
               command::kStateBaseAddress["General State Base Address Modify Enable"]},
    BaseFields{command::kStateBaseAddress["Surface State Base Address"],
               command::kStateBaseAddress["Surface State Base Address Modify Enable"]},
    BaseFields{command::kStateBaseAddress["Dynamic State Base Address"],
               command::kStateBaseAddress["Dynamic State Base Address Modify Enable"]},
    BaseFields{command::kStateBaseAddress["Indirect Object Base Address"],
               command::kStateBaseAddress["Indirect Object Base Address Modify Enable"]},
    BaseFields{command::kStateBaseAddress["Instruction Base Address"],
               command::kStateBaseAddress["Instruction Base Address Modify Enable"]},
    BaseFields{command::kStateBaseAddress["Bindless Surface State Base Address"],
               command::kStateBaseAddress["Bindless Surface State Base Address Modify Enable"]},
};

}  // namespace

void PipelineState::take(CommandId command, std::span<const std::uint32_t> words) {
  std::vector<std::uint32_t>& kept = commands_[static_cast<unsigned>(command)];
  kept.assign(words.begin(), words.end());
  switch (command) {
    case CommandId::kStateBaseAddress:
      return take_bases(words);
    case CommandId::kVertexBuffers:
      return take_vertex_buffers(words);
    case CommandId::kVfInstancing:
      return take_instancing(words);
    case CommandId::kSoBuffer:
      stream_buffers_[read_field(words, command::kSoBuffer["SO Buffer Index"])].assign(words.begin(), words.end());
      return;
    case CommandId::kPipelineSelect: {
      const auto mask = static_cast<unsigned>(read_field(words, command::kPipelineSelect["Mask Bits"]));
      const auto chosen = static_cast<unsigned>(read_field(words, command::kPipelineSelect["Pipeline Selection"]));
      pipeline_ = (pipeline_ & ~mask) | (chosen & mask);
      return;
    }
    default:
      return;
  }
}

void PipelineState::take_bases(std::span<const std::uint32_t> words) {
  for (unsigned i = 0; i < kBases; ++i) {
    if (read_field(words, kBaseFields[i].modify) != 0)
      bases_[i] = ByteAddress{read_field(words, kBaseFields[i].address) & kAddressMask};
  }
}

void PipelineState::take_vertex_buffers(std::span<const std::uint32_t> words) {
  for (std::size_t at = 1; at + 4 <= words.size(); at += 4) {
    VertexBufferWords buffer;
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(at), 4, buffer.begin());
    vertex_buffers_[read_field(buffer, command::kVertexBufferState["Vertex Buffer Index"])] = buffer;
  }
}

void PipelineState::take_instancing(std::span<const std::uint32_t> words) {
  const auto element = static_cast<unsigned>(read_field(words, command::kVfInstancing["Vertex Element Index"]));
  instanced_[element] = read_field(words, command::kVfInstancing["Instancing Enable"]) != 0;
  instance_steps_[element] =
      static_cast<std::uint32_t>(read_field(words, command::kVfInstancing["Instance Data Step Rate"]));
}

}  // namespace texpipe::functional
