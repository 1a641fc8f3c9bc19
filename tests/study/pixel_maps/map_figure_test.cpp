#include "study/pixel_maps/map_figure.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "pictures/npy/npy.h"

using namespace texpipe::study;
using Catch::Matchers::Contains;

TEST_CASE("ticks of a scale are its ends and round numbers between that do not touch them", "[pixels]") {
  CHECK(scale_ticks(3, 3) == std::vector<double>{3});
  CHECK(scale_ticks(0, 100) == std::vector<double>{0, 20, 40, 60, 80, 100});
  CHECK(scale_ticks(1, 6) == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(scale_ticks(187, 1210) == std::vector<double>{187, 500, 1000, 1210});
}

TEST_CASE("a figure of a map has its title, unit, ticks and highest value", "[pixels]") {
  PixelMapValues map{.map = PixelMap::kLevel, .values = {0, 256, 512, PixelMapValues::kNoValue}};
  const std::string svg = map_figure(map, 2, 2, "picture_0 of a<b");
  CHECK_THAT(svg, Contains("level (levels)") && Contains("picture_0 of a&lt;b") && Contains("data:image/png;base64,"));
  CHECK_THAT(svg, Contains(">0</text>") && Contains(">2</text>") && Contains("mean 1, highest 2"));
}

TEST_CASE("the array of a map is in its unit, rows by columns, and has NaN where nothing is", "[pixels]") {
  PixelMapValues map{.map = PixelMap::kLevel, .values = {0, 128, 512, PixelMapValues::kNoValue, 0, 0}};
  const NpyArray array = parse_npy(map_npy(map, 3, 2), "map");
  CHECK(array.shape == std::vector<std::uint64_t>{2, 3});
  const auto values = array.as<float>();
  CHECK((values[0] == 0 && values[1] == 0.5f && values[2] == 2 && std::isnan(values[3])));
}
