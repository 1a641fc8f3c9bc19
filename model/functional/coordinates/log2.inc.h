// The series of the binary logarithm, over lanes (one_lane.h).

/// log2 of a number of [1, 2) in 2^-kLog2FractionBits, by a series around the middle of its part.
template <class Number>
TEXPIPE_RULE Number log2_units(Number mantissa, Number reciprocal, Number logarithm) {
  const Number r = mantissa * reciprocal - 1.0;  // at most 2^-7
  constexpr double kLog2OfE = 1.4426950408889634;
  const Number series = r * (1.0 + r * (-1.0 / 2 + r * (1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5)))));
  return (logarithm + series * kLog2OfE) * (1 << kLog2FractionBits);
}
