#include "machine/cache/sectors.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

TEST_CASE("lines without a sector size, or with one as long as they are, are not divided", "[cache]") {
  for (const ByteSize sector : {0_B, 128_B, 256_B}) {
    const Sectors sectors{128_B, sector};
    CHECK_FALSE(sectors.divided());
    CHECK(sectors.bytes() == 128_B);
    CHECK(sectors.all() == 1);
    CHECK(sectors.touched(5, 100) == 1);
  }
}

TEST_CASE("bytes of a line touch the sectors that they begin in, cross and end in", "[cache]") {
  const Sectors sectors{128_B, 32_B};
  CHECK(sectors.count() == 4);
  CHECK(sectors.touched(0, 1) == 0b0001);
  CHECK(sectors.touched(31, 2) == 0b0011);
  CHECK(sectors.touched(40, 64) == 0b1110);
  CHECK(sectors.touched(0, 128) == sectors.all());
  CHECK(Sectors{1_KiB, 16_B}.all() == ~SectorSet{0});
}

TEST_CASE("neighbouring sectors are one run", "[cache]") {
  const Sectors sectors{128_B, 16_B};
  std::vector<std::pair<ByteAddress, ByteSize>> runs;
  sectors.for_each_run(ByteAddress{0x400}, 0b1100'1101,
                       [&runs](ByteAddress address, ByteSize bytes) { runs.emplace_back(address, bytes); });
  CHECK(runs == std::vector<std::pair<ByteAddress, ByteSize>>{
                    {ByteAddress{0x400}, 16_B}, {ByteAddress{0x420}, 32_B}, {ByteAddress{0x460}, 32_B}});
}
