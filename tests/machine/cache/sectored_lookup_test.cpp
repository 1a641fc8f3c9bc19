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

TEST_CASE("sectors that are on their way are asked for once, also when no line holds them", "[cache]") {
  const LineKey line{AddressSpace::kStored, 5};
  const LineSectors one{line, 0b0001}, two{line, 0b0011};
  const SectoredLookup partly{nullptr, two, 0b0001};
  CHECK(partly.missing() == 0b0010);
  CHECK(partly.result() == LineLookup::kMiss);
  const SectoredLookup wholly{nullptr, one, 0b0001};
  CHECK(wholly.missing() == 0);
  CHECK(wholly.result() == LineLookup::kMerge);
}

TEST_CASE("sectors of others that are on their way make no wait of a hit", "[cache]") {
  TagArray tags{CacheGeometry{.sets = 1, .ways = 2, .sectors = 4}};
  const LineSectors wanted{{AddressSpace::kStored, 5}, 0b0001};
  SectoredLookup{&tags, wanted, 0}.enter();
  CHECK(SectoredLookup{&tags, wanted, 0b0010}.result() == LineLookup::kHit);
}

TEST_CASE("a lookup of sectors is a use of their line", "[cache]") {
  TagArray tags{CacheGeometry{.sets = 1, .ways = 2, .sectors = 4}};
  const auto look_up = [&tags](std::uint64_t line) {
    const LineSectors wanted{{AddressSpace::kStored, line}, 0b0001};
    SectoredLookup{&tags, wanted, 0}.enter();
  };
  for (const std::uint64_t line : {5, 6, 5, 7}) look_up(line);
  CHECK(tags.holds({AddressSpace::kStored, 5}));
  CHECK_FALSE(tags.holds({AddressSpace::kStored, 6}));
}

TEST_CASE("a line that is entered ahead has all its sectors", "[cache]") {
  TagArray tags{CacheGeometry{.sets = 1, .ways = 2, .sectors = 4}};
  const LineKey line{AddressSpace::kStored, 5};
  enter_ahead(tags, line);
  CHECK(SectoredLookup{&tags, LineSectors{line, 0b1111}, 0}.missing() == 0);
}

TEST_CASE("sectors that are asked for are decoded, and not their line", "[cache]") {
  functional::Footprint footprint;
  footprint.element_bytes = 8;
  footprint.expansion = 2;
  const LineSectors asked{{AddressSpace::kDecoded, 5}, 0b0101};
  CHECK(decoding_of(footprint, asked, Sectors{128_B, 32_B}).blocks == 64 / (8 * 2));
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
