// Levels of lanes: from differences of coordinates to the levels that are read (level_of_detail.h). Included in the
// namespace of each instruction set.

#include "functional/coordinates/level_choice.inc.h"
#include "functional/coordinates/log2.inc.h"
#include "functional/sampling/rules/gradient.inc.h"

/// Levels of kLanes lanes, of fine levels of detail and lower limits in 1/256.
TEXPIPE_INLINE void put_levels(const LevelProgram& program, I32 fine, I32 own_minimum, unsigned first,
                               LaneInput& input) {
  const Levels levels = levels_of(fine, own_minimum, program.controls);
  store(input.first_level + first, levels.first);
  store(input.second_level + first, levels.second);
  store(input.second_weight + first, program.blends ? levels.second_weight : all(0));
  store(input.magnify + first, levels.magnify);
  const Mask when_magnified = program.linear[1] ? always() : never();
  const Mask when_minified = program.linear[0] ? always() : never();
  store(input.linear + first, select(levels.magnify, when_magnified, when_minified));
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

/// Fine levels of detail of the four quads.
template <unsigned kAxes>
TEXPIPE_INLINE Int4 quad_lods(const double* sizes, const float* const* coordinates) {
  Double4 right[3]{}, below[3]{};
  for (unsigned axis = 0; axis < kAxes; ++axis) {
    const QuadCorners at = quad_corners(coordinates[axis]);
    const auto differences = quad_differences(at.own, at.right, at.below);
    right[axis] = doubles_of_pixel(differences.along_x) * sizes[axis];
    below[axis] = doubles_of_pixel(differences.along_y) * sizes[axis];
  }
  const Double4 along_x = squared_length(right[0], right[1], right[2]);
  const Double4 along_y = squared_length(below[0], below[1], below[2]);
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
  Int4 lods = ((exponent << kLog2FractionBits) + whole) >> 1 | 1;  // irrational where the series decides
  const Long4 open = (squared <= 1e-38) | (rest < kLog2Open) | (rest > 1.0 - kLog2Open);
  if (any_of_pixel(open)) {
    for (unsigned quad = 0; quad < 4; ++quad) lods[quad] = lod_of_squared_length(squared[quad]);
  }
  return lods;
}

/// @return false when a bias makes a tie that fine levels of detail leave open
static bool choose_quad_levels(const LevelProgram& program, const double* sizes, unsigned axes,
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
    if (bias != nullptr) {
      const I32 added = load<I32>(bias + first);
      if (any(is_open_tie(fine, added))) return false;
      fine += added;
    }
    put_levels(program, fine, minima != nullptr ? load<I32>(minima + first) : all(program.controls.minimum), first,
               input);
  }
  return true;
}
