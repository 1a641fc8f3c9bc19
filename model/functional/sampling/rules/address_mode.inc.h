// Meaning of positions and texel indices outside the map (specification/sampling-rules 2; specification/sampling 2.1),
// over lanes (one_lane.h).

/// HALF_BORDER clamps positions to the map, so that the outermost linear footprint is half edge texel, half border.
TEXPIPE_RULE I32 clamped_to_map(I32 position, I32 size) {
  return minimum(maximum(position, all(0)), size * kOneTexel);
}

/// A nearest filter never meets HALF_BORDER's border: the far edge belongs to the last texel.
TEXPIPE_RULE I32 inside_half_border(I32 position, I32 size, Mask linear) {
  return select(linear, position, minimum(position, size * kOneTexel - 1));
}

/// Positions on a face of a cube: a nearest filter stays on it.
TEXPIPE_RULE I32 clamped_to_face(I32 position, I32 size, Mask linear) {
  const I32 extent = size * kOneTexel;
  return minimum(maximum(position, all(0)), select(linear, extent, extent - 1));
}

/// Texels on the map for indices of modes that have no border (specification/sampling-rules 2). Indices on the map stay
/// as they are.
TEXPIPE_RULE I32 on_map(gen9::TextureCoordinateMode mode, I32 index, I32 size, bool power_of_two) {
  switch (mode) {
    case gen9::TextureCoordinateMode::kWrap:
      return modulus(index, size, power_of_two);
    case gen9::TextureCoordinateMode::kMirror: {
      const I32 place = modulus(index, size + size, power_of_two);
      return minimum(place, size + size - 1 - place);
    }
    case gen9::TextureCoordinateMode::kMirrorOnce:
      return minimum(index ^ (index >> 31), size - 1);  // -1 is texel 0
    default:
      return minimum(maximum(index, all(0)), size - 1);
  }
}

/// Texels for indices of any mode; `border` gains the lanes that have the border colour instead.
TEXPIPE_RULE I32 addressed(gen9::TextureCoordinateMode mode, I32 index, I32 size, bool power_of_two, Mask& border) {
  if (mode == gen9::TextureCoordinateMode::kWrap && power_of_two) return on_map(mode, index, size, true);
  const Mask outside = is_outside(index, size);
  if (!any(outside)) return index;
  if (!has_border(mode)) return on_map(mode, index, size, power_of_two);
  border = border | outside;
  return masked(index, inverse(outside));
}

/// The texels of a tap on an axis, each with an address mode of its own, and where they are the border.
struct AxisTexels {
  I32 near, far;
  Mask near_border, far_border;
};
/// @param both  else the first alone
TEXPIPE_RULE AxisTexels axis_texels(gen9::TextureCoordinateMode mode, I32 first, I32 size, bool power_of_two,
                                    bool both) {
  AxisTexels texels{all(0), all(0), never(), never()};
  texels.near = addressed(mode, first, size, power_of_two, texels.near_border);
  if (both) texels.far = addressed(mode, first + 1, size, power_of_two, texels.far_border);
  return texels;
}
