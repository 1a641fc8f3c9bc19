#include "functional/sampling/footprint_plan.h"

#include "functional/coordinates/cube.h"
#include "functional/sampling/linear_tap.h"
#include "functional/sampling/mono_filter.h"

namespace texpipe::functional {
namespace {

/// One axis of a pixel's footprint: one or two texels before the address mode.
struct AxisTap {
  std::int32_t first = 0;
  unsigned texels = 1;
  std::array<std::uint32_t, 2> weight{kOneTexel, 0};  // of 256
};

SubtexelPosition position_on_axis(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis,
                                  std::uint32_t size) {
  const SamplerBinding& sampler = binding.sampler;
  const std::uint32_t scale = sampler.state.non_normalized_coordinates ? 1 : size;
  return axis_position(pixel.coordinate[axis], scale, size, sampler.address[axis],
                       sampler.rounding[pixel.magnify][axis]);
}

/// The position of a tap, from the one that all taps of the level share.
SubtexelPosition spread(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis, std::uint32_t size,
                        SubtexelPosition position, unsigned tap) {
  if (pixel.taps > 1 && !pixel.mono && axis < 2) position += tap_offset(pixel.spacing[axis] * size, pixel.taps, tap);
  if (!binding.surface.is_cube()) return position;
  const auto extent = static_cast<SubtexelPosition>(size) * kOneTexel;
  return std::clamp(position, 0, pixel.linear ? extent : extent - 1);
}

AxisTap tap_on_axis(const TextureBinding& binding, const PixelSetup& pixel, unsigned axis, std::uint32_t size,
                    SubtexelPosition of_level, unsigned tap) {
  const SubtexelPosition position = spread(binding, pixel, axis, size, of_level, tap);
  if (pixel.mono) {
    const auto& box = binding.sampler.mono_filter;
    const unsigned columns = mono_taps_on_axis(box[0]);
    const MonoTap pair = mono_tap(position, box[axis], axis == 0 ? tap % columns : tap / columns);
    return {pair.first + pixel.offset[axis], pair.count, pair.weight};
  }
  if (pixel.linear) {
    const LinearTap linear = linear_tap(position);
    return {linear.first + pixel.offset[axis],
            2,
            {static_cast<std::uint32_t>(kOneTexel - linear.second_weight), linear.second_weight}};
  }
  // A nearest filter never meets HALF_BORDER's border: the far edge belongs to the last texel.
  const bool half_border = binding.sampler.address[axis] == gen9::TextureCoordinateMode::kHalfBorder;
  const auto last = static_cast<SubtexelPosition>(size) * kOneTexel - 1;
  return {.first = nearest_texel(half_border ? std::min(position, last) : position) + pixel.offset[axis]};
}

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
  if (pixel.linear) return linear_tap(position);
  const auto extent = static_cast<SubtexelPosition>(binding.surface.size[level].depth) * kOneTexel;
  const bool half_border = binding.sampler.address[2] == gen9::TextureCoordinateMode::kHalfBorder;
  return {nearest_texel(half_border ? std::min(position, extent - 1) : position), 0};
}

unsigned weight_multiple(const TextureBinding& binding, const PixelSetup& pixel) {
  return pixel.mono ? unsigned{binding.sampler.mono_filter[0]} * binding.sampler.mono_filter[1] : 1;
}

unsigned weight_bits(const TextureBinding& binding, const PixelSetup& pixel) {
  unsigned bits = kCornerWeightBits;
  if (pixel.levels.second_weight != 0) bits += kLodBits;
  if (pixel.taps > 1 && !pixel.mono) bits += kTapWeightBits;
  if (binding.surface.axes.count == 3 && pixel.linear) bits += kSubtexelBits;
  return bits;
}

std::uint32_t pixel_weight(const TextureBinding& binding, const PixelSetup& pixel, bool second_level, unsigned tap,
                           unsigned half) {
  std::uint32_t weight = 1;
  if (pixel.levels.second_weight != 0)
    weight = second_level ? pixel.levels.second_weight : kOneLevel - pixel.levels.second_weight;
  if (pixel.taps > 1 && !pixel.mono) weight *= tap_weight(pixel.taps, tap);
  if (binding.surface.axes.count == 3 && pixel.linear) {
    const std::uint32_t next =
        slice_tap(binding, pixel, second_level ? pixel.levels.second : pixel.levels.first).second_weight;
    weight *= half != 0 ? next : kOneTexel - next;
  }
  return weight;
}

void plan_pixel(const TextureBinding& binding, const PixelSetup& pixel, unsigned p, const LevelPosition& position,
                FootprintPlan& plan) {
  const SurfaceBinding& surface = binding.surface;
  const LevelSize& size = surface.size[plan.level];
  const auto width = static_cast<std::int32_t>(size.width);
  const auto height = static_cast<std::int32_t>(size.height);
  const bool plane = surface.axes.count >= 2;
  const AxisTap u = tap_on_axis(binding, pixel, 0, size.width, position[0], plan.tap);
  const AxisTap v = plane ? tap_on_axis(binding, pixel, 1, size.height, position[1], plan.tap) : AxisTap{};

  std::uint32_t slice = pixel.slice;
  bool outside = false;  // the whole slice is border
  if (surface.axes.count == 3) {
    const std::int32_t first = slice_tap(binding, pixel, plan.level).first + static_cast<std::int32_t>(plan.slice_half);
    const AddressedTexel z =
        apply_address_mode(binding.sampler.address[2], first + pixel.offset[2], static_cast<std::int32_t>(size.depth));
    slice = static_cast<std::uint32_t>(z.texel);
    outside = z.border;
  }
  const bool face_missing =
      surface.is_cube() && (surface.state.cube_face_enables >> face_enable_bit(pixel.face) & 1) == 0;
  if (surface.is_cube()) slice += pixel.face;
  std::array<AddressedTexel, 2> across;
  for (unsigned column = 0; column < u.texels; ++column) {
    across[column] = apply_address_mode(binding.sampler.address[0], u.first + static_cast<std::int32_t>(column), width);
  }
  for (unsigned row = 0; row < v.texels; ++row) {
    const std::int32_t y_index = v.first + static_cast<std::int32_t>(row);
    const AddressedTexel y = plane && !binding.sampler.seamless
                                 ? apply_address_mode(binding.sampler.address[1], y_index, height)
                                 : AddressedTexel{};
    for (unsigned column = 0; column < u.texels; ++column) {
      const unsigned corner = 2 * row + column;
      plan.weight[4 * p + corner] = u.weight[column] * v.weight[row];
      if (binding.sampler.seamless) {
        place_on_cube(binding, pixel, p, corner, u.first + static_cast<std::int32_t>(column), y_index, width, plan);
        continue;
      }
      const AddressedTexel& x = across[column];
      const auto bit = static_cast<std::uint16_t>(1u << (4 * p + corner));
      plan.corners |= bit;
      if (outside || x.border || y.border || face_missing) plan.border |= bit;
      plan.place[4 * p + corner] = {static_cast<std::uint32_t>(x.texel), static_cast<std::uint32_t>(y.texel), slice, 0};
    }
  }
  if (const unsigned missing = plan.missing >> (4 * p) & 0xF; missing != 0) {
    share_missing_weight(std::span{plan.weight}.subspan(4 * p).first<4>(),
                         static_cast<unsigned>(std::countr_zero(missing)));
  }
}

}  // namespace texpipe::functional
