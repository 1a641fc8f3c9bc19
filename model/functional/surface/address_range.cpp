#include "functional/surface/address_range.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {
namespace {

/// Slices up to the last one that array indices reach; a quilt counts as one.
std::uint32_t reached_slices(const gen9::RenderSurfaceState& state) {
  if (state.type == SurfaceType::k3D) return state.depth;
  return state.minimum_array_element + (state.type == SurfaceType::kCube ? state.depth * 6 : state.depth);
}

/// Bytes from the base to the last texel. A tiled surface counts to the end of its last tile, a linear one not even to
/// the end of its last row.
ByteSize used_bytes(const gen9::RenderSurfaceState& state, const SurfaceLayout& layout) {
  const SurfaceGeometry& geometry = layout.geometry();
  const std::uint32_t quilt = std::max(1u, unsigned{state.quilt_width} * state.quilt_height);
  if (state.is_buffer() || geometry.tiling != Tiling::kLinear || has_planes(state))
    return layout.size(reached_slices(state) * quilt);
  std::uint64_t end = 0;
  for (unsigned level = 0; level < std::min<unsigned>(geometry.levels, kMaxLevels); ++level) {
    const LevelSize size = layout.level_size(level);
    const std::uint32_t slices = state.type == SurfaceType::k3D ? size.depth : reached_slices(state);
    const TexelPlace last{size.width - 1, size.height - 1, slices - 1, (1u << geometry.sample_bits) - 1};
    end = std::max(end, layout.element_address(level, last).value() + geometry.element.bytes);
  }
  return ByteSize{end - geometry.base.value()};
}

void require(const char* what, ByteAddress base, ByteSize bytes) {
  if (GpuMemory::holds(base, bytes)) return;
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.problem = std::string{what} + " at " + value_text(base) + " ends beyond the GPU address space",
                 .hint = "the last byte is at " + value_text(ByteAddress{GpuMemory::kEnd - 1})}};
}

}  // namespace

void require_addressable(const gen9::RenderSurfaceState& state, const SurfaceLayout& layout) {
  if (state.type == SurfaceType::kNull) return;
  require("a surface", layout.geometry().base, ByteSize{1});  // so that the address of its end does not wrap
  require("a surface", layout.geometry().base, used_bytes(state, layout));
  const SurfaceGeometry& geometry = layout.geometry();
  if (geometry.auxiliary_pitch == 0) return;
  constexpr std::uint64_t kTileBytes = 4096;
  require("an MCS", geometry.auxiliary_base, ByteSize{1});
  const std::uint64_t last =
      layout.mcs_address(geometry.width - 1, geometry.height - 1, reached_slices(state) - 1).value() / kTileBytes;
  require("an MCS", geometry.auxiliary_base, ByteSize{(last + 1) * kTileBytes - geometry.auxiliary_base.value()});
}

void require_addressable(const gen9::RenderSurfaceState& state) {
  if (state.type == SurfaceType::kNull) return;
  std::optional<SurfaceLayout> layout;
  try {
    layout.emplace(surface_geometry(state));
  } catch (const Error& error) {
    if (error.code() != ExitCode::kUnsupported) throw;
    return;
  }
  require_addressable(state, *layout);
}

}  // namespace texpipe::functional
