// The texels that a filter reads along an axis, before the address mode (rules C5, C6), over lanes
// (one_lane.h).

/// One or two texels of an axis, before the address mode, and their weights, of 256.
struct AxisTap {
  I32 first, weight, next_weight;
};

/// The texels of a linear filter, whose centres lie at half texels (C6), or of a nearest one (C5).
TEXPIPE_RULE AxisTap axis_tap(I32 position, Mask linear) {
  const I32 from = position - masked(all(kOneTexel / 2), linear);
  const I32 next_weight = masked(from & (kOneTexel - 1), linear);
  return {from >> kSubtexelBits, kOneTexel - next_weight, next_weight};
}

/// Weights of four corners, of 2^16: (left, top), (right, top), (left, bottom), (right, bottom) (C6).
struct CornerWeights {
  I32 of[4];
};
TEXPIPE_RULE CornerWeights corner_weights(const AxisTap& u, const AxisTap& v) {
  return {{u.weight * v.weight, u.next_weight * v.weight, u.weight * v.next_weight, u.next_weight * v.next_weight}};
}

/// Two texels of a MONO filter's box: how much of each lies in it (specification/sampling 6).
/// @param texel  of the box, even
TEXPIPE_RULE AxisTap box_tap(I32 position, std::int32_t box, std::int32_t texel) {
  const I32 start = position - box * (kOneTexel / 2);
  const I32 cut = start & (kOneTexel - 1);  // of the first texel, before the box
  const auto weight = [&](std::int32_t of) {
    return of == 0 ? kOneTexel - cut : of == box ? cut : all(of < box ? kOneTexel : 0);
  };
  return {(start >> kSubtexelBits) + texel, weight(texel), weight(texel + 1)};
}
