#include "functional/rasterization/pixel_query.h"

#include <catch2/catch.hpp>

#include "functional/rasterization/plane_equation.h"

using namespace texpipe::functional;

namespace {

PixelCoverage pixel(unsigned samples, std::uint16_t coverage) {
  return {.pattern = standard_pattern(samples), .coverage = coverage};
}

}  // namespace

TEST_CASE("MSCOUNT is the raster count and COVMASK has as many valid bits", "[pixld]") {
  for (const unsigned samples : {1u, 2u, 4u, 8u, 16u}) {
    CHECK(query_pixel(pixel(samples, 0xFFFF), PixelQuery::kMsCount, 0).value == samples);
    CHECK(query_pixel(pixel(samples, 0xFFFF), PixelQuery::kCovMask, 0).value == (1u << samples) - 1);
  }
}

TEST_CASE("COVERED equals COVMASK with a bit-field extract, and an index out of range is FALSE", "[pixld]") {
  const PixelCoverage some = pixel(8, 0b10100110);
  const std::uint32_t mask = query_pixel(some, PixelQuery::kCovMask, 0).value;
  for (std::int32_t sample = 0; sample < 8; ++sample) {
    const PixelQueryResult covered = query_pixel(some, PixelQuery::kCovered, sample);
    CHECK(covered.value == (mask >> sample & 1));
    CHECK(covered.predicate == (covered.value != 0));
  }
  CHECK(query_pixel(some, PixelQuery::kCovered, 8).value == 0);
  CHECK(query_pixel(some, PixelQuery::kCovered, -1).value == 0);
  CHECK(query_pixel(some, PixelQuery::kCovered, 1, {.covered_all_ones = true}).value == 0xFFFFFFFF);
}

TEST_CASE("OFFSET packs 4.12 offsets from the centre, dx low and dy high", "[pixld]") {
  CHECK(query_pixel(pixel(4, 0), PixelQuery::kOffset, 0).value == 0xFA00FE00);  // (-2, -6) / 16
  CHECK(query_pixel(pixel(4, 0), PixelQuery::kOffset, 0, {.grid_integer = true}).value == 0xFFFAFFFE);
  CHECK(query_pixel(pixel(1, 0), PixelQuery::kOffset, 0).value == 0);
}

TEST_CASE("OFFSET out of range, beyond 8 samples or with programmed positions is 0 with a warning", "[pixld]") {
  const auto refused = [](const PixelCoverage& p, std::int32_t sample) {
    const PixelQueryResult result = query_pixel(p, PixelQuery::kOffset, sample);
    return result.value == 0 && result.warning;
  };
  CHECK(refused(pixel(4, 0), 4));
  CHECK(refused(pixel(16, 0), 0));
  const SamplePosition positions[] = {{0, 0}, {15, 15}};
  CHECK(refused({.pattern = programmed_pattern(positions)}, 0));
}

TEST_CASE("the centroid is the centre when fully covered, else the first covered sample", "[pixld]") {
  CHECK(query_pixel(pixel(4, 0xF), PixelQuery::kCentroidOffset, 0).value == 0);
  CHECK(query_pixel(pixel(4, 0b1100), PixelQuery::kCentroidOffset, 0).value == packed(offset_of({2, 10})));
  CHECK(query_pixel(pixel(4, 0), PixelQuery::kCentroidOffset, 0).value == 0);
  PixelCoverage masked = pixel(4, 0);
  masked.sample_mask = 0b0010;
  CHECK(query_pixel(masked, PixelQuery::kCentroidOffset, 0).value == packed(offset_of({14, 6})));
}

TEST_CASE("MY_INDEX is the sample with predicate true in SSAA mode, else 0 and false", "[pixld]") {
  PixelCoverage shaded = pixel(4, 0xF);
  CHECK(query_pixel(shaded, PixelQuery::kMyIndex, 0).predicate == false);
  shaded.sample_index = 3;
  const PixelQueryResult result = query_pixel(shaded, PixelQuery::kMyIndex, 0);
  CHECK(result.value == 3);
  CHECK(result.predicate == true);
}

TEST_CASE("only COVERED and MY_INDEX write a predicate", "[pixld]") {
  for (const PixelQuery query :
       {PixelQuery::kMsCount, PixelQuery::kCovMask, PixelQuery::kOffset, PixelQuery::kCentroidOffset}) {
    CHECK_FALSE(query_pixel(pixel(4, 0xF), query, 0).predicate.has_value());
  }
}

TEST_CASE("interpolating at PIXLD.CENTROID_OFFSET equals interpolating at the centroid", "[pixld]") {
  const PlaneEquation plane = plane_through({{{0, 0}, {4096, 256}, {512, 4096}}}, {1.0f, -3.0f, 8.5f});
  for (std::uint32_t coverage = 0; coverage < 16; ++coverage) {
    const PixelOffset queried =
        unpacked(query_pixel(pixel(4, static_cast<std::uint16_t>(coverage)), PixelQuery::kCentroidOffset, 0).value);
    CHECK(interpolate(plane, 5, 3, queried) == interpolate(plane, 5, 3, centroid(standard_pattern(4), coverage)));
  }
}

TEST_CASE("a plane passes through its vertices' values", "[pixld]") {
  const PlaneEquation plane = plane_through({{{0, 0}, {16 * 256, 0}, {0, 16 * 256}}}, {2.0f, 18.0f, -14.0f});
  CHECK(plane.at(0, 0) == 2.0f);
  CHECK(plane.at(16, 0) == 18.0f);
  CHECK(plane.at(0, 16) == -14.0f);
  CHECK(interpolate(plane, 3, 0, {}) == 2.0f + 3.5f - 0.5f);
}
