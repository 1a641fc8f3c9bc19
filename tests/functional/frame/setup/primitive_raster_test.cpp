#include "functional/frame/setup/primitive_raster.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

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
  for (const Row& row : {Row{command::kWm["Line Stipple Enable"], kLine, "3DSTATE_WM with Line Stipple Enable"},
                         {command::kWm["Polygon Stipple Enable"], kTriangle, "3DSTATE_WM with Polygon Stipple Enable"},
                         {command::kRaster["Antialiasing Enable"], kLine, "antialiased lines"},
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
