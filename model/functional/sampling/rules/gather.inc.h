// Results of a gather (specification/messages 3.5), over lanes (one_lane.h).

/// The corners that go to R, G, B, A: left bottom, right bottom, right top, left top.
constexpr unsigned kCornerOfChannel[4] = {2, 3, 1, 0};
/// @param corners  4, or 2 of a 1D surface, which has one row
TEXPIPE_RULE unsigned gathered_corner(unsigned channel, unsigned corners) {
  return kCornerOfChannel[channel] & (corners - 1);
}

/// The corner beyond a cube's corner is the mean of the three real ones (rule Q3). NaN as of other means.
TEXPIPE_RULE F32 mean_of_three(F32 a, F32 b, F32 c) {
  const F32 mean = narrow(((widen(a) + widen(b)) + widen(c)) / 3.0);
  return select(is_nan(mean), real(all(0x7FC00000)), mean);
}
/// Mean of three codes of at most 24 bits: a double's rounding does not change the float's.
/// @param denominator  of a code
TEXPIPE_RULE F32 mean_of_three(I32 a, I32 b, I32 c, double denominator) {
  return narrow(widen(a + b + c) / (3.0 * denominator));
}
/// @param missing  number of the corner that is not real, from 1 on; integer texels have no mean: the first one
TEXPIPE_RULE I32 mean_of_others(ChannelKind kind, const I32 (&code)[4], I32 missing, float denominator) {
  const I32 first = select(missing == 1, code[1], code[0]);
  const I32 second = select(missing <= 2, code[2], code[1]), third = select(missing <= 3, code[3], code[2]);
  switch (kind) {
    case ChannelKind::kFixed:
      return bits(mean_of_three(first, second, third, double{denominator}));
    case ChannelKind::kFloat:
      return bits(mean_of_three(real(first), real(second), real(third)));
    default:
      return first;
  }
}

/// A gathered channel of a corner.
/// @param code     the channel's, of the corners
/// @param border   where the corner is the border colour, not compared: that has its whole precision, `border_value`
/// @param missing  number of the corner beyond a cube's corner, from 1 on; 0: none
TEXPIPE_RULE I32 gathered_value(ChannelKind kind, const I32 (&code)[4], unsigned corner, float denominator, Mask border,
                                I32 border_value, I32 missing) {
  const I32 value = select(border, border_value, value_of(kind, code[corner], denominator));
  const Mask none = missing == static_cast<std::int32_t>(corner + 1);
  return any(none) ? select(none, mean_of_others(kind, code, missing, denominator), value) : value;
}
