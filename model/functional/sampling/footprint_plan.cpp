#include "functional/sampling/footprint_plan.h"

#include "functional/coordinates/cube.h"
#include "functional/sampling/rules/filter_rules.h"
#include "functional/sampling/rules/linear_tap.h"
#include "functional/sampling/rules/mono_filter.h"

namespace texpipe::functional {
namespace {

/// One or two texels of an axis of a pixel's footprint, before the address mode.
struct FilterTap {
  one_lane::AxisTap tap;
  unsigned texels = 1;
};

SubtexelPosition position_on_axis(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis,
                                  std::uint32_t size) {
  const SamplerBinding& sampler = binding.sampler;
  return axis_position(pixel.coordinate[axis], !sampler.state.non_normalized_coordinates, size, sampler.address[axis],
                       sampler.rounding[pixel.magnify][axis]);
}

/// The position of a tap, from the one that all taps of the level share.
SubtexelPosition spread(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis, std::uint32_t size,
                        SubtexelPosition position, unsigned tap) {
  if (pixel.taps > 1 && !pixel.mono && axis < 2) position += tap_offset(pixel.spacing[axis] * size, pixel.taps, tap);
  if (!binding.surface.is_cube()) return position;
  return one_lane::clamped_to_face(position, static_cast<std::int32_t>(size), pixel.linear);
}

bool has_half_border(const TextureBinding& binding, unsigned axis) {
  return binding.sampler.address[axis] == gen9::TextureCoordinateMode::kHalfBorder;
}

/// The texels of a linear or nearest filter around a position.
one_lane::AxisTap filter_tap(const TextureBinding& binding, bool linear, unsigned axis, std::uint32_t size,
                             SubtexelPosition position) {
  if (has_half_border(binding, axis))
    position = one_lane::inside_half_border(position, static_cast<std::int32_t>(size), linear);
  return one_lane::axis_tap(position, linear);
}

FilterTap tap_on_axis(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis, std::uint32_t size,
                      SubtexelPosition of_level, unsigned tap) {
  const SubtexelPosition position = spread(binding, pixel, axis, size, of_level, tap);
  if (pixel.mono) {
    const auto& box = binding.sampler.mono_filter;
    const unsigned columns = mono_taps_on_axis(box[0]);
    const unsigned texel = 2 * (axis == 0 ? tap % columns : tap / columns);
    return {one_lane::box_tap(position, box[axis], static_cast<std::int32_t>(texel)), texel < box[axis] ? 2u : 1u};
  }
  return {filter_tap(binding, pixel.linear, axis, size, position), pixel.linear ? 2u : 1u};
}

/// A corner on a cube whose faces join, perhaps beyond an edge (Q2, Q3).
void place_on_cube(const TextureBinding& binding, const PixelSetup& pixel, unsigned p, unsigned corner, std::int32_t x,
                   std::int32_t y, std::int32_t size, FootprintPlan& plan) {
  const auto bit = static_cast<std::uint16_t>(1u << (4 * p + corner));
  const FaceTexel texel = across_edge(pixel.face, x, y, size);
  if (texel.missing) {
    plan.missing |= bit;
    return;
  }
  plan.corners |= bit;
  if ((binding.surface.state.cube_face_enables >> face_enable_bit(texel.face) & 1) == 0) plan.border |= bit;
  plan.place[4 * p + corner] = {static_cast<std::uint32_t>(texel.x), static_cast<std::uint32_t>(texel.y),
                                pixel.slice + texel.face, 0};
}

/// The slice that a pixel's footprint lies in, and whether all of it is border.
AddressedTexel slice_of(const TextureBinding& binding, const PixelSetup& pixel, const FootprintPlan& plan) {
  const SurfaceBinding& surface = binding.surface;
  const auto slice = static_cast<std::int32_t>(pixel.slice);
  if (surface.axes.count == 3) {
    const std::int32_t first = slice_tap(binding, pixel, plan.level).first + static_cast<std::int32_t>(plan.slice_half);
    return apply_address_mode(binding.sampler.address[2], first + pixel.offset[2],
                              static_cast<std::int32_t>(surface.size[plan.level].depth));
  }
  if (!surface.is_cube()) return {slice, false};
  const bool lacking = (surface.state.cube_face_enables >> face_enable_bit(pixel.face) & 1) == 0;
  return {slice + pixel.face, lacking};
}

one_lane::AxisTexels texels_on(const TextureBinding& binding, unsigned axis, std::int32_t first, std::uint32_t size,
                               unsigned texels) {
  return one_lane::axis_texels(binding.sampler.address[axis], first, static_cast<std::int32_t>(size), false,
                               texels == 2);
}

}  // namespace

SubtexelPosition tap_position(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis, std::uint32_t size,
                              unsigned tap) {
  return spread(binding, pixel, axis, size, position_on_axis(binding, pixel, axis, size), tap);
}

LevelPosition level_position(const TextureBinding& binding, const PixelSetup& pixel, unsigned level) {
  const LevelSize& size = binding.surface.size[level];
  return {position_on_axis(binding, pixel, 0, size.width),
          binding.surface.axes.count >= 2 ? position_on_axis(binding, pixel, 1, size.height) : 0};
}

LinearTap slice_tap(const TextureBinding& binding, const PixelSetup& pixel, unsigned level) {
  const SubtexelPosition position = position_on_axis(binding, pixel, 2, binding.surface.size[level].depth);
  const one_lane::AxisTap tap = filter_tap(binding, pixel.linear, 2, binding.surface.size[level].depth, position);
  return {tap.first, static_cast<std::uint16_t>(tap.next_weight)};
}

unsigned weight_multiple(const TextureBinding& binding, const PixelSetup& pixel) {
  return pixel.mono ? unsigned{binding.sampler.mono_filter[0]} * binding.sampler.mono_filter[1] : 1;
}

unsigned weight_bits(const TextureBinding& binding, const PixelSetup& pixel) {
  return weight_bits(pixel.levels.second_weight != 0, pixel.taps > 1 && !pixel.mono,
                     binding.surface.axes.count == 3 && pixel.linear);
}

std::uint32_t pixel_weight(const TextureBinding& binding, const PixelSetup& pixel, bool second_level, unsigned tap,
                           unsigned half) {
  using one_lane::weight_of_two;
  std::int32_t weight = 1;
  if (pixel.levels.second_weight != 0) weight = weight_of_two(pixel.levels.second_weight, second_level);
  if (pixel.taps > 1 && !pixel.mono) weight *= static_cast<std::int32_t>(tap_weight(pixel.taps, tap));
  if (binding.surface.axes.count == 3 && pixel.linear) {
    const unsigned level = second_level ? pixel.levels.second : pixel.levels.first;
    weight *= weight_of_two(slice_tap(binding, pixel, level).second_weight, half != 0);
  }
  return static_cast<std::uint32_t>(weight);
}

void plan_pixel(const TextureBinding& binding, const PixelSetup& pixel, unsigned p, const LevelPosition& position,
                FootprintPlan& plan) {
  const LevelSize& size = binding.surface.size[plan.level];
  const bool plane = binding.surface.axes.count >= 2, seamless = binding.sampler.seamless;
  const FilterTap u = tap_on_axis(binding, pixel, 0, size.width, position[0], plan.tap);
  FilterTap v{.tap = {0, kOneTexel, 0}};
  if (plane) v = tap_on_axis(binding, pixel, 1, size.height, position[1], plan.tap);
  const std::int32_t x = u.tap.first + pixel.offset[0], y = v.tap.first + pixel.offset[1];
  const one_lane::CornerWeights weights = one_lane::corner_weights(u.tap, v.tap);
  const AddressedTexel slice = slice_of(binding, pixel, plan);
  one_lane::AxisTexels columns{}, rows{};
  if (!seamless) columns = texels_on(binding, 0, x, size.width, u.texels);
  if (!seamless && plane) rows = texels_on(binding, 1, y, size.height, v.texels);

  for (unsigned corner = 0; corner < kTexelsPerPixel; ++corner) {
    const bool far = (corner & 1) != 0, low = (corner >> 1) != 0;
    if ((far && u.texels == 1) || (low && v.texels == 1)) continue;
    plan.weight[4 * p + corner] = static_cast<std::uint32_t>(weights.of[corner]);
    if (seamless) {
      place_on_cube(binding, pixel, p, corner, x + (far ? 1 : 0), y + (low ? 1 : 0),
                    static_cast<std::int32_t>(size.width), plan);
      continue;
    }
    const auto bit = static_cast<std::uint16_t>(1u << (4 * p + corner));
    plan.corners |= bit;
    const bool border =
        slice.border || (far ? columns.far_border : columns.near_border) || (low ? rows.far_border : rows.near_border);
    if (border) plan.border |= bit;
    plan.place[4 * p + corner] = {static_cast<std::uint32_t>(far ? columns.far : columns.near),
                                  static_cast<std::uint32_t>(low ? rows.far : rows.near),
                                  static_cast<std::uint32_t>(slice.texel), 0};
  }
  if (const unsigned missing = plan.missing >> (4 * p) & 0xF; missing != 0) {
    share_missing_weight(std::span{plan.weight}.subspan(4 * p).first<4>(),
                         static_cast<unsigned>(std::countr_zero(missing)));
  }
}

}  // namespace texpipe::functional
