#include "functional/frame/clear/fast_clear.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "base/diagnostic.h"
#include "functional/formats/texel_encoder.h"
#include "functional/frame/state/shader_stage.h"
#include "functional/surface/multisample_control.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

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

}  // namespace

std::uint32_t scaled_pixels(const AssembledPrimitives& primitives, const AssembledPrimitive& rectangle) {
  const ScaledRectangle scaled = rectangle_of(primitives, rectangle);
  return (scaled.right - scaled.left) * (scaled.bottom - scaled.top);
}

void clear_fast(const PipelineState& state, GpuMemory& memory, const AssembledPrimitives& primitives,
                const AssembledPrimitive& rectangle, const MemoryHolds& holds) {
  const gen9::RenderSurfaceState target = target_state(state, memory);
  if (target.type == gen9::SurfaceType::kNull) return;
  // Without one nothing says how many pixels a pixel of the rectangle stands for.
  if (target.aux_mode == gen9::AuxSurfaceMode::kNone) unsupported("a fast clear of a target without auxiliary surface");
  const SurfaceLayout layout{surface_geometry(target)};
  const unsigned bytes = layout.geometry().element.bytes;
  const Scale scale = target.log2_samples != 0 ? mcs_scale(target.log2_samples) : ccs_scale(bytes);

  const auto [left, top, right, bottom] = rectangle_of(primitives, rectangle);
  const std::uint32_t layer = primitives.urb->entry(rectangle.vertices[0])[kVertexHeaderSlot][1];
  SurfaceFill fill{.level = target.mip_count - 1u,
                   .slice = target.minimum_array_element + layer,
                   .samples = target.samples(),
                   .left = left * scale.x,
                   .top = top * scale.y,
                   .right = right * scale.x,
                   .bottom = bottom * scale.y,
                   .holds = holds};
  fill.element.resize(bytes);
  encode_texel(target.format, target.clear_color, fill.element.data());
  fill_surface(layout, fill, memory);
  if (target.log2_samples != 0 && layout.geometry().auxiliary_base.value() != 0)
    fill_mcs(layout, fill, distinct_samples_mcs(target.log2_samples), memory);
}

}  // namespace texpipe::functional
