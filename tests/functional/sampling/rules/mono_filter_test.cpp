// The MONO filter: the mean of a box of one-bit texels (specification/sampling 6).
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/sampling/rules/mono_filter.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using Mode = gen9::TextureCoordinateMode;

namespace {

gen9::SamplerState mono_sampler() {
  gen9::SamplerState sampler = linear_sampler(Mode::kClampBorder);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kMono;
  return sampler;
}

/// 16x16 texels of one bit, rows of two bytes.
SurfaceImage image_of(SurfaceFormat format) {
  return {.format = format, .width = 16, .height = 16};
}

bool bit_of(const std::vector<std::byte>& texels, int x, int y) {
  if (x < 0 || y < 0 || x >= 16 || y >= 16) return false;
  return (std::to_integer<unsigned>(texels[static_cast<std::size_t>(2 * y + x / 8)]) >> (x % 8) & 1) != 0;
}

/// Share of the box around a position (1/256 texel) that set texels fill.
double filled(const std::vector<std::byte>& texels, int u, int v, int width, int height) {
  const auto overlap = [](int texel, int start, int size) {
    return std::max(0, std::min(256 * (texel + 1), start + 256 * size) - std::max(256 * texel, start));
  };
  const int left = u - 128 * width, top = v - 128 * height;
  double area = 0;
  for (int y = -8; y < 24; ++y) {
    for (int x = -8; x < 24; ++x) {
      if (bit_of(texels, x, y)) area += double(overlap(x, left, width)) * overlap(y, top, height);
    }
  }
  return area / (65536.0 * width * height);
}

}  // namespace

TEST_CASE("a MONO filter gives the share of its box that set texels fill, for every size and place",
          "[sampling][mono]") {
  const bool holds = rc::check([] {
    const auto texels = *rc::gen::container<std::vector<std::uint8_t>>(32, rc::gen::arbitrary<std::uint8_t>());
    std::vector<std::byte> bytes;
    for (const std::uint8_t byte : texels) bytes.push_back(std::byte{byte});
    const int width = *rc::gen::inRange(1, 8), height = *rc::gen::inRange(1, 8);
    const int u = *rc::gen::inRange(-1024, 5120), v = *rc::gen::inRange(-1024, 5120);
    SamplerBench bench{image_of(SurfaceFormat::kMono8), bytes, mono_sampler()};
    bench.message(Op::kSample, {0.0f});
    bench.heap().set_mono_filter(static_cast<std::uint8_t>(width), static_cast<std::uint8_t>(height));
    const auto outcome = bench.send(Op::kSampleLz, {float(u) / 4096, float(v) / 4096});
    for (unsigned c = 0; c < 4; ++c) RC_ASSERT(real(outcome, c) == float(filled(bytes, u, v, width, height)));
  });
  CHECK(holds);
}

TEST_CASE("a MONO filter of R1_UNORM gives red; the border is 0 whatever the border colour", "[sampling][mono]") {
  SamplerBench bench{image_of(SurfaceFormat::kR1Unorm),
                     std::vector<std::byte>(32, std::byte{0xFF}),
                     mono_sampler(),
                     {.rgba = {0x3F800000, 0x3F800000, 0x3F800000, 0x3F800000}}};
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_mono_filter(4, 2);
  // The box's right half lies beyond the map.
  const auto outcome = bench.send(Op::kSampleLz, {1.0f, 0.5f});
  CHECK(real(outcome, 0) == 0.5f);
  CHECK(real(outcome, 1) == 0.0f);
  CHECK(real(outcome, 3) == 1.0f);
}

TEST_CASE("a MONO filter reads its box two by two texels, none that the box cannot touch", "[sampling][mono][plan]") {
  SamplerBench bench{image_of(SurfaceFormat::kMono8), std::vector<std::byte>(32), mono_sampler()};
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_mono_filter(2, 3);
  const auto outcome =
      bench.send(Op::kSampleLz, {0.53125f, 0.5f}, {.execution_mask = 1}, PlanDetail::kOperands);  // u = 8.5
  const auto& plan = outcome.subspans[0];
  REQUIRE(plan.footprints.size() == 4);
  CHECK(plan.footprints[0].filter == FilterClass::kBilinear);
  CHECK(plan.anisotropy == 1);
  CHECK(plan.footprints[0].texels == 0b1111);
  CHECK(plan.footprints[1].texels == 0b0101);  // the third of three columns
  std::uint32_t sum = 0;
  for (const auto& operands : plan.operands) {
    for (const std::uint32_t weight : operands.weight) sum += weight;
  }
  CHECK(sum == 2 * 3 * 65536);
}

TEST_CASE("a MONO filter of a 1D map is as wide as its width", "[sampling][mono]") {
  SamplerBench bench{{.type = gen9::SurfaceType::k1D, .format = SurfaceFormat::kMono8, .width = 16},
                     std::vector{std::byte{0x0F}, std::byte{0}},
                     mono_sampler()};
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_mono_filter(4, 7);
  CHECK(real(bench.send(Op::kSampleLz, {0.3125f}), 0) == 0.25f);  // texels 3 to 6, one of them set
}

TEST_CASE("a changed size of MONO filters is seen by the next message", "[sampling][mono]") {
  std::vector<std::byte> texels(32);
  texels[0] = std::byte{1};
  SamplerBench bench{image_of(SurfaceFormat::kMono8), texels, mono_sampler()};
  bench.message(Op::kSample, {0.0f});
  CHECK(real(bench.send(Op::kSampleLz, {0.03125f, 0.03125f}), 0) == 1.0f);
  bench.heap().set_mono_filter(2, 2);
  CHECK(real(bench.send(Op::kSampleLz, {0.03125f, 0.03125f}), 0) == 0.25f);
}

TEST_CASE("a MONO filter refuses formats of more bits, volumes, and boxes of no size", "[sampling][mono]") {
  SamplerBench bytes{{.width = 1, .height = 1}, std::vector<std::byte>(4), mono_sampler()};
  CHECK_THROWS_WITH(bytes.send(Op::kSampleLz, {0.0f, 0.0f}), Catch::Contains("MONO on surface format R8G8B8A8_UNORM"));
  SamplerBench volume{
      {.type = gen9::SurfaceType::k3D, .format = SurfaceFormat::kMono8, .width = 8, .height = 1, .depth = 1},
      std::vector<std::byte>(1),
      mono_sampler()};
  CHECK_THROWS_WITH(volume.send(Op::kSampleLz, {0.0f, 0.0f, 0.0f}),
                    Catch::Contains("MONO on surface type SURFTYPE_3D"));
  SamplerBench empty{image_of(SurfaceFormat::kMono8), std::vector<std::byte>(32), mono_sampler()};
  empty.message(Op::kSample, {0.0f});
  empty.heap().set_mono_filter(0, 3);
  CHECK_THROWS_WITH(empty.send(Op::kSampleLz, {0.0f, 0.0f}), Catch::Contains("expected 1 to 7"));
}
