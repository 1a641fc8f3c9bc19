#include "workload/extent/image_extent.h"

#include <catch2/catch.hpp>
#include <string>

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("an image size is read as it is printed, up to 16384 texels a side", "[extent]") {
  for (const std::string text : {"1x1", "640x480", "16384x16384"}) {
    ImageExtent extent;
    CHECK_FALSE(parse_text(text, extent).has_value());
    CHECK(value_text(extent) == text);
  }
}

TEST_CASE("what is no image size is refused with an example, and the size stays as it was", "[extent]") {
  for (const std::string text : {"", "x", "640", "640x", "x480", "0x480", "640x0", "16385x1", "1x16385", "-1x1",
                                 "640 x480", "640x480x2", "4294967297x1"}) {
    INFO(text);
    ImageExtent extent{2, 3};
    const auto problem = parse_text(text, extent);
    REQUIRE(problem.has_value());
    CHECK(extent == ImageExtent{2, 3});
  }
  ImageExtent extent;
  CHECK(parse_text("0x480", extent)->problem == "'0x480' is no image size");
}
