#include "functional/sampling/subspan_setup.h"

#include <algorithm>

#include "functional/coordinates/cube.h"
#include "functional/sampling/rules/coordinate.h"
#include "functional/sampling/rules/gradient.h"
#include "functional/sampling/rules/mono_filter.h"

namespace texpipe::functional {
namespace {

using P = gen9::SamplerParameter;
using gen9::LodSource;
using gen9::SamplerAction;

constexpr std::array<P, 3> kDx{P::kDudx, P::kDvdx, P::kDrdx};
constexpr std::array<P, 3> kDy{P::kDudy, P::kDvdy, P::kDrdy};

/// Derivatives of the first `axes` coordinates along the quad, from the values of UL, UR and LL, enabled or not (L1).
Gradients quad_gradients(const SamplerRequest& request, unsigned first, unsigned axes) {
  Gradients gradients;
  for (unsigned axis = 0; axis < axes; ++axis) {
    const auto at = [&](unsigned pixel) { return request.real(kCoordinates[axis], first + pixel); };
    const auto differences = one_lane::quad_differences(at(0), at(1), at(2));
    gradients.dx[axis] = double{differences.along_x};
    gradients.dy[axis] = double{differences.along_y};
  }
  return gradients;
}

Gradients parameter_gradients(const SamplerRequest& request, unsigned channel, unsigned axes) {
  Gradients gradients;
  for (unsigned axis = 0; axis < axes; ++axis) {
    gradients.dx[axis] = request.real(kDx[axis], channel);
    gradients.dy[axis] = request.real(kDy[axis], channel);
  }
  return gradients;
}

/// Derivatives of a channel's direction as derivatives of the place on its face (Q4).
Gradients on_face(const Gradients& direction, const SamplerRequest& request, unsigned channel) {
  const float x = request.real(P::kU, channel), y = request.real(P::kV, channel), z = request.real(P::kR, channel);
  const unsigned face = cube_face(x, y, z);
  const auto at = to_face<double>(face, x, y, z);
  const auto dx = face_derivative(at, to_face(face, direction.dx[0], direction.dx[1], direction.dx[2]));
  const auto dy = face_derivative(at, to_face(face, direction.dy[0], direction.dy[1], direction.dy[2]));
  return {{dx.s, dx.t, 0.0}, {dy.s, dy.t, 0.0}};
}

/// Derivatives in units of the map for a pixel, or for the quad that it stands in.
Gradients gradients_of(const TextureBinding& binding, const SamplerRequest& request, unsigned channel, unsigned quad) {
  const bool cube = binding.surface.is_cube();
  const unsigned axes = binding.surface.axes.count;
  if (request.operation->lod == LodSource::kGradients) {
    if (cube && request.cube_direction) return on_face(parameter_gradients(request, channel, 3), request, channel);
    Gradients gradients = parameter_gradients(request, channel, axes);
    if (cube) {
      // Given in the face's [-1, 1] range.
      for (auto* d : {&gradients.dx, &gradients.dy}) *d = {(*d)[0] * 0.5, (*d)[1] * 0.5, 0.0};
    }
    return gradients;
  }
  const bool has_quads = request.simd == SamplerSimd::kSimd8 || request.simd == SamplerSimd::kSimd16;
  if (!has_quads) return {};
  Gradients gradients = quad_gradients(request, quad, cube ? 3 : axes);
  for (unsigned axis = 0; axis < 3; ++axis) {
    gradients.dx[axis] /= request.coarse_pixel[0];
    gradients.dy[axis] /= request.coarse_pixel[1];
  }
  if (!cube) return gradients;
  return on_face(gradients, request, quad);
}

Footing footing_of(const TextureBinding& binding, const Gradients& gradients) {
  const LevelSize& size = binding.surface.size[0];
  const bool unit = binding.sampler.state.non_normalized_coordinates;
  const std::array<double, 3> texels =
      unit ? std::array{1.0, 1.0, 1.0} : std::array{double(size.width), double(size.height), double(size.depth)};
  const PixelFootprint footprint = pixel_footprint(gradients, texels, binding.sampler.footprint_axes);
  if (!binding.sampler.anisotropic)
    return {lod_of_squared_length(footprint.major_squared), footprint.major_squared, 1, {}};
  const TapSpread spread = tap_spread(footprint, binding.sampler.state.max_anisotropy);
  const double per_tap = 1.0 / spread.taps;
  return {lod_of_squared_length(spread.level_length_squared),
          spread.level_length_squared,
          spread.taps,
          {footprint.major[0] * per_tap, footprint.major[1] * per_tap}};
}

void set_place(const TextureBinding& binding, const SamplerRequest& request, unsigned channel, PixelSetup& pixel) {
  const SurfaceBinding& surface = binding.surface;
  if (surface.axes.array_index) {
    pixel.slice = array_slice(request.real(*surface.axes.array_index, channel), surface.slices);
  }
  if (surface.is_cube()) {
    const FacePoint point = face_point(request, channel);
    pixel.face = static_cast<std::uint8_t>(point.face);
    pixel.coordinate = {point.s, point.t, 0.0};
    // Minimum Array Element counts faces, where Depth counts cubes: drivers write the view's first layer into it (Mesa,
    // isl_surface_state.c).
    pixel.slice = pixel.slice * kCubeFaces + surface.state.minimum_array_element;
    return;
  }
  pixel.slice += surface.state.minimum_array_element;
  for (unsigned axis = 0; axis < surface.axes.count; ++axis)
    pixel.coordinate[axis] = request.real(kCoordinates[axis], channel);
  pixel.offset = texel_offset(request, channel);
}

LevelChoice top_level(const SurfaceBinding& surface) {
  LevelChoice choice;
  choice.magnify = true;
  choice.out_of_bounds = surface.clamped_off(0);
  return choice;
}

}  // namespace

Footing quad_footing(const TextureBinding& binding, const SamplerRequest& request, unsigned first) {
  return footing_of(binding, gradients_of(binding, request, first, first));
}

Footing channel_footing(const TextureBinding& binding, const SamplerRequest& request, unsigned channel,
                        const Footing& quad) {
  const LodSource source = request.operation->lod;
  Footing footing = quad;
  if (source == LodSource::kGradients)
    footing =
        footing_of(binding, gradients_of(binding, request, channel, channel / kPixelsPerSubspan * kPixelsPerSubspan));
  if (source == LodSource::kParameter) footing.lod = lod_of_parameter(request.real(P::kLod, channel));
  if (source == LodSource::kQuadBias)
    footing.lod = biased_lod(quad.lod, quad.squared_length, request.real(P::kBias, channel));
  if (binding.sampler.state.non_normalized_coordinates) footing.lod = 0;
  return footing;
}

std::array<std::int32_t, 3> texel_offset(const SamplerRequest& request, unsigned channel) {
  if (request.operation->action != SamplerAction::kGatherOffset)
    return {request.offset[0], request.offset[1], request.offset[2]};
  const auto six_bits = [&](P parameter) {
    return static_cast<std::int32_t>(request.bits(parameter, channel) << 26) >> 26;
  };
  return {six_bits(P::kOffu), six_bits(P::kOffv), 0};
}

bool blends(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation) {
  return binding.surface.filterable() || binding.compares(operation) ||
         binding.reduction(operation) != Reduction::kNone;
}

FilterShape filter_shape(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation, bool magnify) {
  const gen9::SamplerState& state = binding.sampler.state;
  const gen9::MapFilter filter = magnify ? state.mag_filter : state.min_filter;
  const bool mono = filter == gen9::MapFilter::kMono;
  return {.mono = mono,
          .linear = mono || (filter != gen9::MapFilter::kNearest && blends(binding, operation)),
          .anisotropic = filter == gen9::MapFilter::kAnisotropic && operation.has_derivatives()};
}

FacePoint face_point(const SamplerRequest& request, unsigned channel) {
  const float u = request.real(P::kU, channel), v = request.real(P::kV, channel), r = request.real(P::kR, channel);
  if (request.operation->lod != LodSource::kGradients || request.cube_direction) return cube_face_point(u, v, r);
  // u and v on the face in [-1, 1], r is the face (specification/messages 3.2; R28).
  return {array_slice(r, kCubeFaces), 0.5 * u + 0.5, 0.5 * v + 0.5};
}

Lod with_minimum(Lod sampler, float minimum) {
  return minimum > 0.0f ? std::max(sampler, to_lod(lod_of_parameter(minimum))) : sampler;
}

void set_up_subspan(const TextureBinding& binding, const SamplerRequest& request, unsigned subspan,
                    SubspanSetup& setup) {
  const unsigned first = subspan * kPixelsPerSubspan;
  const SamplerBinding& sampler = binding.sampler;
  const gen9::SamplerMessageFacts& operation = *request.operation;
  setup = {};
  setup.enabled = static_cast<std::uint8_t>(request.pixels >> first & 0xF);
  if (setup.enabled == 0 || binding.surface.null || binding.surface.state.is_buffer() || sampler.state.disable) return;

  const bool gather = operation.gathers();
  const bool shared = operation.compares_neighbours();
  const bool two_levels = blends(binding, operation);
  Footing quad;
  if (shared) quad = quad_footing(binding, request, first);

  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    if ((setup.enabled >> p & 1) == 0) continue;
    const unsigned channel = first + p;
    PixelSetup& pixel = setup.pixel[p];
    set_place(binding, request, channel, pixel);
    pixel.reference = request.real(P::kRef, channel);
    if (gather) {
      pixel.levels = top_level(binding.surface);
      pixel.linear = true;
    } else {
      const Footing footing = channel_footing(binding, request, channel, quad);
      LodControls controls = sampler.lod;
      controls.minimum = with_minimum(controls.minimum, request.real(P::kMlod, channel));
      pixel.levels = choose_levels(footing.lod, controls);
      if (!two_levels) pixel.levels.second_weight = 0;
      const FilterShape filter = filter_shape(binding, operation, pixel.levels.magnify);
      pixel.mono = filter.mono;
      pixel.linear = filter.linear;
      if (filter.mono) pixel.taps = mono_taps(sampler.mono_filter);
      if (filter.anisotropic) {
        pixel.taps = footing.taps;
        pixel.spacing = footing.spacing;
      }
    }
    pixel.magnify = pixel.levels.magnify;
    pixel.active = !pixel.levels.out_of_bounds;
  }
}

}  // namespace texpipe::functional
