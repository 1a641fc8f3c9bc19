#include <bit>
#include <catch2/catch.hpp>

#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::SurfaceFormat;

namespace {

constexpr std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
constexpr std::array<std::uint32_t, 4> bits_of(const Color& c) {
  return {bits(c[0]), bits(c[1]), bits(c[2]), bits(c[3])};
}

/// Codes of a UNORM texel of 8 bits.
std::array<int, 4> codes(const PixelBench& bench, unsigned x = 5, unsigned y = 6) {
  std::array<int, 4> result;
  for (unsigned c = 0; c < 4; ++c) result[c] = static_cast<int>(bench.color(x, y)[c] * 255 + 0.5f);
  return result;
}

void blend_over(PixelBench& bench) {
  const auto entry = PixelBench::blend_entry_at(0);
  bench.set_at(entry, command::kBlendStateEntry["Color Buffer Blend Enable"], 1);
  bench.set_at(entry, command::kBlendStateEntry["Source Blend Factor"], 0x03);       // SRC_ALPHA
  bench.set_at(entry, command::kBlendStateEntry["Destination Blend Factor"], 0x13);  // INV_SRC_ALPHA
}

}  // namespace

TEST_CASE("colours are blended with what the target holds, alpha alike or by its own equation", "[frame][blend]") {
  PixelBench bench;
  blend_over(bench);
  bench.shader(8, bits_of({1, 0, 0.2f, 0.25f}));
  bench.fill_target(bits_of({0.2f, 0.4f, 0.6f, 0.8f}));
  bench.draw_all();
  CHECK(codes(bench) == std::array{102, 77, 128, 169});
  bench.set_at(PixelBench::kBlendAt, command::kBlendState["Independent Alpha Blend Enable"], 1);
  bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Source Alpha Blend Factor"], 0x11);    // ZERO
  bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Destination Alpha Blend Factor"], 1);  // ONE
  bench.fill_target(bits_of({0.2f, 0.4f, 0.6f, 0.8f}));
  bench.draw_all();
  CHECK(codes(bench) == std::array{102, 77, 128, 204});
}

TEST_CASE("threads of one draw blend in the order of the primitives, in whatever order they run", "[frame][blend]") {
  PixelBench bench;
  blend_over(bench);
  bench.interpolating_shader(8);
  bench.set(command::kSbe["Constant Interpolation Enable"], 1);
  std::vector<BenchVertex> vertices;
  for (const Color& color : {Color{1, 0, 0, 1}, Color{0, 1, 0, 0.5f}, Color{0, 0, 1, 0.5f}}) {
    for (const auto& [x, y] : {std::pair{-1.0f, -1.0f}, std::pair{3.0f, -1.0f}, std::pair{-1.0f, 3.0f}})
      vertices.push_back({{x, y, 0, 1}, {color}});
  }
  bench.draw_triangle(vertices);
  CHECK(codes(bench) == std::array{64, 64, 128, 159});
}

TEST_CASE("disabled channels keep what the target holds", "[frame][blend]") {
  const std::array fields{
      command::kBlendStateEntry["Write Disable Red"], command::kBlendStateEntry["Write Disable Green"],
      command::kBlendStateEntry["Write Disable Blue"], command::kBlendStateEntry["Write Disable Alpha"]};
  for (const SurfaceFormat format : {SurfaceFormat::kR8G8B8A8Unorm, SurfaceFormat::kB8G8R8A8Unorm}) {
    for (unsigned channel = 0; channel < 4; ++channel) {
      PixelBench bench;
      bench.target(format);
      bench.shader(8, bits_of({1, 1, 1, 1}));
      bench.set_at(PixelBench::blend_entry_at(0), fields[channel], 1);
      bench.draw_all();
      std::array<int, 4> expected{255, 255, 255, 255};
      expected[channel] = 0;
      CHECK(codes(bench) == expected);
    }
  }
}

TEST_CASE("shader channel selects of a target say where the shader's channels stand", "[frame][blend]") {
  PixelBench bench;
  bench.swap_red_and_blue();
  bench.shader(8, bits_of({1, 0.4f, 0.2f, 0.6f}));
  bench.draw_all();
  CHECK(codes(bench) == std::array{51, 102, 255, 153});
  const auto entry = PixelBench::blend_entry_at(0);
  bench.set_at(entry, command::kBlendStateEntry["Color Buffer Blend Enable"], 1);
  bench.set_at(entry, command::kBlendStateEntry["Source Blend Factor"], 0x11);       // ZERO
  bench.set_at(entry, command::kBlendStateEntry["Destination Blend Factor"], 0x02);  // SRC_COLOR
  bench.draw_all();
  CHECK(codes(bench) == std::array{10, 41, 255, 92});
  bench.set_at(entry, command::kBlendStateEntry["Color Buffer Blend Enable"], 0);
  bench.set_at(entry, command::kBlendStateEntry["Write Disable Red"], 1);
  bench.fill_target({});
  bench.draw_all();
  CHECK(codes(bench) == std::array{51, 102, 0, 153});
}

TEST_CASE("an sRGB target is decoded, blended and encoded again", "[frame][blend]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR8G8B8A8UnormSrgb);
  blend_over(bench);
  bench.shader(8, bits_of({1, 0, 0, 0.5f}));
  bench.fill_target(bits_of({0, 1, 0, 1}));
  bench.draw_all();
  CHECK(bench.color(1, 1)[0] == Approx(0.5f).margin(0.005));  // linear
  CHECK(bench.color(1, 1)[1] == Approx(0.5f).margin(0.005));
  CHECK(bench.color(1, 1)[3] == Approx(0.75f).margin(0.005));
}

TEST_CASE("float targets keep values beyond 1, unless a clamp is asked for", "[frame][blend]") {
  for (const SurfaceFormat format : {SurfaceFormat::kR16G16B16A16Float, SurfaceFormat::kR32G32B32A32Float}) {
    PixelBench bench;
    bench.target(format);
    bench.shader(8, bits_of({2, -3, 0.5f, 1}));
    bench.draw_all();
    CHECK(bench.color(3, 4) == Color{2, -3, 0.5f, 1});
    bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Pre-Blend Color Clamp Enable"], 1);
    bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Color Clamp Range"], 2);
    bench.draw_all();
    CHECK(bench.color(3, 4) == Color{2, -3, 0.5f, 1});  // the format's own range
    bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Color Clamp Range"], 1);
    bench.draw_all();
    CHECK(bench.color(3, 4) == Color{1, -1, 0.5f, 1});
    bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Color Clamp Range"], 0);
    bench.draw_all();
    CHECK(bench.color(3, 4) == Color{1, 0, 0.5f, 1});
  }
}

TEST_CASE("all pixels of a linear target are written, whatever their bytes", "[frame][blend]") {
  for (const SurfaceFormat format : {SurfaceFormat::kR16Float, SurfaceFormat::kR32Float, SurfaceFormat::kR32G32Float,
                                     SurfaceFormat::kR32G32B32A32Float}) {
    PixelBench bench;
    bench.target(format, 0, Tiling::kLinear);
    bench.shader(8, bits_of({2, -3, 0.5f, 1}));
    bench.draw_all();
    for (unsigned x = 0; x < 6; ++x) {
      CAPTURE(format, x);
      CHECK(bench.color(x, 4)[0] == 2);
      CHECK(bench.color(x, 5)[0] == 2);
    }
  }
}

TEST_CASE("colours are clamped after blending when the state says so", "[frame][blend]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR32G32B32A32Float);
  const auto entry = PixelBench::blend_entry_at(0);
  bench.set_at(entry, command::kBlendStateEntry["Color Buffer Blend Enable"], 1);
  bench.set_at(entry, command::kBlendStateEntry["Source Blend Factor"], 1);
  bench.set_at(entry, command::kBlendStateEntry["Destination Blend Factor"], 1);
  bench.shader(8, bits_of({0.75f, 0.25f, 0, 1}));
  bench.fill_target(bits_of({0.75f, 0.25f, 0, 1}));
  bench.draw_all();
  CHECK(bench.color(3, 4) == Color{1.5f, 0.5f, 0, 2});
  bench.set_at(entry, command::kBlendStateEntry["Post-Blend Color Clamp Enable"], 1);
  bench.draw_all();
  CHECK(bench.color(3, 4) == Color{1, 0.75f, 0, 1});
}

TEST_CASE("the blend constant is clamped like the other operands, unless the source alone is", "[frame][blend]") {
  PixelBench bench;
  const auto entry = PixelBench::blend_entry_at(0);
  bench.set_at(entry, command::kBlendStateEntry["Color Buffer Blend Enable"], 1);
  bench.set_at(entry, command::kBlendStateEntry["Source Blend Factor"], 0x07);       // CONST_COLOR
  bench.set_at(entry, command::kBlendStateEntry["Destination Blend Factor"], 0x11);  // ZERO
  bench.set_at(entry, command::kBlendStateEntry["Color Clamp Range"], 2);
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Red"], 2);
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Green"], -1);
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Blue"], 0.5f);
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Alpha"], 2);
  bench.shader(8, bits_of({0.4f, 0.4f, 0.4f, 0.2f}));
  bench.set_at(entry, command::kBlendStateEntry["Pre-Blend Color Clamp Enable"], 1);
  bench.draw_all();
  CHECK(codes(bench) == std::array{102, 0, 51, 51});
  bench.set_at(entry, command::kBlendStateEntry["Pre-Blend Source Only Clamp Enable"], 1);
  bench.draw_all();
  CHECK(codes(bench) == std::array{204, 0, 51, 102});
}

TEST_CASE("logic operations work on the codes of the target, and not on floats", "[frame][blend]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR8G8B8A8Uint);
  bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Logic Op Enable"], 1);
  bench.set_at(PixelBench::blend_entry_at(0), command::kBlendStateEntry["Logic Op Function"], 6);  // XOR
  bench.shader(8, {0x0F, 0xFF, 0x00, 0xAA});
  bench.fill_target({0x55, 0x55, 0x55, 0x55});
  bench.draw_all();
  CHECK(bench.texel(2, 9) == std::array<std::uint32_t, 4>{0x5A, 0xAA, 0x55, 0xFF});
  bench.target(SurfaceFormat::kR32G32B32A32Float);
  bench.shader(8, bits_of({1, 2, 3, 4}));
  bench.fill_target(bits_of({5, 6, 7, 8}));
  bench.draw_all();
  CHECK(bench.color(2, 9) == Color{1, 2, 3, 4});
}

TEST_CASE("the constant of COLOR_CALC_STATE is a factor", "[frame][blend]") {
  PixelBench bench;
  const auto entry = PixelBench::blend_entry_at(0);
  bench.set_at(entry, command::kBlendStateEntry["Color Buffer Blend Enable"], 1);
  bench.set_at(entry, command::kBlendStateEntry["Source Blend Factor"], 0x07);       // CONST_COLOR
  bench.set_at(entry, command::kBlendStateEntry["Destination Blend Factor"], 0x11);  // ZERO
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Red"], 0.2f);
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Green"], 0.4f);
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Blue"], 0.6f);
  bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Blend Constant Color Alpha"], 0.8f);
  bench.shader(8, bits_of({1, 1, 1, 1}));
  bench.draw_all();
  CHECK(codes(bench) == std::array{51, 102, 153, 204});
}

TEST_CASE("the alpha test compares floats, or codes of 8 bits", "[frame][blend]") {
  for (const bool as_float : {false, true}) {
    PixelBench bench;
    bench.set_at(PixelBench::kBlendAt, command::kBlendState["Alpha Test Enable"], 1);
    bench.set_at(PixelBench::kBlendAt, command::kBlendState["Alpha Test Function"], 5);  // GREATER
    bench.set_at(PixelBench::kColorCalcAt, command::kColorCalcState["Alpha Test Format"], as_float);
    if (as_float) {
      bench.set_real_at(PixelBench::kColorCalcAt, command::kColorCalcState["Alpha Reference Value As FLOAT32"], 0.5f);
    } else {
      bench.set_at(PixelBench::kColorCalcAt, command::kColorCalcState["Alpha Reference Value As UNORM8"], 128);
    }
    bench.shader(8, bits_of({1, 1, 1, 0.501f}));  // code 128
    bench.draw_all();
    CHECK(bench.covered() == (as_float ? 256 : 0));
    CHECK(bench.statistics.samples_passed == (as_float ? 256 : 0));
  }
}

TEST_CASE("alpha to coverage takes away samples, alpha to one comes after it", "[frame][blend]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR8G8B8A8Unorm, 2);
  bench.set_at(PixelBench::kBlendAt, command::kBlendState["Alpha To Coverage Enable"], 1);
  bench.set_at(PixelBench::kBlendAt, command::kBlendState["Alpha To One Enable"], 1);
  bench.shader(8, bits_of({1, 1, 1, 0.5f}));
  bench.draw_all();
  for (unsigned s = 0; s < 4; ++s) CHECK(bench.color(4, 4, s) == (s < 2 ? Color{1, 1, 1, 1} : Color{0, 0, 0, 0}));
}

TEST_CASE("a null target takes nothing, and its pixels still pass", "[frame][blend]") {
  PixelBench bench;
  bench.null_target();
  bench.shader(8, bits_of({1, 1, 1, 1}));
  bench.draw_all();
  CHECK(bench.statistics.samples_passed >= 256);
}

TEST_CASE("dithering and formats that do not blend are refused by name", "[frame][blend]") {
  PixelBench bench;
  bench.shader(8, bits_of({1, 1, 1, 1}));
  bench.set_at(PixelBench::kBlendAt, command::kBlendState["Color Dither Enable"], 1);
  CHECK_THROWS_WITH(bench.draw_all(), Catch::Contains("Color Dither Enable"));
}
