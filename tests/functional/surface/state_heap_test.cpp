#include "functional/surface/state_heap.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "isa/gen9/binding_table_entry.h"

namespace texpipe::functional {
namespace {

template <class State>
State read_state(const GpuMemory& memory, std::uint64_t address) {
  typename State::Words words{};
  memory.read(ByteAddress{address}, std::as_writable_bytes(std::span{words}));
  return State::decode(words);
}

TEST_CASE("states are found through binding table and sampler table", "[surface][state_heap]") {
  GpuMemory memory;
  StateHeap heap{memory};
  gen9::RenderSurfaceState surface;
  heap.add_surface(surface);
  surface.type = gen9::SurfaceType::k2D;
  surface.width = 37;
  CHECK(heap.add_surface(surface) == 1);
  heap.add_sampler({});
  gen9::SamplerState sampler;
  sampler.mip_filter = gen9::MipFilter::kLinear;
  CHECK(heap.add_sampler(sampler, gen9::BorderColorState::of_floats(1, 2, 3, 4)) == 1);

  const MessageContext& context = heap.context();
  const std::uint64_t table = context.surface_state_base.value() + context.binding_table_offset;
  const auto entry = read_state<gen9::BindingTableEntry>(memory, table + 4);
  CHECK(read_state<gen9::RenderSurfaceState>(memory, context.surface_state_base.value() + entry.surface_state_offset) ==
        surface);
  const std::uint64_t samplers = context.dynamic_state_base.value() + context.sampler_state_offset;
  const auto found = read_state<gen9::SamplerState>(memory, samplers + 16);
  CHECK(found.mip_filter == gen9::MipFilter::kLinear);
  CHECK(read_state<gen9::BorderColorState>(memory, context.dynamic_state_base.value() + found.border_color_pointer)
            .as_float(2) == 3.0f);
}

TEST_CASE("a full heap keeps every state apart from the others and inside its allocations", "[surface][state_heap]") {
  GpuMemory memory;
  StateHeap heap{memory};
  const auto fill = [](auto add) {
    unsigned count = 0;
    try {
      while (true) add(count), ++count;
    } catch (const Error&) {
    }
    return count;
  };
  const unsigned surfaces = fill([&](unsigned i) {
    gen9::RenderSurfaceState state;
    state.width = 1 + i;
    heap.add_surface(state);
  });
  const unsigned samplers = fill([&](unsigned i) {
    gen9::SamplerState state;
    state.max_lod = gen9::U4_8{static_cast<std::uint16_t>(i)};
    heap.add_sampler(state, gen9::BorderColorState::of_floats(static_cast<float>(i), 0, 0, 0));
  });
  CHECK(surfaces >= 240);
  CHECK(samplers >= 48);
  const MessageContext& context = heap.context();
  const MemoryRegion& surface_region = memory.regions()[0];
  const MemoryRegion& sampler_region = memory.regions()[1];
  const std::uint64_t surface_base = context.surface_state_base.value();
  const std::uint64_t sampler_base = context.dynamic_state_base.value();
  for (unsigned i = 0; i < surfaces; ++i) {
    const auto entry = read_state<gen9::BindingTableEntry>(memory, surface_base + context.binding_table_offset + 4 * i);
    CHECK(read_state<gen9::RenderSurfaceState>(memory, surface_base + entry.surface_state_offset).width == 1 + i);
    CHECK(entry.surface_state_offset + 64 <= surface_region.size.value());
  }
  for (unsigned i = 0; i < samplers; ++i) {
    const auto state = read_state<gen9::SamplerState>(memory, sampler_base + context.sampler_state_offset + 16 * i);
    CHECK(state.max_lod.raw == static_cast<int>(i));
    CHECK(read_state<gen9::BorderColorState>(memory, sampler_base + state.border_color_pointer).as_float(0) ==
          static_cast<float>(i));
    CHECK(state.border_color_pointer + 64 <= sampler_region.size.value());
  }
}

TEST_CASE("palettes and chroma keys appear in the context when they are loaded", "[surface][state_heap]") {
  GpuMemory memory;
  StateHeap heap{memory};
  CHECK(heap.context().palettes[1].value() == 0);
  const std::array<std::uint32_t, 3> entries{1, 2, 0xFF00FF00};
  heap.set_palette(1, entries);
  CHECK(memory.read_u32(ByteAddress{heap.context().palettes[1].value() + 8}) == 0xFF00FF00);
  heap.set_chroma_key(3, 5, 9);
  CHECK(memory.read_u32(ByteAddress{heap.context().chroma_keys.value() + 28}) == 9);
  CHECK_THROWS_AS(heap.set_chroma_key(4, 0, 0), Error);
}

}  // namespace
}  // namespace texpipe::functional
