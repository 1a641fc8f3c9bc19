#include "machine/cache/footprint_lines.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

TEST_CASE("a line of decoded texels is decompressed from the blocks that fill it and at least one", "[cache]") {
  functional::Footprint footprint;  // BC1
  footprint.element_bytes = 8;
  footprint.expansion = 8;
  CHECK(blocks_per_line(footprint, 64_B) == 1);
  CHECK(blocks_per_line(footprint, 256_B) == 4);
  CHECK(blocks_per_line(footprint, 32_B) == 1);
}

TEST_CASE("a plan names lines of decoded texels where blocks are decompressed before the cache", "[cache]") {
  TextureCacheParameters cache;
  cache.line = 128_B;
  cache.decompression.place = DecompressionPlace::kBeforeL1;
  CHECK(line_shape(cache) == functional::LineShape{.bits = 7, .decoded = true});
  cache.decompression.place = DecompressionPlace::kAfterL1;
  CHECK(line_shape(cache) == functional::LineShape{.bits = 7, .decoded = false});
}
