#include "functional/frame/setup/primitive_planes.h"

#include "functional/rasterization/edge_function.h"

namespace texpipe::functional {

namespace {

/// Sides of the triangle, and 1 over twice its area.
struct Sides {
  double x1, y1, x2, y2;
  double inverse_area;
};

WindowPlane plane_through(const Sides& s, double value0, double value1, double value2) {
  const double rise1 = value1 - value0, rise2 = value2 - value0;
  return {(rise1 * s.y2 - rise2 * s.y1) * s.inverse_area, (rise2 * s.x1 - rise1 * s.x2) * s.inverse_area, value0};
}

/// Whether the triangle has about the area that its snapped corners have.
bool keeps_area(const std::array<WindowCorner, 3>& corners) {
  const auto& [c0, c1, c2] = corners;
  constexpr double kUnit = 1.0 / (std::int64_t{kSubpixelsPerPixel} * kSubpixelsPerPixel);
  const double snapped = static_cast<double>(doubled_area(c0.place, c1.place, c2.place)) * kUnit;
  const double own = (c1.x - c0.x) * (c2.y - c0.y) - (c1.y - c0.y) * (c2.x - c0.x);
  return snapped != 0 && own / snapped > 0.5 && own / snapped < 2;
}

}  // namespace

PrimitivePlanes primitive_planes(const std::array<WindowCorner, 3>& corners) {
  const auto& [c0, c1, c2] = corners;
  const bool exact = keeps_area(corners);
  const auto x = [&](const WindowCorner& c) { return exact ? c.x : c.place.x * kPixelsPerSubpixel; };
  const auto y = [&](const WindowCorner& c) { return exact ? c.y : c.place.y * kPixelsPerSubpixel; };
  Sides sides{x(c1) - x(c0), y(c1) - y(c0), x(c2) - x(c0), y(c2) - y(c0), 0};
  const double area = sides.x1 * sides.y2 - sides.y1 * sides.x2;
  sides.inverse_area = area != 0 ? 1 / area : 0;
  const auto plane = [&](double v0, double v1, double v2) { return plane_through(sides, v0, v1, v2); };
  const double w0 = c0.one_over_w, w1 = c1.one_over_w, w2 = c2.one_over_w;
  PrimitivePlanes planes;
  planes.x0 = x(c0);
  planes.y0 = y(c0);
  planes.b1 = plane(c0.linear1, c1.linear1, c2.linear1);
  planes.b2 = plane(c0.linear2, c1.linear2, c2.linear2);
  planes.one_over_w = plane(w0, w1, w2);
  planes.b1_over_w = plane(c0.b1 * w0, c1.b1 * w1, c2.b1 * w2);
  planes.b2_over_w = plane(c0.b2 * w0, c1.b2 * w1, c2.b2 * w2);
  planes.z = plane(c0.z, c1.z, c2.z);
  return planes;
}

BarycentricPlanes PrimitivePlanes::near(std::int32_t x, std::int32_t y) const {
  const double middle_x = x + 1.0, middle_y = y + 1.0;
  const auto moved = [&](const WindowPlane& plane) {
    return PlaneEquation{.dx = static_cast<float>(plane.dx),
                         .dy = static_cast<float>(plane.dy),
                         .origin = static_cast<float>(at(plane, middle_x, middle_y)),
                         .x0 = static_cast<float>(middle_x),
                         .y0 = static_cast<float>(middle_y)};
  };
  return {moved(b1), moved(b2), moved(one_over_w), moved(b1_over_w), moved(b2_over_w)};
}

}  // namespace texpipe::functional
