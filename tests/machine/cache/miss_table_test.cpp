#include "machine/cache/miss_table.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace texpipe::machine;

namespace {

using Table = MissTable<std::vector<std::uint64_t>>;

LineKey stored(std::uint64_t line) {
  return {AddressSpace::kStored, line};
}

}  // namespace

TEST_CASE("a line on its way is found until it is removed and its record stays until the register is given back",
          "[cache]") {
  Table table;
  CHECK(table.find(stored(7)) == Table::kNone);
  const auto number = table.enter(stored(7));
  table[number] = {1, 2};
  CHECK(table.find(stored(7)) == number);
  CHECK(table.find({AddressSpace::kDecoded, 7}) == Table::kNone);
  table.remove(number);
  CHECK(table.empty());
  CHECK(table.find(stored(7)) == Table::kNone);
  CHECK(table.enter(stored(8)) != number);
  CHECK(table[number] == std::vector<std::uint64_t>{1, 2});
  table.give_back(number);
  CHECK(table.enter(stored(9)) == number);
}

TEST_CASE("miss registers hold what a map would whatever comes and goes", "[cache]") {
  std::mt19937 random{GENERATE(1u, 2u, 3u)};
  const std::uint64_t lines = GENERATE(8, 100, 1'000'000);
  Table table;
  std::map<LineKey, std::uint64_t> model;
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    const LineKey key{random() % 2 == 0 ? AddressSpace::kStored : AddressSpace::kDecoded, random() % lines};
    const auto found = table.find(key);
    REQUIRE((found != Table::kNone) == model.contains(key));
    if (found == Table::kNone && model.size() < 64) {
      table[table.enter(key)] = {step};
      model[key] = step;
    } else if (found != Table::kNone) {
      REQUIRE(table.key(found) == key);
      REQUIRE(table[found].front() == model.at(key));
      table.remove(found);
      table.give_back(found);
      model.erase(key);
    }
    REQUIRE(table.size() == model.size());
  }
  std::map<LineKey, std::uint64_t> left;
  table.for_each([&left](LineKey key, const std::vector<std::uint64_t>& miss) { left[key] = miss.front(); });
  CHECK(left == model);
}
