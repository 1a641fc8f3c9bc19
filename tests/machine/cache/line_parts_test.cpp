#include "machine/cache/line_parts.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

TEST_CASE("a request stays whole for a level whose lines are as long or longer", "[cache]") {
  for (const ByteSize next : {128_B, 256_B, kAnyLine}) {
    const LineParts parts = parts_of(ByteAddress{0x380}, 128_B, next);
    CHECK(parts.count == 1);
    CHECK(parts[0] == LinePart{ByteAddress{0x380}, 128_B});
  }
}

TEST_CASE("a request becomes a part for each line of a level with shorter lines", "[cache]") {
  const LineParts parts = parts_of(ByteAddress{0x400}, 256_B, 32_B);
  REQUIRE(parts.count == 8);
  for (std::uint32_t part = 0; part < 8; ++part) CHECK(parts[part] == LinePart{ByteAddress{0x400 + 32 * part}, 32_B});
}

TEST_CASE("a run of sectors that crosses lines of the next level is cut there", "[cache]") {
  const LineParts parts = parts_of(ByteAddress{0x420}, 96_B, 64_B);
  REQUIRE(parts.count == 2);
  CHECK(parts[0] == LinePart{ByteAddress{0x420}, 32_B});
  CHECK(parts[1] == LinePart{ByteAddress{0x440}, 64_B});
}
