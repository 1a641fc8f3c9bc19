#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "functional/sampling/grid_surface.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using Mode = gen9::TextureCoordinateMode;

TEST_CASE("gather4_po takes the low six bits of its offsets", "[sampling][C7]") {
  SamplerBench bench{{.width = 64, .height = 64}, grid(64, 64), nearest_sampler(Mode::kClamp)};
  const auto outcome = bench.send(Op::kGather4Po, {0.5f, 0.5f, std::vector{31, -32, 64 + 3, 32}, 0});
  // Left texel of the footprint is 31; A is the upper left one.
  CHECK(code(outcome, 3, 0) == 62);
  CHECK(code(outcome, 3, 1) == 0);
  CHECK(code(outcome, 3, 2) == 34);
  CHECK(code(outcome, 3, 3) == 0);
}

TEST_CASE("gather4 returns left bottom, right bottom, right top, left top", "[sampling][section-6]") {
  SamplerBench bench{kGrid, grid(8, 8), linear_sampler()};
  const auto red = bench.send(Op::kGather4, {0.5f, 0.5f});
  const auto green = bench.send(Op::kGather4, {0.5f, 0.5f}, {.header = 1u << 16});
  const int columns[]{3, 4, 4, 3}, rows[]{4, 4, 3, 3};
  for (unsigned c = 0; c < 4; ++c) {
    CHECK(code(red, c) == columns[c]);
    CHECK(code(green, c) == rows[c]);
  }
}

TEST_CASE("gather4 selects through the shader channel select", "[sampling][section-6]") {
  SurfaceOptions options;
  options.channels = {gen9::ShaderChannelSelect::kGreen, gen9::ShaderChannelSelect::kOne,
                      gen9::ShaderChannelSelect::kRed, gen9::ShaderChannelSelect::kZero};
  SamplerBench bench{kGrid, grid(8, 8), linear_sampler(), {}, options};
  CHECK(code(bench.send(Op::kGather4, {0.5f, 0.5f}, {.header = 0u}), 0) == 4);  // R shows green: row
  CHECK(code(bench.send(Op::kGather4, {0.5f, 0.5f}, {.header = 1u << 16}), 0) == 255);
  CHECK(code(bench.send(Op::kGather4, {0.5f, 0.5f}, {.header = 2u << 16}), 1) == 4);  // B shows red: column
  CHECK(code(bench.send(Op::kGather4, {0.5f, 0.5f}, {.header = 3u << 16}), 0) == 0);
}

TEST_CASE("gather4 returns texels without weight", "[sampling][section-6]") {
  SamplerBench bench{kGrid, grid(8, 8), linear_sampler()};
  const auto outcome = bench.send(Op::kGather4, {2.5f / 8, 2.5f / 8});
  CHECK(code(outcome, 3) == 2);
  CHECK(code(outcome, 2) == 3);
}

TEST_CASE("gather4 of a 1D surface repeats its one row", "[sampling][section-6]") {
  SamplerBench bench{{.type = SurfaceType::k1D, .width = 4}, rgba({1, 2, 3, 4}), linear_sampler()};
  const auto outcome = bench.send(Op::kGather4, {0.5f});
  CHECK(code(outcome, 0) == 2);
  CHECK(code(outcome, 1) == 3);
  CHECK(code(outcome, 2) == 3);
  CHECK(code(outcome, 3) == 2);
}

TEST_CASE("gather4 returns the border colour at its own precision", "[sampling][section-6][B1]") {
  SamplerBench bench{{.width = 1, .height = 1},
                     rgba({0xFF}),
                     linear_sampler(Mode::kClampBorder),
                     gen9::BorderColorState::of_floats(0.3f, 0, 0, 0)};
  const auto outcome = bench.send(Op::kGather4, {0.0f, 0.5f});
  // Left and lower texels are outside.
  for (const unsigned channel : {0u, 1u, 3u}) CHECK(real(outcome, channel) == Approx(0.3).margin(1e-6));
  CHECK(real(outcome, 2) == 1.0f);
}
