// What a gather returns (gen9-messages.md section 3.5), over lanes (one_lane.h).

/// The corners that go to R, G, B, A: left bottom, right bottom, right top, left top.
constexpr unsigned kCornerOfChannel[4] = {2, 3, 1, 0};

/// The corner beyond a cube's corner is the mean of the three real ones (sampling-spec Q3). NaN as of other means.
TEXPIPE_RULE F32 mean_of_three(F32 a, F32 b, F32 c) {
  const F32 mean = narrow(((widen(a) + widen(b)) + widen(c)) / 3.0);
  return select(is_nan(mean), real(all(0x7FC00000)), mean);
}
/// Of codes of at most 24 bits: a double's rounding does not change the float's.
/// @param denominator  of a code
TEXPIPE_RULE F32 mean_of_three(I32 a, I32 b, I32 c, double denominator) {
  return narrow(widen(a + b + c) / (3.0 * denominator));
}
