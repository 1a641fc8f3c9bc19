#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
constexpr unsigned kD32 = 1, kD24 = 3, kD16 = 5;

struct DepthBench : PixelBench {
  explicit DepthBench(unsigned format, unsigned lanes = 8) {
    depth_buffer(format);
    set(command::kWmDepthStencil["Depth Test Enable"], 1);
    set(command::kWmDepthStencil["Depth Buffer Write Enable"], 1);
    shader(lanes, {bits(1), 0, 0, bits(1)});
  }
};

}  // namespace

TEST_CASE("depth is stored in every format, rounded to nearest, and tested against it", "[frame][depth]") {
  struct Row {
    unsigned format;
    std::uint32_t half, far;
  };
  for (const Row& row : {Row{kD32, bits(0.5f), bits(1)}, Row{kD24, 0x800000, 0xFFFFFF}, Row{kD16, 0x8000, 0xFFFF}}) {
    DepthBench bench{row.format};
    bench.set(command::kWmDepthStencil["Depth Test Function"], 2);  // LESS
    bench.fill_depth(row.far);
    bench.draw_all(0.5f);
    INFO(row.format);
    CHECK(bench.covered() == 256);
    CHECK(bench.depth_code(0, 0) == row.half);
    CHECK(bench.depth_code(15, 15) == row.half);
    bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
    bench.draw_all(0.5f);  // equal is not less
    CHECK(bench.covered() == 0);
    CHECK(bench.threads == 0);  // tested before the shader
    CHECK(bench.statistics.samples_passed == 256);
  }
}

TEST_CASE("subspans tested together pass and store what they do one after the other, also at one place",
          "[frame][depth]") {
  std::mt19937 random{38};
  for (unsigned round = 0; round < 1200; ++round) {
    constexpr std::array kFormats{kD32, kD24, kD16};
    DepthBench together{kFormats[round % 3]}, apart{kFormats[round % 3]};
    std::vector<DepthStencilTest> tests;
    const auto function = random() % 8;
    const bool stores = random() % 3 != 0, compares = random() % 4 != 0;
    for (DepthBench* bench : {&together, &apart}) {
      bench->set(command::kWmDepthStencil["Depth Test Function"], function);
      bench->set(command::kWmDepthStencil["Depth Test Enable"], compares ? 1 : 0);
      bench->set(command::kWmDepthStencil["Depth Buffer Write Enable"], stores ? 1 : 0);
      tests.emplace_back(bench->state, bench->memory, 0u);
    }
    if (!tests[0].takes_subspans()) continue;
    OpenTiles first{together.memory}, second{apart.memory};
    for (unsigned call = 0; call < 6; ++call) {
      pixel_kernels::SubspanPlaces places;
      alignas(64) pixel_kernels::LaneBits codes;
      const unsigned count = 1 + static_cast<unsigned>(random() % 4);
      unsigned pixels = 0;
      for (unsigned s = 0; s < count; ++s) {
        places.x[s] = static_cast<std::int32_t>(random() % 3 * 2);
        places.y[s] = static_cast<std::int32_t>(random() % 3 * 2);
        pixels |= static_cast<unsigned>(random() & 0xF) << 4 * s;
      }
      for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(random() % 4);
      const bool writes = random() % 4 != 0;
      const unsigned passed = tests[0].test_subspans(first, places, count, 0, codes, pixels, writes);
      unsigned expected = 0;
      for (unsigned s = 0; s < count; ++s)
        expected |=
            tests[1].test_subspan(
                second, {.x = static_cast<std::uint32_t>(places.x[s]), .y = static_cast<std::uint32_t>(places.y[s])},
                codes.data() + 4 * s, pixels >> 4 * s & 0xF, writes)
            << 4 * s;
      INFO("round " << round << " call " << call);
      REQUIRE(passed == expected);
    }
    for (unsigned y = 0; y < 6; ++y) {
      for (unsigned x = 0; x < 6; ++x) REQUIRE(together.depth_code(x, y) == apart.depth_code(x, y));
    }
  }
}

TEST_CASE("depth is written only with both enables and where the tests pass", "[frame][depth]") {
  for (const unsigned disabled : {0u, 1u, 2u}) {
    DepthBench bench{kD32};
    if (disabled == 0) bench.set(command::kDepthBuffer["Depth Write Enable"], 0);
    if (disabled == 1) bench.set(command::kWmDepthStencil["Depth Buffer Write Enable"], 0);
    if (disabled == 2) bench.set(command::kWmDepthStencil["Depth Test Function"], 1);  // NEVER
    bench.fill_depth(bits(0.25f));
    bench.draw_all(0.75f);
    CHECK(bench.depth_code(3, 3) == bits(0.25f));
    CHECK((bench.covered() == 0) == (disabled == 2));
  }
}

TEST_CASE("depth is clamped to the range of CC_VIEWPORT", "[frame][depth]") {
  DepthBench bench{kD32};
  bench.set_real_at(PixelBench::kDepthViewportAt, command::kCcViewport["Minimum Depth"], 0.25f);
  bench.set_real_at(PixelBench::kDepthViewportAt, command::kCcViewport["Maximum Depth"], 0.5f);
  bench.draw_all(0.125f);
  CHECK(bench.depth_code(0, 0) == bits(0.25f));
  bench.draw_all(0.75f);
  CHECK(bench.depth_code(0, 0) == bits(0.5f));
}

TEST_CASE("depth bias adds units of the format and the slope, and is clamped", "[frame][depth]") {
  const std::vector<BenchVertex> sloped{{{-1, -1, 0.25f, 1}}, {{3, -1, 0.75f, 1}}, {{-1, 3, 0.25f, 1}}};
  DepthBench bench{kD16};
  bench.draw_triangle(sloped);
  const std::uint32_t plain = bench.depth_code(7, 7);
  bench.set_real(command::kRaster["Global Depth Offset Constant"], 64);
  bench.draw_triangle(sloped);
  CHECK(bench.depth_code(7, 7) == plain);  // not enabled
  bench.set(command::kRaster["Global Depth Offset Enable Solid"], 1);
  bench.draw_triangle(sloped);
  CHECK(bench.depth_code(7, 7) == plain + 64);
  bench.set_real(command::kRaster["Global Depth Offset Constant"], 0);
  bench.set_real(command::kRaster["Global Depth Offset Scale"], 2);
  bench.draw_triangle(sloped);
  CHECK(bench.depth_code(7, 7) == plain + 2048);  // 2 x 1/64 of 65535, rounded
  bench.set_real(command::kRaster["Global Depth Offset Clamp"], 1.0f / 128);
  bench.draw_triangle(sloped);
  CHECK(bench.depth_code(7, 7) == plain + 512);
}

TEST_CASE("front and back faces have stencil tests of their own, with masks", "[frame][depth]") {
  const std::vector<BenchVertex> clockwise{{{-1, -1, 0, 1}}, {{3, -1, 0, 1}}, {{-1, 3, 0, 1}}};
  const std::vector<BenchVertex> counter{clockwise[0], clockwise[2], clockwise[1]};
  PixelBench bench;
  bench.stencil_buffer();
  bench.shader(8, {bits(1), 0, 0, bits(1)});
  bench.set(command::kWmDepthStencil["Stencil Test Enable"], 1);
  bench.set(command::kWmDepthStencil["Stencil Buffer Write Enable"], 1);
  bench.set(command::kWmDepthStencil["Double Sided Stencil Enable"], 1);
  bench.set(command::kWmDepthStencil["Stencil Pass Depth Pass Op"], 2);  // REPLACE
  bench.set(command::kWmDepthStencil["Stencil Reference Value"], 0xA5);
  bench.set(command::kWmDepthStencil["Stencil Write Mask"], 0x0F);
  bench.set(command::kWmDepthStencil["Stencil Test Mask"], 0xFF);
  bench.set(command::kWmDepthStencil["Backface Stencil Test Function"], 3);  // EQUAL
  bench.set(command::kWmDepthStencil["Backface Stencil Reference Value"], 0x35);
  bench.set(command::kWmDepthStencil["Backface Stencil Test Mask"], 0x0F);
  bench.set(command::kWmDepthStencil["Backface Stencil Write Mask"], 0xFF);
  bench.set(command::kWmDepthStencil["Backface Stencil Pass Depth Pass Op"], 7);  // INVERT
  bench.set(command::kWmDepthStencil["Backface Stencil Fail Op"], 5);             // INCR
  bench.fill_stencil(0x70);
  bench.draw_triangle(clockwise);
  CHECK(bench.stencil(9, 3) == 0x75);
  bench.draw_triangle(counter);
  CHECK(bench.stencil(9, 3) == 0x8A);
  bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
  bench.draw_triangle(counter);
  CHECK(bench.stencil(9, 3) == 0x8B);
  CHECK(bench.covered() == 0);
}

TEST_CASE("a stencil value changes by its own operation when the depth test fails", "[frame][depth]") {
  DepthBench bench{kD32};
  bench.stencil_buffer();
  bench.set(command::kWmDepthStencil["Stencil Test Enable"], 1);
  bench.set(command::kWmDepthStencil["Stencil Buffer Write Enable"], 1);
  bench.set(command::kWmDepthStencil["Depth Test Function"], 1);         // NEVER
  bench.set(command::kWmDepthStencil["Stencil Pass Depth Fail Op"], 3);  // INCRSAT
  bench.set(command::kWmDepthStencil["Stencil Pass Depth Pass Op"], 1);  // ZERO
  bench.set(command::kWmDepthStencil["Stencil Write Mask"], 0xFF);
  bench.fill_stencil(9);
  bench.draw_all();
  CHECK(bench.stencil(0, 0) == 10);
  CHECK(bench.covered() == 0);
}

TEST_CASE("a draw without a pixel shader writes depth and stencil alone", "[frame][depth]") {
  DepthBench bench{kD32};
  bench.set(command::kPsExtra["Pixel Shader Valid"], 0);
  bench.draw_all(0.375f);
  CHECK(bench.depth_code(12, 1) == bits(0.375f));
  CHECK(bench.threads == 0);
  CHECK(bench.covered() == 0);
  CHECK(bench.statistics.samples_passed == 256);
}

TEST_CASE("samples of depth lie interleaved and are tested one by one", "[frame][depth]") {
  DepthBench bench{kD32};
  bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm, 2);
  bench.depth_buffer(kD32, 2);
  bench.set(command::kWmDepthStencil["Depth Test Function"], 2);  // LESS
  bench.fill_depth(bits(1));
  // Depth grows by 1/16 a pixel: the left samples of a pixel are nearer.
  bench.draw_triangle({{{-1, -1, 0, 1}}, {{3, -1, 2, 1}}, {{-1, 3, 0, 1}}});
  CHECK(bench.depth_code(8, 0, 0) == bits((8 + 6 / 16.0f) / 16));
  CHECK(bench.depth_code(8, 0, 1) == bits((8 + 14 / 16.0f) / 16));
  CHECK(bench.depth_code(8, 1, 3) == bits((8 + 10 / 16.0f) / 16));
  CHECK(bench.statistics.samples_passed == 1024);
  bench.set(command::kSampleMask["Sample Mask"], 0b0110);
  bench.set(command::kWmDepthStencil["Depth Test Function"], 0);
  bench.draw_all(0.0f);
  CHECK(bench.depth_code(8, 0, 0) == bits((8 + 6 / 16.0f) / 16));
  CHECK(bench.depth_code(8, 0, 1) == 0);
  CHECK(bench.statistics.samples_passed == 1024 + 512);
}
