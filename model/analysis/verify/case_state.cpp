#include "analysis/verify/case_state.h"

#include <algorithm>
#include <bit>

#include "host/files/byte_reader.h"
#include "pictures/npy/npy.h"

namespace texpipe::study {

namespace {

using functional::SurfaceType;
using functional::Tiling;
using gen9::CompareFunction;

// The sampler gives 0 where `texel OP reference` holds, else 1; the API gives 1 where `reference OP texel` holds (R18).
CompareFunction inverse_relation(ApiCompare compare) {
  switch (compare) {
    case ApiCompare::kNever:
      return CompareFunction::kAlways;
    case ApiCompare::kLess:
      return CompareFunction::kLessEqual;
    case ApiCompare::kEqual:
      return CompareFunction::kNotEqual;
    case ApiCompare::kLessEqual:
      return CompareFunction::kLess;
    case ApiCompare::kGreater:
      return CompareFunction::kGreaterEqual;
    case ApiCompare::kNotEqual:
      return CompareFunction::kEqual;
    case ApiCompare::kGreaterEqual:
      return CompareFunction::kGreater;
    case ApiCompare::kAlways:
      return CompareFunction::kNever;
  }
  return CompareFunction::kAlways;
}

gen9::MapFilter map_filter(ApiFilter filter, unsigned max_anisotropy) {
  if (filter == ApiFilter::kNearest) return gen9::MapFilter::kNearest;
  return max_anisotropy > 1 ? gen9::MapFilter::kAnisotropic : gen9::MapFilter::kLinear;
}

gen9::MipFilter mip_filter(ApiMipFilter filter) {
  switch (filter) {
    case ApiMipFilter::kNone:
      return gen9::MipFilter::kNone;
    case ApiMipFilter::kNearest:
      return gen9::MipFilter::kNearest;
    case ApiMipFilter::kLinear:
      break;
  }
  return gen9::MipFilter::kLinear;
}

// Without mip filter the API reads level 0 whatever the limits are, and the hardware the level of Min LOD: the limits
// then only choose between the filters.
void set_level_limits(const GoldenSampler& sampler, gen9::SamplerState& state) {
  state.min_lod = gen9::U4_8::nearest(sampler.min_lod);
  state.max_lod = gen9::U4_8::nearest(sampler.max_lod);
  if (sampler.mip_filter != ApiMipFilter::kNone) return;
  if (sampler.min_lod > 0) state.mag_filter = state.min_filter;
  if (sampler.min_lod > 0) state.round_u_mag = state.round_v_mag = state.round_r_mag = state.round_u_min;
  state.min_lod = {};
}

bool integer_format(gen9::SurfaceFormat format) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  return std::any_of(facts.channels.begin(), facts.channels.end(), [](const gen9::StoredChannel& channel) {
    return channel.name != 0 && (channel.type == gen9::ChannelType::kUint || channel.type == gen9::ChannelType::kSint);
  });
}

}  // namespace

gen9::SamplerState sampler_state(const GoldenSampler& sampler) {
  gen9::SamplerState state;
  state.lod_preclamp = gen9::LodPreclamp::kOgl;  // the filters are chosen by the clamped level
  state.min_filter = map_filter(sampler.min_filter, sampler.max_anisotropy);
  state.mag_filter = map_filter(sampler.mag_filter, sampler.max_anisotropy);
  state.mip_filter = mip_filter(sampler.mip_filter);
  state.round_u_min = state.round_v_min = state.round_r_min = sampler.min_filter == ApiFilter::kLinear;
  state.round_u_mag = state.round_v_mag = state.round_r_mag = sampler.mag_filter == ApiFilter::kLinear;
  state.lod_bias = gen9::S4_8::nearest(sampler.lod_bias);
  set_level_limits(sampler, state);
  state.address_u = sampler.address[0];
  state.address_v = sampler.address[1];
  state.address_r = sampler.address[2];
  state.max_anisotropy = static_cast<std::uint8_t>(std::clamp((sampler.max_anisotropy + 1) / 2 * 2, 2u, 16u));
  if (sampler.compare) state.shadow_function = inverse_relation(*sampler.compare);
  state.non_normalized_coordinates = sampler.unnormalized;
  return state;
}

gen9::BorderColorState border_color(const GoldenSampler& sampler, gen9::SurfaceFormat format) {
  gen9::BorderColorState state;
  const bool integer = integer_format(format);
  for (unsigned channel = 0; channel < 4; ++channel) {
    const double value = sampler.border_color[channel];
    state.rgba[channel] = integer ? static_cast<std::uint32_t>(static_cast<std::int64_t>(value))
                                  : std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  return state;
}

std::vector<Tiling> possible_tilings(const GoldenSurface& surface) {
  const functional::ElementShape element = functional::element_shape(surface.image.format);
  const bool power_of_two = std::has_single_bit(unsigned{element.bytes}) && element.bytes <= 16;
  const gen9::FormatFacts& facts = gen9::format_facts(surface.image.format);
  const bool tileable = power_of_two && facts.bits_per_element >= 8 && facts.kind != gen9::FormatKind::kYuvPlanar;
  if (!tileable) return {Tiling::kLinear};
  if (surface.image.type == SurfaceType::k1D) return {Tiling::kLinear, Tiling::kYf, Tiling::kYs};
  if (surface.image.sample_bits != 0) return {Tiling::kY, Tiling::kYf, Tiling::kYs};
  return {Tiling::kY, Tiling::kLinear, Tiling::kX, Tiling::kYf, Tiling::kYs};
}

gen9::RenderSurfaceState build_case_surface(functional::GpuMemory& memory, const GoldenCase& golden, Tiling tiling) {
  NpyArray texels;
  if (!golden.surface.data.empty()) {
    texels = read_case_file(golden.surface.data);
    const std::uint64_t needed = functional::packed_bytes(golden.surface.image);
    if (texels.type != NpyType::kUint8) wrong_case_file(golden.surface.data, "has other elements than bytes", "'|u1'");
    if (texels.data.size() != needed) {
      wrong_case_file(golden.surface.data, "has " + std::to_string(texels.data.size()) + " bytes",
                      std::to_string(needed) + " for the surface");
    }
  }
  gen9::RenderSurfaceState state =
      functional::build_surface(memory, golden.id, golden.surface.image, texels.data,
                                {.tiling = tiling, .array = golden.surface.array, .channels = golden.surface.channels});
  state.surface_min_lod = static_cast<std::uint8_t>(golden.surface.base_level);
  state.mip_count = static_cast<std::uint8_t>(state.mip_count - golden.surface.base_level);
  return state;
}

}  // namespace texpipe::study
