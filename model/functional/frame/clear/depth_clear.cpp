#include "functional/frame/clear/depth_clear.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/depth/hierarchical_buffer.h"
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

std::uint32_t value_of(const PipelineState& state, gen9::FieldBits field) {
  return static_cast<std::uint32_t>(state.value(field));
}

/// Part of the operation's rectangle, in pixels.
struct Area {
  struct Range {
    std::uint32_t begin, end;
  };
  Range columns, rows;
};

/// Rectangle of the operation, as far as it lies in the level.
Area area_of(const PipelineState& state, const LevelSize& size) {
  const auto range = [&](gen9::FieldBits least, gen9::FieldBits most, std::uint32_t pixels) {
    return Area::Range{value_of(state, least), std::min(value_of(state, most), pixels)};
  };
  return {range(command::kWmHzOp["Clear Rectangle X Min"], command::kWmHzOp["Clear Rectangle X Max"], size.width),
          range(command::kWmHzOp["Clear Rectangle Y Min"], command::kWmHzOp["Clear Rectangle Y Max"], size.height)};
}

/// Whole blocks of an area. What lies beyond the level is as if it were covered.
Area whole_blocks(Area area, const LevelSize& size) {
  const auto shrink = [](Area::Range& range, std::uint32_t block, std::uint32_t pixels) {
    range.begin = (range.begin + block - 1) / block * block;
    if (range.end < pixels) range.end = range.end / block * block;
  };
  shrink(area.columns, kBlockWidth, size.width);
  shrink(area.rows, kBlockHeight, size.height);
  return area;
}

/// Lines of depth of the blocks of an area. Lines of one sample are 4x4 pixels or more; with several samples a line
/// holds 2x2 pixels or more of some.
std::vector<FrameLine> depth_lines(const Area& area, const DepthStencilTest& buffers, unsigned samples, FrameLine use) {
  const std::uint32_t step = samples == 1 ? 4 : 2;
  std::vector<FrameLine> lines;
  for (std::uint32_t y = area.rows.begin / kBlockHeight * kBlockHeight; y < area.rows.end; y += step) {
    for (std::uint32_t x = area.columns.begin / kBlockWidth * kBlockWidth; x < area.columns.end; x += step) {
      for (std::uint32_t sample = 0; sample < samples; ++sample) {
        const auto address = buffers.depth_address({.x = x, .y = y, .sample = sample});
        if (!address) continue;
        use.address = line_of(*address);
        touch_line(lines, 0, use);
      }
    }
  }
  return lines;
}

/// Lines of the hierarchical buffer of an area.
std::vector<FrameLine> hierarchical_lines(const Area& area, const HierarchicalBuffer& buffer, FrameLine use) {
  constexpr std::uint32_t kTile = HierarchicalBuffer::kTile, kHalf = kTile / 2;
  std::vector<FrameLine> lines;
  for (std::uint32_t y = area.rows.begin / kHalf; y * kHalf < area.rows.end; ++y) {
    for (std::uint32_t x = area.columns.begin / kTile; x * kTile < area.columns.end; ++x) {
      use.address = buffer.line(x, y / 2, y % 2 != 0);
      lines.push_back(use);
    }
  }
  return lines;
}

}  // namespace

void add_depth_operation(const PipelineState& state, GpuMemory& memory, FrameWork& work) {
  constexpr std::uint64_t kLinesOfStep = 32;
  const bool resolve = state.flag(command::kWmHzOp["Depth Buffer Resolve Enable"]),
             clear = state.flag(command::kWmHzOp["Depth Buffer Clear Enable"]),
             ambiguate = state.flag(command::kWmHzOp["Hierarchical Depth Buffer Resolve Enable"]);
  const auto samples = static_cast<unsigned>(state.value(command::kWmHzOp["Number of Multisamples"]));
  const DepthStencilTest buffers{state, memory, samples};
  const HierarchicalBuffer hierarchical{state};
  std::vector<FrameLine> elements, depth;
  const std::optional<LevelSize> size = buffers.has_depth() ? buffers.size() : std::nullopt;
  if (size && hierarchical.exists() && (resolve || clear || ambiguate)) {
    const Area area = area_of(state, *size);
    elements = hierarchical_lines(area, hierarchical,
                                  {.cache = FrameCache::kHiz, .read = resolve, .write = clear || ambiguate});
    if (work.cleared.keeps(FrameCache::kDepth) && resolve)
      depth = depth_lines(area, buffers, 1u << samples, {.cache = FrameCache::kDepth, .write = true, .if_clear = true});
    else if (work.cleared.keeps(FrameCache::kDepth) && clear)
      depth =
          depth_lines(whole_blocks(area, *size), buffers, 1u << samples, {.cache = FrameCache::kDepth, .clears = true});
  }
  work.add_shared(resolve ? FrameStepKind::kDepthResolve : FrameStepKind::kDepthClear, blocks_of(state),
                  std::max<std::uint64_t>(1, (elements.size() + kLinesOfStep - 1) / kLinesOfStep), {elements, depth});
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
