#include "functional/execution/scoreboard_barriers.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;

TEST_CASE("a barrier that several instructions raise is clear when each of them has lowered it", "[spa]") {
  ScoreboardBarriers barriers;
  CHECK(barriers.clear(0x3F));
  for (int i = 0; i < 3; ++i) barriers.raise(4);
  CHECK(barriers.count(4) == 3);
  for (int left = 2; left >= 0; --left) {
    CHECK_FALSE(barriers.clear(1 << 4));
    barriers.lower(4);
    CHECK(barriers.count(4) == static_cast<unsigned>(left));
  }
  CHECK(barriers.clear(1 << 4));
}

TEST_CASE("a wait mask covers its own barriers and no other", "[spa]") {
  ScoreboardBarriers barriers;
  barriers.raise(0);
  barriers.raise(5);
  for (unsigned mask = 0; mask < 64; ++mask)
    CHECK(barriers.clear(static_cast<std::uint8_t>(mask)) == ((mask & 33) == 0));
  barriers.lower(0);
  for (unsigned mask = 0; mask < 64; ++mask)
    CHECK(barriers.clear(static_cast<std::uint8_t>(mask)) == ((mask & 32) == 0));
}

TEST_CASE("there are six barriers", "[spa]") {
  ScoreboardBarriers barriers;
  CHECK_THROWS(barriers.raise(6));
  CHECK_THROWS(barriers.count(6));
}
