// Minimum and maximum of texels (sampling-spec F6), over lanes (one_lane.h).

/// Where a texel takes the place of what was kept so far. Of a number and NaN the number stays (section 8).
TEXPIPE_RULE Mask is_better(bool smallest, F32 kept, F32 texel) {
  const Mask better = smallest ? texel < kept : texel > kept;
  return better | is_nan(kept);
}
template <class Integer>
TEXPIPE_RULE Mask is_better(bool smallest, Integer kept, Integer texel) {
  return smallest ? texel < kept : texel > kept;
}
