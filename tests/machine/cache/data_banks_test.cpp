#include "machine/cache/data_banks.h"

#include <catch2/catch.hpp>
#include <vector>

#include "functional/sampling/line_collector.h"
#include "machine/cache/bank_ports.h"

using namespace texpipe;
using namespace texpipe::machine;
using functional::FormatClass;

namespace {

/// Banks by column and, of four rows each, by row: bit 3 of a line's number is the lowest of the column in a Y tile,
/// bit 0 that of the group of rows.
TextureCacheParameters four_banks(bool halves, WideReads wide) {
  TextureCacheParameters cache;
  cache.banks = 4;
  cache.bank_hash = BankHash{std::vector<std::uint64_t>{0x8, 0x1}};
  cache.ports = 1;
  cache.half_banks = halves;
  cache.wide_reads = wide;
  return cache;
}

/// Cycles of the data banks for texels of a row, by their numbers in it: 16-byte columns of a Y tile are 8 lines apart.
std::uint64_t cycles_of(const TextureCacheParameters& cache, unsigned bytes, const std::vector<unsigned>& texels) {
  functional::Footprint footprint;
  footprint.element_bytes = static_cast<std::uint8_t>(bytes);
  footprint.format_class = bytes <= 4   ? FormatClass::k32Bits
                           : bytes <= 8 ? FormatClass::k64Bits
                                        : FormatClass::k128Bits;
  functional::FootprintAddresses addresses{};
  for (unsigned i = 0; i < texels.size(); ++i) {
    const std::uint64_t byte = std::uint64_t{texels[i]} * bytes;
    const ByteAddress address{byte / 16 * 512 + byte % 16};
    addresses[i] = {address, address};
    footprint.texels = static_cast<std::uint16_t>(footprint.texels | 1u << i);
  }
  functional::collect_lines({.bits = 6, .decoded = true, .halves = cache.half_banks}, addresses, footprint);
  const DataBanks banks{cache};
  DataBanks::Reads reads;
  const unsigned count = banks.collect(footprint, reads);
  BankPorts ports{banks.count(), cache.ports};
  return ports.claim({reads.data(), count}, Cycles{}).value() / kSubcyclesPerCycle;
}

/// Mean over sixteen places of four texels with these distances, in quarters of a cycle.
std::uint64_t quarters(const TextureCacheParameters& cache, unsigned bytes, const std::vector<unsigned>& distances) {
  std::uint64_t sum = 0;
  for (unsigned x = 0; x < 16; ++x) {
    std::vector<unsigned> texels;
    for (const unsigned distance : distances) texels.push_back(x + distance);
    sum += cycles_of(cache, bytes, texels);
  }
  return sum / 4;
}

const std::vector<unsigned> kRow{0, 1, 2, 3};
const std::vector<unsigned> kScattered{0, 0, 4, 0};

}  // namespace

TEST_CASE("half banks give a row of 64-bit texels in a cycle wherever it starts, and scattered ones in two",
          "[cache]") {
  const TextureCacheParameters cache = four_banks(true, WideReads::kLines);
  CHECK(quarters(cache, 8, kRow) == 4);
  CHECK(quarters(cache, 8, kScattered) == 8);
  // Whole columns: a row that starts in the middle of one needs two of one parity.
  CHECK(quarters(four_banks(false, WideReads::kLines), 8, kRow) == 6);
}

TEST_CASE("pairs of lines give a row of 128-bit texels in two and a half cycles and scattered ones in two", "[cache]") {
  const TextureCacheParameters cache = four_banks(true, WideReads::kPairs);
  CHECK(quarters(cache, 16, kRow) == 10);
  CHECK(quarters(cache, 16, kScattered) == 8);
  CHECK(quarters(cache, 16, {0, 0, 0, 0}) == 4);
  CHECK(quarters(four_banks(true, WideReads::kLines), 16, kRow) == 8);
}

TEST_CASE("texels of 32 bits and less are read in one cycle in a row and scattered", "[cache]") {
  for (const bool halves : {false, true}) {
    for (const unsigned bytes : {1u, 2u, 4u}) {
      CHECK(quarters(four_banks(halves, WideReads::kPairs), bytes, kRow) == 4);
      CHECK(quarters(four_banks(halves, WideReads::kPairs), bytes, kScattered) == 4);
    }
  }
}

TEST_CASE("bilinear texels of 32 bits scattered over three columns take one cycle of half banks", "[cache]") {
  CHECK(cycles_of(four_banks(true, WideReads::kPairs), 4, {3, 4, 7, 8}) == 1);
  CHECK(cycles_of(four_banks(false, WideReads::kPairs), 4, {3, 4, 7, 8}) == 2);
}

TEST_CASE("one bank reads a pair of lines once", "[cache]") {
  TextureCacheParameters cache = four_banks(false, WideReads::kPairs);
  cache.banks = 1;
  cache.bank_hash = BankHash{};
  CHECK(DataBanks{cache}.count() == 1);
  CHECK(cycles_of(cache, 16, {0}) == 1);
  cache.half_banks = true;
  CHECK(DataBanks{cache}.count() == 2);
}

TEST_CASE("even and odd levels read banks of their own", "[cache]") {
  TextureCacheParameters cache;
  cache.banks = 4;
  cache.half_banks = false;
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
