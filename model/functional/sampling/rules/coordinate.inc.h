// Position in 1/256 texel of a level, from a coordinate (rules C1 to C3), over lanes (one_lane.h).

/// Brings coordinates of modes that repeat near the map, so that far repeats need no wide integer part (C2). WRAP and
/// MIRROR both have period 2, and the subtraction is exact: the chosen texels do not change. NaN and infinities give 0,
/// as do numbers from 2^25 on, all of which are even.
TEXPIPE_RULE F32 reduce_periodic(F32 u) {
  const Mask inside = (u >= -2.0f) & (u < 2.0f);
  if (!any(inverse(inside))) return u;
  constexpr std::int32_t kTwoTo25 = 0x4C000000;
  const F32 number = select((bits(u) & 0x7FFFFFFF) >= kTwoTo25, F32{}, u);
  const F32 reduced = number - to_float(floored(number * 0.5f)) * 2.0f;
  return select(inside, u, reduced);
}

/// A coordinate in 1/256 texel: its product with the texels per unit as a float32, rounded to nearest even (C1, R30).
/// The factor 256 is a power of two and rounds nothing, so that this is the float32 product in texels.
/// @param scale  texels per unit of the coordinate
TEXPIPE_RULE F32 in_subtexels(F32 coordinate, I32 scale) {
  return product(coordinate, scale * kOneTexel);
}
/// Position of a place that has more bits than a float32, on a face of a cube.
TEXPIPE_RULE F32 in_subtexels(F64 place, I32 scale) {
  return narrow(product(place, scale * kOneTexel));
}

/// Positions in 1/256 texel: what follows the float32 product (C1, R30) rounds that to an integer (C3), which saturates
/// far from every texel.
/// @param coordinate  not NaN
/// @param scale       texels per unit of the coordinate
template <class Number>
TEXPIPE_RULE I32 position_at(Number coordinate, I32 scale, Mask nearest) {
  return floored_or_nearest(limited(in_subtexels(coordinate, scale), kFarthestPosition), nearest);
}
