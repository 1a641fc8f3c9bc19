#include "functional/rasterization/pixel_query.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include "functional/rasterization/plane_equation.h"

using namespace texpipe::functional;

namespace {

PixelCoverage pixel(unsigned samples, std::uint16_t coverage) {
  return {.pattern = standard_pattern(samples), .coverage = coverage};
}

SamplePattern any_pattern() {
  const unsigned count = *rc::gen::element(1u, 2u, 4u, 8u, 16u);
  if (*rc::gen::arbitrary<bool>()) return standard_pattern(count);
  std::vector<SamplePosition> positions;
  for (unsigned i = 0; i < count; ++i)
    positions.push_back({*rc::gen::inRange<std::uint8_t>(0, 16), *rc::gen::inRange<std::uint8_t>(0, 16)});
  return programmed_pattern(positions);
}

/// Any 16 bits, equally likely.
std::uint16_t any_mask() {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint16_t>());
}

PixelCoverage any_pixel() {
  PixelCoverage pixel{.pattern = any_pattern(), .sample_mask = any_mask()};
  const std::uint32_t covered = *rc::gen::element<std::uint32_t>(0, 0xFFFF, any_mask());
  pixel.coverage = static_cast<std::uint16_t>(covered & pixel.sample_mask & pixel.pattern.full_mask());
  return pixel;
}

/// A plane whose slopes and pixels keep every product and sum exact, so that any other way of computing it agrees.
PlaneEquation any_exact_plane() {
  const auto number = [] { return static_cast<float>(*rc::gen::inRange(-64, 65)); };
  return {.dx = number(), .dy = number(), .origin = number(), .x0 = number(), .y0 = number()};
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

TEST_CASE("IPA.OFFSET of CENTROID_OFFSET is IPA.CENTROID for any attribute, pattern, coverage and mask", "[pixld]") {
  rc::prop("the attribute's value is that of the place which the document names", [] {
    const PlaneEquation plane = any_exact_plane();
    const PixelCoverage pixel = any_pixel();
    const std::int32_t x = *rc::gen::inRange(0, 256), y = *rc::gen::inRange(0, 256);
    // The centre when all samples are covered, else the first covered one; a helper pixel takes the mask's first.
    const std::uint32_t full = pixel.pattern.full_mask();
    const std::uint32_t among = pixel.coverage != 0 ? pixel.coverage : pixel.sample_mask & full;
    unsigned first = 0;
    while (among != 0 && (among >> first & 1) == 0) ++first;
    const SamplePosition place = among == full || among == 0 ? SamplePosition{} : pixel.pattern.positions[first];
    const float centroid_value = plane.at(static_cast<float>(x) + static_cast<float>(place.x) / 16.0f,
                                          static_cast<float>(y) + static_cast<float>(place.y) / 16.0f);
    const std::uint32_t queried = query_pixel(pixel, PixelQuery::kCentroidOffset, 0).value;
    RC_ASSERT(interpolate(plane, x, y, unpacked(queried)) == centroid_value);
  });
}

TEST_CASE("IPA.OFFSET of PIXLD.OFFSET is the attribute at that sample", "[pixld]") {
  rc::prop("for every sample of the standard patterns up to 8", [] {
    const PlaneEquation plane = any_exact_plane();
    const SamplePattern pattern = standard_pattern(*rc::gen::element(1u, 2u, 4u, 8u));
    for (unsigned sample = 0; sample < pattern.count; ++sample) {
      const SamplePosition place = pattern.positions[sample];
      const PixelQueryResult queried =
          query_pixel({.pattern = pattern}, PixelQuery::kOffset, static_cast<std::int32_t>(sample));
      RC_ASSERT(interpolate(plane, 7, 9, unpacked(queried.value)) ==
                plane.at(7 + static_cast<float>(place.x) / 16.0f, 9 + static_cast<float>(place.y) / 16.0f));
    }
  });
}

TEST_CASE("COVERED is COVMASK with a bit-field extract for any pixel and any index", "[pixld]") {
  rc::prop("and FALSE outside the mask's valid bits", [] {
    const PixelCoverage pixel = any_pixel();
    const std::uint32_t mask = query_pixel(pixel, PixelQuery::kCovMask, 0).value;
    const std::uint32_t count = query_pixel(pixel, PixelQuery::kMsCount, 0).value;
    RC_ASSERT(mask >> count == 0);
    for (std::int32_t sample = -20; sample < 40; ++sample) {
      const std::uint32_t extracted = sample >= 0 && sample < 32 ? mask >> sample & 1 : 0;
      const PixelQueryResult covered = query_pixel(pixel, PixelQuery::kCovered, sample);
      RC_ASSERT(covered.value == extracted);
      RC_ASSERT(covered.predicate == (extracted != 0));
    }
  });
  for (std::int32_t sample = -64; sample < 0; ++sample)
    CHECK(query_pixel(pixel(16, 0xFFFF), PixelQuery::kCovered, sample).value == 0);
}

TEST_CASE("a plane passes through its vertices' values", "[pixld]") {
  const PlaneEquation plane = plane_through({{{0, 0}, {16 * 256, 0}, {0, 16 * 256}}}, {2.0f, 18.0f, -14.0f});
  CHECK(plane.at(0, 0) == 2.0f);
  CHECK(plane.at(16, 0) == 18.0f);
  CHECK(plane.at(0, 16) == -14.0f);
  CHECK(interpolate(plane, 3, 0, {}) == 2.0f + 3.5f - 0.5f);
}
