// Means of float texels that are no sums: of equal texels (rule F3), of infinities and NaN
// (specification/sampling-rules 8), over lanes (one_lane.h).

/// Facts about the texels with weight so far.
struct Specials {
  I32 first;       // texel, its bits
  I32 infinity;    // bits of the last one; 0: none
  Mask seen;       // any texel
  Mask different;  // texels that are not the first one
  Mask nan;        // NaN, or infinities of both signs
};
TEXPIPE_RULE void clear(Specials& specials) {
  specials = {all(0), all(0), never(), never(), never()};
}
/// @param counts  where the texel has weight
TEXPIPE_RULE void note(I32 texel, Mask counts, Specials& specials) {
  constexpr std::int32_t kInfinity = 0x7F800000;
  const I32 magnitude = texel & 0x7FFFFFFF;
  const Mask infinite = (magnitude == kInfinity) & counts;
  const Mask both_signs = infinite & (specials.infinity != 0) & (specials.infinity != texel);
  specials.nan = specials.nan | both_signs | ((magnitude > kInfinity) & counts);
  specials.infinity = select(infinite, texel, specials.infinity);
  specials.different = specials.different | (counts & specials.seen & (texel != specials.first));
  specials.first = select(counts & inverse(specials.seen), texel, specials.first);
  specials.seen = specials.seen | counts;
}
/// Bits of the mean, of the sum's where that is the mean.
TEXPIPE_RULE I32 mean_of(const Specials& specials, I32 sum) {
  constexpr std::int32_t kQuietNan = 0x7FC00000;
  const I32 finite = select(specials.infinity != 0, specials.infinity, sum);
  return select(specials.different, select(specials.nan, all(kQuietNan), finite), specials.first);
}
