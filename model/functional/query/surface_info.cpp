#include "functional/query/surface_info.h"

#include <algorithm>

namespace texpipe::functional {

std::array<std::uint32_t, 4> surface_info(const gen9::RenderSurfaceState& state, std::uint32_t lod,
                                          const QueryOptions& options) {
  using gen9::SurfaceType;
  if (state.type == SurfaceType::kNull) return {};
  if (state.is_buffer()) return {state.buffer_entries(), 0, 0, 0};
  const std::uint32_t levels = state.mip_count;
  const bool inside = lod < levels;
  const std::uint64_t level = std::uint64_t{lod} + state.surface_min_lod;
  const auto size = [&](std::uint32_t texels) -> std::uint32_t {
    const std::uint32_t shifted = level < 32 ? texels >> level : 0;
    if (options.literal_shift) return shifted;
    return inside ? std::max<std::uint32_t>(1, shifted) : 0;
  };
  const std::uint32_t layers = inside || options.literal_shift ? state.depth : 0;
  switch (state.type) {
    case SurfaceType::k1D:
      return {size(state.width), state.array ? layers : 0, 0, levels};
    case SurfaceType::k2D:
      return {size(state.width) * state.quilt_width, size(state.height) * state.quilt_height, state.array ? layers : 0,
              levels};
    case SurfaceType::k3D:
      return {size(state.width), size(state.height), size(state.depth), levels};
    default:
      return {size(state.width), size(state.height), layers, levels};
  }
}

std::array<std::uint32_t, 4> sample_info(const gen9::RenderSurfaceState& state, const QueryOptions& options) {
  if (state.type == gen9::SurfaceType::kNull) return {};
  if (state.type != gen9::SurfaceType::k2D) return {1, 0, 0, 0};
  return {state.samples(), 0, 0, state.sample_position_palette_index + (options.palette_plus_one ? 1u : 0u)};
}

}  // namespace texpipe::functional
