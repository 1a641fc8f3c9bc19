#include "functional/shared_function/typed_surface.h"

#include <array>
#include <span>
#include <utility>

#include "functional/surface/address_range.h"
#include "isa/gen9/binding_table_entry.h"

namespace texpipe::functional {

namespace {

TypedSurface decode(const gen9::RenderSurfaceState::Words& words) {
  TypedSurface surface{.words = words, .state = gen9::RenderSurfaceState::decode(words)};
  if (surface.state.type == gen9::SurfaceType::kNull) return surface;
  const SurfaceGeometry geometry = surface_geometry(surface.state);
  surface.layout = std::make_unique<SurfaceLayout>(geometry);
  require_addressable(surface.state, *surface.layout);
  surface.level = surface.state.mip_count - 1u;  // for writes the field names the level
  surface.size = surface.layout->level_size(surface.level);
  if (surface.level < kMaxLevels) surface.tables = AddressTables::make(*surface.layout);
  return surface;
}

}  // namespace

gen9::RenderSurfaceState::Words surface_state_words(const GpuMemory& memory, const MessageContext& context,
                                                    std::uint32_t index, std::uint32_t bindless_offset) {
  std::uint64_t address = context.bindless_surface_state_base.value() + bindless_offset;
  if (index != gen9::kBindlessIndex) {
    const ByteAddress entry{context.surface_state_base.value() + context.binding_table_offset + 4 * index};
    const std::array<std::uint32_t, 1> word{memory.read_u32(entry)};
    address = context.surface_state_base.value() + gen9::BindingTableEntry::decode(word).surface_state_offset;
  }
  gen9::RenderSurfaceState::Words words;
  memory.read(ByteAddress{address}, std::as_writable_bytes(std::span{words}));
  return words;
}

std::uint64_t buffer_bytes(const gen9::RenderSurfaceState& state) {
  if (state.type == gen9::SurfaceType::kNull) return 0;
  if (state.type == gen9::SurfaceType::kBuffer) {
    return std::uint64_t{state.buffer_entries()} * gen9::format_facts(state.format).element_bytes();
  }
  if (state.is_buffer()) return std::uint64_t{state.buffer_entries()} * state.pitch;
  return std::uint64_t{state.pitch} * state.height;
}

TypedSurface& typed_surface(const gen9::RenderSurfaceState::Words& words) {
  struct Recent {
    std::array<std::unique_ptr<TypedSurface>, 8> surfaces;
    std::size_t last = 0;
    std::size_t oldest = 0;
  };
  thread_local Recent recent;
  const auto is_it = [&](std::size_t i) { return recent.surfaces[i] && recent.surfaces[i]->words == words; };
  if (is_it(recent.last)) return *recent.surfaces[recent.last];
  for (std::size_t i = 0; i < recent.surfaces.size(); ++i) {
    if (is_it(i)) return *recent.surfaces[recent.last = i];
  }
  auto decoded = std::make_unique<TypedSurface>(decode(words));
  recent.last = recent.oldest;
  recent.oldest = (recent.oldest + 1) % recent.surfaces.size();
  return *(recent.surfaces[recent.last] = std::move(decoded));
}

}  // namespace texpipe::functional
