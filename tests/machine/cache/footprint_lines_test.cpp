#include "machine/cache/footprint_lines.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

namespace {

functional::Footprint footprint_at(std::initializer_list<std::uint64_t> stored, std::uint8_t bytes) {
  functional::Footprint footprint;
  footprint.element_bytes = footprint.texel_bytes = bytes;
  unsigned texel = 0;
  for (const std::uint64_t address : stored) {
    footprint.texels = static_cast<std::uint16_t>(footprint.texels | 1u << texel);
    footprint.addresses[texel++] = {ByteAddress{address}, ByteAddress{address}};
  }
  return footprint;
}

}  // namespace

TEST_CASE("a footprint needs each of its lines once, and both of a texel that straddles two", "[cache]") {
  const auto lines = lines_of(footprint_at({0, 4, 60, 128, 64}, 8), DecompressionPlace::kBeforeL1, 64_B);
  REQUIRE(lines.count == 3);
  CHECK(lines.keys[0].line == 0);
  CHECK(lines.keys[1].line == 1);
  CHECK(lines.keys[2].line == 2);
  CHECK(lines.blocks == 0);
  CHECK(lines_of(footprint_at({}, 4), DecompressionPlace::kBeforeL1, 64_B).count == 0);
}

TEST_CASE("before L1 a block is a line of texels of its own, behind L1 eight share a line", "[cache]") {
  functional::Footprint footprint = footprint_at({0, 0, 8, 8}, 8);  // BC1: texels of two blocks
  footprint.expansion = 8;
  footprint.texel_bytes = 4;
  for (unsigned i = 0; i < 4; ++i) footprint.addresses[i].decoded = ByteAddress{(i / 2) * 64 + i % 2 * 4};
  const auto before = lines_of(footprint, DecompressionPlace::kBeforeL1, 64_B);
  CHECK(before.count == 2);
  CHECK(before.keys[0].space == AddressSpace::kDecoded);
  CHECK(before.blocks == 2);
  const auto after = lines_of(footprint, DecompressionPlace::kAfterL1, 64_B);
  CHECK(after.count == 1);
  CHECK(after.keys[0].space == AddressSpace::kStored);
  CHECK(after.blocks == 2);
  CHECK(blocks_per_line(footprint, 64_B) == 1);
  CHECK(blocks_per_line(footprint, 256_B) == 4);
  CHECK(blocks_per_line(footprint, 32_B) == 1);
}
