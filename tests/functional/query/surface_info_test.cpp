#include "functional/query/surface_info.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceType;
using Answer = std::array<std::uint32_t, 4>;

namespace {

gen9::RenderSurfaceState surface(SurfaceType type, std::uint32_t width, std::uint32_t height, std::uint32_t depth,
                                 bool array) {
  gen9::RenderSurfaceState state;
  state.type = type;
  state.width = width;
  state.height = height;
  state.depth = depth;
  state.array = array;
  state.mip_count = 5;
  return state;
}

}  // namespace

TEST_CASE("resinfo tells the sizes of each type", "[sampling][section-6][resinfo]") {
  CHECK(surface_info(surface(SurfaceType::k1D, 20, 1, 1, false), 1) == Answer{10, 0, 0, 5});
  CHECK(surface_info(surface(SurfaceType::k1D, 20, 1, 7, true), 1) == Answer{10, 7, 0, 5});
  CHECK(surface_info(surface(SurfaceType::k2D, 20, 30, 1, false), 2) == Answer{5, 7, 0, 5});
  CHECK(surface_info(surface(SurfaceType::k2D, 20, 30, 7, true), 0) == Answer{20, 30, 7, 5});
  CHECK(surface_info(surface(SurfaceType::k3D, 20, 30, 9, false), 3) == Answer{2, 3, 1, 5});
  CHECK(surface_info(surface(SurfaceType::kCube, 16, 16, 3, true), 1) == Answer{8, 8, 3, 5});
  gen9::RenderSurfaceState buffer = surface(SurfaceType::kBuffer, 1, 1, 1, false);
  buffer.set_buffer_entries(1000000);
  CHECK(surface_info(buffer, 0) == Answer{1000000, 0, 0, 0});
  CHECK(surface_info(surface(SurfaceType::kNull, 20, 30, 1, false), 0) == Answer{0, 0, 0, 0});
}

TEST_CASE("resinfo never shrinks below 1 inside the mip range and reads 0 outside",
          "[sampling][section-6][resinfo][R2]") {
  const auto state = surface(SurfaceType::k2D, 64, 4, 1, false);
  CHECK(surface_info(state, 4) == Answer{4, 1, 0, 5});
  CHECK(surface_info(state, 5) == Answer{0, 0, 0, 5});
  CHECK(surface_info(state, 0xFFFFFFFF) == Answer{0, 0, 0, 5});
  CHECK(surface_info(state, 4, {.literal_shift = true}) == Answer{4, 0, 0, 5});
  for (const std::uint32_t level : {31u, 32u, 33u, 0xFFFFFFFFu}) {
    CHECK(surface_info(state, level, {.literal_shift = true}) == Answer{0, 0, 0, 5});
  }
}

TEST_CASE("resinfo counts from the surface's minimum level and multiplies quilts", "[sampling][section-6][resinfo]") {
  auto state = surface(SurfaceType::k2D, 64, 32, 1, false);
  state.surface_min_lod = 2;
  CHECK(surface_info(state, 1) == Answer{8, 4, 0, 5});
  state.surface_min_lod = 0;
  state.quilt_width = 4;
  state.quilt_height = 2;
  CHECK(surface_info(state, 1) == Answer{128, 32, 0, 5});
}

TEST_CASE("sampleinfo tells samples and palette index", "[sampling][section-6][resinfo][R4]") {
  auto state = surface(SurfaceType::k2D, 4, 4, 1, false);
  state.log2_samples = 3;
  state.sample_position_palette_index = 5;
  CHECK(sample_info(state) == Answer{8, 0, 0, 5});
  CHECK(sample_info(state, {.palette_plus_one = true}) == Answer{8, 0, 0, 6});
  CHECK(sample_info(surface(SurfaceType::k3D, 4, 4, 4, false)) == Answer{1, 0, 0, 0});
  CHECK(sample_info(surface(SurfaceType::kNull, 4, 4, 4, false)) == Answer{0, 0, 0, 0});
}

TEST_CASE("queries answer per channel as integers", "[sampling][section-6][resinfo]") {
  SamplerBench bench{{.width = 8, .height = 4, .levels = 3},
                     std::vector<std::byte>(packed_bytes({.width = 8, .height = 4, .levels = 3})),
                     {}};
  const auto outcome = bench.send(Op::kResinfo, {std::vector{0, 1, 2, 3}}, {}, PlanDetail::kFootprints);
  CHECK(word(outcome, 0, 0) == 8);
  CHECK(word(outcome, 0, 2) == 2);
  CHECK(word(outcome, 1, 2) == 1);
  CHECK(word(outcome, 0, 3) == 0);
  CHECK(word(outcome, 3, 3) == 3);
  REQUIRE(outcome.subspans.size() == 2);
  CHECK(outcome.subspans[0].footprints.empty());
  CHECK(word(bench.send(Op::kSampleinfo, {0}), 0) == 1);
}

TEST_CASE("a buffer of raw bytes tells its size, and is not read by the sampler", "[sampling][section-6][resinfo]") {
  SamplerBench bench{{.width = 8, .height = 4}, std::vector<std::byte>(packed_bytes({.width = 8, .height = 4})), {}};
  bench.state.type = SurfaceType::kBuffer;
  bench.state.format = gen9::SurfaceFormat::kRaw;
  bench.state.set_buffer_entries(96);
  CHECK(word(bench.send(Op::kResinfo, {0}), 0) == 96);
  CHECK_THROWS_AS(bench.send(Op::kLd, {0}), Error);
  CHECK(word(bench.send(Op::kResinfo, {0}), 0) == 96);
}
