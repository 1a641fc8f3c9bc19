#include "functional/sampling/anisotropy.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <cmath>

#include "functional/coordinates/level_of_detail.h"
#include "functional/sampling/rules/coordinate.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

constexpr std::array<double, 3> kUnit{1.0, 1.0, 1.0};

TapSpread spread(double major, double minor, unsigned maximum) {
  return tap_spread({major * major, minor * minor, {}}, maximum);
}

}  // namespace

TEST_CASE("the ellipse of two derivatives has the axes that make it", "[sampling][L2]") {
  rc::prop("product of the axes is the area, sum of squares is kept, and the long axis lies on the ellipse", [] {
    const auto value = [] { return *rc::gen::inRange(-1000, 1000) / 64.0; };
    const Gradients g{{value(), value(), 0.0}, {value(), value(), 0.0}};
    const double area = std::fabs(g.dx[0] * g.dy[1] - g.dx[1] * g.dy[0]);
    RC_PRE(area > 0.5);
    const PixelFootprint f = pixel_footprint(g, kUnit, FootprintAxes::kEllipse);
    const double squares = g.dx[0] * g.dx[0] + g.dx[1] * g.dx[1] + g.dy[0] * g.dy[0] + g.dy[1] * g.dy[1];
    RC_ASSERT(std::fabs(f.major_squared + f.minor_squared - squares) < 1e-6 * squares);
    RC_ASSERT(std::fabs(std::sqrt(f.major_squared * f.minor_squared) - area) < 1e-6 * squares);
    RC_ASSERT(f.major_squared >= f.minor_squared * (1 - 1e-9));
    // The image of a unit vector under the two derivatives, in the direction of the long axis, is as long as the axis.
    const double length = std::hypot(f.major[0], f.major[1]);
    RC_ASSERT(std::fabs(length * length - f.major_squared) < 1e-6 * squares);
    const double x = f.major[0] * g.dx[0] + f.major[1] * g.dx[1], y = f.major[0] * g.dy[0] + f.major[1] * g.dy[1];
    RC_ASSERT(std::fabs((x * x + y * y) / (length * length) - f.major_squared) < 1e-6 * squares);
  });
}

TEST_CASE("orthogonal and zero derivatives are left as they are", "[sampling][L2]") {
  for (const FootprintAxes axes : {FootprintAxes::kDerivatives, FootprintAxes::kEllipse}) {
    CHECK(pixel_footprint({{4, 0, 0}, {0, 1, 0}}, kUnit, axes).major_squared == 16.0);
    CHECK(pixel_footprint({{4, 0, 0}, {0, 1, 0}}, kUnit, axes).minor_squared == 1.0);
    CHECK(pixel_footprint({{4, 0, 0}, {0, 4, 0}}, kUnit, axes).minor_squared == 16.0);
    CHECK(pixel_footprint({{4, 0, 0}, {0, 0, 0}}, kUnit, axes).major_squared == 16.0);
    CHECK(pixel_footprint({{4, 0, 0}, {0, 0, 0}}, kUnit, axes).minor_squared == 0.0);
    CHECK(pixel_footprint({{0, 0, 0}, {0, 0, 0}}, kUnit, axes).major_squared == 0.0);
  }
}

TEST_CASE("parallel derivatives span an ellipse without width, as their neighbours nearly do", "[sampling][L2][R25]") {
  const PixelFootprint parallel = pixel_footprint({{4, 0, 0}, {2, 0, 0}}, kUnit, FootprintAxes::kEllipse);
  CHECK(parallel.major_squared == 20.0);
  CHECK(parallel.minor_squared == 0.0);
  CHECK(parallel.major == std::array{std::sqrt(20.0), 0.0});
  const PixelFootprint nearly = pixel_footprint({{4, 0, 0}, {2, 1e-6, 0}}, kUnit, FootprintAxes::kEllipse);
  CHECK(std::fabs(nearly.major_squared - 20.0) < 1e-5);
  CHECK(nearly.minor_squared < 1e-11);
}

TEST_CASE("the ratio is limited and rounded up to an even number of taps", "[sampling][L4]") {
  CHECK(spread(8, 8, 16).taps == 1);
  CHECK(spread(8, 7.9, 16).taps == 2);
  CHECK(spread(16, 8, 16).taps == 2);
  CHECK(spread(16.5, 8, 16).taps == 4);
  CHECK(spread(16 * 7, 8, 16).taps == 14);
  CHECK(spread(16 * 20, 8, 16).taps == 16);
  CHECK(spread(16 * 20, 8, 4).taps == 4);
  CHECK(spread(100, 0, 2).taps == 2);
  CHECK(spread(0, 0, 16).taps == 1);
}

TEST_CASE("the level of detail is the shorter axis', until the ratio reaches its limit", "[sampling][L4][X9][R25]") {
  CHECK(spread(8, 7.96, 16).level_length_squared == 7.96 * 7.96);
  CHECK(spread(64, 31, 16).level_length_squared == 31.0 * 31.0);
  CHECK(spread(64, 31, 2).level_length_squared == 32.0 * 32.0);
  CHECK(lod_of_squared_length(spread(64, 16, 16).level_length_squared) == 4 * (1 << kLog2FractionBits));
  CHECK(lod_of_squared_length(spread(64, 16, 2).level_length_squared) == 5 * (1 << kLog2FractionBits));
  CHECK(lod_of_squared_length(spread(64, 0, 16).level_length_squared) == 2 * (1 << kLog2FractionBits));
}

TEST_CASE("a minor axis below a texel keeps its taps, and leaves the level of detail below 0", "[sampling][L4][L5]") {
  // 12 times as long as wide, and as many taps as anywhere else.
  CHECK(spread(3, 0.25, 16).taps == 12);
  CHECK(lod_of_squared_length(spread(3, 0.25, 16).level_length_squared) == -2 * (1 << kLog2FractionBits));
  CHECK(spread(0.5, 0.0625, 16).taps == 8);
  CHECK(spread(0.5, 0.5, 16).taps == 1);
}

TEST_CASE("tap weights are symmetric and sum to a power of two", "[sampling][L5]") {
  for (unsigned taps : {1u, 2u, 4u, 6u, 8u, 10u, 12u, 14u, 16u}) {
    unsigned sum = 0;
    for (unsigned tap = 0; tap < taps; ++tap) {
      sum += tap_weight(taps, tap);
      CHECK(tap_weight(taps, tap) == tap_weight(taps, taps - 1 - tap));
      CHECK(std::fabs(tap_weight(taps, tap) - 1024.0 / taps) < 1.0);
    }
    CHECK(sum == 1u << kTapWeightBits);
  }
}

TEST_CASE("taps stand in the middle of equal parts of the longer axis", "[sampling][L5]") {
  CHECK(tap_offset(1.0, 2, 0) == -128);
  CHECK(tap_offset(1.0, 2, 1) == 128);
  CHECK(tap_offset(1.0, 4, 0) == -384);
  CHECK(tap_offset(2.5, 4, 3) == 960);
  CHECK(tap_offset(1e300, 16, 15) == 1 << 28);
}

TEST_CASE("an anisotropic sample is sharper than an isotropic one across the short axis", "[sampling][L4][L5]") {
  // Columns alternate black and white; the footprint is 8 texels tall and 1 wide.
  std::vector<std::byte> texels;
  const SurfaceImage image{.width = 16, .height = 16, .levels = 5};
  for (unsigned level = 0; level < 5; ++level) {
    const unsigned size = 16u >> level;
    for (unsigned y = 0; y < size; ++y) {
      for (unsigned x = 0; x < size; ++x) {
        const unsigned value = level == 0 ? (x & 1) * 254 : 127;
        for (int c = 0; c < 4; ++c) texels.push_back(static_cast<std::byte>(value));
      }
    }
  }
  gen9::SamplerState sampler = linear_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kLinear);
  const auto red = [&] {
    SamplerBench bench{image, texels, sampler};
    return real(bench.send(Op::kSampleD, {1.5f / 16, 1.0f / 16, 0.0f, 0.5f, 0.0f, 8.0f / 16}), 0);
  };
  CHECK(red() == 127.0f / 255);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  sampler.max_anisotropy = 8;
  CHECK(red() == 254.0f / 255);
}

TEST_CASE("four taps along an axis weigh five texels, whichever axis it is", "[sampling][L5]") {
  // Centre of texel 8; taps at -1.5, -0.5, 0.5 and 1.5 texels, each half way between two texels.
  gen9::SamplerState sampler = linear_sampler(gen9::TextureCoordinateMode::kWrap);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  sampler.max_anisotropy = 4;
  const auto weights = [&](bool along_u) {
    std::vector<float> found;
    for (unsigned lit = 4; lit < 13; ++lit) {
      std::vector<std::byte> texels(16 * 16);
      for (unsigned i = 0; i < texels.size(); ++i)
        texels[i] = (along_u ? i % 16 : i / 16) == lit ? std::byte{255} : std::byte{0};
      SamplerBench bench{{.format = gen9::SurfaceFormat::kR8Unorm, .width = 16, .height = 16}, texels, sampler};
      const float centre = 8.5f / 16, along = 4.0f / 16, across = 0.125f / 16;
      found.push_back(real(
          bench.send(Op::kSampleD, {centre, along_u ? along : across, 0.0f, centre, 0.0f, along_u ? across : along}),
          0));
    }
    return found;
  };
  const std::vector<float> expected{0, 0, 0.125f, 0.25f, 0.25f, 0.25f, 0.125f, 0, 0};
  CHECK(weights(true) == expected);
  CHECK(weights(false) == expected);
}

TEST_CASE("explicit levels never use anisotropy", "[sampling][L4]") {
  gen9::SamplerState sampler = linear_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kLinear);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  sampler.max_anisotropy = 16;
  SamplerBench bench{{.width = 4, .height = 4}, std::vector<std::byte>(64), sampler};
  const std::vector<float> v{0.0f, 0.0f, 10.0f, 10.0f};
  const auto taps = [&](Op op) {
    return int{bench.send(op, {0.0f, v}, {}, PlanDetail::kFootprints).subspans[0].anisotropy};
  };
  CHECK(taps(Op::kSample) == 16);
  CHECK(taps(Op::kSampleLz) == 1);
  CHECK(taps(Op::kSampleL) == 1);
  CHECK(taps(Op::kGather4) == 1);
}

TEST_CASE("anisotropy on a cube keeps a constant constant", "[sampling][Q5]") {
  gen9::SamplerState sampler = linear_sampler(gen9::TextureCoordinateMode::kCube, gen9::MipFilter::kLinear);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  sampler.max_anisotropy = 8;
  std::vector<std::byte> texels(6 * 8 * 8 * 4, std::byte{99});
  SamplerBench bench{{.type = SurfaceType::kCube, .width = 8, .height = 8}, texels, sampler};
  const auto outcome =
      bench.send(Op::kSample, {1.0f, std::vector{0.95f, 0.95f, 0.95f, 0.95f}, std::vector{0.9f, 1.0f, 0.9f, 1.0f}});
  for (unsigned c = 0; c < 4; ++c) CHECK(real(outcome, c) == 99.0f / 255);
}
