#include "functional/sampling/load.h"

#include <algorithm>
#include <bit>

#include "functional/coordinates/cube.h"
#include "functional/coordinates/one_lane.h"
#include "functional/formats/texel_value.h"
#include "functional/sampling/filter.h"
#include "functional/sampling/sample.h"
#include "functional/sampling/swizzle.h"
#include "functional/sampling/texel_reader.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/sampling/rules/load_range.inc.h"
}

namespace {

using P = gen9::SamplerParameter;
using one_lane::is_loaded;

bool has_mcs(const gen9::RenderSurfaceState& state) {
  return state.aux_mode == gen9::AuxSurfaceMode::kCcsD || state.aux_mode == gen9::AuxSurfaceMode::kCcsE;
}

/// Sample or sample slice of a multisample load; nothing when the MCS says that the pixel has the clear colour.
std::optional<std::uint32_t> sample_place(const SurfaceBinding& surface, const SamplerRequest& request,
                                          unsigned channel) {
  const unsigned bits = surface.state.log2_samples;
  // A message type has one of si and ssi, and one of mcs and mcsl; what it does not have reads 0.
  const std::uint32_t asked = request.bits(P::kSi, channel) | request.bits(P::kSsi, channel);
  const std::uint32_t sample = std::min(asked, (1u << bits) - 1);
  const bool through_mcs = request.operation->action == gen9::SamplerAction::kLoadMultisample && bits != 0 &&
                           has_mcs(surface.state) &&
                           surface.state.multisample_storage == gen9::MultisampleStorage::kMss;
  if (!through_mcs) return sample;
  const std::uint32_t low = request.bits(P::kMcsl, channel) | request.bits(P::kMcs, channel);
  const std::uint64_t mcs = std::uint64_t{request.bits(P::kMcsh, channel)} << 32 | low;
  if (mcs_is_clear(mcs, bits)) return std::nullopt;
  return mcs_slice(mcs, sample, bits);
}

std::array<std::uint32_t, 4> clear_color(const SurfaceBinding& surface) {
  std::array<std::uint32_t, 4> rgba = surface.state.clear_color;
  for (unsigned c = 0; c < 4; ++c) {
    if (surface.coding[c].constant) rgba[c] = channel_bits(surface.coding[c], surface.coding[c].default_code);
  }
  return rgba;
}

/// Groups a subspan's loads by level and records their footprints.
void record(const SurfaceBinding& surface, AddressTables* addresses,
            const std::array<std::optional<LoadPlace>, kPixelsPerSubspan>& places,
            const std::array<Texel, kTexelsPerFootprint>& texels, std::uint16_t resident, const PlanRequest& wanted,
            SubspanPlan& plan) {
  unsigned remaining = 0;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) remaining |= places[p] ? 1u << p : 0u;
  while (remaining != 0) {
    FootprintPlan footprint;
    footprint.level = places[static_cast<unsigned>(std::countr_zero(remaining))]->level;
    footprint.weight = {};
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      if ((remaining >> p & 1) == 0 || places[p]->level != footprint.level) continue;
      footprint.pixels |= static_cast<std::uint8_t>(1u << p);
      footprint.corners |= static_cast<std::uint16_t>(1u << (4 * p));
      footprint.place[4 * p] = places[p]->place;
      footprint.weight[4 * p] = 1u << kCornerWeightBits;
    }
    remaining &= ~unsigned{footprint.pixels};
    publish(surface, addresses, footprint, footprint.corners & resident, wanted, plan);
    if (wants_operands(wanted.detail)) plan.operands.push_back(operands_of(footprint, texels));
  }
}

}  // namespace

LoadRange load_range(const SurfaceBinding& surface) {
  const std::int32_t end = surface.last_level + 1;
  const std::int32_t first = surface.clamped_away() ? end : surface.resource_minimum >> kLodBits;
  const std::uint32_t slices = surface.is_cube() ? surface.slices * kCubeFaces : surface.slices;
  return {first, end - first, static_cast<std::int32_t>(slices)};
}

std::optional<LoadPlace> load_place(const SurfaceBinding& surface, const SamplerRequest& request, unsigned channel) {
  const LoadRange range = load_range(surface);
  const std::int32_t lod = request.integer(P::kLod, channel);
  if (!one_lane::is_loaded_level(lod, range.first_level, range.first_level + range.levels)) return std::nullopt;
  const LevelSize& size = surface.size[static_cast<std::uint32_t>(lod)];
  const auto coordinate = [&](P parameter, unsigned axis) {
    // Wraps as lanes do: beyond 32 bits lies no texel.
    const auto offset = static_cast<std::uint32_t>(request.offset[axis]);
    return static_cast<std::int32_t>(request.bits(parameter, channel) + offset);
  };
  const auto is_on_map = [](std::int32_t texel, std::uint32_t texels) {
    return is_loaded(texel, static_cast<std::int32_t>(texels));
  };
  const std::int32_t u = coordinate(P::kU, 0);
  if (!is_on_map(u, size.width)) return std::nullopt;
  LoadPlace at{static_cast<std::uint8_t>(lod),
               {static_cast<std::uint32_t>(u), 0, surface.state.minimum_array_element, 0}};
  if (surface.axes.count >= 2) {
    const std::int32_t v = coordinate(P::kV, 1);
    if (!is_on_map(v, size.height)) return std::nullopt;
    at.place.y = static_cast<std::uint32_t>(v);
  }
  if (surface.axes.count == 3) {
    const std::int32_t r = coordinate(P::kR, 2);
    if (!is_on_map(r, size.depth)) return std::nullopt;
    at.place.slice = static_cast<std::uint32_t>(r);
  } else if (surface.axes.array_index || surface.is_cube()) {
    const P parameter = surface.axes.array_index.value_or(P::kR) == P::kV ? P::kV : P::kR;
    const std::int32_t slice = request.integer(parameter, channel);
    if (!is_loaded(slice, range.slices)) return std::nullopt;
    at.place.slice += static_cast<std::uint32_t>(slice);
  }
  return at;
}

void execute_load(const GpuMemory& memory, const BoundSampler& bound, const SamplerRequest& request,
                  const PlanRequest& plan, std::vector<SubspanPlan>& plans, SamplerResults& results) {
  const SurfaceBinding& surface = bound.binding->surface;
  if (plan.detail != PlanDetail::kNone) plans.resize(request.subspans());
  for (unsigned subspan = 0; subspan < plans.size(); ++subspan)
    plans[subspan].pixels = request.pixels >> (4 * subspan) & 0xF;
  if (surface.null) return;
  results.kind = kind_of(surface.coding);
  if (bound.compiled != nullptr && plan.detail == PlanDetail::kNone &&
      bound.compiled->sample(memory, request, PlaceKeeping::kNone, results.rows()) == 0)
    return;
  TexelReader reader{memory, surface, wants_operands(plan.detail) ? nullptr : bound.texels};
  const bool multisample = request.operation->action != gen9::SamplerAction::kLoad;
  for (unsigned subspan = 0; subspan < request.subspans(); ++subspan) {
    std::array<std::optional<LoadPlace>, kPixelsPerSubspan> places;
    std::array<Texel, kTexelsPerFootprint> texels;
    std::uint16_t resident = 0;
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      const unsigned channel = subspan * kPixelsPerSubspan + p;
      if ((request.pixels >> channel & 1) == 0) continue;
      places[p] = load_place(surface, request, channel);
      std::array<std::uint32_t, 4> rgba = out_of_bounds_texel(surface.coding);
      if (places[p] && multisample) {
        if (const auto sample = sample_place(surface, request, channel)) {
          places[p]->place.sample = *sample;
        } else {
          places[p].reset();
          rgba = clear_color(surface);
        }
      }
      if (places[p]) {
        if (reader.is_null(places[p]->level, places[p]->place)) {
          results.resident &= ~(1u << channel);
        } else {
          resident |= static_cast<std::uint16_t>(1u << (4 * p));
        }
        texels[4 * p] = reader.read(places[p]->level, places[p]->place);
        rgba = texel_to_rgba(surface.coding, texels[4 * p]);
      }
      results.set(channel, swizzle(surface.state, rgba, results.kind));
    }
    if (plan.detail != PlanDetail::kNone)
      record(surface, bound.addresses, places, texels, resident, plan, plans[subspan]);
  }
}

void execute_load_mcs(const GpuMemory& memory, const TextureBinding& binding, const SamplerRequest& request,
                      SamplerResults& results) {
  const SurfaceBinding& surface = binding.surface;
  results.kind = ChannelKind::kUint;
  if (surface.null || surface.state.log2_samples == 0 || !has_mcs(surface.state)) return;
  constexpr std::array<unsigned, 5> kElementBytes{0, 1, 1, 4, 8};
  for (unsigned channel = 0; channel < request.channels(); ++channel) {
    if ((request.pixels >> channel & 1) == 0) continue;
    const std::optional<LoadPlace> at = load_place(surface, request, channel);
    if (!at) continue;
    std::uint64_t word = 0;
    const ByteAddress address = surface.layout->mcs_address(at->place.x, at->place.y, at->place.slice);
    memory.read(address, std::as_writable_bytes(std::span{&word, 1}).first(kElementBytes[surface.state.log2_samples]));
    results.set(channel, {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32), 0, 0});
  }
}

}  // namespace texpipe::functional
