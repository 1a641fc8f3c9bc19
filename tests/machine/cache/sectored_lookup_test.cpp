#include "machine/cache/sectored_lookup.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

namespace {

using Runs = std::vector<std::pair<ByteAddress, ByteSize>>;

Runs stored_runs(const LineSectors& wanted, LineDecoding decoding, const Sectors& sectors) {
  Runs runs;
  for_each_stored_run(wanted, decoding, sectors,
                      [&runs](ByteAddress address, ByteSize bytes) { runs.emplace_back(address, bytes); });
  return runs;
}

}  // namespace

TEST_CASE("a lookup asks for the sectors that are neither here nor on their way", "[cache]") {
  TagArray tags{CacheGeometry{.sets = 1, .ways = 2, .sectors = 4}};
  const LineKey line{AddressSpace::kStored, 5};
  const auto look_up = [&](SectorSet wanted, SectorSet flying) {
    const LineSectors sectors{line, wanted};
    SectoredLookup lookup{&tags, sectors, flying};
    lookup.enter();
    return std::pair{lookup.missing(), lookup.result()};
  };
  CHECK(look_up(0b0001, 0) == std::pair{SectorSet{0b0001}, LineLookup::kMiss});
  CHECK(look_up(0b0011, 0b0001) == std::pair{SectorSet{0b0010}, LineLookup::kMiss});  // the line is here without it
  CHECK(look_up(0b0001, 0b0011) == std::pair{SectorSet{0}, LineLookup::kMerge});
  CHECK(look_up(0b0011, 0) == std::pair{SectorSet{0}, LineLookup::kHit});
  CHECK(look_up(0b0111, 0) == std::pair{SectorSet{0b0100}, LineLookup::kMiss});
}

TEST_CASE("sectors of stored bytes are asked for themselves", "[cache]") {
  const Sectors sectors{128_B, 32_B};
  CHECK(stored_runs(LineSectors{{AddressSpace::kStored, 2}, 0b1011}, {}, sectors) ==
        Runs{{ByteAddress{256}, 64_B}, {ByteAddress{352}, 32_B}});
}

TEST_CASE("sectors of decoded texels ask for the sectors of their blocks, each once", "[cache]") {
  const Sectors sectors{128_B, 32_B};
  // Eight decoded bytes for each stored one: the line's four sectors come of 16 stored bytes.
  CHECK(stored_runs(LineSectors{{AddressSpace::kDecoded, 9}, 0b1111}, {.expansion = 8, .blocks = 2}, sectors) ==
        Runs{{ByteAddress{128}, 32_B}});
  CHECK(stored_runs(LineSectors{{AddressSpace::kDecoded, 9}, 0b1111}, {.expansion = 2, .blocks = 2}, sectors) ==
        Runs{{ByteAddress{576}, 64_B}});
}

TEST_CASE("an undivided decoded line asks for the stored line that holds its blocks", "[cache]") {
  const Sectors sectors{64_B, 0_B};
  CHECK(stored_runs(LineSectors{{AddressSpace::kDecoded, 21}, 1}, {.expansion = 8, .blocks = 1}, sectors) ==
        Runs{{ByteAddress{128}, 64_B}});
}
