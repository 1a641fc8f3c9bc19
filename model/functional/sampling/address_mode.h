// What a texel index outside the map means (sampling-spec section 2; gen9-sampling.md section 2.1).
#pragma once

#include <algorithm>
#include <cstdint>

#include "functional/sampling/coordinate.h"
#include "isa/gen9/texture_coordinate_mode.h"

namespace texpipe::functional {

/// A texel index on the map, or the border.
struct AddressedTexel {
  std::int32_t texel = 0;
  bool border = false;
};

/// Applies an address mode to a texel index. CUBE on a surface that is no cube acts as CLAMP (undefined by the
/// documents).
/// @param size texels of the axis, at least 1
constexpr AddressedTexel apply_address_mode(gen9::TextureCoordinateMode mode, std::int32_t index, std::int32_t size) {
  if (index >= 0 && index < size) return {index, false};
  switch (mode) {
    case gen9::TextureCoordinateMode::kWrap:
      return {floor_modulus(index, size), false};
    case gen9::TextureCoordinateMode::kMirror: {
      const std::int32_t place = floor_modulus(index, 2 * size);
      return {place < size ? place : 2 * size - 1 - place, false};
    }
    case gen9::TextureCoordinateMode::kMirrorOnce:
      return {std::min(index < 0 ? -index - 1 : index, size - 1), false};
    case gen9::TextureCoordinateMode::kClampBorder:
    case gen9::TextureCoordinateMode::kHalfBorder:
      return {0, true};
    default:
      return {std::clamp(index, 0, size - 1), false};
  }
}

/// True for the modes that can put the border colour in place of a texel.
constexpr bool has_border(gen9::TextureCoordinateMode mode) {
  return mode == gen9::TextureCoordinateMode::kClampBorder || mode == gen9::TextureCoordinateMode::kHalfBorder;
}

/// True for the modes that repeat the map, so that coordinates are reduced before scaling (C2).
constexpr bool is_periodic(gen9::TextureCoordinateMode mode) {
  return mode == gen9::TextureCoordinateMode::kWrap || mode == gen9::TextureCoordinateMode::kMirror;
}

/// Position of a coordinate on an axis, ready for the filter. HALF_BORDER clamps the position to the map here, so that
/// the outermost linear footprint is half edge texel, half border.
/// @param u      a float32, or the double-precision place on a cube face
/// @param scale  texels per unit of u: `size` for normalised coordinates, 1 for others (which no mode repeats)
inline SubtexelPosition axis_position(double u, std::uint32_t scale, std::uint32_t size,
                                      gen9::TextureCoordinateMode mode, CoordinateRounding rounding) {
  if (is_periodic(mode) && scale == size) return scale_periodic(static_cast<float>(u), size, rounding);
  const SubtexelPosition position = scale_clamped(u, scale, rounding);
  if (mode != gen9::TextureCoordinateMode::kHalfBorder) return position;
  return std::clamp(position, 0, static_cast<SubtexelPosition>(size) * kOneTexel);
}

}  // namespace texpipe::functional
