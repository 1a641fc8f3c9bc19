#include "functional/sampling/line_collector.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr LineShape kDecoded{.bits = 6, .decoded = true}, kStored{.bits = 6, .decoded = false};

/// Addresses of a footprint's first texels, and the footprint.
struct Texels {
  Texels(std::initializer_list<std::uint64_t> stored, std::uint8_t bytes) {
    footprint.element_bytes = footprint.texel_bytes = bytes;
    unsigned texel = 0;
    for (const std::uint64_t address : stored) {
      footprint.texels = static_cast<std::uint16_t>(footprint.texels | 1u << texel);
      addresses[texel++] = {ByteAddress{address}, ByteAddress{address}};
    }
  }
  const Footprint& lines(LineShape shape) {
    collect_lines(shape, addresses, footprint);
    return footprint;
  }

  Footprint footprint;
  FootprintAddresses addresses{};
};

}  // namespace

TEST_CASE("a footprint needs each of its lines once, and both of a texel that straddles two", "[plan]") {
  Texels texels{{0, 4, 60, 128, 64}, 8};
  const Footprint& footprint = texels.lines(kDecoded);
  REQUIRE(footprint.line_count == 3);
  CHECK(footprint.lines[0] == 0);
  CHECK(footprint.lines[1] == 1);
  CHECK(footprint.lines[2] == 2);
  CHECK(footprint.blocks == 0);
  CHECK(Texels{{}, 4}.lines(kDecoded).line_count == 0);
}

TEST_CASE("where it is asked for it is known which words of 8 bytes texels lie in", "[plan]") {
  constexpr LineShape kWords{.bits = 6, .decoded = true, .words = PlannedWords::kAll},
      kRows{.bits = 6, .decoded = true, .words = PlannedWords::kRowsForWide};
  const auto places = [](Texels texels, LineShape shape) {
    const Footprint& footprint = texels.lines(shape);
    return std::vector<unsigned>(footprint.words.place.begin(), footprint.words.place.begin() + footprint.word_count);
  };
  // A buffer: 64 bytes are a row, of which the third bit of the column is bit 5 of a place.
  using Places = std::vector<unsigned>;
  CHECK(places({{0, 4, 8, 24, 0}, 4}, kWords) == Places{0, 1, 3});
  CHECK(places({{32, 64}, 4}, kWords) == Places{0x20, 4});
  CHECK(places({{6}, 4}, kWords) == Places{0, 1});  // not at a multiple of its size: both
  CHECK(places({{0, 16}, 16}, kWords) == Places{0, 1, 2, 3});
  CHECK(places({{0, 16, 32}, 16}, kRows) == Places{0, 0x20});
  CHECK(places({{0, 24}, 8}, kRows) == Places{0, 3});
  CHECK(places({{0, 24}, 8}, kDecoded).empty());
}

TEST_CASE("a format without blocks has stored lines wherever blocks are decompressed", "[plan]") {
  Texels texels{{0, 64}, 4};
  CHECK_FALSE(texels.lines(kDecoded).decoded_lines);
  CHECK_FALSE(texels.lines(kStored).decoded_lines);
}

TEST_CASE("before L1 a block is a line of texels of its own, behind L1 eight share a line", "[plan]") {
  Texels texels{{0, 0, 8, 8}, 8};  // BC1: texels of two blocks
  texels.footprint.expansion = 8;
  texels.footprint.texel_bytes = 4;
  for (unsigned i = 0; i < 4; ++i) texels.addresses[i].decoded = ByteAddress{(i / 2) * 64 + i % 2 * 4};
  const Footprint before = texels.lines(kDecoded);
  CHECK(before.line_count == 2);
  CHECK(before.decoded_lines);
  CHECK(before.blocks == 2);
  const Footprint after = texels.lines(kStored);
  CHECK(after.line_count == 1);
  CHECK_FALSE(after.decoded_lines);
  CHECK(after.blocks == 2);
}
