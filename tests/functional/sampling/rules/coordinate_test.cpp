#include "functional/sampling/rules/coordinate.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "functional/sampling/rules/address_mode.h"
#include "functional/sampling/rules/linear_tap.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::TextureCoordinateMode;

namespace {

constexpr auto kNearest = CoordinateRounding::kNearest;
constexpr auto kTruncate = CoordinateRounding::kTruncate;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// The product as float32 arithmetic has it: exact in double precision, rounded once.
float float_product(float u, std::uint32_t n) {
  return static_cast<float>(static_cast<double>(u) * n);
}

/// Exact position in texels as an integer ratio: u is m * 2^e, so u * n * 2^60 fits 128 bits for |u| < 2^10.
__int128 exact_times_2_60(float u, std::uint32_t n) {
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::frexp(u, &exponent) * (1 << 24));
  const int shift = 60 + exponent - 24;
  const __int128 product = static_cast<__int128>(mantissa) * n;
  return shift >= 0 ? product << shift : product >> -shift;
}

}  // namespace

TEST_CASE("normalised coordinates scale with the size of the level", "[sampling][C1]") {
  CHECK(axis_position(0.25, true, 64, TextureCoordinateMode::kClamp, kNearest) == 16 * 256);
  CHECK(axis_position(1.0, true, 16384, TextureCoordinateMode::kClamp, kNearest) == 16384 * 256);
  CHECK(axis_position(-0.5, true, 2048, TextureCoordinateMode::kClamp, kNearest) == -1024 * 256);
}

TEST_CASE("coordinates in texels are not reduced, on axes of one texel either", "[sampling][C2]") {
  CHECK(axis_position(2.75, true, 1, TextureCoordinateMode::kWrap, kNearest) == 192);
  CHECK(axis_position(2.75, false, 1, TextureCoordinateMode::kWrap, kNearest) == 2 * 256 + 192);
  CHECK(axis_position(2.75, false, 8, TextureCoordinateMode::kWrap, kNearest) == 2 * 256 + 192);
}

TEST_CASE("reduction before scaling does not change which texel is chosen", "[sampling][C2]") {
  rc::prop("a repeat reached by whole periods is the same texel", [] {
    const auto numerator = *rc::gen::inRange(-(1 << 22), 1 << 22);
    const auto size = static_cast<std::uint32_t>(*rc::gen::inRange(1, 2049));
    const float u = static_cast<float>(numerator) / 4096.0f;  // exact
    const auto n = static_cast<std::int32_t>(size);
    const std::int64_t floor_texel = (std::int64_t{numerator} * n) >> 12;
    const auto texel = nearest_texel(scale_periodic(u, size, kTruncate));
    RC_ASSERT(floor_modulus(texel, 2 * n) == static_cast<std::int32_t>(((floor_texel % (2 * n)) + 2 * n) % (2 * n)));
  });
}

TEST_CASE("far coordinates keep the parity that MIRROR needs", "[sampling][C2]") {
  CHECK(reduce_periodic(16777217.0f * 1.0f) == 0.0);  // rounds to an even float
  CHECK(reduce_periodic(16777215.0f) == 1.0);
  CHECK(reduce_periodic(-16777215.0f) == 1.0);
  CHECK(reduce_periodic(33554434.0f) == 0.0);
  CHECK(reduce_periodic(1e38f) == 0.0);
  CHECK(reduce_periodic(8388607.5f) == 1.5);
  CHECK(reduce_periodic(kInfinity) == 0.0);
}

TEST_CASE("conversion to fixed point is within 0.6 ULP of the float32 product", "[sampling][C3]") {
  rc::prop("rounded nearest", [] {
    const auto bits = *rc::gen::inRange<std::uint32_t>(0, 1u << 31);
    const bool negative = *rc::gen::arbitrary<bool>();
    // Exponents from 2^-40 to 2^3.
    const float magnitude =
        std::ldexp(1.0f + static_cast<float>(bits & 0x7FFFFF) / 8388608.0f, static_cast<int>(bits % 44) - 40);
    const float u = negative ? -magnitude : magnitude;
    const auto size = static_cast<std::uint32_t>(*rc::gen::inRange(1, 16385));
    const __int128 exact = exact_times_2_60(float_product(u, size), 1) * 256;  // in 1/256 texel, times 2^60
    const __int128 got = static_cast<__int128>(scale_clamped(u, size, kNearest)) << 60;
    const __int128 error = got > exact ? got - exact : exact - got;
    RC_ASSERT(error * 10 <= (static_cast<__int128>(6) << 60));
  });
}

TEST_CASE("a quotient of texel and size reads the texel that its float32 product with the size rounds to",
          "[sampling][C1][R30]") {
  for (std::uint32_t size = 1; size <= 16384; size += size < 300 ? 1 : 977) {
    for (std::uint32_t i = 0; i < size; ++i) {
      const float u = static_cast<float>(i) / static_cast<float>(size);
      const float product = float_product(u, size);
      for (const auto mode : {TextureCoordinateMode::kClamp, TextureCoordinateMode::kWrap}) {
        if (nearest_texel(axis_position(u, true, size, mode, kTruncate)) == static_cast<std::int32_t>(product))
          continue;
        FAIL("texel " << i << " of " << size);
      }
      // A linear filter rounds the product, too.
      REQUIRE(axis_position(u, true, size, TextureCoordinateMode::kClamp, kNearest) ==
              static_cast<std::int32_t>(std::floor(static_cast<double>(product) * 256 + 0.5)));
    }
  }
}

TEST_CASE("a nearest copy of a picture 100 texels wide hits all columns that float32 can tell",
          "[sampling][C1][R30][section-10]") {
  using namespace texpipe::functional::test;
  const SurfaceImage image{.format = gen9::SurfaceFormat::kR8Unorm, .width = 100, .height = 1};
  std::vector<std::byte> texels;
  for (unsigned i = 0; i < image.width; ++i) texels.push_back(static_cast<std::byte>(i));
  SamplerBench bench{image, texels, nearest_sampler()};
  int right = 0;
  for (int i = 0; i < 100; ++i) {
    const float u = static_cast<float>(i) / 100.0f;
    const float shown = real(bench.send(Op::kSampleLz, {u, 0.5f}), 0) * 255.0f;
    CHECK(static_cast<int>(shown + 0.5f) == static_cast<int>(float_product(u, 100)));
    right += static_cast<int>(shown + 0.5f) == i;
  }
  CHECK(right == 98);
}

TEST_CASE("places on a face of a cube have a float32 product, too", "[sampling][C1][R30][Q1]") {
  using namespace texpipe::functional::test;
  SurfaceImage image{.format = gen9::SurfaceFormat::kR8Unorm, .width = 100, .height = 100};
  image.type = gen9::SurfaceType::kCube;
  std::vector<std::byte> texels(packed_bytes(image));
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i % 100);
  SamplerBench bench{image, texels, nearest_sampler()};
  for (int i = 0; i < 100; ++i) {
    const auto x = static_cast<float>(i / 50.0 - 1.0);
    const auto product = static_cast<float>((0.5 * x + 0.5) * 100);
    const float shown = real(bench.send(Op::kSampleLz, {x, 0.0f, 1.0f}), 0) * 255.0f;
    CHECK(static_cast<int>(shown + 0.5f) == static_cast<int>(product));
  }
}

TEST_CASE("NaN is 0 and infinities saturate", "[sampling][C3]") {
  CHECK(to_subtexel(kNan, kNearest) == 0);
  CHECK(to_subtexel(kInfinity, kNearest) == kFarthestPosition);
  CHECK(to_subtexel(-kInfinity, kNearest) == -kFarthestPosition);
  CHECK(to_subtexel(1e30, kTruncate) == kFarthestPosition);
  CHECK(scale_periodic(kNan, 64, kNearest) == 0);
}

TEST_CASE("positions keep 8 fraction bits over the largest surface and its slack", "[sampling][C4]") {
  CHECK(kSubtexelBits == 8);
  const float last = std::nextafter(1.0f, 0.0f);
  CHECK(nearest_texel(scale_clamped(last, 16384, kTruncate)) == 16383);
  CHECK(scale_clamped(10.0f, 16384, kTruncate) == 163840 * 256);
  CHECK(scale_clamped(-10.0f, 16384, kTruncate) == -163840 * 256);
}

TEST_CASE("every weight of the 1/256 grid occurs, each within 0.6 ULP of the exact one", "[sampling][C6]") {
  std::array<bool, 256> seen{};
  for (int step = 0; step < 4096; ++step) {
    const double exact = 8.0 + step / 4096.0;  // texels
    const LinearTap tap = linear_tap(to_subtexel(exact, kNearest));
    seen[tap.second_weight] = true;
    const double weight = tap.first + tap.second_weight / 256.0 - (exact - 0.5);
    CHECK(std::fabs(weight) * 256 <= 0.6);
  }
  CHECK(std::count(seen.begin(), seen.end(), true) == 256);
}

TEST_CASE("point sampling takes the texel that contains the converted position", "[sampling][C5]") {
  CHECK(nearest_texel(to_subtexel(3.0, kTruncate)) == 3);
  CHECK(nearest_texel(to_subtexel(2.999, kTruncate)) == 2);
  CHECK(nearest_texel(to_subtexel(-0.001, kTruncate)) == -1);
}

TEST_CASE("the last 1/512 of a texel belongs to the next only when the sampler rounds", "[sampling][C5][X1]") {
  const double below = 5.0 - 1.0 / 512;
  CHECK(nearest_texel(to_subtexel(below, kNearest)) == 5);
  CHECK(nearest_texel(to_subtexel(below, kTruncate)) == 4);
  CHECK(nearest_texel(to_subtexel(5.0 - 1.0 / 256, kNearest)) == 4);
  CHECK(linear_tap(to_subtexel(5.5 - 1.0 / 512, kNearest)).first == 5);
  CHECK(linear_tap(to_subtexel(5.5 - 1.0 / 512, kNearest)).second_weight == 0);
  CHECK(linear_tap(to_subtexel(5.5 - 1.0 / 512, kTruncate)).first == 4);
  CHECK(linear_tap(to_subtexel(5.5 - 1.0 / 512, kTruncate)).second_weight == 255);
}

TEST_CASE("2^-9 texel around every edge and centre decides as the rounding enable says",
          "[sampling][C5][C6][X1][section-10]") {
  using namespace texpipe::functional::test;
  // Columns of a surface whose texel i is i; u is exact, because the width is a power of two.
  constexpr unsigned kColumns = 16;
  std::vector<std::byte> texels;
  for (unsigned i = 0; i < kColumns; ++i) texels.push_back(static_cast<std::byte>(i));
  const auto value = [&](bool linear, bool round, double position) {
    gen9::SamplerState sampler = linear ? linear_sampler() : nearest_sampler();
    sampler.round_u_mag = sampler.round_u_min = round;
    SamplerBench bench{{.format = gen9::SurfaceFormat::kR8Unorm, .width = kColumns, .height = 1}, texels, sampler};
    return real(bench.send(Op::kSampleLz, {static_cast<float>(position / kColumns), 0.5f}), 0);
  };
  const auto texel = [](double index) { return static_cast<float>(index / 255); };
  constexpr double kStep = 1.0 / 512;
  for (unsigned edge = 1; edge < kColumns; ++edge) {
    INFO("edge " << edge);
    CHECK(value(false, false, edge - kStep) == texel(edge - 1));
    CHECK(value(false, true, edge - kStep) == texel(edge));  // half of 1/256 rounds up
    CHECK(value(false, true, edge - kStep - kStep / 8) == texel(edge - 1));
    for (const bool round : {false, true}) {
      CHECK(value(false, round, edge) == texel(edge));
      CHECK(value(false, round, edge + kStep) == texel(edge));
    }
  }
  for (unsigned left = 1; left < kColumns - 1; ++left) {
    INFO("centre of " << left);
    const double centre = left + 0.5;
    CHECK(value(true, true, centre - kStep) == texel(left));
    CHECK(value(true, false, centre - kStep) == texel(left - 1.0 / 256));  // all but 1/256 of a texel
    CHECK(value(true, true, centre - kStep - kStep / 8) == texel(left - 1.0 / 256));
    CHECK(value(true, true, centre) == texel(left));
    CHECK(value(true, false, centre) == texel(left));
    CHECK(value(true, true, centre + kStep) == texel(left + 1.0 / 256));
    CHECK(value(true, false, centre + kStep) == texel(left));
  }
}

TEST_CASE("rounding is chosen per axis and per filter by the sampler state", "[sampling][X1]") {
  using namespace texpipe::functional::test;
  // Texel values 0 and 255 along u and v; a position just below the texel edge in both.
  const auto texels = rgba({0x00000000, 0x000000FF, 0x0000FF00, 0x0000FFFF});
  gen9::SamplerState sampler = nearest_sampler();
  sampler.round_u_mag = true;
  SamplerBench bench{{.width = 2, .height = 2}, texels, sampler};
  const float below = 0.5f - 1.0f / 2048;
  const auto outcome = bench.send(Op::kSampleLz, {below, below});
  CHECK(real(outcome, 0) == 1.0f);  // u rounded into the next texel
  CHECK(real(outcome, 1) == 0.0f);  // v truncated
}

TEST_CASE("a texel centre has weight 0 for the next texel", "[sampling][C6]") {
  const LinearTap tap = linear_tap(to_subtexel(7.5, kNearest));
  CHECK(tap.first == 7);
  CHECK(tap.second_weight == 0);
  const LinearTap left = linear_tap(to_subtexel(0.25, kNearest));
  CHECK(left.first == -1);
  CHECK(left.second_weight == 192);
}

TEST_CASE("the array slice is the nearest, ties to even, clamped", "[sampling][C8][X7]") {
  CHECK(array_slice(0.5f, 8) == 0);
  CHECK(array_slice(1.5f, 8) == 2);
  CHECK(array_slice(2.5f, 8) == 2);
  CHECK(array_slice(2.5001f, 8) == 3);
  CHECK(array_slice(-3.0f, 8) == 0);
  CHECK(array_slice(7.6f, 8) == 7);
  CHECK(array_slice(1e30f, 8) == 7);
  CHECK(array_slice(kInfinity, 2048) == 2047);
  CHECK(array_slice(kNan, 8) == 0);
}
