#include "machine/frame/draw_accounts.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("a draw's stay in a unit is from the first entry to the last leave, whatever comes between", "[frame]") {
  UnitStay stay;
  CHECK_FALSE(stay.any());
  stay.enter(Cycles{10});
  CHECK((stay.any() && stay.from == Cycles{10} && stay.to == Cycles{10}));
  stay.leave(Cycles{12});
  stay.enter(Cycles{20});
  CHECK((stay.from == Cycles{10} && stay.to == Cycles{20}));
  stay.leave(Cycles{31});
  CHECK(stay.to == Cycles{31});
}

TEST_CASE("an account begins with what is told first and ends with what is told last", "[frame]") {
  DrawAccounts accounts;
  accounts.of(3, Cycles{5});
  accounts.of(4, Cycles{6});
  accounts.of(3, Cycles{9});
  CHECK((accounts.all().at(3).first == Cycles{5} && accounts.all().at(3).last == Cycles{9}));
  accounts.add({.draw = 4, .since = Cycles{6}, .begin = Cycles{8}, .end = Cycles{208}, .bytes = 64});
  REQUIRE(accounts.stalls().size() == 1);
  CHECK(accounts.stalls()[0].bytes == 64);
}
