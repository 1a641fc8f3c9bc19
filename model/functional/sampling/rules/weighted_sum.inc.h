// Weighted sums of a pixel's texels (rules F2, L10, B1), over lanes (one_lane.h). A Sum holds codes times
// weights: 64-bit integers in one lane; in vectors 32 bits or doubles, where these are exact. Two forms have their own
// texts. Doubles that cannot tell how a sum rounds leave it to one lane, whose 128 bits hold it (weighted_mean.h,
// mean_with_border). Sums of bytes and halves in lanes/plain.inc.h weigh two texels in one instruction.

/// Weight of the first or the next one of two levels or slices, of 256.
TEXPIPE_RULE I32 weight_of_two(I32 next_weight, bool next) {
  return next ? next_weight : kOneTexel - next_weight;
}

/// Shares of a corner's weight: its texel's, and the border colour's, which has more fraction bits than a texel and
/// joins behind the sums.
struct CornerShare {
  I32 texel, border;
};
TEXPIPE_RULE CornerShare corner_share(I32 weight, Mask border) {
  return {masked(weight, inverse(border)), masked(weight, border)};
}

/// Lanes in which a corner's texel counts.
/// @param footprint  weight of its footprint: tap * level * slice
TEXPIPE_RULE Mask has_weight(I32 corner, I32 footprint) {
  return (corner != 0) & (footprint != 0);
}

/// Adds a corner's codes times its weight, or a footprint's sums times the footprint's.
template <class Numbers, class Sum, class Sums>
TEXPIPE_RULE void add_weighed(const Numbers& numbers, Sum weight, Sums& sums) {
  for (unsigned c = 0; c < 4; ++c) sums[c] = sums[c] + as<Sum>(numbers[c]) * weight;
}

/// The mean of a fixed-point channel: its sum over its denominator and all weights, rounded once to float32.
/// @param multiple  what the weights sum to beside 2^weight_bits: the texels of a MONO filter's box, else 1
template <class Sum, class Whole>
TEXPIPE_RULE F32 mean_of_codes(Sum sum, Whole denominator, Whole multiple, unsigned weight_bits) {
  return quotient(sum, denominator * multiple, weight_bits);
}
