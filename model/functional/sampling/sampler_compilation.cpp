// Compilation of a surface, a sampler and an operation into programs of the lane kernels.
#include <algorithm>
#include <bit>

#include "functional/formats/texel_value.h"
#include "functional/sampling/compiled_sampler.h"
#include "functional/sampling/filter.h"
#include "functional/sampling/lanes/channel_values.h"
#include "functional/sampling/load.h"
#include "functional/sampling/sample.h"
#include "functional/sampling/subspan_setup.h"
#include "functional/sampling/swizzle.h"

namespace texpipe::functional {
namespace {

using lanes::fill;
using lanes::kChannels;
using lanes::signed_bits;

/// Magnifying and minifying filters that are MONO; the documents ask for none or both.
int mono_filters(const SamplerBinding& sampler) {
  const auto is_mono = [](gen9::MapFilter filter) { return filter == gen9::MapFilter::kMono ? 1 : 0; };
  return is_mono(sampler.state.mag_filter) + is_mono(sampler.state.min_filter);
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
bool has_wide_sums(const TextureBinding& binding) {
  return kind_of(binding.surface.coding) == ChannelKind::kFixed &&
         storage_of(binding.surface.coding) == TexelStorage::kWords &&
         (binding.sampler.anisotropic || binding.surface.axes.count == 3);
}

bool compiles(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation) {
  const bool reads_maps = operation.samples() || operation.action == gen9::SamplerAction::kLoad;
  const bool reads = !binding.surface.null && !binding.sampler.state.disable && !binding.surface.state.is_buffer();
  // A comparison of what a reduction keeps has no rule of its own.
  const bool plain = !binding.compares(operation) || binding.reduction(operation) == Reduction::kNone;
  const int mono = operation.gathers() ? 0 : mono_filters(binding.sampler);
  return reads_maps && reads && plain && mono != 1 && !(mono == 2 && binding.sampler.chroma_key.kills());
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

}  // namespace

TexelSource texel_source(const TextureBinding& binding) {
  const SurfaceBinding& surface = binding.surface;
  const gen9::BorderColorMode border_mode = binding.sampler.state.border_color_mode;
  TexelSource source;
  source.key = binding.sampler.chroma_key;
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
      loads_{operation.action == gen9::SamplerAction::kLoad},
      gathers_{operation.gathers()},
      compares_{prefilter_.compares()},
      program_{},
      level_program_{},
      load_program_{},
      input_{},
      output_{} {
  kind_ = compares_ ? ChannelKind::kFloat : kind_of(binding.surface.coding);
  compile_levels();
  compile_axes();
  compile_filter();
  compile_border();
  if (compares_) compile_compare();
  compile_level_choice();
  if (loads_) compile_loads();
  program_.plain = can_be_plain();
  program_.one_texel = can_be_one_texel();
  place_rows();
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
    program_.mode[axis] = sampler.address[axis];
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
  program_.codes = kind;
  program_.shadow = lanes::kNoShadow;
  program_.wide = has_wide_sums(binding_);
  program_.kills = binding_.sampler.chroma_key.kills();
  program_.border_kills = binding_.sampler.border_kills;
  program_.mono = !gathers_ && mono_filters(binding_.sampler) == 2;
  if (program_.mono) {
    const auto& box = binding_.sampler.mono_filter;
    std::copy(box.begin(), box.end(), program_.box);
    multiple_ = unsigned{box[0]} * box[1];
  }
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
  const auto value = border_result(binding_.surface.coding, border);
  std::copy(border.texel.code.begin(), border.texel.code.end(), program_.border_code);
  std::copy(value.begin(), value.end(), program_.border_value);
}

/// Compiles the result of a compare: 0 or 1 in the channels that show the compared one, the defaults in the others
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
  const LodControls& lod = sampler.lod;
  lanes::LevelProgram& program = level_program_;
  program.controls = lod;
  program.blends = blends(binding_, operation_);
  for (unsigned magnify = 0; magnify < 2; ++magnify) {
    const FilterShape filter = filter_shape(binding_, operation_, magnify != 0);
    program.linear[magnify] = filter.linear;
    anisotropic_[magnify] = filter.anisotropic && sampler.anisotropic;
  }
  plain_quads_ = !program_.cube && !program_.unit_scale && !anisotropic_[0] && !anisotropic_[1] &&
                 !sampler.anisotropic && sampler.footprint_axes == FootprintAxes::kDerivatives;
  const bool same_filters = program.linear[0] == program.linear[1] && sampler.rounding[0] == sampler.rounding[1];
  const bool one_level = lod.last_level == 0 || lod.mip_filter == gen9::MipFilter::kNone;
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

void CompiledSampler::compile_loads() {
  const SurfaceBinding& surface = binding_.surface;
  const LoadRange range = load_range(surface);
  load_program_.first_level = range.first_level;
  load_program_.levels = range.levels;
  load_program_.slices = range.slices;
  const auto outside = out_of_bounds_texel(surface.coding);
  std::copy(outside.begin(), outside.end(), load_program_.outside);
}

/// True for coordinates on the maps of a 2D surface, without any of what changes texels or taps.
bool CompiledSampler::stays_on_maps() const {
  if (program_.axes != 2 || program_.cube || program_.borders || program_.unit_scale) return false;
  if (program_.mono || program_.kills || anisotropic_[0] || anisotropic_[1]) return false;
  for (unsigned axis = 0; axis < 2; ++axis) {
    const bool ends = program_.mode[axis] == gen9::TextureCoordinateMode::kClamp ||
                      program_.mode[axis] == gen9::TextureCoordinateMode::kMirrorOnce;
    if (!(is_periodic(program_.mode[axis]) || ends)) return false;
    if (program_.nearest[0][axis] != program_.nearest[1][axis]) return false;
  }
  return true;
}

/// True for what lanes/one_texel.inc.h samples.
bool CompiledSampler::can_be_one_texel() const {
  return stays_on_maps() && !level_program_.linear[0] && !level_program_.linear[1] &&
         program_.filter == lanes::Filter::kFixed && program_.storage == lanes::Storage::kBytes;
}

/// True for what lanes/plain.inc.h samples.
bool CompiledSampler::can_be_plain() const {
  if (!stays_on_maps() || program_.column_bits != lanes::kPlainColumnBits) return false;
  if (!level_program_.linear[0] || !level_program_.linear[1]) return false;
  if (!program_.power_of_two[0] || !program_.power_of_two[1]) return false;
  if (program_.filter == lanes::Filter::kFloat) return true;
  return program_.filter == lanes::Filter::kFixed && program_.storage != lanes::Storage::kWords;
}

}  // namespace texpipe::functional
