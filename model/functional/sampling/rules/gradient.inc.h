// Screen derivatives of a quad and their lengths (rules L1, L3), over lanes (one_lane.h); in the fast form a
// lane is a quad.

/// Differences of a quad's coordinates along an axis: UR - UL and LL - UL in float32 (L1; coarse, one pair for the four
/// pixels).
template <class Coordinate>
struct QuadDifferences {
  Coordinate along_x, along_y;
};
template <class Coordinate>
TEXPIPE_RULE QuadDifferences<Coordinate> quad_differences(Coordinate upper_left, Coordinate upper_right,
                                                          Coordinate lower_left) {
  return {upper_right - upper_left, lower_left - upper_left};
}

/// Squared length, at most 1e30 so that sums and quotients stay finite; NaN counts as 0.
template <class Number>
TEXPIPE_RULE Number squared_length(Number x, Number y, Number z) {
  return minimum(or_zero((x * x + y * y) + z * z), 1e30);
}
