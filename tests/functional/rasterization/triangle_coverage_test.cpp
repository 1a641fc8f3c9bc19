#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "functional/rasterization/edge_function.h"
#include "functional/rasterization/rasterizer.h"

using namespace texpipe::functional;

namespace {

using SampleKey = std::tuple<int, int, unsigned>;

RasterState state_of(unsigned samples, std::int32_t size = 64) {
  RasterState state;
  state.viewport = {0, 0, size, size};
  state.pattern = standard_pattern(samples);
  return state;
}

std::map<SampleKey, int> hits(const std::vector<CoveredSubspan>& subspans) {
  std::map<SampleKey, int> hits;
  for (const CoveredSubspan& subspan : subspans) {
    for (unsigned pixel = 0; pixel < 4; ++pixel) {
      for (unsigned sample = 0; sample < kMaxSamples; ++sample) {
        if (subspan.samples[pixel] >> sample & 1)
          ++hits[{subspan.x + int(pixel & 1), subspan.y + int(pixel >> 1), sample}];
      }
    }
  }
  return hits;
}

// The top-left rule said otherwise: a sample counts as if it were moved right by an infinitesimal amount and down by a
// much smaller one. Evaluated in 128-bit integers: the sign of (value, slope in x, slope in y), first that is not zero.
bool reference_inside(WindowVertex v0, WindowVertex v1, WindowVertex v2, __int128 x, __int128 y) {
  const auto side = [&](WindowVertex p, WindowVertex q) {
    const __int128 value = (__int128(q.x) - p.x) * (y - p.y) - (__int128(q.y) - p.y) * (x - p.x);
    if (value != 0) return value > 0 ? 1 : -1;
    const __int128 along_x = -(__int128(q.y) - p.y);
    if (along_x != 0) return along_x > 0 ? 1 : -1;
    return q.x > p.x ? 1 : -1;
  };
  const __int128 area =
      (__int128(v1.x) - v0.x) * (__int128(v2.y) - v0.y) - (__int128(v1.y) - v0.y) * (__int128(v2.x) - v0.x);
  if (area == 0) return false;
  if (area < 0) std::swap(v1, v2);
  return side(v0, v1) > 0 && side(v1, v2) > 0 && side(v2, v0) > 0;
}

std::map<SampleKey, int> reference_hits(const RasterState& state, WindowVertex v0, WindowVertex v1, WindowVertex v2) {
  std::map<SampleKey, int> hits;
  for (int y = state.viewport.top; y < state.viewport.bottom; ++y) {
    for (int x = state.viewport.left; x < state.viewport.right; ++x) {
      for (unsigned s = 0; s < state.pattern.count; ++s) {
        const auto position = state.pattern.positions[s];
        if (reference_inside(v0, v1, v2, x * 256 + position.x * 16, y * 256 + position.y * 16)) ++hits[{x, y, s}];
      }
    }
  }
  return hits;
}

rc::Gen<WindowVertex> vertices(int low, int high) {
  // Half of them on a coarse grid, so that samples fall exactly on edges and vertices.
  return rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(low, high), rc::gen::inRange(low, high), rc::gen::arbitrary<bool>()),
      [](const std::tuple<int, int, bool>& t) {
        const int step = std::get<2>(t) ? 64 : 1;
        return WindowVertex{std::get<0>(t) / step * step, std::get<1>(t) / step * step};
      });
}

}  // namespace

TEST_CASE("coverage equals the exact reference for random triangles, slivers and huge ones", "[rasterization]") {
  const bool holds = rc::check([] {
    const auto samples = *rc::gen::element(1u, 2u, 4u, 8u, 16u);
    const RasterState state = state_of(samples, 24);
    const bool huge = *rc::gen::arbitrary<bool>();
    const int reach = huge ? kGuardBand * 256 : 24 * 256;
    const auto vertex = huge ? vertices(-reach, reach) : vertices(-1024, reach + 1024);
    const WindowVertex v0 = *vertex;
    const WindowVertex v1 = *vertex;
    const WindowVertex v2 = *rc::gen::arbitrary<bool>()
                                ? WindowVertex{v1.x + *rc::gen::inRange(-3, 4), v1.y + *rc::gen::inRange(-3, 4)}
                                : *vertex;
    std::vector<CoveredSubspan> out;
    rasterize_triangle(state, v0, v1, v2, out);
    RC_ASSERT(hits(out) == reference_hits(state, v0, v1, v2));
  });
  CHECK(holds);
}

TEST_CASE("two triangles that share an edge cover every sample of their union exactly once", "[rasterization]") {
  const bool holds = rc::check([] {
    const RasterState state = state_of(*rc::gen::element(1u, 4u, 16u), 32);
    const auto vertex = vertices(0, 32 * 256);
    const WindowVertex a = *vertex, b = *vertex, c = *vertex, d = *vertex;
    // c and d on different sides of ab, so that the triangles do not overlap.
    RC_PRE(doubled_area(a, b, c) > 0 && doubled_area(a, b, d) < 0);
    std::vector<CoveredSubspan> out;
    rasterize_triangle(state, a, b, c, out);
    rasterize_triangle(state, a, b, d, out);
    for (const auto& [key, count] : hits(out)) RC_ASSERT(count == 1);
  });
  CHECK(holds);
}

TEST_CASE("a fan around a point covers a square once, whatever the point", "[rasterization]") {
  for (const WindowVertex center : {WindowVertex{2048, 2048}, WindowVertex{2049, 1983}, WindowVertex{128, 128}}) {
    const RasterState state = state_of(8, 16);
    const WindowVertex corners[] = {{0, 0}, {4096, 0}, {4096, 4096}, {0, 4096}};
    std::vector<CoveredSubspan> out;
    for (unsigned i = 0; i < 4; ++i) rasterize_triangle(state, center, corners[i], corners[(i + 1) % 4], out);
    const auto covered = hits(out);
    CHECK(covered.size() == 16 * 16 * 8);
    for (const auto& [key, count] : covered) REQUIRE(count == 1);
  }
}

TEST_CASE("a sample on a left or top edge is covered, on a right or bottom edge not", "[rasterization]") {
  const RasterState state = state_of(1, 8);
  std::vector<CoveredSubspan> out;
  // Edges run through the pixel centres at 0.5 and 2.5.
  rasterize_rectangle(state, {640, 640}, {128, 640}, {128, 128}, out);
  const auto covered = hits(out);
  CHECK(covered.size() == 4);
  CHECK(covered.count({0, 0, 0}) == 1);
  CHECK(covered.count({2, 2, 0}) == 0);
}

TEST_CASE("conservative coverage holds every pixel that exact coverage holds", "[rasterization]") {
  const bool holds = rc::check([] {
    RasterState state = state_of(4, 24);
    const auto vertex = vertices(0, 24 * 256);
    const WindowVertex v0 = *vertex, v1 = *vertex, v2 = *vertex;
    std::vector<CoveredSubspan> exact, over;
    rasterize_triangle(state, v0, v1, v2, exact);
    state.conservative = Conservative::kOver;
    rasterize_triangle(state, v0, v1, v2, over);
    const auto wide = hits(over);
    for (const auto& [key, count] : hits(exact)) RC_ASSERT(wide.count(key) == 1);
  });
  CHECK(holds);
}

TEST_CASE("a triangle inside one pixel that misses all samples is covered only when conservative", "[rasterization]") {
  RasterState state = state_of(1, 4);
  std::vector<CoveredSubspan> out;
  rasterize_triangle(state, {260, 260}, {300, 260}, {260, 300}, out);
  CHECK(out.empty());
  state.conservative = Conservative::kOver;
  rasterize_triangle(state, {260, 260}, {300, 260}, {260, 300}, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].samples == std::array<std::uint16_t, 4>{0, 0, 0, 1});
}

TEST_CASE("the sample mask removes samples", "[rasterization]") {
  RasterState state = state_of(4, 4);
  state.sample_mask = 0x5;
  std::vector<CoveredSubspan> out;
  rasterize_rectangle(state, {1024, 1024}, {0, 1024}, {0, 0}, out);
  REQUIRE(out.size() == 4);
  CHECK(out[0].samples[0] == 0x5);
}

TEST_CASE("tiles are culled, full or tested, and counted", "[rasterization]") {
  const RasterState state = state_of(1, 64);
  std::vector<CoveredSubspan> out;
  const RasterCounts counts = rasterize_triangle(state, {0, 0}, {64 * 256, 0}, {0, 64 * 256}, out);
  CHECK(counts.tiles == 64);
  CHECK(counts.culled_tiles == 28);  // strictly below the diagonal of 8x8 tiles
  CHECK(counts.full_tiles == 28);
  CHECK(counts.subspans == out.size());
}

TEST_CASE("lines and points", "[rasterization]") {
  const RasterState state = state_of(1, 16);
  std::vector<CoveredSubspan> out;
  SECTION("a thin line does not cover the pixel in whose diamond it ends") {
    rasterize_line(state, {128, 128}, {128 + 4 * 256, 128}, 0, LineRule::kDiamondExit, out);
    const auto covered = hits(out);
    CHECK(covered.size() == 4);
    CHECK(covered.count({3, 0, 0}) == 1);
    CHECK(covered.count({4, 0, 0}) == 0);
  }
  SECTION("a line of width 2 along x covers two rows") {
    rasterize_line(state, {0, 2 * 256}, {8 * 256, 2 * 256}, 2 * 256, LineRule::kRectangle, out);
    CHECK(hits(out).size() == 16);
  }
  SECTION("a point of width 3 covers nine pixels") {
    rasterize_point(state, {4 * 256 + 128, 4 * 256 + 128}, 3 * 256, out);
    CHECK(hits(out).size() == 9);
  }
  SECTION("the diamond rule is refused with more than one sample") {
    CHECK_THROWS(rasterize_line(state_of(4), {0, 0}, {256, 0}, 0, LineRule::kDiamondExit, out));
  }
}
