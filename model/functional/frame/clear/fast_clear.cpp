#include "functional/frame/clear/fast_clear.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "functional/formats/texel_encoder.h"
#include "functional/frame/state/shader_stage.h"
#include "functional/surface/control_surface.h"
#include "functional/surface/level_places.h"
#include "functional/surface/multisample_control.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

/// Pixels that a pixel of the driver's rectangle stands for.
struct Scale {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
};

/// Scale of a surface with CCS, by bytes of a pixel (specification/3d-pipeline 8).
Scale ccs_scale(unsigned bytes) {
  switch (bytes) {
    case 16:
      return {16, 32};
    case 8:
      return {32, 32};
    default:
      return {64, 32};
  }
}

/// Scale of a surface with MCS, by log2 of the samples.
Scale mcs_scale(unsigned sample_bits) {
  switch (sample_bits) {
    case 3:
      return {2, 2};
    case 4:
      return {1, 2};
    default:
      return {8, 2};
  }
}

gen9::RenderSurfaceState target_state(const PipelineState& state, const GpuMemory& memory) {
  const MessageContext context = message_context(state, ShaderStage::kPixel);
  const ByteAddress base = context.surface_state_base;
  const std::uint32_t offset = memory.read_u32(ByteAddress{base.value() + context.binding_table_offset});
  gen9::RenderSurfaceState::Words words{};
  memory.read(ByteAddress{base.value() + offset}, std::as_writable_bytes(std::span{words}));
  return gen9::RenderSurfaceState::decode(words);
}

/// Edge of a rectangle in pixels; the driver's vertices are whole numbers.
std::uint32_t pixel(std::uint32_t float_bits) {
  constexpr float kMost = 16384;
  const float value = std::bit_cast<float>(float_bits);
  return static_cast<std::uint32_t>(value > 0 ? std::min(value, kMost) : 0.0f);
}

/// Whole pixels of the driver's rectangle, which is scaled down.
struct ScaledRectangle {
  std::uint32_t left = ~0u, top = ~0u, right = 0, bottom = 0;
};

ScaledRectangle rectangle_of(const AssembledPrimitives& primitives, const AssembledPrimitive& rectangle) {
  ScaledRectangle scaled;
  for (const std::uint32_t handle : rectangle.vertices) {
    const std::span<const UrbSlot> vertex = primitives.urb->entry(handle);
    if (vertex.size() <= kVertexPositionSlot)
      throw Error{ExitCode::kMalformedInput, "a fast clear whose vertices have no position"};
    const std::uint32_t x = pixel(vertex[kVertexPositionSlot][0]), y = pixel(vertex[kVertexPositionSlot][1]);
    scaled.left = std::min(scaled.left, x);
    scaled.right = std::max(scaled.right, x);
    scaled.top = std::min(scaled.top, y);
    scaled.bottom = std::max(scaled.bottom, y);
  }
  return scaled;
}

/// Part of the target that a rectangle stands for.
SurfaceFill cleared(const gen9::RenderSurfaceState& target, const SurfaceLayout& layout,
                    const AssembledPrimitives& primitives, const AssembledPrimitive& rectangle) {
  const Scale scale =
      target.log2_samples != 0 ? mcs_scale(target.log2_samples) : ccs_scale(layout.geometry().element.bytes);
  const auto [left, top, right, bottom] = rectangle_of(primitives, rectangle);
  const std::uint32_t layer = primitives.urb->entry(rectangle.vertices[0])[kVertexHeaderSlot][1];
  return {.level = target.mip_count - 1u,
          .slice = target.minimum_array_element + layer,
          .samples = target.samples(),
          .left = left * scale.x,
          .top = top * scale.y,
          .right = right * scale.x,
          .bottom = bottom * scale.y};
}

/// Lines of a grid that a rectangle touches, row by row.
template <class LineAt>
void touch_grid(const SurfaceFill& area, const ControlSurface::Extent& extent, std::vector<FrameLine>& lines,
                FrameLine use, LineAt&& line_at) {
  for (std::uint32_t y = area.top / extent.height * extent.height; y < area.bottom; y += extent.height) {
    for (std::uint32_t x = area.left / extent.width * extent.width; x < area.right; x += extent.width) {
      use.address = line_at(x, y);
      lines.push_back(use);
    }
  }
}

/// Pixels of a level's lines of colours: in the order of Y tiles where no other is known.
ControlSurface::Extent color_extent(const SurfaceLayout& layout, unsigned level) {
  constexpr std::uint32_t kColumn = 16, kRows = 4;  // bytes and rows of a line in a Y tile
  const std::optional<LevelPlaces> places = layout.level_places(level);
  if (!places) return {kColumn / layout.geometry().element.bytes, kRows};
  const LevelPlaces::BlockBits bits = places->line_blocks();
  return {1u << bits.columns, 1u << bits.rows};
}

/// Part of an area that whole lines of colours cover. What lies beyond the level is as if it were covered.
SurfaceFill inside_of(SurfaceFill area, const ControlSurface::Extent& extent, const LevelSize& size) {
  const auto inwards = [](std::uint32_t& begin, std::uint32_t& end, std::uint32_t pixels, std::uint32_t all) {
    begin = (begin + pixels - 1) / pixels * pixels;
    if (end < all) end = end / pixels * pixels;
  };
  inwards(area.left, area.right, extent.width, size.width);
  inwards(area.top, area.bottom, extent.height, size.height);
  return area;
}

struct ClearLines {
  std::vector<FrameLine> auxiliary;
  std::vector<FrameLine> colors;
};

/// Lines that a clear or resolve moves, and those of colours that it lets be clear.
ClearLines lines_of_clear(const gen9::RenderSurfaceState& target, SurfaceFill area, const SurfaceLayout& layout,
                          std::uint32_t resolve, const FrameWork& work) {
  constexpr std::uint32_t kFull = 3;
  const ControlSurface control{target, layout.geometry(), area.level};
  ClearLines lines;
  if (!control.exists()) return lines;
  const LevelSize size = layout.level_size(area.level);
  area.right = std::min(area.right, size.width);
  area.bottom = std::min(area.bottom, size.height);
  touch_grid(area, control.extent(), lines.auxiliary, {.cache = FrameCache::kMcs, .read = resolve != 0, .write = true},
             [&](std::uint32_t x, std::uint32_t y) { return control.line(x, y, area.slice); });
  FrameLine use{.cache = FrameCache::kColor, .auxiliary = true};
  if (resolve == kFull && work.compresses && control.compresses()) {
    use.read = use.write = use.compresses = true;
  } else if (!work.cleared.keeps(FrameCache::kColor)) {
    return lines;
  } else if (resolve != 0) {
    use.write = use.if_clear = true;
  } else {
    use.clears = true;
  }
  const ControlSurface::Extent extent = color_extent(layout, area.level);
  if (resolve == 0) area = inside_of(area, extent, size);
  touch_grid(area, extent, lines.colors, use, [&](std::uint32_t x, std::uint32_t y) {
    return line_of(layout.element_address(area.level, {.x = x, .y = y, .slice = area.slice}));
  });
  return lines;
}

/// Steps of a clear or resolve. Lines that a resolve writes only if they are clear are spread over as many steps as
/// take a cycle or two each.
std::uint64_t steps_of(const ClearLines& lines, std::uint64_t pixels) {
  constexpr std::uint64_t kLinesOfStep = 32, kPixelsOfStep = 8;
  const auto steps = [](std::uint64_t count) { return (count + kLinesOfStep - 1) / kLinesOfStep; };
  const std::uint64_t colors = lines.colors.size();
  const bool moves = colors != 0 && lines.colors[0].read, resolves = colors != 0 && lines.colors[0].if_clear;
  return std::max<std::uint64_t>({1, steps(lines.auxiliary.size() + (moves ? colors : 0)),
                                  resolves ? std::min(steps(colors), pixels / kPixelsOfStep) : 0});
}

}  // namespace

void time_clear(const PipelineState& state, const GpuMemory& memory, const AssembledPrimitives& primitives,
                const AssembledPrimitive& rectangle, FrameWork& work) {
  const ScaledRectangle scaled = rectangle_of(primitives, rectangle);
  const std::uint64_t pixels = std::uint64_t{scaled.right - scaled.left} * (scaled.bottom - scaled.top);
  const std::uint32_t resolve = state.value(command::kPs["Render Target Resolve Type"]);
  const gen9::RenderSurfaceState target = target_state(state, memory);
  ClearLines lines;
  if (target.type != gen9::SurfaceType::kNull) {
    const SurfaceLayout layout{surface_geometry(target)};
    lines = lines_of_clear(target, cleared(target, layout, primitives, rectangle), layout, resolve, work);
  }
  work.add_shared(FrameStepKind::kClear, pixels, steps_of(lines, pixels), {lines.auxiliary, lines.colors});
}

void clear_fast(const PipelineState& state, GpuMemory& memory, const AssembledPrimitives& primitives,
                const AssembledPrimitive& rectangle, const MemoryHolds& holds) {
  const gen9::RenderSurfaceState target = target_state(state, memory);
  if (target.type == gen9::SurfaceType::kNull) return;
  // Without one nothing says how many pixels a pixel of the rectangle stands for.
  if (target.aux_mode == gen9::AuxSurfaceMode::kNone) unsupported("a fast clear of a target without auxiliary surface");
  const SurfaceLayout layout{surface_geometry(target)};
  SurfaceFill fill = cleared(target, layout, primitives, rectangle);
  fill.holds = holds;
  fill.element.resize(layout.geometry().element.bytes);
  encode_texel(target.format, target.clear_color, fill.element.data());
  fill_surface(layout, fill, memory);
  if (target.log2_samples != 0 && layout.geometry().auxiliary_base.value() != 0)
    fill_mcs(layout, fill, distinct_samples_mcs(target.log2_samples), memory);
}

}  // namespace texpipe::functional
