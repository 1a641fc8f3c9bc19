#include "functional/sampling/border.h"

#include <catch2/catch.hpp>

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
