#include "functional/sampling/border.h"

#include <bit>
#include <catch2/catch.hpp>
#include <limits>

#include "functional/formats/element_decoder.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using Mode = gen9::TextureCoordinateMode;

namespace {

/// A point sample outside a one-texel surface of a format.
SamplerOutcome outside(SurfaceFormat format, gen9::BorderColorState border,
                       gen9::SamplerState sampler = nearest_sampler(Mode::kClampBorder)) {
  const unsigned bytes = gen9::format_facts(format).element_bytes();
  SamplerBench bench{{.format = format, .width = 1, .height = 1}, std::vector<std::byte>(bytes), sampler, border};
  return bench.send(Op::kSampleLz, {3.0f, 0.5f});
}

constexpr auto kLinearSpace = gen9::BorderColorMode::kDx10Ogl;

/// The texel that a border colour stands for.
Texel border_texel(SurfaceFormat format, const std::array<std::uint32_t, 4>& rgba,
                   gen9::BorderColorMode mode = kLinearSpace) {
  return border_color(format, ElementDecoder{format}.coding(), rgba, mode).texel;
}

std::uint32_t float_word(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

TEST_CASE("the border is clamped to the range of the format", "[sampling][B1]") {
  const auto wild = gen9::BorderColorState::of_floats(2.0f, -2.0f, 0.5f, 1.5f);
  const auto unorm = outside(SurfaceFormat::kR8G8B8A8Unorm, wild);
  CHECK(real(unorm, 0) == 1.0f);
  CHECK(real(unorm, 1) == 0.0f);
  CHECK(real(unorm, 2) == Approx(0.5).margin(1e-7));
  CHECK(real(unorm, 3) == 1.0f);
  CHECK(real(outside(SurfaceFormat::kR8G8B8A8Snorm, wild), 1) == -1.0f);
  CHECK(real(outside(SurfaceFormat::kR16G16B16A16Float, wild), 0) == 2.0f);
}

TEST_CASE("a channel of few bits keeps the border colour to float32's precision", "[sampling][B1]") {
  // The filter's precision, not the format's: 0.6 is no code of one, two, four or five bits.
  const auto border = gen9::BorderColorState::of_floats(0.6f, 0.3f, 0.1f, 0.6f);
  for (const SurfaceFormat format : {SurfaceFormat::kB5G5R5A1Unorm, SurfaceFormat::kB4G4R4A4Unorm,
                                     SurfaceFormat::kR10G10B10A2Unorm, SurfaceFormat::kB5G6R5Unorm}) {
    const auto outcome = outside(format, border);
    CHECK(real(outcome, 0) == Approx(0.6).margin(6e-8));
    CHECK(real(outcome, 1) == Approx(0.3).margin(6e-8));
    CHECK(real(outcome, 2) == Approx(0.1).margin(6e-8));
    if (format != SurfaceFormat::kB5G6R5Unorm) CHECK(real(outcome, 3) == Approx(0.6).margin(6e-8));
  }
}

TEST_CASE("channels that the format lacks read their default from a border, too", "[sampling][B1]") {
  const auto border = gen9::BorderColorState::of_floats(0.25f, 0.5f, 0.75f, 0.0f);
  const auto red = outside(SurfaceFormat::kR8Unorm, border);
  CHECK(real(red, 0) == Approx(0.25).margin(1e-7));
  CHECK(real(red, 1) == 0.0f);
  CHECK(real(red, 2) == 0.0f);
  CHECK(real(red, 3) == 1.0f);
  CHECK(real(outside(SurfaceFormat::kL8Unorm, border), 2) == Approx(0.25).margin(1e-7));
}

TEST_CASE("DX9 borders read missing green and blue as 1", "[sampling][B1]") {
  gen9::SamplerState sampler = nearest_sampler(Mode::kClampBorder);
  sampler.border_color_mode = gen9::BorderColorMode::kDx9;
  const auto red = outside(SurfaceFormat::kR16Float, gen9::BorderColorState::of_floats(0.25f, 0, 0, 0), sampler);
  CHECK(real(red, 1) == 1.0f);
  CHECK(real(red, 2) == 1.0f);
}

TEST_CASE("integer surfaces have integer borders", "[sampling][B1]") {
  const auto outcome = outside(SurfaceFormat::kR32G32B32A32Sint, {{7, 0xFFFFFFFF, 0x80000000, 3}});
  CHECK(word(outcome, 0) == 7);
  CHECK(word(outcome, 1) == 0xFFFFFFFF);
  CHECK(word(outcome, 2) == 0x80000000);
}

TEST_CASE("a linear filter blends border and edge at the border's precision", "[sampling][B1]") {
  SamplerBench bench{{.width = 1, .height = 1},
                     rgba({0x000000FF}),
                     linear_sampler(Mode::kClampBorder),
                     gen9::BorderColorState::of_floats(0.3f, 0.3f, 0, 0)};
  const auto outcome = bench.send(Op::kSampleLz, {1.0f, 0.5f});
  CHECK(real(outcome, 0) == Approx(0.65).margin(6e-8));
  CHECK(real(outcome, 1) == Approx(0.15).margin(6e-8));
}

TEST_CASE("the border is in linear space for sRGB surfaces", "[sampling][B1]") {
  CHECK(real(outside(SurfaceFormat::kR8G8B8A8UnormSrgb, gen9::BorderColorState::of_floats(0.2f, 0, 0, 0)), 0) ==
        Approx(0.2).margin(1e-6));
}

TEST_CASE("a border colour is clamped to the format and snapped to its codes", "[sampling][B1]") {
  const std::array<std::uint32_t, 4> border{float_word(-0.25f), float_word(0.5f), float_word(7.0f),
                                            float_word(std::numeric_limits<float>::quiet_NaN())};
  CHECK(border_texel(SurfaceFormat::kR8G8B8A8Unorm, border) == Texel{{0, 128, 255, 0}});  // 127.5 to even
  CHECK(border_texel(SurfaceFormat::kR8G8B8A8Snorm, border) == Texel{{0u - 32u, 64, 127, 0}});
  CHECK(border_texel(SurfaceFormat::kR32G32B32A32Float, border) == Texel{border});
}

TEST_CASE("a border colour feeds L and I from red, A from alpha, and leaves the defaults", "[sampling][B1]") {
  const std::array<std::uint32_t, 4> border{float_word(1.0f), 0, 0, float_word(0.2f)};
  CHECK(border_texel(SurfaceFormat::kL8A8Unorm, border) == Texel{{255, 255, 255, 51}});
  CHECK(border_texel(SurfaceFormat::kI8Unorm, border) == Texel{{255, 255, 255, 255}});
  CHECK(border_texel(SurfaceFormat::kA8Unorm, border) == Texel{{0, 0, 0, 51}});
  CHECK(border_texel(SurfaceFormat::kR8Unorm, border) == Texel{{255, 0, 0, 1}});
}

TEST_CASE("integer borders are limited to the width of their channel", "[sampling][B1][R31]") {
  const auto negative = [](std::int32_t value) { return static_cast<std::uint32_t>(value); };
  const std::array<std::uint32_t, 4> wild{300, negative(-300), 5, 0x7FFFFFFF};
  CHECK(border_texel(SurfaceFormat::kR8G8B8A8Uint, wild) == Texel{{255, 255, 5, 255}});
  CHECK(border_texel(SurfaceFormat::kR8G8B8A8Sint, wild) == Texel{{127, negative(-128), 5, 127}});
  CHECK(border_texel(SurfaceFormat::kR16G16B16A16Sint, wild) == Texel{{300, negative(-300), 5, 32767}});
  CHECK(border_texel(SurfaceFormat::kR10G10B10A2Uint, wild) == Texel{{300, 1023, 5, 3}});
  CHECK(border_texel(SurfaceFormat::kR32G32B32A32Uint, wild) == Texel{wild});
  CHECK(border_texel(SurfaceFormat::kR32G32B32A32Sint, wild) == Texel{wild});
  const auto shown = outside(SurfaceFormat::kR8G8B8A8Sint, {wild});
  CHECK(word(shown, 1) == negative(-128));
}

TEST_CASE("floats without sign have no negative border, and floats keep large ones", "[sampling][B1][R31]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::array<std::uint32_t, 4> wild{float_word(-2.0f), float_word(-infinity), float_word(1e30f),
                                          float_word(-0.0f)};
  for (const SurfaceFormat format :
       {SurfaceFormat::kR11G11B10Float, SurfaceFormat::kR9G9B9E5Sharedexp, SurfaceFormat::kBc6hUf16}) {
    CHECK(border_texel(format, wild) == Texel{{0, 0, float_word(1e30f), 1}});
  }
  for (const SurfaceFormat format : {SurfaceFormat::kBc6hSf16, SurfaceFormat::kR16G16B16X16Float})
    CHECK(border_texel(format, wild) == Texel{{wild[0], wild[1], wild[2], 1}});
  CHECK(border_texel(SurfaceFormat::kR16G16B16A16Float, wild) == Texel{wild});
}

TEST_CASE("DX9 borders of sRGB surfaces are in the surface's own space", "[sampling][B1][R31]") {
  gen9::SamplerState sampler = nearest_sampler(Mode::kClampBorder);
  sampler.border_color_mode = gen9::BorderColorMode::kDx9;
  const auto border = gen9::BorderColorState::of_floats(0.5f, 7.0f, -1.0f, 0.5f);
  const auto shown = outside(SurfaceFormat::kR8G8B8A8UnormSrgb, border, sampler);
  CHECK(real(shown, 0) == Approx(0.2140411).margin(1e-7));
  CHECK(real(shown, 1) == 1.0f);
  CHECK(real(shown, 2) == 0.0f);
  CHECK(real(shown, 3) == Approx(0.5).margin(1e-7));
  CHECK(real(outside(SurfaceFormat::kR8G8B8A8Unorm, border, sampler), 0) == Approx(0.5).margin(1e-7));
  CHECK(real(outside(SurfaceFormat::kL8UnormSrgb, border, sampler), 2) == Approx(0.2140411).margin(1e-7));
}
