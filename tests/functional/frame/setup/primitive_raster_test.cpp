#include "functional/frame/setup/primitive_raster.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// A vertex at a place in pixels.
BenchVertex at(float x, float y) {
  return {{x / 8 - 1, y / 8 - 1, 0.5f, 1}};
}

/// Pixels that have the drawn colour, row by row.
std::vector<std::string> picture(const PixelBench& bench, unsigned sample = 0) {
  std::vector<std::string> rows;
  for (unsigned y = 0; y < PixelBench::kSize; ++y) {
    rows.emplace_back();
    for (unsigned x = 0; x < PixelBench::kSize; ++x) rows.back() += bench.color(x, y, sample)[0] != 0 ? '#' : '.';
  }
  return rows;
}

constexpr unsigned kOpenGl = 0, kDirect3d = 1;  // API modes
constexpr unsigned kThreePixels = 3 << 7;       // line width
constexpr std::array<std::uint32_t, 4> kRed{0x3F80'0000, 0, 0, 0x3F80'0000};

const std::vector<BenchVertex> kCorners{{{-1, -1, 0.5f, 1}}, {{1, -1, 0.5f, 1}}, {{-1, 1, 0.5f, 1}}};

std::vector<BenchVertex> corners_of(PrimitiveKind kind) {
  const std::size_t count = kind == PrimitiveKind::kPoint ? 1 : kind == PrimitiveKind::kLine ? 2 : 3;
  return {kCorners.begin(), kCorners.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

TEST_CASE("rules of lines, points and polygons that the raster lacks are refused by name where they would count",
          "[frame][primitive_raster]") {
  struct Row {
    gen9::FieldBits field;
    PrimitiveKind kind;
    const char* named;
  };
  using enum PrimitiveKind;
  for (const Row& row :
       {Row{command::kWm["Polygon Stipple Enable"], kTriangle, "3DSTATE_WM with Polygon Stipple Enable"},
        {command::kSf["Last Pixel Enable"], kLine, "3DSTATE_SF with Last Pixel Enable"},
        {command::kRaster["Smooth Point Enable"], kPoint, "smooth points"},
        {command::kSf["Smooth Point Enable"], kPoint, "smooth points"}}) {
    INFO(row.named);
    for (const PrimitiveKind kind : {kPoint, kLine, kTriangle}) {
      PixelBench bench;
      bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
      bench.set(row.field, 1);
      if (kind != row.kind) {
        CHECK_NOTHROW(bench.draw(kind, corners_of(kind)));
        continue;
      }
      try {
        bench.draw(kind, corners_of(kind));
        FAIL_CHECK("is refused");
      } catch (const Error& error) {
        CHECK(error.code() == ExitCode::kUnsupported);
        CHECK_THAT(error.diagnostics().front().problem, Catch::Contains(row.named));
      }
    }
  }
}

TEST_CASE("wide lines are columns or rows of pixels by OpenGL's rules and rectangles by Direct3D's",
          "[frame][primitive_raster]") {
  PixelBench bench;
  bench.shader(8, kRed);
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  bench.set(command::kRaster["API Mode"], kOpenGl);
  bench.set(command::kSf["Line Width"], kThreePixels);
  bench.draw(PrimitiveKind::kLine, {at(2.5f, 2.5f), at(5.5f, 5.5f), at(10.5f, 2.5f), at(11.5f, 6.5f)});
  const auto rows = picture(bench);
  // A column of three for each pixel of the flat line, a row of three for each of the steep one.
  CHECK(rows[1].substr(0, 8) == "..#.....");
  CHECK(rows[2].substr(0, 8) == "..##....");
  CHECK(rows[3].substr(0, 8) == "..###...");
  CHECK(rows[4].substr(0, 8) == "...##...");
  CHECK(rows[5].substr(0, 8) == "....#...");
  for (const unsigned y : {2u, 3u, 4u}) CHECK(rows[y].substr(8, 8) == ".###....");
  CHECK(rows[5].substr(8, 8) == "..###...");
  CHECK(rows[6].substr(8, 8) == "........");

  PixelBench other;
  other.shader(8, kRed);
  other.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  other.set(command::kRaster["API Mode"], kDirect3d);
  other.set(command::kSf["Line Width"], kThreePixels);
  other.draw(PrimitiveKind::kLine, {at(2.5f, 2.5f), at(5.5f, 5.5f)});
  CHECK(picture(other)[1].substr(0, 8) == "...#....");
  CHECK(picture(other)[3].substr(0, 8) == ".#####..");
}

TEST_CASE("an antialiased line multiplies alpha by what it covers of each pixel", "[frame][primitive_raster]") {
  PixelBench bench;
  bench.shader(8, {0x3F80'0000, 0x3F80'0000, 0, 0x3F80'0000});
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  bench.set(command::kRaster["Antialiasing Enable"], 1);
  bench.set(command::kWm["Line Antialiasing Region Width"], 1);  // 1 pixel
  bench.set(command::kSf["Line Width"], 1 << 7);
  bench.draw(PrimitiveKind::kLine, {at(2, 4.25f), at(8, 4.25f)});
  const auto alpha = [&](unsigned x, unsigned y) { return bench.color(x, y)[3]; };
  CHECK(alpha(4, 3) == Approx(0.25).margin(0.003));
  CHECK(alpha(4, 4) == Approx(0.75).margin(0.003));
  CHECK(alpha(4, 5) == 0);
  CHECK(bench.color(4, 3)[0] == 1);  // no other channel
  CHECK(alpha(2, 4) == Approx(0.75).margin(0.003));
  CHECK(alpha(1, 4) == 0);
  CHECK(alpha(8, 4) == 0);
  // With multisample rules lines have samples.
  bench.fill_target({});
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 1);
  bench.draw(PrimitiveKind::kLine, {at(2, 4.25f), at(8, 4.25f)});
  CHECK(alpha(4, 4) == 1);
  CHECK(alpha(4, 3) == 0);
}

TEST_CASE("integers that an antialiased line writes are as the shader has them", "[frame][primitive_raster]") {
  PixelBench bench;
  bench.target(gen9::SurfaceFormat::kR8G8B8A8Uint);
  bench.shader(8, {7, 7, 7, 7});
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  bench.set(command::kRaster["Antialiasing Enable"], 1);
  bench.set(command::kWm["Line Antialiasing Region Width"], 1);
  bench.set(command::kSf["Line Width"], 1 << 7);
  bench.draw(PrimitiveKind::kLine, {at(2, 4.25f), at(8, 4.25f)});
  CHECK(bench.texel(4, 3)[3] == 7);
  CHECK(bench.texel(4, 4)[3] == 7);
}

TEST_CASE("without multisample rules a line covers all samples of its pixels", "[frame][primitive_raster]") {
  PixelBench bench;
  bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm, 2);
  bench.shader(8, kRed);
  bench.set(command::kMultisample["Number of Multisamples"], 2);
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  bench.set(command::kSampleMask["Sample Mask"], 0b1011);
  bench.draw(PrimitiveKind::kLine, {at(2.5f, 2.5f), at(5.5f, 4.5f)});
  for (const unsigned sample : {0u, 1u, 3u}) {
    CHECK(picture(bench, sample)[2] == "..#.............");
    CHECK(picture(bench, sample)[3] == "...##...........");
    CHECK(picture(bench, sample)[4] == "................");
  }
  CHECK(picture(bench, 2)[2] == "................");
}

TEST_CASE("a stippled line has the pixels of its pattern along it", "[frame][primitive_raster]") {
  const auto bench_of = [](std::uint32_t pattern, std::uint32_t repeat) {
    auto bench = std::make_unique<PixelBench>();
    bench->shader(8, kRed);
    bench->set(command::kRaster["DX Multisample Rasterization Enable"], 0);
    bench->set(command::kWm["Line Stipple Enable"], 1);
    bench->set(command::kLineStipple["Line Stipple Pattern"], pattern);
    bench->set(command::kLineStipple["Line Stipple Repeat Count"], repeat);
    return bench;
  };
  SECTION("in its direction, from its begin on") {
    const auto bench = bench_of(0b0000'0000'0000'1011, 1);
    bench->draw(PrimitiveKind::kLine,
                {at(1.5f, 0.5f), at(14.5f, 0.5f), at(14.5f, 2.5f), at(1.5f, 2.5f), at(15.5f, 4.5f), at(15.5f, 14.5f)});
    const auto rows = picture(*bench);
    CHECK(rows[0] == ".##.#...........");
    CHECK(rows[2] == "...........#.##.");
    for (const unsigned y : {4u, 5u, 7u}) CHECK(rows[y] == "...............#");
    CHECK(rows[6] == "................");
  }
  SECTION("each bit as often as the repeat count says, and from the lowest one on again") {
    const auto bench = bench_of(0b0101'0101'0101'0101, 3);
    bench->draw(PrimitiveKind::kLine, {at(0.5f, 0.5f), at(15.5f, 0.5f)});
    CHECK(picture(*bench)[0] == "###...###...###.");
  }
  SECTION("the same pixels of a wide line's columns") {
    const auto bench = bench_of(0b0101'0101'0101'0101, 1);
    bench->set(command::kRaster["API Mode"], kOpenGl);
    bench->set(command::kSf["Line Width"], kThreePixels);
    bench->draw(PrimitiveKind::kLine, {at(0.5f, 3.5f), at(7.5f, 3.5f)});
    for (const unsigned y : {2u, 3u, 4u}) CHECK(picture(*bench)[y] == "#.#.#.#.........");
  }
  SECTION("as the line before ended, in a strip") {
    for (const bool continues : {false, true}) {
      const auto bench = bench_of(0b0000'0000'0000'0111, 1);
      bench->continues = continues;
      bench->draw(PrimitiveKind::kLine, {at(0.5f, 0.5f), at(2.5f, 0.5f), at(2.5f, 0.5f), at(8.5f, 0.5f)});
      CHECK(picture(*bench)[0] == (continues ? "###............." : "#####..........."));
    }
  }
  SECTION("not of rectangles, which nobody asks for") {
    const auto bench = bench_of(1, 1);
    bench->set(command::kRaster["API Mode"], kDirect3d);
    bench->set(command::kSf["Line Width"], kThreePixels);
    CHECK_THROWS_AS(bench->draw(PrimitiveKind::kLine, {at(0.5f, 3.5f), at(7.5f, 3.5f)}), Error);
  }
}
