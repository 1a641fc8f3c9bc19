#include "machine/cache/bank_hash.h"

#include <catch2/catch.hpp>
#include <set>

#include "base/diagnostic.h"
#include "machine/memory/bank_mapping.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

namespace {

BankHash hash_of(std::string_view text) {
  BankHash hash;
  const auto problem = parse_text(text, hash);
  INFO(text);
  REQUIRE_FALSE(problem);
  return hash;
}

}  // namespace

TEST_CASE("modulo takes the low bits of a number, xor folds its digits", "[bank_hash]") {
  const BankSelector modulo{hash_of("modulo"), 16}, folded{hash_of("xor"), 16};
  CHECK(modulo(0x1235) == 5);
  CHECK(folded(0x1235) == (1 ^ 2 ^ 3 ^ 5));
  CHECK(BankSelector{hash_of("xor"), 1}(0x1235) == 0);
  CHECK(BankSelector{hash_of("xor"), 2}(7) == 1);
}

TEST_CASE("masks choose each bit of the bank by parity", "[bank_hash]") {
  const BankSelector bank{hash_of("0x9, 0x12"), 4};
  CHECK(bank(0x1) == 1);
  CHECK(bank(0x8) == 1);
  CHECK(bank(0x9) == 0);
  CHECK(bank(0x2) == 2);
  CHECK(bank(0x13) == 1);
}

TEST_CASE("every bit of a number counts once in its parity", "[bank_hash]") {
  const BankSelector bank{hash_of("0xffffffffffff"), 2};
  for (unsigned low = 0; low < 48; ++low) {
    CHECK(bank(std::uint64_t{1} << low) == 1);
    for (unsigned high = 0; high < low; ++high) {
      if (bank(std::uint64_t{1} << low | std::uint64_t{1} << high) != 0) FAIL_CHECK("bits " << low << " and " << high);
    }
  }
}

TEST_CASE("banks that are no power of two share what xor and modulo give", "[bank_hash]") {
  for (const char* text : {"xor", "modulo"}) {
    const BankSelector bank{hash_of(text), 6};
    std::set<std::uint32_t> seen;
    for (std::uint64_t line = 0; line < 64; ++line) seen.insert(bank(line));
    CHECK(seen == std::set<std::uint32_t>{0, 1, 2, 3, 4, 5});
  }
}

TEST_CASE("bank hashes are written as they are read", "[bank_hash]") {
  for (const char* text : {"modulo", "xor", "0x9, 0x12, 0x24", "0x1"}) CHECK(value_text(hash_of(text)) == text);
  CHECK(value_text(hash_of("[9,18]")) == "0x9, 0x12");
  for (const char* text : {"", "xro", "0x9,", "0x9, 0", "0x1000000000000", "-1", "0x9 0x12"}) {
    BankHash hash;
    INFO(text);
    CHECK(parse_text(text, hash));
  }
}

TEST_CASE("masks that do not fit the banks are refused", "[bank_hash]") {
  CHECK_THROWS_WITH((BankSelector{hash_of("0x1, 0x2"), 8}), Catch::Contains("2 masks for 8 banks"));
  CHECK_THROWS_WITH((BankSelector{hash_of("0x1, 0x2"), 6}), Catch::Contains("2 masks for 6 banks"));
  CHECK_THROWS_WITH((BankSelector{hash_of("0x3, 0x5, 0x6"), 8}), Catch::Contains("never chooses some"));
  CHECK_NOTHROW(BankSelector{hash_of("0x3, 0x5, 0x4"), 8});
}

TEST_CASE("rows that stand one below the other in a texture lie in different banks, each address in one row",
          "[bank_hash][memory]") {
  const BankMapping modulo{hash_of("modulo"), 16, 2048_B}, folded{BankHash{}, 16, 2048_B};
  std::set<std::uint32_t> same, different;
  for (std::uint64_t y = 0; y < 16; ++y) {
    const ByteAddress address{0x10'0000 + y * 32 * 1024};  // a pitch of all banks
    same.insert(modulo(address).bank);
    different.insert(folded(address).bank);
  }
  CHECK(same.size() == 1);
  CHECK(different.size() == 16);
  CHECK(folded(ByteAddress{2048}) == folded(ByteAddress{4095}));
  CHECK(folded(ByteAddress{4096}).row != folded(ByteAddress{4095}).row);
}
