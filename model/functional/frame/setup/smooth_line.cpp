#include "functional/frame/setup/smooth_line.h"

#include <algorithm>
#include <cmath>

namespace texpipe::functional {

namespace {

/// Share of a region around a place that lies within half of a width from 0.
double share(double place, double region, double width) {
  const double low = std::max(place - region / 2, -width / 2), high = std::min(place + region / 2, width / 2);
  return std::max(0.0, high - low) / region;
}

}  // namespace

SmoothLine::SmoothLine(WindowVertex from, WindowVertex to, const SmoothLineWidths& widths) : widths_{widths} {
  const double dx = static_cast<double>(to.x - from.x), dy = static_cast<double>(to.y - from.y);
  const double subpixels = std::sqrt(dx * dx + dy * dy);
  if (subpixels == 0) return;
  x_ = (from.x + dx / 2) * kPixelsPerSubpixel;
  y_ = (from.y + dy / 2) * kPixelsPerSubpixel;
  dx_ = dx / subpixels;
  dy_ = dy / subpixels;
  length_ = subpixels * kPixelsPerSubpixel;
}

float SmoothLine::coverage(double x, double y) const {
  if (length_ == 0) return 0;
  const double along = (x - x_) * dx_ + (y - y_) * dy_, across = (y - y_) * dx_ - (x - x_) * dy_;
  return static_cast<float>(share(across, widths_.side_region, widths_.line) *
                            share(along, widths_.end_region, length_));
}

}  // namespace texpipe::functional
