#include "base/word_registry.h"

#include <catch2/catch.hpp>

#include <string>

using namespace texpipe;

namespace {

enum class Fruit : std::uint8_t {};

}  // namespace

TEST_CASE("a registry numbers its words in order and keeps what each stands for", "[registry]") {
  WordRegistry<Fruit, int> fruits{"fruit"};
  CHECK(fruits.add("apple", "grows on trees", 5) == Fruit{0});
  for (int i = 0; i < 100; ++i) fruits.add("fruit_" + std::to_string(i), "any", i);
  CHECK(fruits.rows().find("fruit_99")->value == 100);
  CHECK(fruits.rows().find(0u)->name == "apple");
  CHECK(fruits.at(Fruit{100}) == 99);
}

TEST_CASE("a word that is taken, or is none, joins no registry", "[registry]") {
  WordRegistry<Fruit, int> fruits{"fruit"};
  fruits.add("apple", "", 1);
  CHECK_THROWS_WITH(fruits.add("apple", "", 2), "fruit `apple` is there already");
  for (const char* word : {"", "Apple", "2nd", "a b", "a-b", "_a", "\x1b"})
    CHECK_THROWS_WITH(fruits.add(word, "", 2), Catch::Contains("small letters, digits and underscores"));
}
