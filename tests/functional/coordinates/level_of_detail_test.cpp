#include "functional/coordinates/level_of_detail.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "functional/sampling/rules/gradient.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::MipFilter;
using Mode = gen9::TextureCoordinateMode;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

FineLod level(double lod) {
  return lod_of_parameter(static_cast<float>(lod));
}

LodControls controls(MipFilter filter, std::uint8_t last = 10) {
  LodControls c;
  c.mip_filter = filter;
  c.last_level = last;
  c.preclamp = true;
  return c;
}

/// A 16x16 surface with 5 levels; level L is 32 * L in red.
SamplerBench ladder(gen9::SamplerState sampler) {
  std::vector<std::byte> texels;
  for (unsigned l = 0; l < 5; ++l) {
    for (unsigned i = 0; i < (16u >> l) * (16u >> l); ++i) {
      for (const unsigned value : {32 * l, 0u, 0u, 255u}) texels.push_back(static_cast<std::byte>(value));
    }
  }
  return SamplerBench{{.width = 16, .height = 16, .levels = 5}, texels, sampler};
}

/// The level that a one-colour-per-level sample shows.
double shown_level(float red) {
  return red * 255.0 / 32;
}

gen9::SamplerState trilinear() {
  return linear_sampler(Mode::kWrap, MipFilter::kLinear);
}

}  // namespace

TEST_CASE("log2 agrees with libm to its last bit and is exact at powers of two", "[sampling][L9]") {
  constexpr int kOne = 1 << kLog2FractionBits;
  for (int e = -100; e <= 100; ++e) CHECK(log2_fixed(std::ldexp(1.0, e)) == e * kOne);
  rc::prop("floor of log2 in 2^-22", [] {
    const double x = std::ldexp(1.0 + *rc::gen::inRange(0, 1 << 30) / double(1 << 30), *rc::gen::inRange(-60, 60));
    const double exact = std::log2(x) * kOne;
    const double got = log2_fixed(x);
    RC_ASSERT(got <= exact + 1e-6);
    RC_ASSERT(got > exact - 1 - 1e-6);
  });
}

TEST_CASE("the level of detail has 8 fraction bits, nearest, ties to even", "[sampling][L9]") {
  CHECK(to_lod(level(1.0)) == 256);
  CHECK(to_lod(level(1.0 + 1.0 / 512)) == 256);
  CHECK(to_lod(level(1.0 + 3.0 / 512)) == 258);
  CHECK(to_lod(level(1.0 + 1.01 / 512)) == 257);
  CHECK(to_lod(level(-0.3)) == -77);
  CHECK(lod_of_parameter(kNan) == 0);
  CHECK(to_lod(lod_of_parameter(1e30f)) == 128 * 256);
  CHECK(to_lod(lod_of_parameter(-std::numeric_limits<float>::infinity())) == -128 * 256);
}

TEST_CASE("a level of detail is rounded once", "[sampling][L9][C3]") {
  CHECK(to_lod(lod_of_parameter(0x1.7f7fap+0f)) == 383);  // 1.4980: just below 383.5/256
  CHECK(to_lod(lod_of_parameter(-0x1.7f7fap+0f)) == -383);
  CHECK(to_lod(lod_of_parameter(0x1.7f8002p+0f)) == 384);  // just above
  CHECK(to_lod(lod_of_parameter(0x1.7e8002p+0f)) == 383);  // just above 382.5/256, whose tie is even
  CHECK(to_lod(lod_of_parameter(0x1p-40f)) == 0);
  SamplerBench bench = ladder(trilinear());
  const double shown = shown_level(real(bench.send(Op::kSampleL, {0x1.7f7fap+0f, 0.1f, 0.1f}), 0));
  CHECK(shown == Approx(383 / 256.0).margin(1e-6));
}

TEST_CASE("a level of detail with a bias is rounded once", "[sampling][L6][L9]") {
  // Level 1 by gradients, exactly.
  const std::vector<float> u{0.0f, 0.125f, 0.0f, 0.125f};
  SamplerBench bench = ladder(trilinear());
  const double shown = shown_level(real(bench.send(Op::kSampleB, {0x1.7f7fap+0f, u, 0.0f}), 0));
  CHECK(shown == Approx(1 + 383 / 256.0).margin(1e-6));
  rc::prop("of any length and bias", [] {
    const double squared =
        std::ldexp(1.0 + *rc::gen::inRange(0, 1 << 30) / double(1 << 30), *rc::gen::inRange(-20, 20));
    const long double lod = std::log2(static_cast<long double>(squared)) / 2;
    // A bias that brings the sum next to a tie, where its own bits beyond the fine level of detail's decide.
    const auto tie = (*rc::gen::inRange(-512, 512) + 0.5L) / 256;
    auto bias = static_cast<float>(tie - lod);
    const int steps = *rc::gen::inRange(-3, 4);
    for (int i = 0; i < std::abs(steps); ++i) bias = std::nextafter(bias, steps < 0 ? -20.0f : 20.0f);
    RC_PRE(bias >= -16.0f && bias < 15.9f);
    const long double sum = (lod + static_cast<long double>(bias)) * 256;
    RC_PRE(std::fabs(sum - tie * 256) > 1e-9L);
    RC_ASSERT(to_lod(biased_lod(lod_of_squared_length(squared), squared, bias)) ==
              static_cast<Lod>(std::floor(sum + 0.5L)));
  });
}

TEST_CASE("a level of detail of gradients is rounded once", "[sampling][L3][L9]") {
  for (int k = -300; k < 300; ++k) {
    // The last length below and the first above the middle between k and k + 1 in 1/256.
    double low = std::exp2((2 * k + 0.9) / 256), high = std::exp2((2 * k + 1.1) / 256);
    while (std::nextafter(low, high) < high) {
      const double middle = low + (high - low) / 2;
      (std::log2(static_cast<long double>(middle)) * 128 < k + 0.5L ? low : high) = middle;
    }
    CHECK(to_lod(lod_of_squared_length(low * (1 - 1e-9))) == k);
    CHECK(to_lod(lod_of_squared_length(high * (1 + 1e-9))) == k + 1);
  }
}

TEST_CASE("quad differences give the level of detail, disabled pixels included", "[sampling][L1]") {
  SamplerBench bench = ladder(trilinear());
  // u grows by 4 texels to the right, v by 2 downwards: level 2 for all pixels.
  const std::vector<float> u{0.0f, 0.25f, 0.0f, 0.25f}, v{0.0f, 0.0f, 0.125f, 0.125f};
  const auto outcome = bench.send(Op::kSample, {u, v}, {.execution_mask = 0x88});
  CHECK(shown_level(real(outcome, 0, 3)) == Approx(2.0));
  CHECK(shown_level(real(outcome, 0, 7)) == Approx(2.0));
}

TEST_CASE("quads do not share a level with each other", "[sampling][L1]") {
  SamplerBench bench = ladder(trilinear());
  const std::vector<float> u{0.0f, 0.25f, 0.0f, 0.25f, 0.0f, 0.125f, 0.0f, 0.125f};
  const auto outcome = bench.send(Op::kSample, {u, 0.0f});
  CHECK(shown_level(real(outcome, 0, 0)) == Approx(2.0));
  CHECK(shown_level(real(outcome, 0, 4)) == Approx(1.0));
}

TEST_CASE("given gradients count per pixel, in units of the map", "[sampling][L1]") {
  SamplerBench bench = ladder(trilinear());
  const std::vector<float> dudx{0.125f, 0.25f, 0.5f, 0.0625f};
  const auto outcome = bench.send(Op::kSampleD, {0.1f, dudx, 0.0f, 0.1f, 0.0f, 0.0f});
  CHECK(shown_level(real(outcome, 0, 0)) == Approx(1.0));
  CHECK(shown_level(real(outcome, 0, 1)) == Approx(2.0));
  CHECK(shown_level(real(outcome, 0, 2)) == Approx(3.0));
  CHECK(shown_level(real(outcome, 0, 3)) == Approx(0.0));
}

TEST_CASE("gradients are scaled by the view's most detailed level", "[sampling][L1]") {
  SamplerBench bench = ladder(trilinear());
  bench.state.surface_min_lod = 1;
  bench.state.mip_count = 4;
  const auto outcome = bench.send(Op::kSampleD, {0.1f, 0.25f, 0.0f, 0.1f, 0.0f, 0.0f});
  CHECK(shown_level(real(outcome, 0)) == Approx(2.0));  // 2 texels of level 1: one level further
}

TEST_CASE("the isotropic level is the logarithm of the longer Euclidean length", "[sampling][L3][X10]") {
  CHECK(lod_of_squared_length(squared_length({3.0, 4.0, 0.0})) == (log2_fixed(5.0) | 1));
  CHECK(lod_of_squared_length(squared_length({2.0, 3.0, 6.0})) == (log2_fixed(7.0) | 1));
  CHECK(lod_of_squared_length(squared_length({0.0, 4.0, 0.0})) == log2_fixed(4.0));
  CHECK(lod_of_squared_length(0.0) == -kFarthestLod);
  CHECK(lod_of_squared_length(squared_length({double(kNan), 1.0, 0.0})) == -kFarthestLod);
  SamplerBench bench = ladder(trilinear());
  const float three = 3.0f / 16, four = 4.0f / 16;
  const auto outcome = bench.send(Op::kSampleD, {0.1f, three, 0.0f, 0.1f, four, 0.0f});
  CHECK(shown_level(real(outcome, 0)) == Approx(std::log2(5.0)).margin(1.0 / 256));
}

TEST_CASE("biases of sampler and message add, and the message's is limited to -16 and 16", "[sampling][L6][X5]") {
  LodControls c = controls(MipFilter::kLinear);
  c.bias = 128;
  CHECK(choose_levels(level(1.0), c).clamped == 384);
  CHECK(bias_of_parameter(100.0f) < 16 << kLog2FractionBits);
  CHECK(to_lod(bias_of_parameter(-100.0f)) == -16 * 256);
  gen9::SamplerState sampler = trilinear();
  sampler.lod_bias = gen9::S4_8::nearest(0.5);
  SamplerBench bench = ladder(sampler);
  const auto outcome =
      bench.send(Op::kSampleB, {std::vector{1.25f, -0.25f}, std::vector{0.0f, 0.125f, 0.0f, 0.125f}, 0.0f});
  CHECK(shown_level(real(outcome, 0, 0)) == Approx(2.75));
  CHECK(shown_level(real(outcome, 0, 1)) == Approx(1.25));
}

TEST_CASE("a saturated level cannot be brought back into range by biases", "[sampling][L6]") {
  LodControls c = controls(MipFilter::kLinear);
  c.bias = -16 * 256;
  CHECK(choose_levels(lod_of_parameter(1e38f) + bias_of_parameter(-16.0f), c).clamped == 10 * 256);
}

TEST_CASE("MinLOD wins over MaxLOD, and NaN does not survive", "[sampling][L6][X6]") {
  LodControls c = controls(MipFilter::kLinear);
  c.minimum = 3 * 256;
  c.maximum = 2 * 256;
  CHECK(choose_levels(level(2.5), c).clamped == 3 * 256);
  CHECK(choose_levels(lod_of_parameter(kNan), c).clamped == 3 * 256);
}

TEST_CASE("a message's own minimum raises the sampler's", "[sampling][L6]") {
  SamplerBench bench = ladder(trilinear());
  const auto outcome = bench.send(Op::kSample, {0.1f, 0.1f, 0.0f, 0.0f, std::vector{0.0f, 2.5f}});
  CHECK(shown_level(real(outcome, 0, 0)) == Approx(0.0));
  CHECK(shown_level(real(outcome, 0, 1)) == Approx(2.5));
}

TEST_CASE("the resource clamp counts resource levels and its fraction blends", "[sampling][L7]") {
  SamplerBench bench = ladder(trilinear());
  bench.state.surface_min_lod = 1;
  bench.state.mip_count = 4;
  bench.state.resource_min_lod = gen9::U4_8::nearest(2.5);
  CHECK(shown_level(real(bench.send(Op::kSampleLz, {0.1f, 0.1f}), 0)) == Approx(2.5));
}

TEST_CASE("a clamp beyond the last level makes every access out of bounds", "[sampling][L7]") {
  SamplerBench bench = ladder(trilinear());
  bench.state.resource_min_lod = gen9::U4_8::nearest(4.5);
  const auto outcome = bench.send(Op::kSampleL, {4.0f, 0.1f, 0.1f});
  CHECK(real(outcome, 0) == 0.0f);
  CHECK(real(outcome, 3) == 0.0f);  // alpha is stored: 0, not the default
  CHECK(real(bench.send(Op::kLd, {0, 0, 3}), 3) == 0.0f);
  CHECK(real(bench.send(Op::kLd, {0, 0, 4}), 3) == 0.0f);  // the last level, which the clamp rounds down to
}

TEST_CASE("a map of one level that its resource clamps away answers every access with 0", "[sampling][L7][X11]") {
  const std::vector<std::byte> white(4 * 4 * 4 * 4, std::byte{255});
  const auto check = [&](Op op, unsigned sample_bits, std::initializer_list<Parameter> parameters) {
    INFO(static_cast<unsigned>(op));
    const SurfaceImage image{.width = 4, .height = 4, .sample_bits = static_cast<std::uint8_t>(sample_bits)};
    for (const double clamp : {0.0, 0.25, 2.0}) {
      INFO(clamp);
      SamplerBench bench{
          image, std::span{white}.first(packed_bytes(image)), trilinear(), {}, {.mcs = sample_bits != 0}};
      bench.state.resource_min_lod = gen9::U4_8::nearest(clamp);
      CHECK((word(bench.send(op, parameters), 0) != 0) == (clamp == 0.0));
    }
  };
  check(Op::kLd, 0, {1, 1, 0});
  check(Op::kLdLz, 0, {1, 1});
  check(Op::kLd2dss, 2, {3, 1, 1});
  check(Op::kLd2dms, 2, {3, 0xE4, 1, 1});
  check(Op::kLd2dmsW, 2, {3, 0xE4, 0, 1, 1});
  check(Op::kLdMcs, 2, {1, 1});
  check(Op::kGather4, 0, {0.5f, 0.5f});
  check(Op::kSample, 0, {0.5f, 0.5f});
  check(Op::kSampleLz, 0, {0.5f, 0.5f});
}

TEST_CASE("ld and gather4 of a level below the clamp are out of bounds", "[sampling][L7]") {
  SamplerBench bench = ladder(trilinear());
  bench.state.resource_min_lod = gen9::U4_8::nearest(2.5);
  CHECK(real(bench.send(Op::kLd, {0, 0, 1}), 3) == 0.0f);
  CHECK(real(bench.send(Op::kLd, {0, 0, 2}), 3) == 1.0f);
  CHECK(real(bench.send(Op::kGather4, {0.5f, 0.5f}, {.header = 3u << 16}), 0) == 0.0f);
}

TEST_CASE("the magnification filter serves levels up to 0 after the clamp", "[sampling][L8]") {
  const LodControls c = controls(MipFilter::kNone);
  CHECK(choose_levels(level(0.0), c).magnify);
  CHECK(choose_levels(level(1.0 / 600), c).magnify);  // nearest 1/256 is 0
  CHECK_FALSE(choose_levels(level(1.0 / 256), c).magnify);
  LodControls clamped = c;
  clamped.minimum = 256;
  CHECK_FALSE(choose_levels(level(-3.0), clamped).magnify);
  clamped.preclamp = false;
  CHECK(choose_levels(level(-3.0), clamped).magnify);
}

TEST_CASE("the number of levels limits the access, not the choice of the filter", "[sampling][L6][L8]") {
  // specification/sampling 4.4: pre-clamp knows the sampler's and the resource's limits only.
  LodControls c = controls(MipFilter::kLinear, 0);
  CHECK_FALSE(choose_levels(level(2.0), c).magnify);
  CHECK(choose_levels(level(2.0), c).first == 0);
  CHECK(choose_levels(level(-1.0), c).magnify);
  c.minimum = 3 * kOneLevel;  // beyond the last level
  CHECK_FALSE(choose_levels(level(-1.0), c).magnify);
  CHECK(choose_levels(level(-1.0), c).first == 0);
  c.maximum = 0;  // MIN LOD wins
  CHECK_FALSE(choose_levels(level(5.0), c).magnify);
  c.minimum = 0;
  CHECK(choose_levels(level(5.0), c).magnify);
}

TEST_CASE("the base level moves the border between magnification and minification", "[sampling][L8]") {
  LodControls c = controls(MipFilter::kLinear);
  c.base = 384;
  CHECK(choose_levels(level(1.5), c).magnify);
  CHECK_FALSE(choose_levels(level(1.51), c).magnify);
}

TEST_CASE("point mip filtering takes the upper level at a tie", "[sampling][L10][X2]") {
  const LodControls c = controls(MipFilter::kNearest);
  CHECK(choose_levels(level(1.5), c).first == 2);
  CHECK(choose_levels(level(1.5 - 1.0 / 256), c).first == 1);
  CHECK(choose_levels(level(0.5), c).first == 1);
  CHECK(choose_levels(level(99.0), c).first == 10);
}

TEST_CASE("linear mip filtering blends by the fraction and never snaps", "[sampling][L10]") {
  const LodControls c = controls(MipFilter::kLinear);
  for (int fraction = 0; fraction < 256; ++fraction) {
    const LevelChoice choice = choose_levels(level(3 + fraction / 256.0), c);
    CHECK(choice.first == 3);
    CHECK(choice.second_weight == fraction);
  }
  const LevelChoice last = choose_levels(level(10.7), c);
  CHECK(last.first == 10);
  CHECK(last.second_weight == 0);
}

TEST_CASE("without a mip filter the most detailed allowed level is read", "[sampling][L10]") {
  LodControls c = controls(MipFilter::kNone);
  CHECK(choose_levels(level(5.0), c).first == 0);
  c.minimum = 2 * 256 + 128;
  CHECK(choose_levels(level(5.0), c).first == 2);
}

TEST_CASE("trilinear quality drops a level that hardly counts", "[sampling][L10]") {
  LodControls c = controls(MipFilter::kLinear);
  c.quality = gen9::TrilinearQuality::kMedium;
  CHECK(choose_levels(level(2 + 63 / 256.0), c).second_weight == 0);
  CHECK(choose_levels(level(2 + 64 / 256.0), c).second_weight == 64);
  CHECK(choose_levels(level(2 + 193 / 256.0), c).first == 3);
  c.quality = gen9::TrilinearQuality::kLow;
  CHECK(choose_levels(level(2 + 95 / 256.0), c).second_weight == 0);
  CHECK(choose_levels(level(2 + 96 / 256.0), c).second_weight == 96);
}

TEST_CASE("LOD returns the clamped and the unclamped level", "[sampling][L11]") {
  gen9::SamplerState sampler = trilinear();
  sampler.max_lod = gen9::U4_8::nearest(1.25);
  SamplerBench bench = ladder(sampler);
  const std::vector<float> u{0.0f, 0.25f, 0.0f, 0.25f, 0.0f, 0.03125f, 0.0f, 0.03125f};
  const auto outcome = bench.send(Op::kLod, {u, 0.0f});
  CHECK(real(outcome, 0, 0) == 1.25f);
  CHECK(real(outcome, 1, 0) == 2.0f);
  CHECK(real(outcome, 0, 4) == 0.0f);
  CHECK(real(outcome, 1, 4) == -1.0f);
}

TEST_CASE("LOD of a null surface is 0", "[sampling][L11]") {
  SamplerBench bench = ladder(trilinear());
  bench.state.type = gen9::SurfaceType::kNull;
  const auto outcome = bench.send(Op::kLod, {0.5f, 0.5f});
  CHECK(word(outcome, 0) == 0);
  CHECK(word(outcome, 1) == 0);
}

TEST_CASE("coarse pixels divide the derivatives where the generation has them", "[sampling][R13]") {
  SamplerBench bench = ladder(trilinear());
  const std::vector<float> u{0.0f, 0.25f, 0.0f, 0.25f};
  Message message = bench.message(Op::kSample, {u, 0.0f});
  message.extended_descriptor |= 1u << 11;
  const auto level_of = [&] {
    return shown_level(real(execute_sampler_message(bench.memory, message, PlanDetail::kNone), 0));
  };
  CHECK(level_of() == Approx(2.0));
  MessageContext coarse = *message.context;
  coarse.coarse_pixel = {2, 2};
  message.context = &coarse;
  CHECK(level_of() == Approx(1.0));
}
