// Depth tests of neighbouring subspans, flat primitives among them, against those of single samples.
#include "functional/frame/pixel/subspan_tests.h"

#include <catch2/catch.hpp>
#include <random>

#include "functional/frame/pixel/pixel_output.h"
#include "functional/frame/pixel_bench.h"

namespace texpipe::functional {
namespace {

TEST_CASE("subspans of flat and of sloping primitives pass where their single samples do", "[frame][pixel]") {
  std::mt19937 random{38};
  const auto number = [&](double most) { return std::uniform_real_distribution<double>{-most, most}(random); };
  for (unsigned round = 0; round < 600; ++round) {
    PixelBench together, apart;
    std::vector<DepthStencilTest> tests;
    const std::uint64_t format = std::array{1u, 3u, 5u}[round % 3];  // D32_FLOAT, D24_UNORM_X8_UINT, D16_UNORM
    const auto function = random() % 8;
    for (PixelBench* bench : {&together, &apart}) {
      bench->depth_buffer(format);
      bench->set(command::kWmDepthStencil["Depth Test Function"], function);
      bench->set(command::kWmDepthStencil["Depth Test Enable"], 1);
      bench->set(command::kWmDepthStencil["Depth Buffer Write Enable"], 1);
      tests.emplace_back(bench->state, bench->memory, 0u);
    }
    REQUIRE(tests[0].takes_subspans());
    RasterSetup raster;
    Viewport viewport;
    viewport.min_depth = round % 5 == 0 ? 0.25f : 0.0f;
    OpenTiles tiles{together.memory};
    for (unsigned call = 0; call < 4; ++call) {
      ShadedPrimitive primitive;
      primitive.planes.x0 = number(100);
      primitive.planes.y0 = number(100);
      primitive.planes.z = {.dx = 0, .dy = 0, .origin = number(1.2)};
      if (random() % 2 == 0) primitive.planes.z.dx = number(0.01);
      if (random() % 3 == 0) primitive.planes.z.dy = number(0.01);
      std::vector<CoveredSubspan> covered(1 + random() % kSubspansOfTest);
      const auto first = static_cast<std::int32_t>(random() % 8);
      for (std::size_t s = 0; s < covered.size(); ++s) {
        covered[s].x = 2 * ((first + static_cast<std::int32_t>(s)) % 8);
        covered[s].y = 2 * static_cast<std::int32_t>(random() % 2);
        covered[s].samples = words_of_bits(static_cast<unsigned>(random() & 0xF));
      }
      const bool writes = random() % 4 != 0;
      const unsigned passed =
          test_subspans(subspan_tests(tests[0], tiles, raster, viewport, primitive, writes), covered);
      unsigned expected = 0;
      for (unsigned lane = 0; lane < kPixelsOfSubspan * covered.size(); ++lane) {
        const CoveredSubspan& subspan = covered[lane / 4];
        if (subspan.samples[lane % 4] == 0) continue;
        TestedSample sample{.x = static_cast<std::uint32_t>(subspan.x) + (lane & 1),
                            .y = static_cast<std::uint32_t>(subspan.y) + (lane >> 1 & 1)};
        sample.z = viewport.clamp_depth(sample_depth(primitive, raster, sample));
        if (tests[1].test(sample, writes)) expected |= 1u << lane;
      }
      INFO("round " << round << ", call " << call);
      REQUIRE(passed == expected);
    }
    for (unsigned y = 0; y < 4; ++y) {
      for (unsigned x = 0; x < 16; ++x) REQUIRE(together.depth_code(x, y) == apart.depth_code(x, y));
    }
  }
}

}  // namespace
}  // namespace texpipe::functional
