// Lines against exact references, what lines and rectangles refuse, and masks that leave nothing of them.
#include <rapidcheck.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <utility>

#include "base/diagnostic.h"
#include "functional/rasterization/rasterizer.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

RasterState state_of(unsigned samples) {
  RasterState state;
  state.viewport = {0, 0, 16, 16};
  state.pattern = standard_pattern(samples);
  return state;
}

using Pixels = std::set<std::pair<int, int>>;

Pixels line_pixels(WindowVertex from, WindowVertex to, std::int32_t width, LineRule rule) {
  std::vector<CoveredSubspan> out;
  rasterize_line(state_of(1), from, to, width, rule, out);
  Pixels pixels;
  for (const CoveredSubspan& subspan : out) {
    for (int p = 0; p < 4; ++p) {
      if (subspan.samples[static_cast<unsigned>(p)] != 0) pixels.insert({subspan.x + (p & 1), subspan.y + (p >> 1)});
    }
  }
  return pixels;
}

/// Smallest Manhattan distance of a segment to a point, times the factors that make it whole: convex and piecewise
/// linear along the segment, so that it lies at an end or where the segment crosses the point's column or row.
__int128 scaled_distance(WindowVertex from, WindowVertex to, std::int64_t cx, std::int64_t cy, __int128& scale) {
  const std::int64_t dx = std::int64_t{to.x} - from.x, dy = std::int64_t{to.y} - from.y;
  scale = __int128{std::max<std::int64_t>(1, std::llabs(dx))} * std::max<std::int64_t>(1, std::llabs(dy));
  const auto magnitude = [](__int128 v) { return v < 0 ? -v : v; };
  const auto at_end = [&](WindowVertex v) { return scale * (std::llabs(v.x - cx) + std::llabs(v.y - cy)); };
  __int128 least = std::min(at_end(from), at_end(to));
  if (dx != 0 && (cx - from.x) * (cx - to.x) <= 0)
    least = std::min(least,
                     magnitude(__int128{from.y - cy} * dx + __int128{dy} * (cx - from.x)) * (scale / std::llabs(dx)));
  if (dy != 0 && (cy - from.y) * (cy - to.y) <= 0)
    least = std::min(least,
                     magnitude(__int128{from.x - cx} * dy + __int128{dx} * (cy - from.y)) * (scale / std::llabs(dy)));
  return least;
}

/// Whether a line leaves a pixel's diamond by Direct3D's rule, all in integers: it meets the test area and does not end
/// in it. Of the diamond's border the lower edges and the bottom corner belong to the area, for y-major lines the right
/// corner too.
bool leaves_diamond(WindowVertex from, WindowVertex to, std::int64_t cx, std::int64_t cy) {
  const std::int64_t dx = std::int64_t{to.x} - from.x, dy = std::int64_t{to.y} - from.y;
  const bool x_major = std::llabs(dx) >= std::llabs(dy);
  const __int128 whole =
      8 * __int128{std::max<std::int64_t>(1, std::llabs(dx))} * std::max<std::int64_t>(1, std::llabs(dy));
  const auto inside = [&](__int128 part) {  // the point at part / whole of the line
    const __int128 x = (from.x - cx) * whole + dx * part, y = (from.y - cy) * whole + dy * part;
    const __int128 distance = (x < 0 ? -x : x) + (y < 0 ? -y : y);
    if (distance != 128 * whole) return distance < 128 * whole;
    return y > 0 || (!x_major && y == 0 && x > 0);
  };
  // The distance is linear between these: a border is met at one of them or all the way between two.
  std::set<__int128> parts{0, whole};
  if (dx != 0) parts.insert((cx - from.x) * whole / dx);
  if (dy != 0) parts.insert((cy - from.y) * whole / dy);
  bool meets = false;
  __int128 previous = 0;
  for (const __int128 part : parts) {
    if (part < 0 || part > whole) continue;
    meets = meets || inside(part) || inside((previous + part) / 2);
    previous = part;
  }
  return meets && !inside(whole);
}

}  // namespace

TEST_CASE("a thin line that meets a diamond on its border covers the pixel above or to the left", "[rasterization]") {
  const bool holds = rc::check([] {
    const auto vertex = [] { return WindowVertex{64 * *rc::gen::inRange(0, 24), 64 * *rc::gen::inRange(0, 24)}; };
    const WindowVertex from = vertex();
    WindowVertex to = vertex();
    if (*rc::gen::arbitrary<bool>())
      to.y = from.y + (*rc::gen::arbitrary<bool>() ? 1 : -1) * (to.x - from.x);  // along borders
    const Pixels covered = line_pixels(from, to, 256, LineRule::kDiamondExit);
    for (int y = 0; y < 16; ++y) {
      for (int x = 0; x < 16; ++x) {
        RC_ASSERT(covered.contains({x, y}) == leaves_diamond(from, to, 256 * x + 128, 256 * y + 128));
      }
    }
  });
  CHECK(holds);
}

TEST_CASE("a thin line covers the pixels whose diamonds it touches and leaves", "[rasterization]") {
  const bool holds = rc::check([] {
    const auto vertex = [] { return WindowVertex{*rc::gen::inRange(-512, 4608), *rc::gen::inRange(-512, 4608)}; };
    const WindowVertex from = vertex(), to = vertex();
    const Pixels covered = line_pixels(from, to, 256, LineRule::kDiamondExit);
    for (int y = 0; y < 16; ++y) {
      for (int x = 0; x < 16; ++x) {
        const std::int64_t cx = 256 * x + 128, cy = 256 * y + 128;
        __int128 scale = 1;
        const __int128 twice = 2 * scaled_distance(from, to, cx, cy, scale) - 256 * scale;
        const std::int64_t end = 2 * (std::llabs(to.x - cx) + std::llabs(to.y - cy)) - 256;
        if (twice == 0 || end == 0) continue;  // exactly on a diamond's border: the next test
        RC_ASSERT(covered.contains({x, y}) == (twice < 0 && end > 0));
      }
    }
  });
  CHECK(holds);
}

TEST_CASE("a wide line covers the samples inside the rectangle around it", "[rasterization]") {
  const bool holds = rc::check([] {
    const auto vertex = [] { return WindowVertex{*rc::gen::inRange(0, 4096), *rc::gen::inRange(0, 4096)}; };
    const WindowVertex from = vertex(), to = vertex();
    const auto width = *rc::gen::inRange(128, 1024);
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    RC_PRE(length > 8);
    const Pixels covered = line_pixels(from, to, width, LineRule::kRectangle);
    for (int y = 0; y < 16; ++y) {
      for (int x = 0; x < 16; ++x) {
        const double px = 256 * x + 128 - from.x, py = 256 * y + 128 - from.y;
        const double along = (px * dx + py * dy) / length, beside = std::fabs(px * dy - py * dx) / length;
        const double outside = std::max({-along, along - length, beside - width / 2.0});
        constexpr double kCornerSnap = 2;  // corners lie on the 1/256 grid
        if (outside < -kCornerSnap) RC_ASSERT(covered.contains({x, y}));
        if (outside > kCornerSnap) RC_ASSERT(!covered.contains({x, y}));
      }
    }
  });
  CHECK(holds);
}

TEST_CASE("three corners that span no axis-aligned rectangle are refused", "[rasterization]") {
  std::vector<CoveredSubspan> out;
  const WindowVertex lower_right{1024, 1024}, lower_left{256, 1024}, upper_left{256, 512};
  CHECK(rasterize_rectangle(state_of(1), lower_right, lower_left, upper_left, out).subspans != 0);
  CHECK_THROWS_WITH(rasterize_rectangle(state_of(1), {1024, 1023}, lower_left, upper_left, out),
                    Catch::Contains("RECTLIST"));
  CHECK_THROWS_WITH(rasterize_rectangle(state_of(1), lower_right, lower_left, {255, 512}, out),
                    Catch::Contains("RECTLIST"));
}

TEST_CASE("the diamond rules have one sample per pixel", "[rasterization]") {
  std::vector<CoveredSubspan> out;
  for (const LineRule rule : {LineRule::kDiamondExit, LineRule::kReplicated}) {
    CHECK_THROWS_WITH(rasterize_line(state_of(4), {0, 0}, {1024, 0}, 256, rule, out), Catch::Contains("diamond"));
  }
}

TEST_CASE("a replicated line has a column or a row of pixels for each pixel of a thin one", "[rasterization]") {
  const bool holds = rc::check("a column or a row", [] {
    const auto place = [] { return *rc::gen::inRange(-512, 20 * 256); };
    WindowVertex from{place(), place()}, to{place(), place()};
    const std::int32_t copies = *rc::gen::inRange(1, 7);
    const bool columns = std::abs(to.x - from.x) >= std::abs(to.y - from.y);
    const Pixels wide = line_pixels(from, to, copies * 256 - 100, LineRule::kReplicated);
    // The thin line lies half of the width more than a pixel to the left or above; the first pixels of columns may lie
    // outside of what is drawn to.
    (columns ? from.y : from.x) -= (copies - 1) * 128 - 64 * 256;
    (columns ? to.y : to.x) -= (copies - 1) * 128 - 64 * 256;
    RasterState state;
    state.viewport = columns ? PixelRectangle{0, 0, 16, 200} : PixelRectangle{0, 0, 200, 16};
    std::vector<CoveredSubspan> out;
    rasterize_line(state, from, to, 0, LineRule::kDiamondExit, out);
    Pixels expected;
    for (const CoveredSubspan& subspan : out) {
      for (int p = 0; p < 4; ++p) {
        if (subspan.samples[static_cast<unsigned>(p)] == 0) continue;
        for (int copy = 0; copy < copies; ++copy) {
          const int x = subspan.x + (p & 1) + (columns ? 0 : copy - 64);
          const int y = subspan.y + (p >> 1) + (columns ? copy - 64 : 0);
          if (x >= 0 && x < 16 && y >= 0 && y < 16) expected.insert({x, y});
        }
      }
    }
    RC_ASSERT(wide == expected);
  });
  CHECK(holds);
}

TEST_CASE("a sample mask without a primitive's samples leaves no subspan", "[rasterization]") {
  RasterState state = state_of(1);
  state.sample_mask = 0b10;
  std::vector<CoveredSubspan> out;
  CHECK(rasterize_line(state, {128, 128}, {2048, 128}, 256, LineRule::kDiamondExit, out).subspans == 0);
  CHECK(rasterize_line(state, {128, 128}, {2048, 128}, 256, LineRule::kRectangle, out).subspans == 0);
  CHECK(rasterize_triangle(state, {0, 0}, {4096, 0}, {0, 4096}, out).subspans == 0);
  CHECK(rasterize_point(state, {1024, 1024}, 1024, out).subspans == 0);
  CHECK(out.empty());
}
