// Lines and colours of render target writes, as the pixel backend gets them.
#include <catch2/catch.hpp>
#include <set>

#include "functional/frame/pixel_bench.h"
#include "functional/frame/work/frame_work.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// What all writes of a draw touch and write.
struct Touched {
  std::set<std::uint64_t> color, mcs;
  unsigned pixels = 0, colors = 0;
  bool mcs_is_read_and_written = true;
  bool compresses = false;
};

Touched touched(const PixelBench& bench) {
  Touched all;
  for (const TargetWork& write : bench.writes) {
    all.pixels += write.pixels;
    all.colors += write.colors;
    for (const FrameLine& line : write.lines) {
      (line.cache == FrameCache::kMcs ? all.mcs : all.color).insert(line.address.value());
      if (line.cache == FrameCache::kMcs) all.mcs_is_read_and_written &= line.read && line.write;
      if (line.cache == FrameCache::kColor) all.compresses |= line.compresses;
    }
  }
  return all;
}

/// Columns 0 to 7, whose edge leans by `slant` of the target's width over five times its height.
void draw_left(PixelBench& bench, float slant = 0) {
  bench.draw_triangle({{{-20, 0, 0.5f, 1}}, {{slant, -5, 0.5f, 1}}, {{-slant, 5, 0.5f, 1}}});
}

constexpr std::array<std::uint32_t, 4> kColor{0x3F800000, 0, 0, 0x3F800000};

}  // namespace

TEST_CASE("a write touches its lines of colours, and the line of a CCS that covers them", "[frame][work]") {
  FrameWork work;
  PixelBench bench;
  bench.work = &work;
  bench.shader(16, kColor);
  bench.draw_all();
  Touched plain = touched(bench);
  CHECK(plain.pixels == 256);
  CHECK(plain.colors == 256);
  CHECK(plain.color.size() == 16);  // 4x4 pixels each
  CHECK(plain.mcs.empty());
  CHECK_FALSE(plain.compresses);
  bench.compress_target();
  bench.draw_all();
  const Touched compressed = touched(bench);
  CHECK(compressed.color == plain.color);
  CHECK(compressed.mcs == std::set{bench.control_base().value()});
  CHECK(compressed.mcs_is_read_and_written);
  CHECK(compressed.compresses);
}

TEST_CASE("pixels whose samples are all covered write one colour, those of an edge one for each sample",
          "[frame][work]") {
  FrameWork work;
  PixelBench bench;
  bench.work = &work;
  bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm, 2);
  bench.shader(16, kColor);
  SECTION("without an MCS samples are colours of their own") {
    bench.draw_all();
    const Touched all = touched(bench);
    CHECK(all.pixels == 256);
    CHECK(all.colors == 4 * 256);
    CHECK(all.color.size() == 64);
    CHECK(all.mcs.empty());
  }
  SECTION("with one, whole pixels write to the first slice") {
    bench.compress_target();
    bench.draw_all();
    const Touched all = touched(bench);
    CHECK(all.pixels == 256);
    CHECK(all.colors == 256);
    CHECK(all.color.size() == 16);
    CHECK(all.mcs.size() == 16 * 16 / (16 * 4));  // 8 bits a pixel
    CHECK_FALSE(all.compresses);
  }
  SECTION("an edge adds samples of the pixels that it cuts") {
    bench.compress_target();
    draw_left(bench);
    const Touched straight = touched(bench);
    CHECK(straight.pixels == 128);
    CHECK(straight.colors == 128);
    draw_left(bench, 0.25f);
    const Touched slanted = touched(bench);
    const unsigned cut = slanted.pixels - 128;
    CHECK(cut > 0);
    CHECK(slanted.colors > slanted.pixels);
    CHECK(slanted.colors <= 128 + 4 * cut);
  }
}
