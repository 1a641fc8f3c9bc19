#include "machine/cache/data_banks.h"

#include <catch2/catch.hpp>
#include <vector>

#include "functional/sampling/line_collector.h"
#include "machine/cache/bank_ports.h"

using namespace texpipe;
using namespace texpipe::machine;
using functional::FormatClass;

namespace {

TextureCacheParameters word_banks(WideReads wide) {
  TextureCacheParameters cache;
  cache.banks = 32;
  cache.bank_choice = BankChoice::kWords;
  cache.ports = 1;
  cache.wide_reads = wide;
  return cache;
}

constexpr std::uint32_t kPitch = 1056;

struct Place {
  unsigned x, y;
};

/// Cycles of the data banks for texels of a linear surface.
std::uint64_t cycles_of(const TextureCacheParameters& cache, unsigned bytes, const std::vector<Place>& texels) {
  functional::SurfaceGeometry geometry;
  geometry.element.bytes = static_cast<std::uint8_t>(bytes);
  geometry.row_pitch = kPitch;
  functional::Footprint footprint;
  footprint.element_bytes = static_cast<std::uint8_t>(bytes);
  footprint.word_places.stored = functional::WordPlaces::stored(geometry);
  footprint.format_class = bytes <= 4   ? FormatClass::k32Bits
                           : bytes <= 8 ? FormatClass::k64Bits
                                        : FormatClass::k128Bits;
  functional::FootprintAddresses addresses{};
  for (unsigned i = 0; i < texels.size(); ++i) {
    const ByteAddress address{std::uint64_t{texels[i].y} * kPitch + std::uint64_t{texels[i].x} * bytes};
    addresses[i] = {address, address};
    footprint.texels = static_cast<std::uint16_t>(footprint.texels | 1u << i);
  }
  functional::collect_lines(line_shape(cache), addresses, footprint);
  const DataBanks banks{cache};
  DataBanks::Reads reads;
  const unsigned count = banks.collect(footprint, reads);
  BankPorts ports{banks.count(), cache.ports};
  return ports.claim({reads.data(), count}, Cycles{}).value() / kSubcyclesPerCycle;
}

/// Mean over sixteen places of texels with these distances, in quarters of a cycle.
std::uint64_t quarters(const TextureCacheParameters& cache, unsigned bytes, const std::vector<Place>& distances) {
  std::uint64_t sum = 0;
  for (unsigned x = 0; x < 16; ++x) {
    std::vector<Place> texels;
    for (const Place& distance : distances) texels.push_back({x + distance.x, 3 + distance.y});
    sum += cycles_of(cache, bytes, texels);
  }
  return sum / 4;
}

const std::vector<Place> kRow{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
const std::vector<Place> kScattered{{0, 0}, {0, 0}, {4, 0}, {0, 0}};

}  // namespace

TEST_CASE("banks of words give a row of 64-bit texels in a cycle wherever it starts, and scattered ones in two",
          "[cache]") {
  CHECK(quarters(word_banks(WideReads::kRows), 8, kRow) == 4);
  CHECK(quarters(word_banks(WideReads::kRows), 8, kScattered) == 8);
}

TEST_CASE("rows of words give a row of 128-bit texels in two and a half cycles and scattered ones in two", "[cache]") {
  const TextureCacheParameters cache = word_banks(WideReads::kRows);
  CHECK(quarters(cache, 16, kRow) == 10);
  CHECK(quarters(cache, 16, kScattered) == 8);
  CHECK(quarters(cache, 16, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}) == 4);
  CHECK(quarters(word_banks(WideReads::kWords), 16, kRow) == 8);
}

TEST_CASE("texels of 32 bits and less are read in one cycle in a row and scattered", "[cache]") {
  for (const unsigned bytes : {1u, 2u, 4u}) {
    CHECK(quarters(word_banks(WideReads::kRows), bytes, kRow) == 4);
    CHECK(quarters(word_banks(WideReads::kRows), bytes, kScattered) == 4);
  }
}

TEST_CASE("the texels of a linear quad are read in one cycle of banks of words, lines of one row in more", "[cache]") {
  const std::vector<Place> quad{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  CHECK(quarters(word_banks(WideReads::kRows), 4, quad) == 4);
  TextureCacheParameters lines;
  lines.banks = 4;
  lines.ports = 1;
  CHECK(quarters(lines, 4, quad) > 4);
}

TEST_CASE("fewer banks of words share rows, then columns", "[cache]") {
  TextureCacheParameters cache = word_banks(WideReads::kRows);
  cache.banks = 4;
  CHECK(cycles_of(cache, 8, {{0, 0}, {1, 0}, {0, 1}, {1, 1}}) == 2);
  cache.banks = 1;
  CHECK(cycles_of(cache, 8, {{0, 0}, {1, 0}, {0, 1}, {1, 1}}) == 4);
}

TEST_CASE("even and odd levels read banks of their own", "[cache]") {
  TextureCacheParameters cache;
  cache.banks = 4;
  cache.level_banks = true;
  const DataBanks banks{cache};
  CHECK(banks.count() == 8);
  CHECK(banks.arrays() == 2);
  functional::Footprint footprint;
  footprint.texels = 1;
  functional::FootprintAddresses addresses{};
  functional::collect_lines({.bits = 6, .decoded = true}, addresses, footprint);
  DataBanks::Reads even, odd;
  REQUIRE(banks.collect(footprint, even) == 1);
  footprint.level = 3;
  REQUIRE(banks.collect(footprint, odd) == 1);
  CHECK(odd[0] == even[0] + 4);
}
