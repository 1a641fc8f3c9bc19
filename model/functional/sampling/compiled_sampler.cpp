#include "functional/sampling/compiled_sampler.h"

#include <algorithm>
#include <bit>

#include "functional/formats/texel_value.h"
#include "functional/sampling/filter.h"
#include "functional/sampling/sample.h"
#include "functional/sampling/subspan_setup.h"
#include "functional/sampling/swizzle.h"

namespace texpipe::functional {
namespace {

using P = gen9::SamplerParameter;
using gen9::LodSource;
using lanes::kChannels;

constexpr std::array<P, 3> kCoordinates{P::kU, P::kV, P::kR};
alignas(64) constexpr std::array<float, kChannels> kZeros{};

constexpr std::array kInOrder{gen9::ShaderChannelSelect::kRed, gen9::ShaderChannelSelect::kGreen,
                              gen9::ShaderChannelSelect::kBlue, gen9::ShaderChannelSelect::kAlpha};

bool is_mono(const SamplerBinding& sampler) {
  return sampler.state.mag_filter == gen9::MapFilter::kMono || sampler.state.min_filter == gen9::MapFilter::kMono;
}

bool repeats_texels(const TextureBinding& binding) {
  if (!binding.sampler.state.non_normalized_coordinates) return false;
  return std::any_of(binding.sampler.address.begin(), binding.sampler.address.end(), is_periodic);
}

/// Bit per face of a cube that is not there.
std::uint8_t lacking_faces(const SurfaceBinding& surface) {
  std::uint8_t lacking = 0;
  for (unsigned face = 0; surface.is_cube() && face < kCubeFaces; ++face) {
    if ((surface.state.cube_face_enables >> face_enable_bit(face) & 1) == 0)
      lacking |= static_cast<std::uint8_t>(1u << face);
  }
  return lacking;
}

/// Codes whose sums could leave the integers that a double holds: 24 bits, and more than 29 bits of weight.
bool sums_are_too_wide(const TextureBinding& binding) {
  return kind_of(binding.surface.coding) == ChannelKind::kFixed &&
         storage_of(binding.surface.coding) == TexelStorage::kWords &&
         (binding.sampler.anisotropic || binding.surface.axes.count == 3);
}

bool compiles(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation) {
  const bool filters = operation.samples();
  const bool reads = !binding.surface.null && !binding.sampler.state.disable && !binding.surface.state.is_buffer();
  // A comparison of what a reduction keeps has no rule of its own.
  const bool plain = !binding.compares(operation) || binding.reduction(operation) == Reduction::kNone;
  return filters && reads && plain && !binding.sampler.chroma_key.enabled && !is_mono(binding.sampler) &&
         !repeats_texels(binding) && !sums_are_too_wide(binding);
}

/// Bits of the significands of a format's floats.
int significand_bits(const gen9::FormatFacts& facts) {
  constexpr int kHalf = 11, kSingle = 24;
  if (facts.kind == gen9::FormatKind::kSharedExponent || facts.compressed()) return kHalf;
  int bits = 0;
  for (const gen9::StoredChannel& channel : facts.channels) {
    if (channel.name == 0) continue;
    const bool narrow =
        (channel.type == gen9::ChannelType::kFloat && channel.bits == 16) || channel.type == gen9::ChannelType::kUfloat;
    bits = std::max(bits, narrow ? kHalf : kSingle);
  }
  return bits;
}

std::int32_t signed_bits(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits);
}

template <class T>
void fill(T (&values)[kChannels], T value) {
  std::fill(std::begin(values), std::end(values), value);
}

}  // namespace

TexelSource texel_source(const SurfaceBinding& surface, gen9::BorderColorMode border_mode) {
  TexelSource source;
  source.format = surface.state.format;
  source.missing = border_mode == gen9::BorderColorMode::kDx9 ? MissingColor::kDx9 : MissingColor::kZero;
  source.palettes = surface.palettes;
  source.palette_loaded = surface.palette_loaded;
  source.geometry = surface.layout->geometry();
  source.first_level = surface.first_level;
  source.levels = static_cast<std::uint8_t>(surface.last_level + 1);
  if (surface.axes.count != 3) source.first_slice = surface.state.minimum_array_element;
  const bool array = surface.axes.array_index.has_value();
  source.slices = surface.is_cube() ? surface.slices * kCubeFaces : array ? surface.slices : 1;
  return source;
}

std::unique_ptr<CompiledSampler> CompiledSampler::make(const TextureBinding& binding,
                                                       const gen9::SamplerMessageFacts& operation,
                                                       std::shared_ptr<DecodedTexels> texels,
                                                       const lanes::LaneKernels& kernels) {
  if (!texels || !compiles(binding, operation)) return nullptr;
  return std::unique_ptr<CompiledSampler>{new CompiledSampler{binding, operation, std::move(texels), kernels}};
}

CompiledSampler::CompiledSampler(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation,
                                 std::shared_ptr<DecodedTexels> texels, const lanes::LaneKernels& kernels)
    : binding_{binding},
      operation_{operation},
      texels_{std::move(texels)},
      kernels_{kernels},
      prefilter_{binding, operation},
      gathers_{operation.gathers()},
      compares_{prefilter_.compares()},
      program_{},
      level_program_{},
      input_{},
      output_{} {
  kind_ = compares_ ? ChannelKind::kFloat : kind_of(binding.surface.coding);
  compile_levels();
  compile_axes();
  compile_filter();
  compile_border();
  if (compares_) compile_compare();
  compile_level_choice();
  program_.plain = can_be_plain();
  in_order_ = !gathers_ && channel_selects(binding.surface.state) == kInOrder;
  fill(input_.taps, 1);
}

void CompiledSampler::compile_levels() {
  const SurfaceBinding& surface = binding_.surface;
  for (unsigned level = 0; level < lanes::kLevels; ++level) {
    const unsigned in_view = std::min<unsigned>(level, surface.last_level);
    const DecodedLevel& at = texels_->level(in_view);
    const LevelSize& size = surface.size[in_view];
    program_.levels.size[0][level] = signed_bits(size.width);
    program_.levels.size[1][level] = signed_bits(size.height);
    program_.levels.size[2][level] = signed_bits(size.depth);
    program_.levels.offset[level] = signed_bits(at.offset);
    program_.levels.row_step[level] = signed_bits(at.row_step);
    program_.levels.slice_step[level] = signed_bits(at.slice_step);
  }
  for (unsigned taps = 1; taps <= lanes::kTaps; ++taps) {
    for (unsigned tap = 0; tap < taps; ++tap)
      program_.tap_weight[taps * lanes::kTaps + tap] = signed_bits(tap_weight(taps, tap));
  }
}

void CompiledSampler::compile_axes() {
  const SamplerBinding& sampler = binding_.sampler;
  program_.axes = binding_.surface.axes.count;
  program_.column_bits = static_cast<std::uint8_t>(texels_->column_bits());
  program_.cube = binding_.surface.is_cube();
  program_.seamless = sampler.seamless;
  program_.lacking_faces = lacking_faces(binding_.surface);
  program_.borders = program_.lacking_faces != 0;
  program_.unit_scale = sampler.state.non_normalized_coordinates;
  for (unsigned axis = 0; axis < 3; ++axis) {
    program_.mode[axis] = static_cast<lanes::Mode>(sampler.address[axis]);
    program_.borders = program_.borders || has_border(sampler.address[axis]);
    program_.half_border[axis] = sampler.address[axis] == gen9::TextureCoordinateMode::kHalfBorder;
    program_.power_of_two[axis] =
        std::all_of(program_.levels.size[axis], program_.levels.size[axis] + lanes::kLevels,
                    [](std::int32_t size) { return std::has_single_bit(static_cast<std::uint32_t>(size)); });
    for (unsigned magnify = 0; magnify < 2; ++magnify)
      program_.nearest[magnify][axis] = sampler.rounding[magnify][axis] == CoordinateRounding::kNearest ? 1 : 0;
  }
}

void CompiledSampler::compile_filter() {
  const TexelCoding& coding = binding_.surface.coding;
  const ChannelKind kind = kind_of(coding);
  program_.storage = static_cast<lanes::Storage>(texels_->storage());
  program_.codes = static_cast<lanes::Codes>(kind);
  program_.shadow = lanes::kNoShadow;
  for (unsigned c = 0; c < 4; ++c) {
    program_.denominator[c] = static_cast<float>(coding[c].denominator);
    program_.is_constant[c] = coding[c].constant && kind == ChannelKind::kFloat;
    program_.constant[c] = channel_bits(coding[c], coding[c].default_code);
  }
  const Reduction reduction = binding_.reduction(operation_);
  if (gathers_) {
    program_.filter = lanes::Filter::kGather;
  } else if (reduction != Reduction::kNone) {
    program_.filter = reduction == Reduction::kMinimum ? lanes::Filter::kMinimum : lanes::Filter::kMaximum;
  } else if (kind == ChannelKind::kFixed) {
    program_.filter = lanes::Filter::kFixed;
  } else if (kind == ChannelKind::kFloat) {
    program_.filter = lanes::Filter::kFloat;
    // A double has 53 bits; one of them for the rounding of the absolute sum.
    program_.exact_ratio = power_of_two(52 - significand_bits(binding_.surface.decoder->facts()));
  } else {
    program_.filter = lanes::Filter::kInteger;
  }
}

void CompiledSampler::compile_border() {
  const BorderColor& border = binding_.sampler.border;
  const TexelCoding& coding = binding_.surface.coding;
  for (unsigned c = 0; c < 4; ++c) {
    program_.border_code[c] = border.texel.code[c];
    program_.border_value[c] = channel_bits(coding[c], border.texel.code[c]);
    if (program_.codes != lanes::Codes::kFixed) continue;
    const std::uint64_t denominator = std::uint64_t{coding[c].denominator} << kBorderFractionBits;
    program_.border_value[c] = std::bit_cast<std::uint32_t>(ratio_to_float(border.fine[c], denominator));
  }
}

/// What a compare shows: 0 or 1 in the channels that show the compared one, the defaults in the others
/// (Prefilter::compare).
void CompiledSampler::compile_compare() {
  const TexelCoding& shown = prefilter_.coding();
  program_.compared = static_cast<std::uint8_t>(prefilter_.compared_channel());
  program_.shadow = static_cast<std::uint8_t>(binding_.sampler.state.shadow_function);
  for (unsigned c = 0; c < 4; ++c) {
    program_.is_constant[c] = shown[c].constant;
    program_.constant[c] = channel_bits(shown[c], shown[c].default_code);
  }
  const std::uint32_t code = binding_.sampler.border.texel.code[program_.compared];
  program_.border_compared = prefilter_.compared_value(code);
  if (!gathers_) program_.filter = lanes::Filter::kCompare;
}

void CompiledSampler::compile_level_choice() {
  const SamplerBinding& sampler = binding_.sampler;
  const gen9::SamplerState& state = sampler.state;
  const LodControls& lod = sampler.lod;
  const bool blends = binding_.surface.filterable() || compares_ || binding_.reduction(operation_) != Reduction::kNone;
  const bool derivatives = operation_.has_derivatives();
  const std::array filters{state.min_filter, state.mag_filter};
  lanes::LevelProgram& program = level_program_;
  program.bias = lod.bias * (1 << (kLog2FractionBits - kLodBits));
  program.minimum = lod.minimum;
  program.maximum = lod.maximum;
  program.resource_minimum = lod.resource_minimum;
  program.base = lod.base;
  program.last = lod.last_level;
  program.dropped = dropped_share(lod.quality);
  program.preclamp = lod.preclamp;
  program.magnified_uses_mip_filter = lod.magnified_uses_mip_filter;
  program.has_mip_filter = lod.mip_filter != gen9::MipFilter::kNone;
  program.nearest_mip = lod.mip_filter == gen9::MipFilter::kNearest;
  program.blends = blends;
  for (unsigned magnify = 0; magnify < 2; ++magnify) {
    program.linear[magnify] = filters[magnify] != gen9::MapFilter::kNearest && blends;
    anisotropic_[magnify] = filters[magnify] == gen9::MapFilter::kAnisotropic && derivatives && sampler.anisotropic;
  }
  plain_quads_ = !program_.cube && !program_.unit_scale && !anisotropic_[0] && !anisotropic_[1] &&
                 !sampler.anisotropic && sampler.footprint_axes == FootprintAxes::kDerivatives;
  const bool same_filters = program.linear[0] == program.linear[1] && sampler.rounding[0] == sampler.rounding[1];
  const bool one_level = lod.last_level == 0 || !program.has_mip_filter;
  const LevelSize& size = binding_.surface.size[0];
  quad_sizes_ = program_.unit_scale
                    ? std::array{1.0, 1.0, 1.0}
                    : std::array<double, 3>{static_cast<double>(size.width), static_cast<double>(size.height),
                                            static_cast<double>(size.depth)};
  fixed_levels_ = gathers_ || (same_filters && one_level && !anisotropic_[0] && !anisotropic_[1]);
  alignas(64) std::int32_t fine[kChannels]{}, minimum[kChannels];
  fill(minimum, lod.minimum);
  kernels_.levels(program, fine, minimum, input_);
  note_only_level();
  if (!gathers_) return;
  fill(input_.first_level, 0);
  fill(input_.second_level, 0);
  fill(input_.second_weight, 0);
  fill(input_.magnify, -1);
  fill(input_.linear, -1);
}

/// True for what lanes/plain.inc.h samples.
bool CompiledSampler::can_be_plain() const {
  if (program_.axes != 2 || program_.cube || program_.borders || program_.unit_scale) return false;
  if (program_.column_bits != lanes::kPlainColumnBits || anisotropic_[0] || anisotropic_[1]) return false;
  if (!level_program_.linear[0] || !level_program_.linear[1]) return false;
  for (unsigned axis = 0; axis < 2; ++axis) {
    const bool periodic = program_.mode[axis] == lanes::Mode::kWrap || program_.mode[axis] == lanes::Mode::kMirror;
    const bool ends = program_.mode[axis] == lanes::Mode::kClamp || program_.mode[axis] == lanes::Mode::kMirrorOnce;
    if (!(periodic || ends) || !program_.power_of_two[axis]) return false;
    if (program_.nearest[0][axis] != program_.nearest[1][axis]) return false;
  }
  if (program_.filter == lanes::Filter::kFloat) return true;
  return program_.filter == lanes::Filter::kFixed && program_.storage != lanes::Storage::kWords;
}

/// Levels that no message's level of detail changes.
void CompiledSampler::note_only_level() {
  const auto same = [](const std::int32_t(&values)[kChannels], std::int32_t value) {
    return std::all_of(std::begin(values), std::end(values), [value](std::int32_t other) { return other == value; });
  };
  const bool only = fixed_levels_ && same(input_.first_level, input_.first_level[0]) && same(input_.second_weight, 0);
  input_.level = only ? input_.first_level[0] : -1;
}

const float* CompiledSampler::coordinate(const SamplerRequest& request, gen9::SamplerParameter parameter,
                                         unsigned axis) {
  const std::uint32_t* values = request.parameters[static_cast<unsigned>(parameter)];
  if (values == nullptr) return kZeros.data();
  // Parameters are bits of floats; registers follow one another.
  if (request.channels() == kChannels) return reinterpret_cast<const float*>(values);
  std::transform(values, values + 8, coordinates_[axis].begin(),
                 [](std::uint32_t bits) { return std::bit_cast<float>(bits); });
  return coordinates_[axis].data();
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
  if (surface.axes.array_index) {
    for (std::uint32_t rest = pixels; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      input_.slice[channel] =
          signed_bits(array_slice(request.real(*surface.axes.array_index, channel), surface.slices));
    }
  } else if (surface.is_cube()) {
    fill(input_.slice, 0);
  }
  if (surface.is_cube()) {
    set_cube_places(request, pixels);
    return;
  }
  for (unsigned axis = 0; axis < surface.axes.count; ++axis)
    input_.coordinate[axis] = coordinate(request, kCoordinates[axis], axis);
  set_offsets(request);
}

void CompiledSampler::set_offsets(const SamplerRequest& request) {
  if (operation_.action == gen9::SamplerAction::kGatherOffset) {
    input_.offsets = true;
    for (unsigned channel = 0; channel < request.channels(); ++channel) {
      input_.offset[0][channel] = six_bits(request.bits(P::kOffu, channel));
      input_.offset[1][channel] = six_bits(request.bits(P::kOffv, channel));
      input_.offset[2][channel] = 0;
    }
    return;
  }
  input_.offsets = (request.offset[0] | request.offset[1] | request.offset[2]) != 0;
  if (!input_.offsets) return;
  for (unsigned axis = 0; axis < 3; ++axis) fill(input_.offset[axis], std::int32_t{request.offset[axis]});
}

void CompiledSampler::set_levels(const SamplerRequest& request, std::uint32_t pixels) {
  const bool own_minimum = request.parameters[static_cast<unsigned>(P::kMlod)] != nullptr;
  if (gathers_ || (fixed_levels_ && !own_minimum && !levels_changed_)) return;
  levels_changed_ = own_minimum;
  const LodSource source = operation_.lod;
  const bool quads = operation_.compares_neighbours();
  const bool single_pixels = request.coarse_pixel[0] == 1 && request.coarse_pixel[1] == 1;
  if (quads && plain_quads_ && single_pixels && request.simd != SamplerSimd::kSimd8D) {
    alignas(64) std::int32_t bias[kChannels]{}, own[kChannels];
    const bool biased = source == LodSource::kQuadBias;
    for (unsigned channel = 0; (biased || own_minimum) && channel < request.channels(); ++channel) {
      if (biased) bias[channel] = bias_of_parameter(request.real(P::kBias, channel));
      own[channel] = with_minimum(level_program_.minimum, request.real(P::kMlod, channel));
    }
    kernels_.quad_levels(level_program_, quad_sizes_.data(), program_.axes, biased ? bias : nullptr,
                         own_minimum ? own : nullptr, input_);
    note_only_level();
    return;
  }
  alignas(64) std::int32_t fine[kChannels]{}, minimum[kChannels];
  alignas(64) std::int32_t taps[kChannels];
  const bool anisotropic = anisotropic_[0] || anisotropic_[1];
  fill(minimum, level_program_.minimum);
  fill(taps, 1);
  const auto put = [&](unsigned channel, const Footing& footing) {
    fine[channel] = footing.lod;
    taps[channel] = footing.taps;
    input_.spacing[0][channel] = footing.spacing[0];
    input_.spacing[1][channel] = footing.spacing[1];
  };
  if (quads) {
    for (unsigned first = 0; first < request.channels(); first += kPixelsPerSubspan) {
      if ((pixels >> first & 0xF) == 0) continue;
      const Footing footing = quad_footing(binding_, request, first);
      for (unsigned p = 0; p < kPixelsPerSubspan; ++p) put(first + p, footing);
    }
  }
  if (!quads || source == LodSource::kQuadBias || own_minimum) {
    for (std::uint32_t rest = pixels; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      if (source == LodSource::kGradients) put(channel, gradient_footing(binding_, request, channel));
      if (source == LodSource::kParameter) fine[channel] = lod_of_parameter(request.real(P::kLod, channel));
      if (source == LodSource::kQuadBias) fine[channel] += bias_of_parameter(request.real(P::kBias, channel));
      minimum[channel] = with_minimum(level_program_.minimum, request.real(P::kMlod, channel));
    }
  }
  if (program_.unit_scale) fill(fine, 0);
  kernels_.levels(level_program_, fine, minimum, input_);
  note_only_level();
  if (!anisotropic) return;
  for (unsigned channel = 0; channel < kChannels; ++channel)
    input_.taps[channel] = anisotropic_[input_.magnify[channel] != 0] ? taps[channel] : 1;
}

void CompiledSampler::set_limits(const SamplerRequest& request, std::uint32_t pixels) {
  for (std::uint32_t rest = pixels; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    input_.limit[channel] = prefilter_.limit(request.real(P::kRef, channel));
  }
}

/// The border colour has more fraction bits than a texel and joins behind the sums (PixelFilter::filtered).
void CompiledSampler::add_borders() {
  constexpr int kBits = 34;  // of the weights, at most
  for (std::uint32_t rest = output_.bordered; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const auto weight = static_cast<std::int64_t>(output_.border_weight[channel] * power_of_two(kBits));
    for (unsigned c = 0; c < 4; ++c) {
      const auto texels = static_cast<std::int64_t>(output_.sum[c][channel] * power_of_two(kBits));
      const float value = mean_with_border(texels, binding_.sampler.border.fine[c], static_cast<std::uint64_t>(weight),
                                           std::uint64_t{binding_.surface.coding[c].denominator} << kBits);
      output_.value[c][channel] = std::bit_cast<std::uint32_t>(value);
    }
  }
}

/// Gives each channel of the results what the surface selects for it.
void CompiledSampler::publish(const SamplerRequest& request, const ResultRows& rows) const {
  auto selects = channel_selects(binding_.surface.state);
  if (gathers_) {
    // A constant select takes the place of all four texels.
    const gen9::ShaderChannelSelect select = selects[request.gather_channel];
    if (std::find(kInOrder.begin(), kInOrder.end(), select) != kInOrder.end()) {
      selects = kInOrder;
    } else {
      selects.fill(select);
    }
  }
  for (unsigned c = 0; c < 4; ++c) {
    switch (selects[c]) {
      case gen9::ShaderChannelSelect::kRed:
      case gen9::ShaderChannelSelect::kGreen:
      case gen9::ShaderChannelSelect::kBlue:
      case gen9::ShaderChannelSelect::kAlpha: {
        const unsigned channel =
            static_cast<unsigned>(selects[c]) - static_cast<unsigned>(gen9::ShaderChannelSelect::kRed);
        std::copy(values_[channel].begin(), values_[channel].end(), rows[c]);
        break;
      }
      default:
        std::fill_n(rows[c], kChannels, select_channel(selects[c], {}, kind_));
    }
  }
}

/// Borders and edges of cubes put other texels in the places of those that an axis names; integer texels have one tap
/// here, and an anisotropic sampler's in the plan.
lanes::LanePlaces* CompiledSampler::room_for_places(PlaceKeeping keeping) {
  const bool plain = program_.axes == 2 && !program_.borders && !program_.seamless &&
                     (program_.filter != lanes::Filter::kInteger || !(anisotropic_[0] || anisotropic_[1]));
  if (keeping == PlaceKeeping::kNone || !plain) return nullptr;
  if (!places_) places_ = std::make_unique<std::array<lanes::LanePlaces, 2 * lanes::kTaps>>();
  return places_->data();
}

std::uint32_t CompiledSampler::sample(const GpuMemory& memory, const SamplerRequest& request, PlaceKeeping keeping,
                                      const ResultRows& rows) {
  output_.places = nullptr;
  const SurfaceBinding& surface = binding_.surface;
  const std::uint32_t pixels = request.pixels;
  const bool nulls = surface.state.tiled_resource_mode != gen9::TiledResourceMode::kNone && memory.has_null_tiles();
  if (request.simd == SamplerSimd::kSimd4x2 || nulls) return pixels;
  const bool outside = gathers_ ? surface.clamped_off(0) : surface.clamped_away();
  if (outside) {
    const auto rgba = swizzle(surface.state, out_of_bounds_texel(prefilter_.coding()), kind_);
    for (unsigned c = 0; c < 4; ++c) std::fill_n(rows[c], kChannels, rgba[c]);
    return 0;
  }
  input_.active = pixels;
  set_places(request, pixels);
  set_levels(request, pixels);
  if (compares_) set_limits(request, pixels);
  if (gathers_) {
    const auto select = static_cast<unsigned>(channel_selects(surface.state)[request.gather_channel]);
    constexpr auto kRed = static_cast<unsigned>(gen9::ShaderChannelSelect::kRed);
    program_.gather_channel = static_cast<std::uint8_t>(select >= kRed ? select - kRed : 0);
  }
  struct Owner {
    const GpuMemory& memory;
    DecodedTexels& texels;
  } owner{memory, *texels_};
  const lanes::LaneTexels texels{texels_->texels(),
                                 texels_->ready(),
                                 texels_->incomplete(),
                                 [](void* to, std::uint32_t tile) {
                                   auto& owner = *static_cast<Owner*>(to);
                                   if (owner.texels.ready()[tile] == 0) owner.texels.decode(owner.memory, tile);
                                 },
                                 &owner,
                                 &texels_->range()};
  for (unsigned c = 0; c < 4; ++c) output_.value[c] = in_order_ ? rows[c] : values_[c].data();
  output_.places = room_for_places(keeping);
  kernels_.sample(program_, input_, texels, output_);
  if (*texels_->incomplete() != 0) texels_->used(memory);
  if (output_.bordered != 0) add_borders();
  if (!in_order_) publish(request, rows);
  return output_.unresolved;
}

}  // namespace texpipe::functional
