// A texel's code as it is returned, over lanes (one_lane.h).

/// float32 bits of fixed-point codes: both numbers are exact in float32, so that IEEE division rounds the quotient
/// correctly. Other codes are bits already.
TEXPIPE_RULE I32 value_of(ChannelKind kind, I32 code, float denominator) {
  return kind == ChannelKind::kFixed ? bits(to_float(code) / denominator) : code;
}
