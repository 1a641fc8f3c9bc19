// Levels of lanes: from differences of coordinates to the levels that are read (level_of_detail.h). Included in the
// namespace of each instruction set.

TEXPIPE_INLINE I32 whole_below(I32 lod) {
  return lod & ~255;
}
TEXPIPE_INLINE I32 whole_above(I32 lod) {
  return (lod + 255) & ~255;
}

/// Nearest 1/256, ties to even (level_of_detail.h, to_lod).
TEXPIPE_INLINE I32 rounded(I32 fine) {
  const I32 low = fine >> 8, rest = fine & 255;
  return low - ((rest > 128) | ((rest == 128) & ((low & 1) != 0)));
}

/// Levels of kLanes lanes, of levels of detail in 1/65536 and lower limits in 1/256.
TEXPIPE_INLINE void put_levels(const LevelProgram& program, I32 fine, I32 own_minimum, unsigned first,
                               LaneInput& input) {
  const I32 last = all(program.last * 256);
  const I32 largest = minimum(all(program.maximum), last);
  const I32 resource = all(program.resource_minimum);
  const I32 smallest = maximum(minimum(own_minimum, last), minimum(resource, last));
  I32 lod = rounded(fine + program.bias);
  if (program.preclamp) lod = maximum(minimum(lod, all(program.maximum)), maximum(own_minimum, resource));
  const I32 magnify = lod <= program.base;
  const I32 single = !program.has_mip_filter ? all(-1) : program.magnified_uses_mip_filter ? all(0) : magnify;
  const I32 at_single = maximum(minimum(all(0), whole_above(largest)), whole_below(smallest));
  I32 chosen;
  if (program.nearest_mip) {
    chosen = whole_below(maximum(minimum(lod, whole_above(largest)), whole_below(smallest)) + 128);
  } else {
    chosen = maximum(minimum(lod, largest), smallest);
  }
  lod = minimum(maximum(select(single, at_single, chosen), all(0)), last);
  const I32 level = lod >> 8;
  const I32 second = minimum(level + 1, all(program.last));
  I32 weight = lod & 255;
  const I32 near_second = weight > 256 - program.dropped;
  const I32 near_first = ~near_second & (weight < program.dropped);
  weight &= ~(near_second | near_first);
  if (!program.blends) weight = all(0);
  store(input.first_level + first, select(near_second, second, level));
  store(input.second_level + first, second);
  store(input.second_weight + first, weight);
  store(input.magnify + first, magnify);
  const I32 when_magnified = all(program.linear[1] ? -1 : 0), when_minified = all(program.linear[0] ? -1 : 0);
  store(input.linear + first, select(magnify, when_magnified, when_minified));
}

static void choose_levels(const LevelProgram& program, const std::int32_t* fine, const std::int32_t* minima,
                          LaneInput& input) {
  for (unsigned first = 0; first < kChannels; first += kLanes)
    put_levels(program, load<I32>(fine + first), load<I32>(minima + first), first, input);
}

/// The quads' upper left, upper right and lower left coordinates along an axis.
struct QuadCorners {
  Float4 own, right, below;
};
TEXPIPE_INLINE QuadCorners quad_corners(const float* values) {
  const Float4 quad[4] = {load<Float4>(values), load<Float4>(values + 4), load<Float4>(values + 8),
                          load<Float4>(values + 12)};
  const Float4 upper[2] = {__builtin_shufflevector(quad[0], quad[1], 0, 4, 1, 5),
                           __builtin_shufflevector(quad[2], quad[3], 0, 4, 1, 5)};
  const Float4 lower[2] = {__builtin_shufflevector(quad[0], quad[1], 2, 6, -1, -1),
                           __builtin_shufflevector(quad[2], quad[3], 2, 6, -1, -1)};
  return {__builtin_shufflevector(upper[0], upper[1], 0, 1, 4, 5),
          __builtin_shufflevector(upper[0], upper[1], 2, 3, 6, 7),
          __builtin_shufflevector(lower[0], lower[1], 0, 1, 4, 5)};
}

/// At most 1e30, NaN as 0 (gradient.h, squared_length).
TEXPIPE_INLINE Double4 limited(Double4 sum) {
  const Double4 limit = Double4{} + 1e30;
  return (Double4)((Long4)(sum < limit ? sum : limit) & (sum == sum));
}

/// The same as log2.h's for four numbers: Clang takes vectors as arguments only where their registers are known.
TEXPIPE_INLINE Double4 log2_units(Double4 mantissa, Double4 reciprocal, Double4 logarithm) {
  const Double4 r = mantissa * reciprocal - 1.0;
  constexpr double kLog2OfE = 1.4426950408889634;
  const Double4 series = r * (1.0 + r * (-1.0 / 2 + r * (1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5)))));
  return (logarithm + series * kLog2OfE) * (1 << kLog2FractionBits);
}

/// Levels of detail of the four quads in 1/65536.
template <unsigned kAxes>
TEXPIPE_INLINE Int4 quad_lods(const double* sizes, const float* const* coordinates) {
  Double4 right[3]{}, below[3]{};
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const QuadCorners at = quad_corners(coordinates[axis]);
    right[axis] = doubles_of_pixel(at.right - at.own) * sizes[axis];
    below[axis] = doubles_of_pixel(at.below - at.own) * sizes[axis];
  }
  const Double4 along_x = limited((right[0] * right[0] + right[1] * right[1]) + right[2] * right[2]);
  const Double4 along_y = limited((below[0] * below[0] + below[1] * below[1]) + below[2] * below[2]);
  const Double4 squared = along_x < along_y ? along_y : along_x;
  const Long4 bits = (Long4)squared;
  const Long4 fraction = bits & ((std::int64_t{1} << 52) - 1);
  Double4 reciprocal, logarithm;
  for (unsigned quad = 0; quad < 4; ++quad) {
    const Log2Part& part = kLog2Parts[static_cast<std::uint64_t>(fraction[quad]) >> 46];
    reciprocal[quad] = part.reciprocal;
    logarithm[quad] = part.logarithm;
  }
  const Double4 units = log2_units((Double4)(fraction | std::int64_t{1023} << 52), reciprocal, logarithm);
  const Int4 whole = integers_of_pixel(units);
  const Double4 rest = units - doubles_of_pixel(whole);
  const Int4 exponent = __builtin_convertvector((bits >> 52) - 1023, Int4);
  Int4 lods = (exponent * (1 << kLog2FractionBits) + whole) >> 1;
  const Long4 open = (squared <= 1e-38) | (rest < kLog2Open) | (rest > 1.0 - kLog2Open);
  if (any_of_pixel(open)) {
    for (unsigned quad = 0; quad < 4; ++quad) lods[quad] = lod_of_squared_length(squared[quad]);
  }
  return lods;
}

static void choose_quad_levels(const LevelProgram& program, const double* sizes, unsigned axes,
                               const std::int32_t* bias, const std::int32_t* minima, LaneInput& input) {
  const Int4 lods = axes == 2   ? quad_lods<2>(sizes, input.coordinate)
                    : axes == 1 ? quad_lods<1>(sizes, input.coordinate)
                                : quad_lods<3>(sizes, input.coordinate);
  for (unsigned first = 0; first < kChannels; first += kLanes) {
#if TEXPIPE_LANES == 16
    I32 fine = __builtin_shufflevector(lods, lods, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
#elif TEXPIPE_LANES == 8
    I32 fine = first == 0 ? __builtin_shufflevector(lods, lods, 0, 0, 0, 0, 1, 1, 1, 1)
                          : __builtin_shufflevector(lods, lods, 2, 2, 2, 2, 3, 3, 3, 3);
#else
    I32 fine = all(lods[first / 4]);
#endif
    if (bias != nullptr) fine += load<I32>(bias + first);
    put_levels(program, fine, minima != nullptr ? load<I32>(minima + first) : all(program.minimum), first, input);
  }
}
