#include "machine/cache/footprint_lines.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

TEST_CASE("a line of decoded texels is decompressed from the blocks that fill it and at least one", "[cache]") {
  functional::Footprint footprint;  // BC1
  footprint.element_bytes = 8;
  footprint.expansion = 8;
  CHECK(blocks_in(footprint, 64_B) == 1);
  CHECK(blocks_in(footprint, 256_B) == 4);
  CHECK(blocks_in(footprint, 32_B) == 1);
}

TEST_CASE("a plan names lines of decoded texels where blocks are decompressed before the cache", "[cache]") {
  TextureCacheParameters cache;
  cache.line = 128_B;
  cache.decompression.place = DecompressionPlace::kBeforeL1;
  CHECK(line_shape(cache) == functional::LineShape{.bits = 7, .decoded = true});
  cache.decompression.place = DecompressionPlace::kAfterL1;
  CHECK(line_shape(cache) == functional::LineShape{.bits = 7, .decoded = false});
}

TEST_CASE("a plan for sectored lines names sectors, which are grouped to lines in the order of first touch",
          "[cache]") {
  TextureCacheParameters cache;
  cache.line = 128_B;
  cache.sector = 32_B;
  cache.decompression.place = DecompressionPlace::kAfterL1;
  CHECK(line_shape(cache) == functional::LineShape{.bits = 5, .decoded = false});
  functional::Footprint footprint;
  footprint.line_count = 4;
  for (const unsigned i : {0u, 1u, 2u, 3u}) footprint.lines[i] = std::array<std::uint64_t, 4>{41, 8, 43, 41}[i];
  SectoredLines lines{cache.sectors()};
  lines.collect(footprint);
  REQUIRE(lines.count() == 2);
  CHECK(lines[0].key.line == 10);
  CHECK(lines[0].sectors == 0b1010);
  CHECK(lines[1].key.line == 2);
  CHECK(lines[1].sectors == 0b0001);
}

TEST_CASE("sectors of decoded texels count with their whole blocks", "[cache]") {
  functional::Footprint footprint;  // BC1, whose blocks are 64 bytes of texels
  footprint.element_bytes = 8;
  footprint.expansion = 8;
  footprint.decoded_lines = true;
  footprint.line_count = 1;
  footprint.lines[0] = 7;
  SectoredLines lines{Sectors{128_B, 32_B}};
  lines.collect(footprint);
  REQUIRE(lines.count() == 1);
  CHECK(lines[0].key.line == 1);
  CHECK(lines[0].sectors == 0b1100);
}
