// An antialiased line on the screen.
#pragma once

#include "functional/rasterization/window_vertex.h"

namespace texpipe::functional {

/// Widths of an antialiased line and of the regions over which its borders fade, in pixels.
struct SmoothLineWidths {
  double line = 1;
  double side_region = 1;
  double end_region = 1;
};

/// Coverage of pixels by a line: the share of the region around the pixel's centre that lies in the line, across it
/// times along it (resolution R61).
class SmoothLine {
 public:
  SmoothLine(WindowVertex from, WindowVertex to, const SmoothLineWidths& widths);

  /// 0 to 1; 0 everywhere for a line without length. @param x, y  pixels
  float coverage(double x, double y) const;

 private:
  double x_ = 0;  // middle of the line
  double y_ = 0;
  double dx_ = 0;  // its direction: 1 pixel long, or nothing
  double dy_ = 0;
  double length_ = 0;
  SmoothLineWidths widths_;
};

}  // namespace texpipe::functional
