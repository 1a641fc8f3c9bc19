#include "functional/frame/pixel/drawn_pixels.h"

#include <cstdint>
#include <limits>

#include "functional/frame/setup/viewport.h"
#include "functional/shared_function/typed_surface.h"

namespace texpipe::functional {

PixelRectangle drawn_pixels(const DepthStencilTest& tests, bool has_shader, const GpuMemory& memory,
                            const MessageContext& messages) {
  PixelRectangle all{0, 0, std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max()};
  const auto within = [&](std::uint32_t width, std::uint32_t height) {
    all = intersection(all, {0, 0, static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)});
  };
  if (const auto size = tests.size()) within(size->width, size->height);
  if (!has_shader) return all;
  const auto target = gen9::RenderSurfaceState::decode(surface_state_words(memory, messages, 0, 0));
  if (target.type == gen9::SurfaceType::k2D || target.type == gen9::SurfaceType::k3D ||
      target.type == gen9::SurfaceType::kCube || target.type == gen9::SurfaceType::k1D)
    within(level_extent(target.width, target.mip_count - 1u),
           target.type == gen9::SurfaceType::k1D ? 1 : level_extent(target.height, target.mip_count - 1u));
  return all;
}

}  // namespace texpipe::functional
