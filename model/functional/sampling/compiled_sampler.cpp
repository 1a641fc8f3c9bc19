#include "functional/sampling/compiled_sampler.h"

#include <algorithm>
#include <bit>

#include "functional/formats/texel_value.h"
#include "functional/sampling/filter.h"
#include "functional/sampling/lanes/channel_values.h"
#include "functional/sampling/sample.h"
#include "functional/sampling/subspan_setup.h"
#include "functional/sampling/swizzle.h"

namespace texpipe::functional {
namespace {

using P = gen9::SamplerParameter;
using gen9::LodSource;
using lanes::fill;
using lanes::kChannels;
using lanes::signed_bits;

alignas(64) constexpr std::array<std::uint32_t, kChannels> kZeros{};

}  // namespace

/// Levels that no message's level of detail changes.
void CompiledSampler::note_only_level() {
  const auto same = [](const std::int32_t(&values)[kChannels], std::int32_t value) {
    return std::all_of(std::begin(values), std::end(values), [value](std::int32_t other) { return other == value; });
  };
  const bool only = fixed_levels_ && same(input_.first_level, input_.first_level[0]) && same(input_.second_weight, 0);
  input_.level = only ? input_.first_level[0] : -1;
}

/// A parameter of all channels, one after the other.
/// @param row  where it goes when they do not lie so
const std::uint32_t* CompiledSampler::values_of(const SamplerRequest& request, gen9::SamplerParameter parameter,
                                                unsigned row) {
  const std::uint32_t* values = request.parameters[static_cast<unsigned>(parameter)];
  if (values == nullptr) return kZeros.data();
  // Registers follow one another.
  if (request.channels() == kChannels) return values;
  for (unsigned channel = 0; channel < request.channels(); ++channel)
    parameters_[row][channel] = request.bits(parameter, channel);
  return parameters_[row].data();
}

void CompiledSampler::set_cube_places(const SamplerRequest& request, std::uint32_t pixels) {
  for (std::uint32_t rest = pixels; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const FacePoint point = face_point(request, channel);
    // NaN counts as 0 (C3).
    input_.face[0][channel] = point.s == point.s ? point.s : 0.0;
    input_.face[1][channel] = point.t == point.t ? point.t : 0.0;
    input_.slice[channel] = input_.slice[channel] * static_cast<std::int32_t>(kCubeFaces) + signed_bits(point.face);
  }
}

void CompiledSampler::set_places(const SamplerRequest& request, std::uint32_t pixels) {
  const SurfaceBinding& surface = binding_.surface;
  const bool has_index =
      surface.axes.array_index && request.parameters[static_cast<unsigned>(*surface.axes.array_index)] != nullptr;
  if (surface.axes.array_index && !has_index && !surface.is_cube()) {
    if (!first_slices_) fill(input_.slice, signed_bits(array_slice(0, surface.slices)));
  } else if (surface.axes.array_index) {
    for (std::uint32_t rest = pixels; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      input_.slice[channel] =
          signed_bits(array_slice(request.real(*surface.axes.array_index, channel), surface.slices));
    }
  } else if (surface.is_cube()) {
    fill(input_.slice, 0);
  }
  first_slices_ = surface.axes.array_index && !has_index && !surface.is_cube();
  if (surface.is_cube()) {
    set_cube_places(request, pixels);
    return;
  }
  for (unsigned axis = 0; axis < surface.axes.count; ++axis)
    input_.coordinate[axis] = reinterpret_cast<const float*>(values_of(request, kCoordinates[axis], axis));
  set_offsets(request);
}

void CompiledSampler::set_offsets(const SamplerRequest& request) {
  const bool own = operation_.action == gen9::SamplerAction::kGatherOffset;
  input_.offsets = own || (request.offset[0] | request.offset[1] | request.offset[2]) != 0;
  for (unsigned channel = 0; input_.offsets && channel < request.channels(); ++channel) {
    const auto offset = texel_offset(request, channel);
    for (unsigned axis = 0; axis < 3; ++axis) input_.offset[axis][channel] = offset[axis];
  }
}

void CompiledSampler::set_levels(const SamplerRequest& request, std::uint32_t pixels) {
  const bool own_minimum = request.parameters[static_cast<unsigned>(P::kMlod)] != nullptr;
  levels_changed_ = own_minimum;
  const LodSource source = operation_.lod;
  const bool quads = operation_.compares_neighbours();
  const bool single_pixels = request.coarse_pixel[0] == 1 && request.coarse_pixel[1] == 1;
  const bool has_quads = request.simd == SamplerSimd::kSimd8 || request.simd == SamplerSimd::kSimd16;
  if (quads && plain_quads_ && single_pixels && has_quads) {
    alignas(64) std::int32_t bias[kChannels]{}, own[kChannels];
    const bool biased = source == LodSource::kQuadBias;
    for (unsigned channel = 0; (biased || own_minimum) && channel < request.channels(); ++channel) {
      if (biased) bias[channel] = bias_of_parameter(request.real(P::kBias, channel));
      own[channel] = with_minimum(level_program_.controls.minimum, request.real(P::kMlod, channel));
    }
    if (kernels_.quad_levels(level_program_, quad_sizes_.data(), program_.axes, biased ? bias : nullptr,
                             own_minimum ? own : nullptr, input_)) {
      note_only_level();
      return;
    }
  }
  alignas(64) std::int32_t fine[kChannels]{}, minimum[kChannels];
  alignas(64) std::int32_t taps[kChannels];
  const bool anisotropic = anisotropic_[0] || anisotropic_[1];
  fill(minimum, level_program_.controls.minimum);
  fill(taps, 1);
  const auto put = [&](unsigned channel, const Footing& footing) {
    fine[channel] = footing.lod;
    taps[channel] = footing.taps;
    input_.spacing[0][channel] = footing.spacing[0];
    input_.spacing[1][channel] = footing.spacing[1];
  };
  const bool own_footing = !quads || source == LodSource::kQuadBias;
  for (unsigned first = 0; first < request.channels(); first += kPixelsPerSubspan) {
    if ((pixels >> first & 0xF) == 0) continue;
    Footing quad;
    if (quads) quad = quad_footing(binding_, request, first);
    if (program_.unit_scale) quad.lod = 0;
    for (unsigned channel = first; channel < first + kPixelsPerSubspan; ++channel) {
      const bool asked = (pixels >> channel & 1) != 0;  // others may have no parameters: SIMD4x2 has two channels
      if (!quads && !asked) continue;
      put(channel, own_footing && asked ? channel_footing(binding_, request, channel, quad) : quad);
      if (own_minimum && asked)
        minimum[channel] = with_minimum(level_program_.controls.minimum, request.real(P::kMlod, channel));
    }
  }
  kernels_.levels(level_program_, fine, minimum, input_);
  note_only_level();
  if (!anisotropic) return;
  for (unsigned channel = 0; channel < kChannels; ++channel)
    input_.taps[channel] = anisotropic_[input_.magnify[channel] != 0] ? taps[channel] : 1;
}

void CompiledSampler::set_gather_channel(const SamplerRequest& request) {
  const gen9::ShaderChannelSelect select = channel_selects(binding_.surface.state)[request.gather_channel];
  program_.gather_channel = static_cast<std::uint8_t>(selected_channel(select));
}

void CompiledSampler::set_limits(const SamplerRequest& request, std::uint32_t pixels) {
  for (std::uint32_t rest = pixels; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    input_.limit[channel] = prefilter_.limit(request.real(P::kRef, channel));
  }
}

void CompiledSampler::load(const SamplerRequest& request, const lanes::LaneTexels& texels) {
  const SurfaceBinding& surface = binding_.surface;
  const auto integers = [&](P parameter, unsigned row) {
    return reinterpret_cast<const std::int32_t*>(values_of(request, parameter, row));
  };
  lanes::LoadInput input{};
  for (unsigned axis = 0; axis < surface.axes.count; ++axis) {
    input.coordinate[axis] = integers(kCoordinates[axis], axis);
    input.offset[axis] = request.offset[axis];
  }
  if (surface.axes.array_index || surface.is_cube())
    input.slice = integers(surface.axes.array_index.value_or(P::kR) == P::kV ? P::kV : P::kR, 3);
  input.lod = integers(P::kLod, 4);
  input.active = request.pixels;
  kernels_.load(program_, load_program_, input, texels, output_);
}

/// The border colour has more fraction bits than a texel and joins behind the sums (PixelFilter::filtered).
void CompiledSampler::add_borders() {
  constexpr int kBits = 34;  // of the weights, at most
  for (std::uint32_t rest = output_.bordered; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const auto weight = static_cast<std::int64_t>(output_.border_weight[channel] * power_of_two(kBits));
    for (unsigned c = 0; c < 4; ++c) {
      const auto texels = static_cast<std::int64_t>(output_.sum[c][channel] * power_of_two(kBits));
      const std::uint64_t denominator = std::uint64_t{binding_.surface.coding[c].denominator} * multiple_ << kBits;
      const float value =
          mean_with_border(texels, binding_.sampler.border.fine[c], static_cast<std::uint64_t>(weight), denominator);
      output_.value[c][channel] = std::bit_cast<std::uint32_t>(value);
    }
  }
}

/// Edges of cubes and the ends of a MONO filter's box put other texels, or none, in the places of those that an axis
/// names; integer texels have one tap here, and an anisotropic sampler's in the plan.
lanes::LanePlaces* CompiledSampler::room_for_places() {
  const bool plain = program_.axes >= 2 && !program_.seamless && !program_.mono &&
                     (program_.filter != lanes::Filter::kInteger || !(anisotropic_[0] || anisotropic_[1]));
  if (!plain) return nullptr;
  if (!places_) places_ = std::make_unique<std::array<lanes::LanePlaces, lanes::kPlaces>>();
  return places_->data();
}

CompiledSampler::Lanes CompiledSampler::begin(const GpuMemory& memory, const SamplerRequest& request,
                                              PlaceKeeping keeping) {
  output_.places = nullptr;
  output_.killed = 0;
  const SurfaceBinding& surface = binding_.surface;
  const bool nulls = surface.state.tiled_resource_mode != gen9::TiledResourceMode::kNone && memory.has_null_tiles();
  // Texels of null tiles are 0 like others; which ones they are, the steps tell.
  if (nulls && (request.null_mask || keeping != PlaceKeeping::kNone)) return Lanes::kBySteps;
  const bool outside = loads_ ? false : gathers_ ? surface.clamped_off(0) : surface.clamped_away();
  if (outside) return Lanes::kOutside;
  owner_ = {&memory, texels_.get()};
  const auto decode = [](void* to, std::uint32_t tile) {
    auto& owner = *static_cast<TexelOwner*>(to);
    if (owner.texels->ready()[tile] == 0) owner.texels->decode(*owner.memory, tile);
  };
  from_ = {texels_->texels(), texels_->ready(),  texels_->incomplete(), decode,
           &owner_,           &texels_->range(), texels_->matches()};
  return Lanes::kSampled;
}

void CompiledSampler::sample_lanes(const SamplerRequest& request, PlaceKeeping keeping, const ResultRows& rows) {
  for (unsigned c = 0; c < 4; ++c) output_.value[c] = row_of_[c] < rows.size() ? rows[row_of_[c]] : values_[c].data();
  if (loads_) {
    load(request, from_);
  } else {
    input_.active = request.pixels;
    set_places(request, request.pixels);
    if (!has_only_level(request)) set_levels(request, request.pixels);
    if (compares_) set_limits(request, request.pixels);
    if (gathers_) set_gather_channel(request);
    if (keeping != PlaceKeeping::kNone) output_.places = room_for_places();
    kernels_.sample(program_, input_, from_, output_);
  }
  if (*from_.incomplete != 0) texels_->used(*owner_.memory);
  if (output_.bordered != 0) add_borders();
  publish(request, rows);
}

std::uint32_t CompiledSampler::sample(const GpuMemory& memory, const SamplerRequest& request, PlaceKeeping keeping,
                                      const ResultRows& rows) {
  switch (begin(memory, request, keeping)) {
    case Lanes::kBySteps:
      return request.pixels;
    case Lanes::kOutside: {
      const auto rgba = swizzle(binding_.surface.state, out_of_bounds_texel(prefilter_.coding()), kind_);
      for (unsigned c = 0; c < 4; ++c) std::fill_n(rows[c], kChannels, rgba[c]);
      return 0;
    }
    case Lanes::kSampled:
      break;
  }
  sample_lanes(request, keeping, rows);
  return output_.unresolved;
}

}  // namespace texpipe::functional
