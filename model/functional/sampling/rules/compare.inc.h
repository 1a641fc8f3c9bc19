// Shadow compare of a texel (rule F7; specification/sampling 8, resolution R18), over lanes (one_lane.h).

/// Value that a texel's code counts as in a comparison. Codes of fixed-point formats are exact in float32.
TEXPIPE_RULE F32 number_of(ChannelKind kind, I32 code) {
  switch (kind) {
    case ChannelKind::kFloat:
      return real(code);
    case ChannelKind::kUint:
      return unsigned_to_float(code);
    default:
      return to_float(code);
  }
}

/// Lanes for which the hardware's prefilter puts out 1, of pairs of floats. The result is the inverse of the named
/// relation, except that the ordered relations give 0 when either side is NaN.
/// @param function  value of SAMPLER_STATE's Shadow Function
TEXPIPE_RULE Mask passes(unsigned function, F32 texel, F32 reference) {
  switch (function & 7) {
    case 0:
      return never();  // ALWAYS
    case 1:
      return always();  // NEVER
    case 2:
      return texel >= reference;  // LESS
    case 3:
      return inverse(texel == reference);  // EQUAL
    case 4:
      return texel > reference;  // LEQUAL
    case 5:
      return texel <= reference;  // GREATER
    case 6:
      return texel == reference;  // NOTEQUAL
    default:
      return texel < reference;  // GEQUAL
  }
}
