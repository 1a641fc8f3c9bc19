#include "functional/frame/setup/smooth_line.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace texpipe::functional;

namespace {

constexpr WindowVertex pixels(int x, int y) {
  return {x * kSubpixelsPerPixel, y * kSubpixelsPerPixel};
}

}  // namespace

TEST_CASE("an antialiased line covers in all as much as it is wide and long", "[frame][smooth_line]") {
  for (const SmoothLineWidths& widths : {SmoothLineWidths{1, 1, 1}, {3, 1, 1}, {0.5, 1, 1}}) {
    for (const WindowVertex to : {pixels(30, 12), pixels(14, 30), pixels(4, 28)}) {
      const WindowVertex from = pixels(10, 12);
      const SmoothLine line{from, to, widths};
      double sum = 0;
      constexpr int kSteps = 8;  // a pixel
      for (int y = 0; y < 40 * kSteps; ++y) {
        for (int x = 0; x < 40 * kSteps; ++x) sum += static_cast<double>(line.coverage(x / 8.0, y / 8.0));
      }
      const double dx = (to.x - from.x) / 256.0, dy = (to.y - from.y) / 256.0;
      CHECK(sum / (kSteps * kSteps) == Approx(widths.line * std::sqrt(dx * dx + dy * dy)).epsilon(0.01));
    }
  }
}

TEST_CASE("an antialiased line fades over its regions' widths", "[frame][smooth_line]") {
  const SmoothLine line{pixels(4, 8), pixels(12, 8), {.line = 2, .side_region = 4, .end_region = 0.5}};
  CHECK(line.coverage(8, 8) == 0.5f);  // half of the region
  CHECK(line.coverage(8, 9) == 0.5f);
  CHECK(line.coverage(8, 10) == 0.25f);
  CHECK(line.coverage(8, 11) == 0);
  CHECK(line.coverage(4, 8) == 0.25f);
  CHECK(line.coverage(4.25, 8) == 0.5f);
  CHECK(line.coverage(3.75, 8) == 0);
}

TEST_CASE("an antialiased line without length covers nothing", "[frame][smooth_line]") {
  CHECK(SmoothLine{pixels(4, 8), pixels(4, 8), {}}.coverage(4, 8) == 0);
}
