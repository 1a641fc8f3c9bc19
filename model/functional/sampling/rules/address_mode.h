// Meaning of a texel index outside the map (specification/sampling-rules 2; specification/sampling 2.1).
#pragma once

#include <cstdint>

#include "functional/sampling/rules/coordinate.h"
#include "isa/gen9/texture_coordinate_mode.h"

namespace texpipe::functional {

/// True for the modes that can put the border colour in place of a texel.
constexpr bool has_border(gen9::TextureCoordinateMode mode) {
  return mode == gen9::TextureCoordinateMode::kClampBorder || mode == gen9::TextureCoordinateMode::kHalfBorder;
}

/// True for the modes that repeat the map, so that coordinates are reduced before scaling (C2).
constexpr bool is_periodic(gen9::TextureCoordinateMode mode) {
  return mode == gen9::TextureCoordinateMode::kWrap || mode == gen9::TextureCoordinateMode::kMirror;
}

namespace one_lane {
#include "functional/sampling/rules/address_mode.inc.h"
}

/// A texel index on the map, or the border.
struct AddressedTexel {
  std::int32_t texel = 0;
  bool border = false;
};

/// Applies an address mode to a texel index. CUBE on a surface that is no cube acts as CLAMP (undefined by the
/// documents).
/// @param size texels of the axis, at least 1
constexpr AddressedTexel apply_address_mode(gen9::TextureCoordinateMode mode, std::int32_t index, std::int32_t size) {
  AddressedTexel result;
  result.texel = one_lane::addressed(mode, index, size, false, result.border);
  return result;
}

/// Position of a coordinate on an axis, ready for the filter.
/// @param u           a float32, or the double-precision place on a cube face
/// @param normalised  1 is the size of the axis; otherwise u counts texels, and no mode repeats it (C2)
inline SubtexelPosition axis_position(double u, bool normalised, std::uint32_t size, gen9::TextureCoordinateMode mode,
                                      CoordinateRounding rounding) {
  if (is_periodic(mode) && normalised) return scale_periodic(static_cast<float>(u), size, rounding);
  const SubtexelPosition position = scale_clamped(u, normalised ? size : 1, rounding);
  if (mode != gen9::TextureCoordinateMode::kHalfBorder) return position;
  return one_lane::clamped_to_map(position, static_cast<std::int32_t>(size));
}

}  // namespace texpipe::functional
