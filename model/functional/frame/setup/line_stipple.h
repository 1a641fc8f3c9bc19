// Lines of which a pattern leaves pixels out.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

/// 3DSTATE_LINE_STIPPLE: each bit of the pattern, from the lowest one on, is for `repeat` pixels along a line.
struct LineStipple {
  std::uint16_t pattern = 0xFFFF;
  unsigned repeat = 1;

  bool draws(std::uint32_t place) const { return (pattern >> (place / repeat % 16) & 1) != 0; }
};

/// Places of a line's pixels along it: columns of a flat line, rows of a steep one. Pixels of a wide line that stand
/// beside each other across it share a place (resolution R67).
class LinePlaces {
 public:
  LinePlaces(WindowVertex from, WindowVertex to);

  /// Pixels from the first one to the line's end, without that one.
  std::uint32_t count() const { return count_; }
  std::uint32_t place_of(std::int32_t x, std::int32_t y) const;

 private:
  bool columns_;
  bool forwards_;
  std::int32_t first_;  // column or row
  std::uint32_t count_;
};

/// Takes pixels away that the pattern leaves out. @param place  of the line's first pixel
void stipple_line(const LineStipple& stipple, const LinePlaces& places, std::uint32_t place,
                  std::vector<CoveredSubspan>& subspans);

}  // namespace texpipe::functional
