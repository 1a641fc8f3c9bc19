#include "functional/sampling/unsupported_use.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace texpipe::functional {
namespace {

using gen9::MapFilter;
using gen9::SamplerAction;
using gen9::SurfaceFormat;
using gen9::SurfaceType;
using Mode = gen9::TextureCoordinateMode;

/// A message with its states.
struct Use {
  const SamplerRequest& request;
  const gen9::SamplerMessageFacts& operation;
  const SurfaceBinding& surface;
  const gen9::SamplerState& sampler;
  const gen9::FormatFacts& format;
  bool compares;
  bool reduces;

  bool filters() const { return operation.action == SamplerAction::kSample; }
  bool uses_sampler() const { return operation.samples() || operation.action == SamplerAction::kLod; }
  bool is(SurfaceType type) const { return surface.state.type == type; }
  bool is_integer() const {
    return surface.coding[0].kind == ChannelKind::kUint || surface.coding[0].kind == ChannelKind::kSint;
  }
  /// Either filter is one of those.
  bool has_filter(MapFilter filter) const { return sampler.min_filter == filter || sampler.mag_filter == filter; }
  bool unnormalised() const { return uses_sampler() && sampler.non_normalized_coordinates; }
  bool chroma_keyed() const { return operation.samples() && sampler.chroma_key_enable; }
  bool has_offset() const { return (request.offset[0] | request.offset[1] | request.offset[2]) != 0; }
  /// An axis of the surface has one of the modes.
  bool has_mode(std::initializer_list<Mode> modes) const {
    const Mode of_axis[] = {sampler.address_u, sampler.address_v, sampler.address_r};
    return uses_sampler() && std::any_of(of_axis, of_axis + surface.axes.count, [&](Mode mode) {
             return std::find(modes.begin(), modes.end(), mode) != modes.end();
           });
  }
  bool has_mode_other_than(Mode allowed) const {
    return uses_sampler() && (sampler.address_u != allowed || sampler.address_v != allowed);
  }
  /// Whether a filter is asked for without a filter of the format, comparison or reduction.
  bool filters_what_has_no_filter() const { return filters() && !surface.filterable() && !compares && !reduces; }
};

struct Row {
  bool (*applies)(const Use&);
  std::string_view what;
  std::string_view done;  // by the model
};

/// specification/sampling 2, 4, 6 to 8, 10 and 12; specification/state 2 and 3; specification/messages 3;
/// specification/formats 1 to 5.
constexpr Row kRows[] = {
    // The format.
    {[](const Use& u) {
       return u.filters_what_has_no_filter() &&
              (u.has_filter(MapFilter::kLinear) || u.has_filter(MapFilter::kAnisotropic));
     },
     "a map filter other than NEAREST on a format without filter", "the nearest texel is taken"},
    {[](const Use& u) { return u.filters_what_has_no_filter() && u.sampler.mip_filter == gen9::MipFilter::kLinear; },
     "mip filter LINEAR on a format without filter", "the finer level is taken"},
    {[](const Use& u) { return u.compares && !u.format.shadow; }, "comparison with a format that has none",
     "red is compared"},
    {[](const Use& u) {
       return u.uses_sampler() && u.is_integer() && u.sampler.border_color_mode == gen9::BorderColorMode::kDx9;
     },
     "border colour mode DX9 with integers", "it acts as DX10/OGL"},
    {[](const Use& u) {
       const auto format = u.format.format;
       const bool alpha_beside =
           format == SurfaceFormat::kP4A4UnormPalette0 || format == SurfaceFormat::kP4A4UnormPalette1 ||
           format == SurfaceFormat::kA4P4UnormPalette0 || format == SurfaceFormat::kA4P4UnormPalette1;
       return u.uses_sampler() && alpha_beside && u.sampler.border_color_mode != gen9::BorderColorMode::kDx9;
     },
     "a palette index beside alpha of 4 bits without border colour mode DX9", "texels are the same"},
    {[](const Use& u) {
       return u.operation.samples() && u.format.kind == gen9::FormatKind::kYuvPacked422 &&
              u.surface.state.mip_count > 1;
     },
     "mip levels of a YCRCB format", "levels are read as of other formats"},
    {[](const Use& u) {
       return u.format.kind == gen9::FormatKind::kYuvPlanar &&
              (u.has_mode_other_than(Mode::kClamp) ||
               (u.uses_sampler() && u.sampler.mip_filter != gen9::MipFilter::kNone) || u.surface.state.array ||
               u.surface.state.mip_count > 1);
     },
     "arrays, mip levels, a mip filter or an address mode other than CLAMP on a planar format",
     "each acts as with other formats"},
    // The surface.
    {[](const Use& u) { return u.uses_sampler() && u.surface.state.is_buffer(); }, "a position on a BUFFER",
     "0 is read"},
    {[](const Use& u) { return u.uses_sampler() && u.surface.state.samples() > 1; },
     "a position on a multisampled surface", "it is read as one of a single sample"},
    {[](const Use& u) { return u.compares && u.is(SurfaceType::k3D); }, "comparison on a 3D surface",
     "eight texels are compared and mixed"},
    {[](const Use& u) {
       return u.filters() && u.operation.reduction != gen9::MessageReduction::kSampler && !u.is(SurfaceType::k2D);
     },
     "sample_min or sample_max on a surface other than 2D", "its texels are reduced"},
    {[](const Use& u) { return u.filters() && u.is(SurfaceType::k3D) && u.has_filter(MapFilter::kAnisotropic); },
     "map filter ANISOTROPIC on a 3D surface", "it acts as LINEAR"},
    {[](const Use& u) { return u.has_mode({Mode::kCube}) && !u.surface.is_cube(); },
     "address mode CUBE on a surface that is no cube", "it acts as CLAMP"},
    {[](const Use& u) {
       return u.surface.is_cube() && u.has_mode({Mode::kWrap, Mode::kMirror, Mode::kMirrorOnce});
     },
     "address mode WRAP, MIRROR or MIRROR_ONCE on a cube", "it acts as CLAMP on the face"},
    {[](const Use& u) {
       return u.uses_sampler() && u.surface.state.tiled_resource_mode != gen9::TiledResourceMode::kNone &&
              u.sampler.border_color_mode == gen9::BorderColorMode::kDx9;
     },
     "border colour mode DX9 on a tiled resource", "null tiles read 0"},
    // Unnormalised coordinates.
    {[](const Use& u) {
       return u.unnormalised() && u.has_mode({Mode::kWrap, Mode::kMirror, Mode::kMirrorOnce, Mode::kCube});
     },
     "an address mode other than CLAMP, CLAMP_BORDER and HALF_BORDER with unnormalised coordinates",
     "texels are found as with normalised ones"},
    {[](const Use& u) { return u.unnormalised() && !u.is(SurfaceType::k2D) && !u.is(SurfaceType::k3D); },
     "unnormalised coordinates on a surface other than 2D and 3D", "coordinates count texels"},
    {[](const Use& u) {
       return u.unnormalised() && u.sampler.mip_filter != gen9::MipFilter::kNone && u.surface.last_level > 0;
     },
     "a mip filter with unnormalised coordinates", "the first level is read"},
    {[](const Use& u) { return u.unnormalised() && u.has_offset(); }, "texel offsets with unnormalised coordinates",
     "they are added"},
    // The message.
    {[](const Use& u) {
       return u.has_offset() && u.operation.action != SamplerAction::kGatherOffset &&
              (u.surface.is_cube() || u.surface.state.is_buffer());
     },
     "texel offsets on a cube or a BUFFER", "they are ignored"},
    {[](const Use& u) { return u.operation.gathers() && u.compares && u.request.gather_channel != 0; },
     "a comparing gather of a channel other than red", "red is compared"},
    {[](const Use& u) {
       return u.operation.compares_neighbours() && u.request.simd != SamplerSimd::kSimd8 &&
              u.request.simd != SamplerSimd::kSimd16;
     },
     "derivatives in a message without subspans", "the most detailed level that clamps allow is read"},
    {[](const Use& u) { return u.operation.kill_mask && u.request.null_mask; }, "a pixel null mask beside a kill mask",
     "both are computed"},
    // Filters that exclude others.
    {[](const Use& u) {
       return u.filters() && (u.sampler.min_filter == MapFilter::kMono) != (u.sampler.mag_filter == MapFilter::kMono);
     },
     "map filter MONO beside another one", "each acts where it is chosen"},
    {[](const Use& u) { return u.chroma_keyed() && !u.format.chroma_key; }, "a chroma key on a format that has none",
     "each texel meets the key"},
    {[](const Use& u) {
       return u.chroma_keyed() && (u.has_filter(MapFilter::kAnisotropic) || u.has_filter(MapFilter::kMono));
     },
     "a chroma key with map filter ANISOTROPIC or MONO", "each texel meets the key"},
    {[](const Use& u) { return u.chroma_keyed() && u.is(SurfaceType::k3D); }, "a chroma key on a 3D surface",
     "each texel meets the key"},
    {[](const Use& u) { return u.chroma_keyed() && u.surface.state.resource_min_lod.raw != 0; },
     "a chroma key with a Resource Min LOD", "both act"},
};
static_assert(std::size(kRows) <= 64);

}  // namespace

UnsupportedMask unsupported_uses(const TextureBinding& binding, const SamplerRequest& request) {
  if (binding.surface.null || (request.operation->uses_sampler_state() && binding.sampler.state.disable)) return 0;
  const Use use{.request = request,
                .operation = *request.operation,
                .surface = binding.surface,
                .sampler = binding.sampler.state,
                .format = binding.surface.decoder->facts(),
                .compares = binding.compares(*request.operation),
                .reduces = binding.reduction(*request.operation) != Reduction::kNone};
  UnsupportedMask mask = 0;
  for (std::size_t row = 0; row < std::size(kRows); ++row) {
    if (kRows[row].applies(use)) mask |= UnsupportedMask{1} << row;
  }
  return mask;
}

void UnsupportedUses::note(const TextureBinding& binding, const SamplerRequest& request) {
  for (UnsupportedMask rest = unsupported_uses(binding, request); rest != 0; rest &= rest - 1) {
    const Row& row = kRows[std::countr_zero(rest)];
    std::string text{request.operation->name};
    text.append(" of ").append(binding.surface.decoder->facts().name);
    text.append(", ").append(texpipe::name_of(binding.surface.state.type)).append(": the manual does not support ");
    text.append(row.what).append("; ").append(row.done);
    const std::scoped_lock lock{mutex_};
    texts_.insert(std::move(text));
  }
}

std::vector<std::string> UnsupportedUses::texts() const {
  const std::scoped_lock lock{mutex_};
  return {texts_.begin(), texts_.end()};
}

}  // namespace texpipe::functional
