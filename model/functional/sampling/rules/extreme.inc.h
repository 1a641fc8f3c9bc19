// Minimum and maximum of a pixel's texels (rule F6), over lanes (one_lane.h).

/// Lanes whose texel takes the place of the value kept so far. Between a number and NaN the number stays
/// (specification/sampling-rules 8).
TEXPIPE_RULE Mask is_better(bool smallest, F32 kept, F32 texel) {
  const Mask better = smallest ? texel < kept : texel > kept;
  return better | is_nan(kept);
}
TEXPIPE_RULE Mask is_better(bool smallest, I32 kept, I32 texel) {
  return smallest ? texel < kept : texel > kept;
}
/// Lanes whose texel takes the place of the one kept so far, by their codes.
TEXPIPE_RULE Mask is_better(bool smallest, ChannelKind kind, I32 kept, I32 texel) {
  if (kind == ChannelKind::kFloat) return is_better(smallest, real(kept), real(texel));
  if (kind != ChannelKind::kUint) return is_better(smallest, kept, texel);
  const I32 sign = all(std::numeric_limits<std::int32_t>::min());  // puts unsigned numbers in the order of signed ones
  return is_better(smallest, kept ^ sign, texel ^ sign);
}

/// The codes kept of the texels with weight so far.
struct Extremes {
  I32 code[4];
  Mask seen;    // any texel
  Mask border;  // the border colour among fixed-point texels: it has more fraction bits and joins as a result
};
TEXPIPE_RULE void clear(Extremes& extremes) {
  extremes = {{all(0), all(0), all(0), all(0)}, never(), never()};
}
/// @param counts  where the corner has weight
/// @param border  where it is the border colour
template <class Codes>
TEXPIPE_RULE void keep(bool smallest, ChannelKind kind, const Codes& codes, Mask counts, Mask border,
                       Extremes& extremes) {
  Mask texel = counts;
  if (kind == ChannelKind::kFixed) {
    extremes.border = extremes.border | (counts & border);
    texel = counts & inverse(border);
  }
  for (unsigned c = 0; c < 4; ++c) {
    const I32 kept = extremes.code[c];
    const Mask better = is_better(smallest, kind, kept, codes[c]);
    extremes.code[c] = select(texel & (better | inverse(extremes.seen)), codes[c], kept);
  }
  extremes.seen = extremes.seen | texel;
}
/// A channel of the result.
/// @param value   of the code that was kept
/// @param border  the border colour's
TEXPIPE_RULE I32 extreme_of(bool smallest, const Extremes& extremes, I32 value, I32 border) {
  const Mask better = is_better(smallest, real(value), real(border));
  return select(extremes.border & (better | inverse(extremes.seen)), border, value);
}
