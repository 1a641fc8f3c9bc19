// Surfaces, samplers, palettes, chroma keys and MONO filter sizes of a context.
#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>
#include <vector>

#include "functional/c_interface/context.h"
#include "functional/sampling/rules/mono_filter.h"
#include "functional/surface/surface_builder.h"
#include "isa/gen9/binding_table_entry.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::c_interface;

namespace {

constexpr std::uint32_t kPalettes = 2;
constexpr std::uint32_t kChromaKeys = 4;

std::uint32_t at_least_one(std::uint32_t value) {
  return value == 0 ? 1 : value;
}

SurfaceImage image_of(const texpipe_surface& surface) {
  require_pointers(surface.format, surface.type);
  const std::uint32_t samples = at_least_one(surface.samples);
  require(std::has_single_bit(samples) && samples <= 16, "samples are 1, 2, 4, 8 or 16");
  return {.type = parse_enum<gen9::SurfaceType>(surface.type),
          .format = parse_enum<gen9::SurfaceFormat>(surface.format),
          .width = at_least_one(surface.width),
          .height = at_least_one(surface.height),
          .depth = at_least_one(surface.depth),
          .array_length = at_least_one(surface.array_length),
          .levels = at_least_one(surface.levels),
          .sample_bits = static_cast<std::uint8_t>(std::countr_zero(samples))};
}

bool can_be_tiled(const SurfaceImage& image) {
  const gen9::FormatFacts& facts = gen9::format_facts(image.format);
  return image.type != SurfaceType::k1D && image.type != SurfaceType::kBuffer && facts.bits_per_element >= 8 &&
         std::has_single_bit(unsigned{facts.bits_per_element}) && facts.kind != gen9::FormatKind::kYuvPlanar;
}

Tiling tiling_of(const char* name, const SurfaceImage& image) {
  if (name == nullptr) return can_be_tiled(image) ? Tiling::kY : Tiling::kLinear;
  constexpr Tiling kAll[] = {Tiling::kLinear, Tiling::kW, Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs};
  const auto* found = std::find_if(std::begin(kAll), std::end(kAll), [&](Tiling t) { return name_of(t) == name; });
  if (found != std::end(kAll)) return *found;
  std::vector<std::string_view> names;
  for (const Tiling tiling : kAll) names.push_back(name_of(tiling));
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = std::string{"no tiling has the name \""} + name + '"',
                                                    .hint = spelling_hint(name, names)}};
}

template <class State>
void assign_fields(State& state, const texpipe_field* fields, std::size_t count) {
  require(fields != nullptr || count == 0, "a pointer is null");
  for (const texpipe_field& field : std::span{fields, count}) {
    require_pointers(field.name, field.value);
    state.assign({field.name, field.value});
  }
}

std::uint64_t surface_state_address(const texpipe_context& context, std::uint32_t index) {
  const std::uint64_t base = context.heap.context().surface_state_base.value();
  const std::array entry{context.memory.read_u32(ByteAddress{base + index * std::uint64_t{4}})};
  return base + gen9::BindingTableEntry::decode(entry).surface_state_offset;
}

}  // namespace

texpipe_status texpipe_surface_bytes(const texpipe_surface* surface, uint64_t* bytes) {
  return guarded([&] {
    require_structure(surface);
    require_pointers(bytes);
    *bytes = packed_bytes(image_of(*surface));
  });
}

texpipe_status texpipe_surface_create(texpipe_context* context, const texpipe_surface* surface, uint32_t* index) {
  return guarded([&] {
    require_structure(surface);
    require_pointers(context, index);
    require(surface->texels != nullptr || surface->texel_bytes == 0, "a pointer is null");
    const SurfaceImage image = image_of(*surface);
    gen9::RenderSurfaceState state = build_surface(
        context->memory, "surface" + std::to_string(context->surfaces), image,
        std::span{static_cast<const std::byte*>(surface->texels), surface->texel_bytes},
        {.tiling = tiling_of(surface->tiling, image), .array = surface->is_array != 0, .mcs = surface->has_mcs != 0});
    assign_fields(state, surface->fields, surface->field_count);
    *index = context->heap.add_surface(state);
    ++context->surfaces;
  });
}

texpipe_status texpipe_surface_bind(texpipe_context* context, const uint32_t state[16], uint32_t* index) {
  return guarded([&] {
    require_pointers(context, state, index);
    const std::span<const std::uint32_t, gen9::RenderSurfaceState::kDwords> words{state, 16};
    *index = context->heap.add_surface(gen9::RenderSurfaceState::decode(words));
    ++context->surfaces;
  });
}

texpipe_status texpipe_surface_state(const texpipe_context* context, uint32_t index, uint32_t state[16]) {
  return guarded([&] {
    require_pointers(context, state);
    require(index < context->surfaces, "no surface has this index");
    context->memory.read(ByteAddress{surface_state_address(*context, index)},
                         std::as_writable_bytes(std::span{state, 16}));
  });
}

texpipe_status texpipe_palette_load(texpipe_context* context, uint32_t palette, const uint32_t* entries, size_t count) {
  return guarded([&] {
    require_pointers(context, entries);
    require(palette < kPalettes, "palettes are 0 and 1");
    require(count <= 256, "a palette has 256 entries");
    context->heap.set_palette(palette, std::span{entries, count});
  });
}

texpipe_status texpipe_sampler_create(texpipe_context* context, const texpipe_field* fields, size_t field_count,
                                      const uint32_t* border_color, uint32_t* index) {
  return guarded([&] {
    require_pointers(context, index);
    gen9::SamplerState state;
    assign_fields(state, fields, field_count);
    gen9::BorderColorState border;
    if (border_color != nullptr) std::copy(border_color, border_color + border.rgba.size(), border.rgba.begin());
    *index = context->heap.add_sampler(state, border);
    ++context->samplers;
  });
}

texpipe_status texpipe_sampler_state(const texpipe_context* context, uint32_t index, uint32_t state[4]) {
  return guarded([&] {
    require_pointers(context, state);
    require(index < context->samplers, "no sampler has this index");
    const std::uint64_t base = context->heap.context().dynamic_state_base.value();
    context->memory.read(ByteAddress{base + index * std::uint64_t{16}}, std::as_writable_bytes(std::span{state, 4}));
  });
}

texpipe_status texpipe_chroma_key_set(texpipe_context* context, uint32_t key, uint32_t low, uint32_t high) {
  return guarded([&] {
    require_pointers(context);
    require(key < kChromaKeys, "chroma keys are 0 to 3");
    context->heap.set_chroma_key(key, low, high);
  });
}

texpipe_status texpipe_mono_filter_set(texpipe_context* context, uint32_t width, uint32_t height) {
  return guarded([&] {
    require_pointers(context);
    require(width >= 1 && width <= kMaxMonoFilter && height >= 1 && height <= kMaxMonoFilter,
            "a MONO filter has 1 to 7 texels along each axis");
    context->heap.set_mono_filter(static_cast<std::uint8_t>(width), static_cast<std::uint8_t>(height));
  });
}
