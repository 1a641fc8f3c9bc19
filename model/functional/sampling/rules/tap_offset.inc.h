// Places of an anisotropic footprint's taps (rule L5), over lanes (one_lane.h).

/// Distance of an anisotropic tap from the pixel's centre in 1/256 texel: the taps stand at the middles of equal parts
/// of the longer axis (L5). 0 for one tap.
/// @param spacing  texels of the level between taps
TEXPIPE_RULE I32 tap_distance(F64 spacing, I32 taps, std::int32_t tap) {
  const I32 half_steps = 2 * tap - (taps - 1);
  const F64 distance = spacing * widen(half_steps) * (kOneTexel / 2.0);
  return masked(floored(limited(distance, kFarthestTap) + 0.5), taps > 1);
}
