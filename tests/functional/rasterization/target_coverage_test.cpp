#include "functional/rasterization/target_coverage.h"

#include <bit>
#include <catch2/catch.hpp>

using texpipe::functional::target_coverage;

TEST_CASE("with as many samples the target's coverage is the raster's", "[target_coverage]") {
  for (const unsigned count : {1u, 2u, 4u, 8u, 16u}) {
    for (std::uint32_t coverage = 0; coverage < 1u << count; ++coverage)
      REQUIRE(target_coverage(static_cast<std::uint16_t>(coverage), count, count) == coverage);
  }
}

TEST_CASE("a target sample is written when one of the raster samples that it stands for is covered",
          "[target_coverage]") {
  CHECK(target_coverage(0b0000, 4, 1) == 0b0);
  CHECK(target_coverage(0b1000, 4, 1) == 0b1);
  CHECK(target_coverage(0b0010, 4, 2) == 0b01);
  CHECK(target_coverage(0b0100, 4, 2) == 0b10);
  CHECK(target_coverage(0x8001, 16, 4) == 0b1001);
  CHECK(target_coverage(0x0FF0, 16, 8) == 0b0011'1100);
}

TEST_CASE("more target samples than raster samples share them evenly", "[target_coverage]") {
  CHECK(target_coverage(1, 1, 4) == 0b1111);
  CHECK(target_coverage(0b01, 2, 8) == 0b0000'1111);
  CHECK(target_coverage(0b10, 2, 16) == 0xFF00);
  CHECK(target_coverage(0b0110, 4, 8) == 0b0011'1100);
}
