#include "functional/frame/clear/depth_clear.h"

#include "functional/frame/depth/depth_stencil_test.h"
#include "isa/gen9/commands/depth_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

std::uint32_t depth_clear_blocks(const PipelineState& state) {
  const auto blocks = [&](gen9::FieldBits least, gen9::FieldBits most, std::uint32_t pixels) {
    const auto from = static_cast<std::uint32_t>(state.value(least)),
               to = static_cast<std::uint32_t>(state.value(most));
    return to <= from ? 0 : (to + pixels - 1) / pixels - from / pixels;
  };
  return blocks(command::kWmHzOp["Clear Rectangle X Min"], command::kWmHzOp["Clear Rectangle X Max"], 8) *
         blocks(command::kWmHzOp["Clear Rectangle Y Min"], command::kWmHzOp["Clear Rectangle Y Max"], 4);
}

void clear_depth(const PipelineState& state, GpuMemory& memory, const MemoryHolds& holds) {
  const auto value = [&](gen9::FieldBits field) { return static_cast<std::uint32_t>(state.value(field)); };
  DepthClear clear{.left = value(command::kWmHzOp["Clear Rectangle X Min"]),
                   .top = value(command::kWmHzOp["Clear Rectangle Y Min"]),
                   .right = value(command::kWmHzOp["Clear Rectangle X Max"]),
                   .bottom = value(command::kWmHzOp["Clear Rectangle Y Max"]),
                   .holds = holds};
  if (state.flag(command::kWmHzOp["Depth Buffer Clear Enable"]))
    clear.depth = state.real(command::kClearParams["Depth Clear Value"]);
  if (state.flag(command::kWmHzOp["Stencil Buffer Clear Enable"]))
    clear.stencil = static_cast<std::uint8_t>(value(command::kWmHzOp["Stencil Clear Value"]));
  if (!clear.depth && !clear.stencil) return;
  DepthStencilTest buffers{state, memory, value(command::kWmHzOp["Number of Multisamples"])};
  buffers.clear(clear);
}

}  // namespace texpipe::functional
