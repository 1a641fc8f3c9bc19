// Lengths of screen derivatives (sampling-spec L3), over lanes (one_lane.h).

/// Squared length, at most 1e30 so that sums and quotients stay finite; NaN counts as 0.
template <class Number>
TEXPIPE_RULE Number squared_length(Number x, Number y, Number z) {
  return minimum(or_zero((x * x + y * y) + z * z), 1e30);
}
