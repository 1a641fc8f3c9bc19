#include "study/pixel_maps/pixel_maps.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("a message name reads back and nothing else is one", "[pixels]") {
  const MessageName name{123456, 7};
  CHECK(name.text() == "123456.7");
  CHECK(MessageName::parse(name.text()) == name);
  CHECK(MessageName::of(name.number()) == name);
  for (const char* text : {"", "7", "1.", ".1", "1.2.3", "-1.0", "1.65536", "281474976710656.0", "a.b", "1. 2"}) {
    CAPTURE(text);
    CHECK_FALSE(MessageName::parse(text));
  }
}

TEST_CASE("the scale of a map leaves one pixel in 200 beyond its brightest colour", "[pixels]") {
  PixelMapValues map;
  for (std::uint32_t i = 0; i < 1000; ++i) map.values.push_back(10 + i);
  map.values.push_back(PixelMapValues::kNoValue);
  const MapScale scale = scale_of(map);
  CHECK(scale.darkest == 10);
  CHECK(scale.brightest == 1004);
  CHECK(scale.highest == 1009);
  CHECK(scale.mean == 509.5);
  CHECK(scale.pixels == 1000);
}

TEST_CASE("a brighter pixel of a map has a higher value and one without is transparent", "[pixels]") {
  PixelMapValues map;
  for (std::uint32_t i = 0; i <= 30; ++i) map.values.push_back(i);
  map.values.push_back(PixelMapValues::kNoValue);
  MapScale scale = scale_of(map);
  scale.brightest = 30;
  const Picture picture = map_picture(map, scale, 32, 1);
  int before = -1;
  for (std::size_t i = 0; i <= 30; ++i) {
    const std::uint8_t* c = &picture.rgba[4 * i];
    const int luminance = 299 * c[0] + 587 * c[1] + 114 * c[2];
    CHECK(luminance > before);
    before = luminance;
    CHECK(c[3] == 255);
  }
  CHECK(picture.rgba[4 * 31 + 3] == 0);
}

TEST_CASE("a map of one value is dark everywhere", "[pixels]") {
  const PixelMapValues map{PixelMap::kTaps, {4, 4, 4, 4}};
  const MapScale scale = scale_of(map);
  const Picture picture = map_picture(map, scale, 2, 2);
  CHECK(picture.rgba[0] == picture.rgba[12]);
  const auto json = nlohmann::json::parse(map_scales_json({map}, 2, 2));
  CHECK(json["maps"][0]["darkest"] == 4);
  CHECK(json["maps"][0]["brightest"] == 4);
}
