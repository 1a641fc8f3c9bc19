#include "functional/rasterization/subspan_feed.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// Two triangles of a 16x8 target that meet on its diagonal: 32 subspans without sharing, more on the diagonal.
RasterScene scene_of(unsigned samples, bool sample_shading) {
  RasterScene scene{.sample_shading = sample_shading};
  scene.state.viewport = {0, 0, 16, 8};
  scene.state.pattern = standard_pattern(samples);
  const WindowVertex a = snap(0, 0), b = snap(16, 0), c = snap(16, 8), d = snap(0, 8);
  scene.triangles = {{{a, b, c}}, {{a, c, d}}};
  return scene;
}

std::uint32_t no_slot(const SubspanFeed& feed) {
  return feed.store().capacity();
}

}  // namespace

TEST_CASE("a scene's subspans reach threads in raster order, eight to a thread, across triangles",
          "[rasterization][feed]") {
  const SubspanFeed feed{scene_of(1, false), 64};
  const std::size_t first = feed.triangles()[0].subspans.size(), second = feed.triangles()[1].subspans.size();
  REQUIRE(feed.invocations().size() == first + second);
  REQUIRE(first % kSubspansPerThread != 0);  // so that one thread has both triangles
  for (std::size_t i = 0; i < feed.invocations().size(); ++i) {
    const auto& invocation = feed.invocations()[i];
    CHECK(invocation.triangle == (i < first ? 0u : 1u));
    CHECK(invocation.subspan == (i < first ? i : i - first));
    CHECK(invocation.sample == -1);
  }
  CHECK(feed.threads() == (first + second + 7) / 8);
  CHECK(feed.subspans_of(0) == 8);
  CHECK(feed.subspans_of(feed.threads() - 1) == (first + second - 1) % 8 + 1);
}

TEST_CASE("a subspan in flight has its triangle's planes and the coverage of its pixels", "[rasterization][feed]") {
  const RasterScene scene = scene_of(4, false);
  const RasterizedTriangle triangle = rasterize(scene)[1];
  const CoveredSubspan& covered = triangle.subspans[3];
  const SubspanInFlight flying = subspan_in_flight(scene, triangle, covered, -1);
  CHECK(flying.x == covered.x);
  CHECK(flying.y == covered.y);
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    CHECK(flying.pixels[pixel].coverage == covered.samples[pixel]);
    CHECK(flying.pixels[pixel].pattern.count == 4);
    CHECK_FALSE(flying.pixels[pixel].sample_index.has_value());
  }
  // Triangle a, c, d: b1 is x / 16.
  CHECK(linear_barycentrics(flying.barycentrics, 4, 6, {}).b1 == 4.5f / 16);
}

TEST_CASE("sample shading runs once for every sample that any pixel of the subspan covers", "[rasterization][feed]") {
  RasterScene scene = scene_of(4, true);
  scene.state.sample_mask = 0b1011;
  const SubspanFeed feed{scene, 64};
  std::size_t expected = 0;
  for (const RasterizedTriangle& triangle : feed.triangles()) {
    for (const CoveredSubspan& subspan : triangle.subspans) {
      for (int sample = 0; sample < 4; ++sample) {
        bool covered = false;
        for (const std::uint16_t samples : subspan.samples) covered |= (samples >> sample & 1) != 0;
        if (!covered) continue;
        CHECK(feed.invocations().at(expected).sample == sample);
        ++expected;
      }
    }
  }
  CHECK(feed.invocations().size() == expected);
  const RasterizedTriangle& triangle = feed.triangles()[1];
  const CoveredSubspan& covered = triangle.subspans.back();
  const SubspanInFlight flying = subspan_in_flight(scene, triangle, covered, 3);
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    CHECK(flying.pixels[pixel].sample_index == 3);
    CHECK(flying.pixels[pixel].coverage == (covered.samples[pixel] & 0b1000));
    CHECK(flying.pixels[pixel].sample_mask == 0b1011);
  }
}

TEST_CASE("insertion takes the lowest free slot, and a full store refuses", "[rasterization][feed]") {
  SubspanFeed feed{scene_of(1, false), 9};
  for (unsigned i = 0; i < 9; ++i) CHECK(feed.insert(i));
  CHECK_FALSE(feed.insert(9));
  CHECK(feed.store().occupancy() == 9);
  CHECK(feed.slots_of(0) == SubspanFeed::Slots{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(feed.slots_of(1)[0] == 8);
  CHECK(feed.slots_of(1)[1] == no_slot(feed));
  feed.release(0);
  CHECK(feed.store().occupancy() == 1);
  CHECK(feed.store().find(3) == nullptr);
  CHECK(feed.slots_of(0)[3] == no_slot(feed));
  CHECK(feed.insert(9));
  CHECK(feed.slots_of(1)[1] == 0);
}

TEST_CASE("without time a thread's subspans push out those of earlier threads", "[rasterization][feed]") {
  SubspanFeed feed{scene_of(1, false), 16};
  for (unsigned thread = 0; thread < 2; ++thread) feed.provide(thread);
  CHECK(feed.store().occupancy() == 16);
  feed.provide(1);  // already there
  CHECK(feed.slots_of(1)[0] == 8);
  feed.provide(2);
  CHECK(feed.slots_of(2)[0] == 0);
  CHECK(feed.slots_of(0)[0] == no_slot(feed));
  CHECK(feed.slots_of(1)[7] == 15);
  const auto& invocation = feed.invocations()[2 * kSubspansPerThread];
  const CoveredSubspan& expected = feed.triangles()[invocation.triangle].subspans[invocation.subspan];
  CHECK(feed.store().find(0)->x == expected.x);
  CHECK(feed.store().find(0)->y == expected.y);
}

TEST_CASE("the store has room for a thread at least, and another size empties it", "[rasterization][feed]") {
  SubspanFeed feed{scene_of(1, false), 1};
  CHECK(feed.store().capacity() == kSubspansPerThread);
  feed.provide(0);
  feed.resize_store(24);
  CHECK(feed.store().capacity() == 24);
  CHECK(feed.store().occupancy() == 0);
  CHECK(feed.slots_of(0)[0] == 24);
}
