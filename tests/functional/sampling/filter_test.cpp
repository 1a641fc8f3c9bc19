#include "functional/sampling/filter.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "functional/formats/texel_value.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using Mode = gen9::TextureCoordinateMode;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// Mean of channel 0 with weights that sum to 256.
float mean(std::initializer_list<std::pair<float, unsigned>> values) {
  std::vector<FloatTerm> terms;
  for (const auto& [value, weight] : values) terms.push_back({{bits(value), 0, 0, 0}, weight});
  return std::bit_cast<float>(weighted_mean(terms.data(), static_cast<unsigned>(terms.size()), 0, 8));
}

/// A finite float of any magnitude, denormals included.
float any_finite() {
  const auto raw = *rc::gen::arbitrary<std::uint32_t>();
  const auto value = std::bit_cast<float>(raw);
  return std::isfinite(value) ? value : std::bit_cast<float>(raw & 0xBFFFFFFFu);
}

std::vector<std::byte> random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 engine{seed};
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(engine());
  return bytes;
}

}  // namespace

TEST_CASE("a point sample is the texel, unaltered", "[sampling][F1]") {
  const std::vector<std::byte> texels = floats({1e-42f, -0.0f, kInfinity, 3.5f});
  SamplerBench bench{{.format = SurfaceFormat::kR32Float, .width = 4, .height = 1}, texels, nearest_sampler()};
  const auto outcome = bench.send(Op::kSampleLz, {std::vector{0.125f, 0.375f, 0.625f, 0.875f}, 0.5f});
  CHECK(word(outcome, 0, 0) == bits(1e-42f));
  CHECK(word(outcome, 0, 1) == bits(-0.0f));
  CHECK(word(outcome, 0, 2) == bits(kInfinity));
  CHECK(word(outcome, 0, 3) == bits(3.5f));
}

TEST_CASE("a filtered fixed-point value is the exact quotient, rounded once", "[sampling][F2]") {
  const auto texels = random_bytes(16 * 16 * 4, 3);
  SamplerBench bench{{.width = 16, .height = 16}, texels, linear_sampler(Mode::kWrap)};
  rc::prop("sum of code times weight over 255 * 65536", [&] {
    const int u = *rc::gen::inRange(0, 4096), v = *rc::gen::inRange(0, 4096);  // 1/256 texel
    const auto outcome = bench.send(Op::kSampleLz, {u / 4096.0f, v / 4096.0f});
    const int x = u - 128, y = v - 128;
    const int fx = x & 255, fy = y & 255;
    for (int c = 0; c < 4; ++c) {
      std::int64_t sum = 0;
      for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 2; ++column) {
          const int i = ((x >> 8) + column) & 15, j = ((y >> 8) + row) & 15;
          const int weight = (column ? fx : 256 - fx) * (row ? fy : 256 - fy);
          sum += std::int64_t{std::to_integer<int>(texels[4 * (16 * j + i) + c])} * weight;
        }
      }
      // A long double quotient has 64 bits: its rounding to float is that of the exact quotient unless a tie, which 255
      // excludes.
      const auto expected = static_cast<float>(static_cast<long double>(sum) / (255.0L * 65536));
      RC_ASSERT(word(outcome, c) == bits(expected));
    }
  });
}

TEST_CASE("float texels are summed exactly and rounded once", "[sampling][F2]") {
  rc::prop("mean of two floats that a double holds exactly", [] {
    const auto mantissa = [] { return static_cast<float>(*rc::gen::inRange(-(1 << 24), 1 << 24)); };
    const float a = mantissa(), b = std::ldexp(mantissa(), *rc::gen::inRange(-10, 10));
    const auto weight = static_cast<unsigned>(*rc::gen::inRange(0, 257));
    const double exact = (static_cast<double>(a) * (256 - weight) + static_cast<double>(b) * weight) / 256;
    RC_ASSERT(mean({{a, 256 - weight}, {b, weight}}) == static_cast<float>(exact));
  });
}

TEST_CASE("denormal results round like any other", "[sampling][F2]") {
  const float tiny = std::numeric_limits<float>::denorm_min();
  CHECK(mean({{tiny, 128}, {0.0f, 128}}) == 0.0f);  // half a step: to even
  CHECK(mean({{3 * tiny, 128}, {0.0f, 128}}) == 2 * tiny);
  CHECK(mean({{tiny, 129}, {0.0f, 127}}) == tiny);
  CHECK(mean({{std::numeric_limits<float>::min(), 128}, {0.0f, 128}}) == std::numeric_limits<float>::min() / 2);
}

TEST_CASE("NaN and infinities with weight decide, without weight they do not count", "[sampling][F2]") {
  CHECK(std::isnan(mean({{kNan, 1}, {1.0f, 255}})));
  CHECK(mean({{kNan, 0}, {1.0f, 256}}) == 1.0f);
  CHECK(mean({{kInfinity, 1}, {1.0f, 255}}) == kInfinity);
  CHECK(mean({{-kInfinity, 0}, {2.0f, 128}, {4.0f, 128}}) == 3.0f);
  CHECK(std::isnan(mean({{kInfinity, 1}, {-kInfinity, 255}})));
}

TEST_CASE("a float mean lies between its texels, keeps a constant and grows with the weight of the larger",
          "[sampling][F3]") {
  rc::prop("for all finite floats", [] {
    const float a = any_finite(), b = any_finite(), c = any_finite();
    const auto weight = static_cast<unsigned>(*rc::gen::inRange(0, 256));
    const auto other = static_cast<unsigned>(*rc::gen::inRange(0, 257 - static_cast<int>(weight)));
    const float low = std::min({a, b, c}), high = std::max({a, b, c});
    const float m = mean({{a, weight}, {b, other}, {c, 256 - weight - other}});
    RC_ASSERT(m >= low);
    RC_ASSERT(m <= high);
    RC_ASSERT(bits(mean({{a, weight}, {a, other}, {a, 256 - weight - other}})) == bits(a));
    const float less = mean({{std::min(a, b), 256 - weight}, {std::max(a, b), weight}});
    const float more = mean({{std::min(a, b), 255 - weight}, {std::max(a, b), weight + 1}});
    RC_ASSERT(less <= more);
  });
}

namespace {

/// The invariants on whole samples of a surface of random texels.
void check_invariants(SurfaceFormat format, bool is_float) {
  const unsigned bytes = gen9::format_facts(format).element_bytes();
  std::vector<std::byte> texels = random_bytes(8 * 8 * bytes, 17);
  if (is_float) {
    for (std::size_t i = bytes == 16 ? 3 : 1; i < texels.size(); i += bytes == 16 ? 4 : 2)
      texels[i] &= std::byte{0xBF};  // finite
  }
  SamplerBench bench{{.format = format, .width = 8, .height = 8}, texels, linear_sampler(Mode::kClamp)};
  rc::prop("within the four texels, monotonic along a row", [&] {
    const int u = *rc::gen::inRange(0, 2048), v = *rc::gen::inRange(0, 2048);
    const auto at = [&](int s) { return bench.send(Op::kSampleLz, {s / 2048.0f, v / 2048.0f}); };
    const auto here = at(u), next = at(u + 1);
    const int x = (u - 128) >> 8, y = (v - 128) >> 8;
    const auto texel = [&](int i, int j) { return bench.send(Op::kLd, {std::clamp(i, 0, 7), std::clamp(j, 0, 7), 0}); };
    const auto a = texel(x, y), b = texel(x + 1, y), c = texel(x, y + 1), d = texel(x + 1, y + 1);
    for (unsigned channel = 0; channel < 4; ++channel) {
      const float values[]{real(a, channel), real(b, channel), real(c, channel), real(d, channel)};
      RC_ASSERT(real(here, channel) >= *std::min_element(values, values + 4));
      RC_ASSERT(real(here, channel) <= *std::max_element(values, values + 4));
      if (((u - 128) & 255) == 255) continue;  // the next position has other texels
      if (values[1] >= values[0] && values[3] >= values[2]) RC_ASSERT(real(next, channel) >= real(here, channel));
      if (values[1] <= values[0] && values[3] <= values[2]) RC_ASSERT(real(next, channel) <= real(here, channel));
    }
  });
}

}  // namespace

TEST_CASE("bilinear samples of UNORM, SNORM and float surfaces hold the invariants", "[sampling][F3]") {
  SECTION("R8G8B8A8_UNORM") {
    check_invariants(SurfaceFormat::kR8G8B8A8Unorm, false);
  }
  SECTION("R16G16B16A16_SNORM") {
    check_invariants(SurfaceFormat::kR16G16B16A16Snorm, false);
  }
  SECTION("R10G10B10A2_UNORM") {
    check_invariants(SurfaceFormat::kR10G10B10A2Unorm, false);
  }
  SECTION("R8G8B8A8_UNORM_SRGB") {
    check_invariants(SurfaceFormat::kR8G8B8A8UnormSrgb, false);
  }
  SECTION("R32G32B32A32_FLOAT") {
    check_invariants(SurfaceFormat::kR32G32B32A32Float, true);
  }
  SECTION("R16G16B16A16_FLOAT") {
    check_invariants(SurfaceFormat::kR16G16B16A16Float, true);
  }
}

TEST_CASE("a constant stays constant through mips, volumes and anisotropy", "[sampling][F3]") {
  rc::prop("for every code and position", [] {
    const auto code = static_cast<std::byte>(*rc::gen::inRange(0, 256));
    const bool volume = *rc::gen::arbitrary<bool>();
    const SurfaceImage image{.type = volume ? SurfaceType::k3D : SurfaceType::k2D,
                             .width = 8,
                             .height = 4,
                             .depth = volume ? 4u : 1u,
                             .levels = 3};
    gen9::SamplerState sampler = linear_sampler(Mode::kMirror, gen9::MipFilter::kLinear);
    if (!volume) sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
    sampler.max_anisotropy = 16;
    SamplerBench bench{image, std::vector<std::byte>(packed_bytes(image), code), sampler};
    const auto real_number = [] { return *rc::gen::inRange(-4000, 4000) / 1000.0f; };
    const std::vector<float> u{real_number(), real_number(), real_number(), real_number()};
    const std::vector<float> v{real_number(), real_number(), real_number(), real_number()};
    const auto outcome = bench.send(Op::kSample, {u, v, real_number()});
    const float expected = static_cast<float>(std::to_integer<int>(code)) / 255.0f;
    for (unsigned c = 0; c < 4; ++c) RC_ASSERT(real(outcome, c) == expected);
  });
}

TEST_CASE("a filter at a texel centre gives the texel back", "[sampling][F4]") {
  const auto texels = random_bytes(8 * 8 * 4, 5);
  SamplerBench bench{{.width = 8, .height = 8}, texels, linear_sampler(Mode::kWrap)};
  for (unsigned i = 0; i < 64; ++i) {
    const float u = (i % 8 + 0.5f) / 8, v = (i / 8 + 0.5f) / 8;
    const auto outcome = bench.send(Op::kSampleLz, {u, v});
    for (unsigned c = 0; c < 4; ++c)
      CHECK(std::lround(real(outcome, c) * 255) == std::to_integer<int>(texels[4 * i + c]));
  }
}

TEST_CASE("sRGB is linearised before the filter, alpha is not", "[sampling][F5]") {
  SamplerBench bench{{.format = SurfaceFormat::kR8G8B8A8UnormSrgb, .width = 2, .height = 1},
                     rgba({0x00000000, 0x80808080}),
                     linear_sampler()};
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f});
  CHECK(real(outcome, 0) == Approx(0.5 * std::pow((128 / 255.0 + 0.055) / 1.055, 2.4)).margin(1e-4));
  CHECK(real(outcome, 3) == Approx(0.5 * 128 / 255.0));
}

TEST_CASE("channels are selected after the filter", "[sampling][F5]") {
  SurfaceOptions options;
  options.channels = {gen9::ShaderChannelSelect::kAlpha, gen9::ShaderChannelSelect::kOne,
                      gen9::ShaderChannelSelect::kZero, gen9::ShaderChannelSelect::kRed};
  SamplerBench bench{{.width = 2, .height = 1}, rgba({0x00000000, 0xFF0000FF}), linear_sampler(), {}, options};
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f});
  CHECK(real(outcome, 0) == 0.5f);
  CHECK(real(outcome, 1) == 1.0f);
  CHECK(real(outcome, 2) == 0.0f);
  CHECK(real(outcome, 3) == 0.5f);
}

TEST_CASE("minimum and maximum ignore texels without weight", "[sampling][F6]") {
  SamplerBench bench{
      {.width = 4, .height = 1}, rgba({0x00000010, 0x00000080, 0x000000FF, 0x00000000}), linear_sampler()};
  const float centre = 1.5f / 4, between = 2.0f / 4;
  CHECK(real(bench.send(Op::kSampleMin, {centre, 0.5f}), 0) == 128.0f / 255);
  CHECK(real(bench.send(Op::kSampleMax, {centre, 0.5f}), 0) == 128.0f / 255);
  CHECK(real(bench.send(Op::kSampleMin, {between, 0.5f}), 0) == 128.0f / 255);
  CHECK(real(bench.send(Op::kSampleMax, {between, 0.5f}), 0) == 1.0f);
}

TEST_CASE("a reduction spans both levels and all taps", "[sampling][F6]") {
  gen9::SamplerState sampler = linear_sampler(Mode::kWrap, gen9::MipFilter::kLinear);
  sampler.reduction_type_enable = true;
  sampler.reduction_type = gen9::ReductionType::kMinimum;
  SamplerBench bench{{.width = 2, .height = 1, .levels = 2}, rgba({0x40, 0x60, 0x20}), sampler};
  CHECK(real(bench.send(Op::kSampleL, {0.5f, 0.25f, 0.5f}), 0) == 32.0f / 255);
  CHECK(real(bench.send(Op::kSampleL, {0.0f, 0.25f, 0.5f}), 0) == 64.0f / 255);
}

TEST_CASE("a reduction of float texels keeps the number beside a NaN", "[sampling][F6][section-8]") {
  gen9::SamplerState sampler = linear_sampler();
  SamplerBench bench{{.format = SurfaceFormat::kR32Float, .width = 2, .height = 1}, floats({kNan, -3.0f}), sampler};
  CHECK(real(bench.send(Op::kSampleMin, {0.5f, 0.5f}), 0) == -3.0f);
  CHECK(real(bench.send(Op::kSampleMax, {0.5f, 0.5f}), 0) == -3.0f);
}

TEST_CASE("a reduction of integer texels compares them with their sign", "[sampling][F6]") {
  // Formats without filtering take part in reductions (specification/sampling 6).
  const auto minus_five = std::bit_cast<float>(-5);
  const auto three = std::bit_cast<float>(3);
  const auto reduced = [&](SurfaceFormat format, Op op) {
    SamplerBench bench{
        {.format = format, .width = 2, .height = 1}, floats({minus_five, three}), linear_sampler(Mode::kClamp)};
    return static_cast<std::int32_t>(word(bench.send(op, {0.5f, 0.5f}), 0));
  };
  CHECK(reduced(SurfaceFormat::kR32Sint, Op::kSampleMin) == -5);
  CHECK(reduced(SurfaceFormat::kR32Sint, Op::kSampleMax) == 3);
  CHECK(reduced(SurfaceFormat::kR32Uint, Op::kSampleMin) == 3);
  CHECK(reduced(SurfaceFormat::kR32Uint, Op::kSampleMax) == -5);  // 2^32 - 5
}

TEST_CASE("a border in a reduction counts with its own precision", "[sampling][F6][B1]") {
  SamplerBench bench{{.width = 1, .height = 1},
                     rgba({0x000000FF}),
                     linear_sampler(Mode::kClampBorder),
                     gen9::BorderColorState::of_floats(0.3f, 0, 0, 0)};
  CHECK(real(bench.send(Op::kSampleMin, {0.0f, 0.5f}), 0) == Approx(0.3).margin(1e-5));
  CHECK(real(bench.send(Op::kSampleMax, {0.0f, 0.5f}), 0) == 1.0f);
}

TEST_CASE("an integer sum of few bits becomes its float exactly, one of many rounds to even", "[sampling][F2]") {
  const auto rounded = [](__int128 sum, int exponent) { return std::bit_cast<float>(round_to_float(sum, exponent)); };
  CHECK(rounded(3, 0) == 3.0f);
  CHECK(rounded(-5, -2) == -1.25f);
  CHECK(rounded(0, 100) == 0.0f);
  CHECK(rounded(1, -149) == std::numeric_limits<float>::denorm_min());
  CHECK(rounded(1, -150) == 0.0f);  // a tie to even
  CHECK(rounded(3, -150) == 2 * std::numeric_limits<float>::denorm_min());
  CHECK(rounded((1 << 24) + 1, 0) == 16777216.0f);
  CHECK(rounded((1 << 25) - 1, 0) == 33554432.0f);  // carries into the next power of two
  CHECK(rounded(1, 128) == std::numeric_limits<float>::infinity());
  CHECK(rounded(-1, 128) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("wide quotients round correctly where narrow ones are known to", "[sampling][F2]") {
  rc::prop("as a double division of exact operands", [] {
    const std::int64_t numerator = *rc::gen::inRange<std::int64_t>(-(1ll << 52), 1ll << 52);
    const std::uint64_t denominator = *rc::gen::inRange<std::uint64_t>(1, 1ull << 50);
    RC_ASSERT(wide_ratio_to_float(numerator, denominator) == ratio_to_float(numerator, denominator));
    RC_ASSERT(wide_ratio_to_float(static_cast<__int128>(numerator) << 40, denominator) ==
              static_cast<float>(ratio_to_float(numerator, denominator) * 1099511627776.0));
  });
}
