#include "functional/sampling/texture_binding.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "functional/sampling/rules/mono_filter.h"
#include "functional/sampling/sampler_change.h"
#include "functional/surface/address_range.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/border_color_state.h"

namespace texpipe::functional {
namespace {

using gen9::SurfaceType;

template <std::size_t N>
void read_words(const GpuMemory& memory, ByteAddress address, std::array<std::uint32_t, N>& words) {
  memory.watch(address, ByteSize{sizeof words});
  memory.read(address, std::as_writable_bytes(std::span{words}));
}

ByteAddress offset_by(ByteAddress base, std::uint64_t bytes) {
  return ByteAddress{base.value() + bytes};
}

ByteAddress surface_state_address(const GpuMemory& memory, const MessageContext& context,
                                  const SamplerRequest& request) {
  const std::uint8_t index = request.binding_table_index;
  if (index == gen9::kBindlessIndex)
    return offset_by(context.bindless_surface_state_base, request.bindless_surface_offset);
  if (index > gen9::kLastTableIndex)
    unsupported("sampler message through binding table index " + std::to_string(index));
  gen9::BindingTableEntry::Words entry;
  read_words(memory, offset_by(context.surface_state_base, std::uint64_t{context.binding_table_offset} + index * 4u),
             entry);
  return offset_by(context.surface_state_base, gen9::BindingTableEntry::decode(entry).surface_state_offset);
}

SurfaceAxes axes_of(const gen9::RenderSurfaceState& state) {
  const auto index = [&](gen9::SamplerParameter parameter) {
    return state.array ? std::optional{parameter} : std::nullopt;
  };
  switch (state.type) {
    case SurfaceType::k1D:
      return {1, index(gen9::SamplerParameter::kV)};
    case SurfaceType::k3D:
      return {3, std::nullopt};
    case SurfaceType::kCube:
      return {2, index(gen9::SamplerParameter::kAi)};
    case SurfaceType::kBuffer:
    case SurfaceType::kStructuredBuffer:
      return {1, std::nullopt};
    default:
      return {2, index(gen9::SamplerParameter::kR)};
  }
}

FormatClass class_of(const SurfaceLayout& layout) {
  const unsigned bytes = layout.geometry().element.decoded_texel_bytes;
  return bytes <= 4 ? FormatClass::k32Bits : bytes <= 8 ? FormatClass::k64Bits : FormatClass::k128Bits;
}

std::uint8_t float_channels_of(const gen9::FormatFacts& facts) {
  return static_cast<std::uint8_t>(
      std::count_if(facts.channels.begin(), facts.channels.end(), [](const gen9::StoredChannel& channel) {
        return channel.name != 0 && channel.type == gen9::ChannelType::kFloat && channel.bits == 32;
      }));
}

bool is_palette(const gen9::FormatFacts& facts) {
  return facts.kind == gen9::FormatKind::kPalette;
}

/// @param queried  for a message that reads the surface's state alone: its format need not be one that is sampled
void bind_surface(const GpuMemory& memory, const MessageContext& context, gen9::BorderColorMode border_mode,
                  bool queried, SurfaceBinding& surface) {
  const gen9::RenderSurfaceState& state = surface.state;
  surface.null = state.type == SurfaceType::kNull;
  if (surface.null) return;
  const gen9::FormatFacts& facts = gen9::format_facts(state.format);
  // tests/data/formats/formats.csv marks PLANAR_420_8 as not sampled, and notes that the surface state has its planes
  // for the sampler: sampled here.
  const bool planar = facts.kind == gen9::FormatKind::kYuvPlanar;
  if (!facts.sampling && !planar && queried) return;
  if (!facts.sampling && !planar) unsupported("sampling surface format " + std::string{facts.name});
  Palettes palettes{};
  if (is_palette(facts)) {
    const auto words = std::make_shared<std::array<std::uint32_t, 512>>();
    surface.palettes = words;
    for (unsigned i = 0; i < 2; ++i) {
      if (context.palettes[i].value() == 0) continue;
      surface.palette_loaded[i] = true;
      palettes[i] = words->data() + 256 * i;
      const std::span entries{words->data() + 256 * i, 256};
      memory.watch(context.palettes[i], ByteSize{entries.size_bytes()});
      memory.read(context.palettes[i], std::as_writable_bytes(entries));
    }
  }
  const bool dx9 = border_mode == gen9::BorderColorMode::kDx9;
  surface.decoder.emplace(state.format, palettes, dx9 ? MissingColor::kDx9 : MissingColor::kZero);
  surface.coding = surface.decoder->coding();
  surface.layout.emplace(surface_geometry(state));
  require_addressable(state, *surface.layout);
  surface.format_class = class_of(*surface.layout);
  surface.float_channels = float_channels_of(facts);
  surface.word_places = {WordPlaces::stored(surface.layout->geometry()),
                         WordPlaces::decoded(surface.layout->geometry())};
  surface.axes = axes_of(state);
  if (state.is_buffer()) {
    surface.size[0] = {state.buffer_entries(), 1, 1};
    return;
  }
  surface.slices = state.type == SurfaceType::k3D ? 1 : state.depth;
  surface.first_level = state.surface_min_lod;
  surface.last_level =
      static_cast<std::uint8_t>(std::min<unsigned>(state.mip_count, kMaxLevels - state.surface_min_lod) - 1);
  surface.resource_minimum = std::max(0, state.resource_min_lod.raw - surface.first_level * kOneLevel);
  for (unsigned level = 0; level <= surface.last_level; ++level) {
    surface.size[level] = surface.layout->level_size(surface.first_level + level);
  }
}

CoordinateRounding rounding_of(bool enable) {
  return enable ? CoordinateRounding::kNearest : CoordinateRounding::kTruncate;
}

bool is_mono(gen9::MapFilter filter) {
  return filter == gen9::MapFilter::kMono;
}

void bind_mono_filter(std::array<std::uint8_t, 2> size, const SurfaceBinding& surface, SamplerBinding& sampler) {
  if (surface.null) return;
  if (surface.decoder->facts().kind != gen9::FormatKind::kMono) {
    unsupported("map filter MONO on surface format " + std::string{surface.decoder->facts().name});
  }
  if (surface.is_cube() || surface.axes.count == 3) {
    unsupported("map filter MONO on surface type " + std::string{texpipe::name_of(surface.state.type)});
  }
  if (std::min(size[0], size[1]) == 0 || std::max(size[0], size[1]) > kMaxMonoFilter) {
    throw Error{
        ExitCode::kMalformedInput,
        Diagnostic{.problem = "MONO filter of " + std::to_string(size[0]) + "x" + std::to_string(size[1]) + " texels",
                   .hint = "expected 1 to " + std::to_string(kMaxMonoFilter) + " along each axis"}};
  }
  sampler.mono_filter = size;
  if (surface.axes.count == 1) sampler.mono_filter[1] = 1;
}

/// The border colour takes the place of texels before they meet the key (specification/sampling 1).
void key_border(const SurfaceBinding& surface, SamplerBinding& sampler) {
  BorderColor& border = sampler.border;
  if (!matches(sampler.chroma_key, surface.coding, border.texel)) return;
  sampler.border_kills = sampler.chroma_key.kills();
  if (sampler.border_kills) return;
  border.texel = replacement_black(surface.decoder->facts().kind);
  for (unsigned c = 0; c < 4; ++c)
    border.fine[c] = std::int64_t{static_cast<std::int32_t>(border.texel.code[c])} * (1 << kBorderFractionBits);
}

void bind_sampler(const BindingWords& words, const SurfaceBinding& surface, SamplerBinding& sampler) {
  const gen9::SamplerState& state = sampler.state;
  const bool mono = !state.disable && (is_mono(state.mag_filter) || is_mono(state.min_filter));
  if (mono) bind_mono_filter(words.mono_filter, surface, sampler);

  sampler.address = {state.address_u, state.address_v, state.address_r};
  sampler.rounding[0] = {rounding_of(state.round_u_min), rounding_of(state.round_v_min),
                         rounding_of(state.round_r_min)};
  sampler.rounding[1] = {rounding_of(state.round_u_mag), rounding_of(state.round_v_mag),
                         rounding_of(state.round_r_mag)};
  if (surface.is_cube()) {
    // A face does not repeat: modes other than CUBE sample the face alone (specification/sampling 3; Q1).
    for (gen9::TextureCoordinateMode& mode : sampler.address) {
      if (!has_border(mode)) mode = gen9::TextureCoordinateMode::kClamp;
    }
    sampler.seamless = state.cube_surface_control == gen9::CubeSurfaceControl::kOverride ||
                       state.address_u == gen9::TextureCoordinateMode::kCube;
  }
  const auto anisotropic = [](gen9::MapFilter filter) { return filter == gen9::MapFilter::kAnisotropic; };
  sampler.anisotropic = surface.axes.count < 3 && (anisotropic(state.mag_filter) || anisotropic(state.min_filter));
  const bool ewa = state.lod_algorithm == gen9::LodAlgorithm::kEwaApproximation && surface.axes.count == 2 &&
                   !(surface.is_cube() && surface.state.ewa_disable_for_cube);
  sampler.footprint_axes = ewa ? FootprintAxes::kEllipse : FootprintAxes::kDerivatives;

  LodControls& lod = sampler.lod;
  lod.bias = state.lod_bias.raw;
  lod.minimum = state.min_lod.raw;
  lod.maximum = state.max_lod.raw;
  lod.resource_minimum = surface.resource_minimum;
  lod.base = surface.state.base_mip_level.raw * (kOneLevel / 2);
  lod.last_level = surface.last_level;
  lod.preclamp = state.lod_preclamp == gen9::LodPreclamp::kOgl;
  lod.magnified_uses_mip_filter = state.lod_clamp_magnification_mode == gen9::LodClampMagnificationMode::kMipFilter;
  lod.mip_filter = state.non_normalized_coordinates ? gen9::MipFilter::kNone : state.mip_filter;
  lod.quality = state.trilinear_quality;

  // Beyond the map a MONO filter reads 0 (specification/sampling 6).
  const std::array<std::uint32_t, 4> border = mono ? std::array<std::uint32_t, 4>{} : words.border;
  if (!surface.null)
    sampler.border = border_color(surface.state.format, surface.coding, border, state.border_color_mode);
  if (!state.chroma_key_enable) return;
  sampler.chroma_key = chroma_key(state.chroma_key_mode, words.chroma_key[0], words.chroma_key[1]);
  if (!surface.null) key_border(surface, sampler);
}

}  // namespace

bool TextureBinding::compares(const gen9::SamplerMessageFacts& operation) const {
  if (operation.action == gen9::SamplerAction::kSample && sampler.state.reduction_type_enable) {
    return sampler.state.reduction_type == gen9::ReductionType::kComparison;
  }
  return operation.compares;
}

Reduction TextureBinding::reduction(const gen9::SamplerMessageFacts& operation) const {
  if (operation.reduction == gen9::MessageReduction::kMinimum) return Reduction::kMinimum;
  if (operation.reduction == gen9::MessageReduction::kMaximum) return Reduction::kMaximum;
  if (operation.action != gen9::SamplerAction::kSample || !sampler.state.reduction_type_enable) return Reduction::kNone;
  switch (sampler.state.reduction_type) {
    case gen9::ReductionType::kMinimum:
      return Reduction::kMinimum;
    case gen9::ReductionType::kMaximum:
      return Reduction::kMaximum;
    default:
      return Reduction::kNone;
  }
}

BindingWords read_binding_words(const GpuMemory& memory, const Message& message, const SamplerRequest& request) {
  BindingWords words;
  read_words(memory, surface_state_address(memory, *message.context, request), words.surface);
  words.queried = request.operation->queries();
  words.uses_sampler = request.operation->uses_sampler_state();
  if (!words.uses_sampler) return words;
  read_words(memory, request.sampler_state, words.sampler);
  const MessageContext& context = *message.context;
  if (context.sampler_change != nullptr) context.sampler_change->apply(words.sampler);
  const auto sampler = gen9::SamplerState::decode(words.sampler);
  read_words(memory, offset_by(context.dynamic_state_base, sampler.border_color_pointer), words.border);
  if (is_mono(sampler.mag_filter) || is_mono(sampler.min_filter)) words.mono_filter = context.mono_filter;
  if (sampler.chroma_key_enable && context.chroma_keys.value() != 0)
    read_words(memory, offset_by(context.chroma_keys, 8u * sampler.chroma_key_index), words.chroma_key);
  return words;
}

std::unique_ptr<const TextureBinding> make_binding(const GpuMemory& memory, const Message& message,
                                                   const BindingWords& words) {
  auto binding = std::make_unique<TextureBinding>();
  binding->surface.state = gen9::RenderSurfaceState::decode(words.surface);
  if (words.uses_sampler) binding->sampler.state = gen9::SamplerState::decode(words.sampler);
  bind_surface(memory, *message.context, binding->sampler.state.border_color_mode, words.queried, binding->surface);
  bind_sampler(words, binding->surface, binding->sampler);
  return binding;
}

}  // namespace texpipe::functional
