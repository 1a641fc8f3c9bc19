#include "machine/eu/ready_wheel.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("slots become ready in the cycles that they were added for, near and far", "[eu]") {
  std::mt19937 random{1};
  ReadyWheel wheel;
  std::map<Cycles, SlotSet> expected;
  SlotSet absent = ~SlotSet{0};
  Cycles now;
  constexpr int kSteps = 20'000;
  for (int step = 0; step < kSteps; ++step) {
    const auto slot = static_cast<unsigned>(random() % 64);
    if ((absent & slot_bit(slot)) != 0) {
      const Cycles when = now + Cycles{1 + random() % (random() % 8 == 0 ? 500 : 70)};
      wheel.add(slot, when);
      expected[when] |= slot_bit(slot);
      absent &= ~slot_bit(slot);
    }
    const Cycles first = expected.empty() ? kNever : expected.begin()->first;
    REQUIRE(wheel.next() == first);
    if (random() % 2 == 0 || expected.empty()) continue;
    if (random() % 4 == 0) {  // somebody looks in between
      now = std::min(now + Cycles{random() % 10}, first - Cycles{1});
      wheel.pass(now);
      continue;
    }
    now = first;
    REQUIRE(wheel.take(now) == expected.begin()->second);
    absent |= expected.begin()->second;
    expected.erase(expected.begin());
  }
}
