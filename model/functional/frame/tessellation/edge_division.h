// Points that a tessellation factor puts on an edge.
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// Position between 0 and 1 in 1/65536.
using EdgePosition = std::uint32_t;
inline constexpr EdgePosition kEdgeOne = 1u << 16;

/// Whether an edge has a segment or a point in its middle: of an odd or an even number of segments.
enum class EdgeParity : std::uint8_t { kEven, kOdd };

/// Division of an edge by a factor, as Direct3D 11 defines it: between two whole factors of a parity one pair of points
/// moves apart from its neighbours. All of it in fixed point of 16 fraction bits.
class EdgeDivision {
 public:
  EdgeDivision() = default;
  /// @param factor  1 to 65, already limited. 1 with even parity: one segment stands for two
  EdgeDivision(float factor, EdgeParity parity);

  EdgeParity parity() const { return parity_; }
  /// Points, both ends included.
  unsigned points() const { return points_; }
  /// Points before the middle segment's second end, or before the middle point.
  unsigned half_points() const { return half_points_; }
  /// Place of a point, 0 to points() - 1.
  EdgePosition place(unsigned point) const;

 private:
  EdgeParity parity_ = EdgeParity::kEven;
  unsigned points_ = 0;
  unsigned half_points_ = 0;
  unsigned split_ = 0;                                     // point that the next larger whole factor makes two of
  EdgePosition fraction_ = 0;                              // of the way to that factor
  EdgePosition smaller_segment_ = 0, larger_segment_ = 0;  // of the whole factors around it
};

}  // namespace texpipe::functional
