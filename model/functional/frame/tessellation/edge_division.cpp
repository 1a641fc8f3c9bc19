#include "functional/frame/tessellation/edge_division.h"

#include <bit>
#include <cmath>

namespace texpipe::functional {

namespace {

constexpr unsigned kFractionBits = 16;
constexpr EdgePosition kHalf = kEdgeOne / 2;

EdgePosition rounded_up(EdgePosition x) {
  return (x + kEdgeOne - 1) & ~(kEdgeOne - 1);
}

/// 1 / segments, to nearest.
EdgePosition segment_length(unsigned segments) {
  return segments == 0 ? 0 : (2 * kEdgeOne + segments) / (2 * segments);
}

unsigned without_highest_bit(unsigned x) {
  return x == 0 ? 0 : x ^ std::bit_floor(x);
}

}  // namespace

EdgeDivision::EdgeDivision(float factor, EdgeParity parity) : parity_{parity} {
  const bool odd = parity == EdgeParity::kOdd;
  const auto fixed = static_cast<EdgePosition>(std::lrint(factor * static_cast<float>(kEdgeOne)));
  EdgePosition half = (fixed + 1) / 2;
  points_ = odd ? rounded_up(kHalf + half) * 2 >> kFractionBits : (rounded_up(half) * 2 >> kFractionBits) + 1;
  if (odd || half == kHalf) half += kHalf;
  const EdgePosition smaller = half & ~(kEdgeOne - 1), larger = rounded_up(half);
  fraction_ = half - smaller;
  half_points_ = larger >> kFractionBits;
  const unsigned whole = smaller >> kFractionBits;
  if (smaller == larger) {
    split_ = half_points_ + 1;  // none
  } else if (odd) {
    split_ = whole == 1 ? 0 : 2 * without_highest_bit(whole - 1) + 1;
  } else {
    split_ = 2 * without_highest_bit(whole) + 1;
  }
  const unsigned middle = odd ? 1 : 0;
  smaller_segment_ = segment_length((smaller * 2 >> kFractionBits) - middle);
  larger_segment_ = segment_length((larger * 2 >> kFractionBits) - middle);
}

EdgePosition EdgeDivision::place(unsigned point) const {
  const bool mirrored = point >= half_points_;
  if (mirrored) point = 2 * half_points_ - point - (parity_ == EdgeParity::kOdd ? 1 : 0);
  if (point == half_points_) return kHalf;
  const EdgePosition on_smaller = (point > split_ ? point - 1 : point) * smaller_segment_;
  const EdgePosition on_larger = point * larger_segment_;
  const EdgePosition place = (on_smaller * (kEdgeOne - fraction_) + on_larger * fraction_ + kHalf) >> kFractionBits;
  return mirrored ? kEdgeOne - place : place;
}

}  // namespace texpipe::functional
