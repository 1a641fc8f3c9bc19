// A surface as the data port sees it: found through the binding table, places to addresses.
#pragma once

#include <cstdint>
#include <memory>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/surface/address_tables.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

/// One level of a surface, with what bounds an access to it. Layout null: a null surface.
struct TypedSurface {
  gen9::RenderSurfaceState::Words words{};
  gen9::RenderSurfaceState state;
  std::unique_ptr<SurfaceLayout> layout;
  std::unique_ptr<AddressTables> tables{};  // null: only the layout knows
  unsigned level = 0;
  LevelSize size;

  /// Address of the element that holds a texel of the level.
  ByteAddress address(const TexelPlace& place) {
    return tables ? (*tables)(level, place).stored : layout->element_address(level, place);
  }
};

/// Words of the surface state that a binding table index names, or for index 252 the bindless offset
/// (specification/state 1).
gen9::RenderSurfaceState::Words surface_state_words(const GpuMemory& memory, const MessageContext& context,
                                                    std::uint32_t index, std::uint32_t bindless_offset);

/// Bytes that messages without types may reach from a surface's base on.
std::uint64_t buffer_bytes(const gen9::RenderSurfaceState& state);

/// The surface that these words describe. Recent ones are kept, so that equal words cost a comparison; the reference is
/// good until the next call in this thread. Errors: those of the state's decode and of require_addressable.
TypedSurface& typed_surface(const gen9::RenderSurfaceState::Words& words);

}  // namespace texpipe::functional
