#include "functional/rasterization/rasterizer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

#include "base/diagnostic.h"
#include "functional/rasterization/convex_fill.h"
#include "functional/rasterization/edge_function.h"

namespace texpipe::functional {

namespace {

/// An axis-aligned box [low, high): its left and top borders are inside.
RasterCounts fill_box(const RasterState& state, WindowVertex low, WindowVertex high, std::vector<CoveredSubspan>& out) {
  if (low.x >= high.x || low.y >= high.y) return {};
  const WindowVertex upper_right{high.x, low.y};
  const WindowVertex lower_left{low.x, high.y};
  const EdgeFunction edges[] = {edge_function(low, upper_right), edge_function(upper_right, high),
                                edge_function(high, lower_left), edge_function(lower_left, low)};
  return fill_convex(state, edges, low, high, out);
}

/// Square root of a non-negative 64-bit number, rounded to nearest: exact, the same on every host.
std::int64_t rounded_square_root(std::uint64_t value) {
  std::uint64_t root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(value)));
  while (root * root > value) --root;
  while ((root + 1) * (root + 1) <= value) ++root;
  return static_cast<std::int64_t>(value - root * root > root ? root + 1 : root);
}

std::int64_t rounded_quotient(std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t doubled = 2 * numerator + denominator;
  const std::int64_t quotient = doubled / (2 * denominator);
  return doubled % (2 * denominator) < 0 ? quotient - 1 : quotient;
}

RasterCounts rasterize_wide_line(const RasterState& state, WindowVertex from, WindowVertex to, std::int32_t width,
                                 std::vector<CoveredSubspan>& out) {
  const std::int64_t dx = std::int64_t{to.x} - from.x;
  const std::int64_t dy = std::int64_t{to.y} - from.y;
  const std::int64_t length = rounded_square_root(static_cast<std::uint64_t>(dx * dx + dy * dy));
  if (length == 0 || width <= 0) return {};
  const auto nx = static_cast<std::int32_t>(rounded_quotient(-dy * width, 2 * length));
  const auto ny = static_cast<std::int32_t>(rounded_quotient(dx * width, 2 * length));
  const WindowVertex corners[] = {
      {from.x - nx, from.y - ny}, {to.x - nx, to.y - ny}, {to.x + nx, to.y + ny}, {from.x + nx, from.y + ny}};
  const EdgeFunction edges[] = {edge_function(corners[0], corners[1]), edge_function(corners[1], corners[2]),
                                edge_function(corners[2], corners[3]), edge_function(corners[3], corners[0])};
  WindowVertex low = corners[0];
  WindowVertex high = corners[0];
  for (const WindowVertex& corner : corners) {
    low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
    high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
  }
  return fill_convex(state, edges, low, high, out);
}

/// Direct3D's test area: of the diamond's border the lower edges and the bottom corner belong to it, for y-major lines
/// the right corner too.
bool in_diamond(WindowVertex point, std::int32_t x, std::int32_t y, bool x_major) {
  const std::int64_t dx = std::int64_t{point.x} - (std::int64_t{x} * kSubpixelsPerPixel + kSubpixelsPerPixel / 2);
  const std::int64_t dy = std::int64_t{point.y} - (std::int64_t{y} * kSubpixelsPerPixel + kSubpixelsPerPixel / 2);
  const std::int64_t distance = std::llabs(dx) + std::llabs(dy);
  if (distance != kSubpixelsPerPixel / 2) return distance < kSubpixelsPerPixel / 2;
  return dy > 0 || (!x_major && dy == 0 && dx > 0);
}

/// A line covers a pixel when it passes the diamond and does not end inside it.
RasterCounts rasterize_thin_line(const RasterState& state, WindowVertex from, WindowVertex to,
                                 std::vector<CoveredSubspan>& out) {
  const bool x_major = std::llabs(std::int64_t{to.x} - from.x) >= std::llabs(std::int64_t{to.y} - from.y);
  const auto major = [&](WindowVertex v) { return x_major ? v.x : v.y; };
  const auto minor = [&](WindowVertex v) { return x_major ? v.y : v.x; };
  const std::int64_t length = std::int64_t{major(to)} - major(from);
  if (length == 0 || (state.sample_mask & 1) == 0) return {};
  const PixelRectangle& view = state.viewport;

  RasterCounts counts;
  // A y-major line that starts between two rows touches the bottom corner of the upper one's diamond.
  const std::int32_t first = (std::min(major(from), major(to)) - (x_major ? 0 : 1)) >> kSubpixelBits;
  const std::int32_t last = std::max(major(from), major(to)) >> kSubpixelBits;
  for (std::int32_t step = std::max(first, x_major ? view.left : view.top);
       step <= std::min(last, (x_major ? view.right : view.bottom) - 1); ++step) {
    // Point at which the line crosses the column's centre line, in the minor axis; ties go to the pixel above or left.
    const std::int64_t center = std::int64_t{step} * kSubpixelsPerPixel + kSubpixelsPerPixel / 2;
    const std::int64_t numerator = (center - major(from)) * (std::int64_t{minor(to)} - minor(from));
    const std::int64_t at = std::int64_t{minor(from)} * std::llabs(length) + (length < 0 ? -numerator : numerator);
    const std::int64_t scale = std::llabs(length) * kSubpixelsPerPixel;
    std::int64_t cell = at / scale;
    if (at % scale < 0) --cell;
    if (cell * scale == at) --cell;  // exactly on the border between two pixels
    const auto x = x_major ? step : static_cast<std::int32_t>(cell);
    const auto y = x_major ? static_cast<std::int32_t>(cell) : step;
    const bool before_start = length > 0 ? center < major(from) : center > major(from);
    const bool after_end = length > 0 ? center > major(to) : center < major(to);
    if (in_diamond(to, x, y, x_major)) continue;
    if ((before_start || after_end) && !in_diamond(from, x, y, x_major)) continue;
    if (x < view.left || x >= view.right || y < view.top || y >= view.bottom) continue;
    const std::int32_t sx = x & ~1;
    const std::int32_t sy = y & ~1;
    const unsigned place = static_cast<unsigned>((x & 1) + 2 * (y & 1));
    if (counts.subspans == 0 || out.back().x != sx || out.back().y != sy) {
      out.push_back({sx, sy, {}});
      ++counts.subspans;
    }
    out.back().samples[place] |= 1;
  }
  return counts;
}

/// The line moves up or left by half of what it is wider than a pixel, and each of its pixels becomes a column or row.
RasterCounts rasterize_replicated_line(const RasterState& state, WindowVertex from, WindowVertex to, std::int32_t width,
                                       std::vector<CoveredSubspan>& out) {
  const std::int32_t copies = std::max(1, (width + kSubpixelsPerPixel / 2) >> kSubpixelBits);
  const bool columns = std::llabs(std::int64_t{to.x} - from.x) >= std::llabs(std::int64_t{to.y} - from.y);
  const WindowVertex step{columns ? 0 : 1, columns ? 1 : 0};
  for (WindowVertex* end : {&from, &to}) {
    end->x -= step.x * (copies - 1) * (kSubpixelsPerPixel / 2);
    end->y -= step.y * (copies - 1) * (kSubpixelsPerPixel / 2);
  }
  RasterState wider = state;
  wider.viewport.left -= step.x * copies;
  wider.viewport.top -= step.y * copies;
  std::vector<CoveredSubspan> thin;
  rasterize_thin_line(wider, from, to, thin);
  std::map<std::pair<std::int32_t, std::int32_t>, std::array<std::uint16_t, 4>> rows;  // by row and column of subspans
  const PixelRectangle& view = state.viewport;
  for (const CoveredSubspan& subspan : thin) {
    for (std::int32_t p = 0; p < 4; ++p) {
      if (subspan.samples[static_cast<unsigned>(p)] == 0) continue;
      for (std::int32_t copy = 0; copy < copies; ++copy) {
        const std::int32_t x = subspan.x + (p & 1) + copy * step.x, y = subspan.y + (p >> 1) + copy * step.y;
        if (x < view.left || x >= view.right || y < view.top || y >= view.bottom) continue;
        rows[{y & ~1, x & ~1}][static_cast<unsigned>((x & 1) + 2 * (y & 1))] = 1;
      }
    }
  }
  for (const auto& [place, samples] : rows) out.push_back({.x = place.second, .y = place.first, .samples = samples});
  return {.subspans = rows.size()};
}

}  // namespace

RasterCounts rasterize_triangle(const RasterState& state, WindowVertex v0, WindowVertex v1, WindowVertex v2,
                                std::vector<CoveredSubspan>& out) {
  if (doubled_area(v0, v1, v2) == 0) return {};
  const std::array<EdgeFunction, 3> edges = triangle_edges(v0, v1, v2);
  const WindowVertex low{std::min({v0.x, v1.x, v2.x}), std::min({v0.y, v1.y, v2.y})};
  const WindowVertex high{std::max({v0.x, v1.x, v2.x}), std::max({v0.y, v1.y, v2.y})};
  return fill_convex(state, edges, low, high, out);
}

RasterCounts rasterize_point(const RasterState& state, WindowVertex center, std::int32_t width,
                             std::vector<CoveredSubspan>& out) {
  const std::int32_t before = width / 2;
  const WindowVertex low{center.x - before, center.y - before};
  return fill_box(state, low, {low.x + width, low.y + width}, out);
}

RasterCounts rasterize_rectangle(const RasterState& state, WindowVertex lower_right, WindowVertex lower_left,
                                 WindowVertex upper_left, std::vector<CoveredSubspan>& out) {
  if (lower_right.y != lower_left.y || lower_left.x != upper_left.x) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = "RECTLIST corners do not span an axis-aligned rectangle",
                           .hint = "expected lower right, lower left, upper left"}};
  }
  const auto [left, right] = std::minmax(lower_left.x, lower_right.x);
  const auto [top, bottom] = std::minmax(upper_left.y, lower_left.y);
  return fill_box(state, {left, top}, {right, bottom}, out);
}

RasterCounts rasterize_line(const RasterState& state, WindowVertex from, WindowVertex to, std::int32_t width,
                            LineRule rule, std::vector<CoveredSubspan>& out) {
  if (rule == LineRule::kRectangle) return rasterize_wide_line(state, from, to, width, out);
  if (state.pattern.count != 1) {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = "the diamond exit rules have one sample per pixel",
                                                      .hint = "expected LineRule::kRectangle"}};
  }
  if (rule == LineRule::kReplicated) return rasterize_replicated_line(state, from, to, width, out);
  return rasterize_thin_line(state, from, to, out);
}

}  // namespace texpipe::functional
