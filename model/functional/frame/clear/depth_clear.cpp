#include "functional/frame/clear/depth_clear.h"

#include <algorithm>
#include <optional>

#include "functional/frame/depth/depth_stencil_test.h"
#include "isa/gen9/commands/depth_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr std::uint32_t kBlockWidth = 8, kBlockHeight = 4;  // pixels

/// Blocks of 8x4 pixels that the operation's rectangle touches.
std::uint32_t blocks_of(const PipelineState& state) {
  const auto blocks = [&](gen9::FieldBits least, gen9::FieldBits most, std::uint32_t pixels) {
    const auto from = static_cast<std::uint32_t>(state.value(least)),
               to = static_cast<std::uint32_t>(state.value(most));
    return to <= from ? 0 : (to + pixels - 1) / pixels - from / pixels;
  };
  return blocks(command::kWmHzOp["Clear Rectangle X Min"], command::kWmHzOp["Clear Rectangle X Max"], kBlockWidth) *
         blocks(command::kWmHzOp["Clear Rectangle Y Min"], command::kWmHzOp["Clear Rectangle Y Max"], kBlockHeight);
}

/// Adds the lines of depth of the operation's rectangle, as far as it lies in the level, to the last step: those of
/// blocks that a clear covers whole, and all that a resolve touches. Lines of one sample are 4x4 pixels or more; with
/// several samples a line holds 2x2 pixels or more of some.
void add_lines(const PipelineState& state, const DepthStencilTest& buffers, bool resolve, FrameWork& work) {
  const auto value = [&](gen9::FieldBits field) { return static_cast<std::uint32_t>(state.value(field)); };
  const std::optional<LevelSize> size = buffers.size();
  if (!size) return;
  struct Range {
    std::uint32_t begin, end;
  };
  const auto range = [&](gen9::FieldBits least, gen9::FieldBits most, std::uint32_t block, std::uint32_t pixels) {
    const std::uint32_t from = value(least), to = value(most), more = resolve ? 0 : block - 1;
    return Range{(from + more) / block * block, to >= pixels ? pixels : (resolve ? to : to / block * block)};
  };
  const Range columns = range(command::kWmHzOp["Clear Rectangle X Min"], command::kWmHzOp["Clear Rectangle X Max"],
                              kBlockWidth, size->width),
              rows = range(command::kWmHzOp["Clear Rectangle Y Min"], command::kWmHzOp["Clear Rectangle Y Max"],
                           kBlockHeight, size->height);
  const std::uint32_t samples = 1u << value(command::kWmHzOp["Number of Multisamples"]), step = samples == 1 ? 4 : 2;
  for (std::uint32_t y = rows.begin; y < rows.end; y += step) {
    for (std::uint32_t x = columns.begin; x < columns.end; x += step) {
      for (std::uint32_t sample = 0; sample < samples; ++sample) {
        if (const auto address = buffers.depth_address({.x = x, .y = y, .sample = sample}))
          work.touch({.address = line_of(*address),
                      .cache = FrameCache::kDepth,
                      .write = resolve,
                      .clears = !resolve,
                      .if_clear = resolve});
      }
    }
  }
}

}  // namespace

void add_depth_operation(const PipelineState& state, GpuMemory& memory, FrameWork& work) {
  const bool resolve = state.flag(command::kWmHzOp["Depth Buffer Resolve Enable"]);
  work.add(resolve ? FrameStepKind::kDepthResolve : FrameStepKind::kDepthClear, blocks_of(state));
  if (!work.cleared.keeps(FrameCache::kDepth) || !state.flag(command::kDepthBuffer["Hierarchical Depth Buffer Enable"]))
    return;
  if (!resolve && !state.flag(command::kWmHzOp["Depth Buffer Clear Enable"])) return;
  const DepthStencilTest buffers{state, memory,
                                 static_cast<unsigned>(state.value(command::kWmHzOp["Number of Multisamples"]))};
  if (buffers.has_depth()) add_lines(state, buffers, resolve, work);
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
