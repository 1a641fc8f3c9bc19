#include "functional/sampling/rules/compare.h"

#include <catch2/catch.hpp>
#include <limits>

#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::CompareFunction;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

bool result(CompareFunction function, float texel, float reference) {
  return shadow_compare(static_cast<unsigned>(function), texel, reference);
}

gen9::SamplerState comparing(CompareFunction function, bool linear = false) {
  gen9::SamplerState sampler = linear ? linear_sampler() : nearest_sampler();
  sampler.shadow_function = function;
  return sampler;
}

std::vector<std::byte> halfwords(std::initializer_list<unsigned> values) {
  std::vector<std::byte> bytes;
  for (const unsigned value : values) {
    bytes.push_back(static_cast<std::byte>(value));
    bytes.push_back(static_cast<std::byte>(value >> 8));
  }
  return bytes;
}

const SurfaceImage kDepth{.format = gen9::SurfaceFormat::kR32Float, .width = 2, .height = 1};

}  // namespace

TEST_CASE("the hardware returns the inverse of the named relation", "[sampling][F7][R18]") {
  //                          below equal above
  const std::array<std::array<bool, 3>, 8> expected{{{false, false, false},
                                                     {true, true, true},
                                                     {false, true, true},
                                                     {true, false, true},
                                                     {false, false, true},
                                                     {true, true, false},
                                                     {false, true, false},
                                                     {true, false, false}}};
  for (unsigned f = 0; f < 8; ++f) {
    CHECK(shadow_compare(f, 0.25f, 0.5f) == expected[f][0]);
    CHECK(shadow_compare(f, 0.5f, 0.5f) == expected[f][1]);
    CHECK(shadow_compare(f, 0.75f, 0.5f) == expected[f][2]);
  }
}

TEST_CASE("with NaN the ordered relations give 0, EQUAL 1 and NOTEQUAL 0", "[sampling][F7][R18]") {
  for (const auto& [texel, reference] : {std::pair{kNan, 0.5f}, {0.5f, kNan}, {kNan, kNan}}) {
    CHECK_FALSE(result(CompareFunction::kLess, texel, reference));
    CHECK_FALSE(result(CompareFunction::kLessEqual, texel, reference));
    CHECK_FALSE(result(CompareFunction::kGreater, texel, reference));
    CHECK_FALSE(result(CompareFunction::kGreaterEqual, texel, reference));
    CHECK(result(CompareFunction::kEqual, texel, reference));
    CHECK_FALSE(result(CompareFunction::kNotEqual, texel, reference));
  }
}

TEST_CASE("texels are compared before the filter, which then weighs passes", "[sampling][F7]") {
  // API "reference < texel" is the hardware's LEQUAL.
  SamplerBench bench{kDepth, floats({0.25f, 0.75f}), comparing(CompareFunction::kLessEqual, true)};
  const auto outcome = bench.send(Op::kSampleCLz, {0.5f, std::vector{0.25f, 0.5f, 0.375f, 0.75f}, 0.5f});
  CHECK(real(outcome, 0, 0) == 0.0f);
  CHECK(real(outcome, 0, 1) == 0.5f);
  CHECK(real(outcome, 0, 2) == 0.25f);
  CHECK(real(outcome, 0, 3) == 1.0f);
}

TEST_CASE("a fixed-point texel is compared with the code that a depth write would make", "[sampling][F7][X8]") {
  // 0.5 lies half-way between codes 32767 and 32768: ties to even.
  SamplerBench bench{{.format = gen9::SurfaceFormat::kR16Unorm, .width = 1, .height = 1},
                     halfwords({32768}),
                     comparing(CompareFunction::kNotEqual)};  // 1 when equal
  const float code = 32768.0f / 65535;
  const std::vector<float> references{0.5f, code, code + 0.4f / 65535, code + 0.6f / 65535, 2.0f, -1.0f};
  const auto outcome = bench.send(Op::kSampleCLz, {references, 0.5f, 0.5f});
  const std::vector<float> expected{1, 1, 1, 0, 0, 0};
  for (unsigned lane = 0; lane < 6; ++lane) CHECK(real(outcome, 0, lane) == expected[lane]);
}

TEST_CASE("references outside the range of a fixed-point format compare as its limits", "[sampling][F7]") {
  SamplerBench bench{{.format = gen9::SurfaceFormat::kR16Unorm, .width = 2, .height = 1},
                     halfwords({0, 65535}),
                     comparing(CompareFunction::kNotEqual)};
  const auto outcome = bench.send(Op::kSampleCLz, {std::vector{-7.0f, 9.0f}, std::vector{0.25f, 0.75f}, 0.5f});
  CHECK(real(outcome, 0, 0) == 1.0f);
  CHECK(real(outcome, 0, 1) == 1.0f);
}

TEST_CASE("a border is compared like a texel", "[sampling][F7][B1]") {
  gen9::SamplerState sampler = comparing(CompareFunction::kLessEqual);
  sampler.address_u = gen9::TextureCoordinateMode::kClampBorder;
  SamplerBench bench{kDepth, floats({0.0f, 0.0f}), sampler, gen9::BorderColorState::of_floats(0.8f, 0, 0, 0)};
  const auto outcome = bench.send(Op::kSampleCLz, {std::vector{0.5f, 0.9f}, -2.0f, 0.5f});
  CHECK(real(outcome, 0, 0) == 1.0f);
  CHECK(real(outcome, 0, 1) == 0.0f);
}

TEST_CASE("the result of a compare stands in red", "[sampling][F7]") {
  SamplerBench bench{kDepth, floats({0.25f, 0.75f}), comparing(CompareFunction::kNever)};
  const auto outcome = bench.send(Op::kSampleCLz, {0.5f, 0.5f, 0.5f});
  CHECK(real(outcome, 0) == 1.0f);
  CHECK(real(outcome, 1) == 0.0f);
  CHECK(real(outcome, 3) == 1.0f);
}

TEST_CASE("the sampler's reduction type decides over the message's compare", "[sampling][F6]") {
  gen9::SamplerState sampler = comparing(CompareFunction::kLessEqual, true);
  sampler.reduction_type_enable = true;
  sampler.reduction_type = gen9::ReductionType::kMaximum;
  SamplerBench maximum{kDepth, floats({0.25f, 0.75f}), sampler};
  CHECK(real(maximum.send(Op::kSampleCLz, {0.5f, 0.5f, 0.5f}), 0) == 0.75f);
  sampler.reduction_type = gen9::ReductionType::kComparison;
  SamplerBench compare{kDepth, floats({0.25f, 0.75f}), sampler};
  CHECK(real(compare.send(Op::kSampleLz, {0.5f, 0.5f}), 0) == 1.0f);  // reference 0 is below both
}

TEST_CASE("gather4_c returns each texel's compare", "[sampling][F7][gather]") {
  SamplerBench bench{kDepth, floats({0.25f, 0.75f}), comparing(CompareFunction::kLessEqual)};
  const auto outcome = bench.send(Op::kGather4C, {0.5f, 0.5f, 0.5f});
  CHECK(real(outcome, 3) == 0.0f);  // left
  CHECK(real(outcome, 2) == 1.0f);  // right
}

TEST_CASE("an integer texel is compared as the number that it is", "[sampling][F7]") {
  // No document lets integer formats be compared; resolution R1 asks for one answer.
  const auto passes = [](gen9::SurfaceFormat format, std::uint32_t texel, float reference) {
    SamplerBench bench{{.format = format, .width = 1, .height = 1},
                       floats({std::bit_cast<float>(texel)}),
                       comparing(CompareFunction::kLessEqual)};  // 1 when texel > reference
    return real(bench.send(Op::kSampleCLz, {reference, 0.5f, 0.5f}), 0) == 1.0f;
  };
  CHECK(passes(gen9::SurfaceFormat::kR32Uint, 7, 6.5f));
  CHECK_FALSE(passes(gen9::SurfaceFormat::kR32Uint, 7, 7.0f));
  CHECK(passes(gen9::SurfaceFormat::kR32Uint, 0xFFFF'FFFF, 4e9f));
  CHECK_FALSE(passes(gen9::SurfaceFormat::kR32Sint, 0xFFFF'FFFF, -1.0f));
  CHECK(passes(gen9::SurfaceFormat::kR32Sint, 0xFFFF'FFFF, -1.5f));
}
