// Range of texels that a load finds (specification/sampling-rules 6), over lanes (one_lane.h).

/// Whether a texel of an axis or an array slice is one of `count`.
TEXPIPE_RULE Mask is_loaded(I32 asked, I32 count) {
  return inverse(is_outside(asked, count));
}

/// Whether a level is one of the view's that the resource's clamp leaves (L7), from `first` on and before `end`.
TEXPIPE_RULE Mask is_loaded_level(I32 asked, std::int32_t first, std::int32_t end) {
  return is_loaded(asked, all(end)) & (asked >= first);
}
