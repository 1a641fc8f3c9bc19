// The level of detail of anisotropic footprints, through messages: its value and its continuity (resolution R25).
#include <rapidcheck/catch.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

gen9::SamplerState anisotropic_sampler(unsigned maximum, gen9::LodAlgorithm algorithm = gen9::LodAlgorithm::kLegacy) {
  gen9::SamplerState sampler = linear_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kLinear);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  sampler.max_anisotropy = static_cast<std::uint8_t>(maximum);
  sampler.lod_algorithm = algorithm;
  return sampler;
}

/// Texels of `levels` levels of a square R32_FLOAT map, whose value is a function of size and row.
template <class Value>
std::vector<std::byte> float_levels(unsigned size, unsigned levels, Value value) {
  std::vector<std::byte> texels;
  for (unsigned level = 0; level < levels; ++level) {
    for (unsigned y = 0; y < size >> level; ++y) {
      for (const std::byte b : floats({static_cast<float>(value(level, y))})) texels.push_back(b);
      const auto row = std::vector(texels.end() - 4, texels.end());
      for (unsigned x = 1; x < size >> level; ++x) texels.insert(texels.end(), row.begin(), row.end());
    }
  }
  return texels;
}

constexpr SurfaceImage kMap{.format = gen9::SurfaceFormat::kR32Float, .width = 256, .height = 256, .levels = 9};

/// Two derivatives of a position, in texels, on the two axes of a plane.
struct Derivatives {
  double xu, xv, yu, yv;
};

/// Unclamped level of detail of a quad with these derivatives, in levels.
float quad_lod(SamplerBench& bench, const SurfaceImage& image, bool array, const Derivatives& d) {
  const bool cube = image.type == SurfaceType::kCube;
  // A cube's quad lies around the middle of face +Z, which is two units wide and whose v runs against y.
  const double u_unit = cube ? 2.0 / image.width : 1.0 / image.width;
  const double v_unit = cube ? -2.0 / image.height : 1.0 / image.height;
  const auto u = std::vector{0.0f, static_cast<float>(d.xu * u_unit), static_cast<float>(d.yu * u_unit), 0.0f};
  const auto v = std::vector{0.0f, static_cast<float>(d.xv * v_unit), static_cast<float>(d.yv * v_unit), 0.0f};
  if (image.type == SurfaceType::k1D)
    return real(array ? bench.send(Op::kLod, {u, 1.0f}) : bench.send(Op::kLod, {u}), 1);
  if (cube && array) return real(bench.send(Op::kLod, {u, v, 1.0f, 1.0f}), 1);
  if (cube) return real(bench.send(Op::kLod, {u, v, 1.0f}), 1);
  return real(array ? bench.send(Op::kLod, {u, v, 1.0f}) : bench.send(Op::kLod, {u, v, 0.5f}), 1);
}

}  // namespace

TEST_CASE("a footprint that is hardly longer than wide has the level of detail of its width", "[sampling][L4][R25]") {
  // Each level holds its number, so that a trilinear result is the level of detail.
  const auto texels = float_levels(256, 9, [](unsigned level, unsigned) { return level; });
  for (const auto algorithm : {gen9::LodAlgorithm::kLegacy, gen9::LodAlgorithm::kEwaApproximation}) {
    for (const unsigned maximum : {2u, 4u, 16u}) {
      SamplerBench bench{kMap, texels, anisotropic_sampler(maximum, algorithm)};
      // log2(7.96) is 766.15/256; the next even number of taps is 2, which does not make it 512/256.
      const auto sharp =
          bench.send(Op::kSampleD, {0.3f, 8.0f / 256, 0.0f, 0.6f, 0.0f, 7.96f / 256}, {}, PlanDetail::kFootprints);
      CHECK(real(sharp, 0) == 766.0f / 256);
      CHECK(sharp.subspans[0].anisotropy == 2);
      CHECK(real(bench.send(Op::kSampleD, {0.3f, 0.0f, 7.96f / 256, 0.6f, 8.0f / 256, 0.0f}), 0) == 766.0f / 256);
      // Level of detail from the differences of quads.
      const std::vector u{0.0f, 8.0f / 256, 0.0f, 0.0f}, v{0.0f, 0.0f, 7.96f / 256, 0.0f};
      CHECK(real(bench.send(Op::kSample, {u, v}), 0) == 766.0f / 256);
      CHECK(real(bench.send(Op::kLod, {u, v}), 1) == 766.0f / 256);
    }
  }
}

TEST_CASE("stripes of one period per pixel across a footprint's width are grey", "[sampling][L4][R25]") {
  // Periods of eight rows: level 2 has black and white rows still, level 3 is grey.
  const auto texels =
      float_levels(256, 9, [](unsigned level, unsigned y) { return level < 3 ? (y << level & 4) / 4.0 : 0.5; });
  SamplerBench bench{kMap, texels, anisotropic_sampler(16)};
  for (unsigned step = 0; step < 32; ++step) {
    const float v = (100.0f + 0.25f * static_cast<float>(step)) / 256;
    const float red = real(bench.send(Op::kSampleD, {0.3f, 8.0f / 256, 0.0f, v, 0.0f, 7.96f / 256}), 0);
    CHECK(std::fabs(red - 0.5f) < 0.01f);
  }
}

TEST_CASE("a cube's gradients give the level of detail of the width on the face", "[sampling][L4][Q4][R25]") {
  // sample_d on a cube: derivatives on the face's [-1, 1], so twice those of the map.
  std::vector<std::byte> texels;
  const auto face = float_levels(64, 7, [](unsigned level, unsigned) { return level; });
  for (unsigned f = 0; f < 6; ++f) texels.insert(texels.end(), face.begin(), face.end());
  gen9::SamplerState sampler = anisotropic_sampler(16);
  sampler.address_u = sampler.address_v = sampler.address_r = gen9::TextureCoordinateMode::kCube;
  SamplerBench bench{
      {.type = SurfaceType::kCube, .format = gen9::SurfaceFormat::kR32Float, .width = 64, .height = 64, .levels = 7},
      texels,
      sampler};
  CHECK(real(bench.send(Op::kSampleD, {0.0f, 16.0f / 64, 0.0f, 0.0f, 0.0f, 15.92f / 64, 3.0f}), 0) == 766.0f / 256);
}

TEST_CASE("the level of detail is continuous in the derivatives, on every surface type", "[sampling][L3][L4][R25]") {
  struct Kind {
    SurfaceType type;
    bool array;
  };
  const Kind kind = GENERATE(Kind{SurfaceType::k1D, false}, Kind{SurfaceType::k1D, true}, Kind{SurfaceType::k2D, false},
                             Kind{SurfaceType::k2D, true}, Kind{SurfaceType::k3D, false},
                             Kind{SurfaceType::kCube, false}, Kind{SurfaceType::kCube, true});
  rc::prop("a change of a thousandth moves it by no more than the narrowest footprint allows", [kind] {
    const bool cube = kind.type == SurfaceType::kCube;
    SurfaceImage image{.type = kind.type, .format = gen9::SurfaceFormat::kR8Unorm};
    image.width = *rc::gen::inRange(1u, 100u);
    image.height = kind.type == SurfaceType::k1D ? 1 : cube ? image.width : *rc::gen::inRange(1u, 100u);
    if (kind.type == SurfaceType::k3D) image.depth = 2;
    if (kind.array) image.array_length = 2;
    const unsigned maximum = *rc::gen::inRange(1u, 9u) * 2;
    const auto algorithm = *rc::gen::element(gen9::LodAlgorithm::kLegacy, gen9::LodAlgorithm::kEwaApproximation);
    SamplerBench bench{image,
                       std::vector<std::byte>(packed_bytes(image)),
                       anisotropic_sampler(maximum, algorithm),
                       {},
                       {.tiling = Tiling::kLinear, .array = kind.array}};

    // Around a ratio that is a whole number, where the number of taps changes, and around parallel derivatives.
    const double longer = *rc::gen::inRange(1, 1000) / 16.0;
    const double ratio = *rc::gen::inRange(1, 20);
    const double turn = *rc::gen::inRange(0, 360) * (std::numbers::pi / 180);
    const double between = *rc::gen::element(0, 30, 90, 135, 180) * (std::numbers::pi / 180);
    const bool plane = kind.type != SurfaceType::k1D;
    const auto at = [&](double change) {
      const double y = longer / ratio * (1 + change), angle = turn + between + change;
      return Derivatives{longer * (plane ? std::cos(turn) : 1.0), plane ? longer * std::sin(turn) : 0.0,
                         y * (plane ? std::cos(angle) : 1.0), plane ? y * std::sin(angle) : 0.0};
    };
    constexpr double kChange = 1.0 / 1024;
    const float below = quad_lod(bench, image, kind.array, at(-kChange));
    const float above = quad_lod(bench, image, kind.array, at(kChange));
    // The change of a derivative is at most 4 * kChange of the longer; the width counts down to longer / maximum.
    const double bound = std::log2(1 + 4 * kChange * maximum) + 2.0 / 256;
    RC_ASSERT(std::fabs(below - above) <= bound);
    // The level of detail never exceeds that of the longer axis, and never lies below what the limit of the ratio
    // leaves.
    RC_ASSERT(below <= std::log2(longer * std::numbers::sqrt2) + 2.0 / 256);
    RC_ASSERT(below >= std::log2(longer / maximum) - 2.0 / 256);
  });
}
