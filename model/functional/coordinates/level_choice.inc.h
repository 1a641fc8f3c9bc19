// Levels that are read for a level of detail (rules L6 to L10), over lanes (one_lane.h).

/// Bits of a fine level of detail below 1/256.
constexpr int kFineBits = kLog2FractionBits - kLodBits;

/// Lanes whose sum needs bits that were cut off: both summands have more bits than a fine level of detail, and the sum
/// is halfway between two levels of detail all the same, so that the cut bits decide which one is nearer.
TEXPIPE_RULE Mask is_open_tie(I32 lod, I32 bias) {
  return ((lod & bias & 1) != 0) & (((lod + bias) & ((1 << kFineBits) - 1)) == 1 << (kFineBits - 1));
}

/// Nearest level of detail in 1/256, of a fine one; ties to even (L9).
TEXPIPE_RULE I32 nearest_lod(I32 fine) {
  constexpr int kDropped = kFineBits;
  constexpr std::int32_t kHalf = 1 << (kDropped - 1);
  const I32 low = fine >> kDropped, rest = fine & ((1 << kDropped) - 1);
  return low + count((rest > kHalf) | ((rest == kHalf) & ((low & 1) != 0)));
}

TEXPIPE_RULE I32 whole_below(I32 lod) {
  return lod & ~(kOneLevel - 1);
}
TEXPIPE_RULE I32 whole_above(I32 lod) {
  return whole_below(lod + (kOneLevel - 1));
}

/// Levels of lanes.
struct Levels {
  Mask magnify;
  I32 first, second, second_weight;  // of 256; 0: the second level is not read
  I32 clamped, unclamped;            // levels of detail in 1/256
};

/// Bias, pre-clamp, mag or min, clamp, level choice (specification/sampling 4.4).
/// @param fine     FineLod with the bias of the message, before that of the sampler
/// @param minimum  of the sampler, or the message's own
TEXPIPE_RULE Levels levels_of(I32 fine, I32 own_minimum, const LodControls& c) {
  const I32 last = all(c.last_level * kOneLevel);
  const I32 largest = minimum(all(c.maximum), last);
  // MinLOD wins where it lies above MaxLOD; both resource clamp and sampler count (L6, L7).
  const I32 smallest = maximum(minimum(own_minimum, last), minimum(all(c.resource_minimum), last));
  Levels levels;
  levels.unclamped = nearest_lod(fine + c.bias * (1 << kFineBits));
  I32 lod = levels.unclamped;
  // Only the clamps of sampler and resource choose the filter: on a map of one level a high level of detail still
  // minifies (specification/sampling 4.4: the level count limits the access, after all else).
  if (c.preclamp) lod = maximum(minimum(lod, all(c.maximum)), maximum(own_minimum, all(c.resource_minimum)));
  levels.magnify = lod <= c.base;  // L8

  // L10.
  I32 chosen;
  if (c.mip_filter == gen9::MipFilter::kNearest) {
    chosen = whole_below(maximum(minimum(lod, whole_above(largest)), whole_below(smallest)) + kOneLevel / 2);
  } else {
    chosen = maximum(minimum(lod, largest), smallest);
  }
  const Mask one_level = c.mip_filter == gen9::MipFilter::kNone ? always()
                         : c.magnified_uses_mip_filter          ? never()
                                                                : levels.magnify;
  const I32 only = maximum(minimum(all(0), whole_above(largest)), whole_below(smallest));
  levels.clamped = minimum(maximum(select(one_level, only, chosen), all(0)), last);
  levels.first = levels.clamped >> kLodBits;
  levels.second = minimum(levels.first + 1, all(c.last_level));
  const I32 weight = levels.clamped & (kOneLevel - 1);

  // A level with a small share is left out (specification/state 3).
  const std::int32_t dropped = dropped_share(c.quality);
  const Mask second_alone = weight > kOneLevel - dropped;
  levels.first = select(second_alone, levels.second, levels.first);
  levels.second_weight = masked(weight, inverse(second_alone | (weight < dropped)));
  return levels;
}
