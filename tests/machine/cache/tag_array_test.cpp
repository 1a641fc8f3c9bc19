#include "machine/cache/tag_array.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

constexpr LineKey stored(std::uint64_t line) {
  return {AddressSpace::kStored, line};
}
constexpr LineKey decoded(std::uint64_t line) {
  return {AddressSpace::kDecoded, line};
}

/// The sum of a number's digits without carry, one after the other.
std::uint64_t folded(std::uint64_t number, unsigned digit) {
  std::uint64_t sum = 0;
  for (; number != 0; number >>= digit) sum ^= number & ((std::uint64_t{1} << digit) - 1);
  return sum;
}

}  // namespace

TEST_CASE("xor folds all digits of a line number and modulo takes the lowest", "[cache]") {
  std::mt19937_64 random{1};
  for (const std::uint32_t sets : {1u, 2u, 3u, 5u, 8u, 48u, 64u, 1024u, 3072u}) {
    const SetSelector fold{sets, SetHash::kXor}, modulo{sets, SetHash::kModulo};
    const auto digit = static_cast<unsigned>(std::bit_width(sets - 1));
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t line = random() >> random() % 60;
      CHECK(modulo(line) == line % sets);
      CHECK(fold(line) == (digit == 0 ? 0 : folded(line, digit) % sets));
    }
  }
}

TEST_CASE("the line that was used the longest time ago makes room", "[cache]") {
  TagArray tags{CacheGeometry{.sets = 1, .ways = 2}};
  CHECK_FALSE(tags.allocate(stored(1))->evicted);
  CHECK_FALSE(tags.allocate(stored(2))->evicted);
  CHECK(tags.lookup(stored(1)));
  const auto third = tags.allocate(stored(3));
  CHECK(third->evicted);
  CHECK(third->victim == stored(2));
  CHECK_FALSE(tags.lookup(stored(2)));
  CHECK(tags.lookup(stored(3)));
}

TEST_CASE("a set of any width holds the lines that were used last, but for pinned ones", "[cache]") {
  std::mt19937_64 random{7};
  for (const std::uint32_t ways : {1u, 4u, 8u, 9u, 16u, 24u, 48u}) {
    TagArray tags{CacheGeometry{.sets = 1, .ways = ways}};
    std::vector<std::uint64_t> used;  // lines that it holds, the one used last at the end
    std::optional<std::uint64_t> pinned;
    for (int i = 0; i < 4000; ++i) {
      const std::uint64_t line = random() % (2 * ways);
      const auto held = std::find(used.begin(), used.end(), line);
      REQUIRE(tags.holds(stored(line)) == (held != used.end()));
      if (tags.lookup(stored(line))) {
        std::rotate(held, held + 1, used.end());
        continue;
      }
      const auto allocation = tags.allocate(stored(line));
      if (!allocation) continue;
      if (used.size() == ways) {
        const auto victim = used.begin() + (pinned == used.front() ? 1 : 0);
        REQUIRE(allocation->victim == stored(*victim));
        used.erase(victim);
      }
      used.push_back(line);
      if (ways == 1 || random() % 8 != 0) continue;
      if (pinned) tags.set_pinned(*tags.find(stored(*pinned)), false);
      pinned = line;
      tags.set_pinned(allocation->place, true);
    }
  }
}

TEST_CASE("stored and decoded lines of one number are different lines", "[cache]") {
  TagArray tags{CacheGeometry{.sets = 4, .ways = 2}};
  tags.allocate(stored(6));
  CHECK_FALSE(tags.lookup(decoded(6)));
  tags.allocate(decoded(6));
  CHECK(tags.lookup(stored(6)));
  CHECK(tags.lookup(decoded(6)));
  CHECK(tags.allocate(stored(2))->victim == stored(6));
  CHECK(tags.allocate(stored(10))->victim == decoded(6));
}

TEST_CASE("a pinned line is no victim and a set of pinned lines has no room", "[cache]") {
  for (const EnumRow& row : enum_rows(Replacement{}).rows) {
    INFO(row.name);
    const auto replacement = static_cast<Replacement>(row.value);
    TagArray tags{CacheGeometry{.sets = 1, .ways = 2, .replacement = replacement}};
    tags.set_pinned(tags.allocate(stored(1))->place, true);
    tags.allocate(stored(2));
    for (std::uint64_t line = 3; line < 20; ++line) CHECK(tags.allocate(stored(line))->victim == stored(line - 1));
    tags.set_pinned(*tags.lookup(stored(19)), true);
    CHECK_FALSE(tags.allocate(stored(20)));
    tags.set_pinned(*tags.lookup(stored(1)), false);
    CHECK(tags.allocate(stored(20))->victim == stored(1));
  }
}

TEST_CASE("a dirty line is told when it makes room and cleaned at the end", "[cache]") {
  TagArray tags{CacheGeometry{.sets = 2, .ways = 1}};
  tags.set_dirty(tags.allocate(stored(0))->place, true);
  tags.set_dirty(tags.allocate(decoded(3))->place, true);
  CHECK(tags.clean_all() == std::vector<TagArray::DirtyLine>{{stored(0)}, {decoded(3)}});
  CHECK(tags.clean_all().empty());
  tags.set_dirty(*tags.lookup(stored(0)), true);
  CHECK(tags.allocate(stored(2))->victim_dirty);
  CHECK_FALSE(tags.allocate(stored(4))->victim_dirty);
}

TEST_CASE("lines that are invalidated leave, changed and pinned ones stay", "[cache]") {
  for (const EnumRow& row : enum_rows(Replacement{}).rows) {
    INFO(row.name);
    TagArray tags{CacheGeometry{.sets = 1, .ways = 4, .replacement = static_cast<Replacement>(row.value)}};
    for (std::uint64_t line = 1; line <= 4; ++line) tags.allocate(stored(line));
    tags.set_dirty(*tags.lookup(stored(2)), true);
    tags.set_pinned(*tags.lookup(stored(3)), true);
    CHECK(tags.invalidate() == 2);
    CHECK_FALSE(tags.holds(stored(1)));
    CHECK((tags.holds(stored(2)) && tags.holds(stored(3))));
    CHECK_FALSE(tags.holds(stored(4)));
    // Ways that are empty are filled before anything is evicted.
    CHECK_FALSE(tags.allocate(stored(5))->evicted);
    CHECK_FALSE(tags.allocate(stored(6))->evicted);
    CHECK(tags.allocate(stored(7))->evicted);
  }
}

TEST_CASE("lines that were used since a moment are told, the one longest ago first", "[cache]") {
  TagArray tags{{.sets = 1, .ways = 12}};
  const auto key = [](std::uint64_t line) { return LineKey{AddressSpace::kStored, line}; };
  for (std::uint64_t line = 0; line < 4; ++line) tags.allocate(key(line));
  const std::uint64_t before = tags.uses();
  CHECK(tags.used_since(before).empty());
  tags.allocate(key(7));
  tags.lookup(key(2));
  tags.lookup(key(0));
  std::vector<std::uint64_t> lines;
  for (const TagArray::Place place : tags.used_since(before)) lines.push_back(tags.key(place).line);
  CHECK(lines == std::vector<std::uint64_t>{7, 2, 0});
  CHECK(tags.used_since(0).size() == 5);
}

TEST_CASE("where the policy counts no uses, all lines of an array are told", "[cache]") {
  TagArray tags{{.sets = 2, .ways = 4, .replacement = Replacement::kRandom}};
  for (std::uint64_t line = 0; line < 3; ++line) tags.allocate({AddressSpace::kStored, line});
  CHECK(tags.uses() == 0);
  CHECK(tags.used_since(tags.uses()).size() == 3);
}

TEST_CASE("a line that was changed is told so once, with its sectors", "[cache]") {
  TagArray tags{{.sets = 1, .ways = 1, .sectors = 2}};
  const auto place = tags.allocate({AddressSpace::kStored, 3})->place;
  tags.set_dirty(place, true);
  tags.change_sectors(place, 0b10);
  CHECK(tags.clean(place));
  CHECK_FALSE(tags.clean(place));
  CHECK(tags.allocate({AddressSpace::kStored, 4})->victim_sectors == 0);
}
