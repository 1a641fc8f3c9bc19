// Accounts of units that work in the recurrence.
#include "machine/recurrence/work_account.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("a unit that stays in one state is charged all its work however much there is", "[recurrence]") {
  constexpr std::uint64_t kPieces = 5'000;
  for (const std::uint64_t told_every : {1u, 7u, 1000u}) {
    WorkAccount<> works;
    for (std::uint64_t i = 0; i < kPieces; ++i) {
      // A cycle of work, then a gap of two.
      works.work(subcycles(Cycles{3 * i}), subcycles(Cycles{3 * i + 1}));
      if (i % told_every == 0) works.state(StageState::kBlocked, Cycles{3 * i});
    }
    CycleAccount account{enum_rows(StageState{})};
    works.close(Cycles{3 * kPieces}, account);
    CHECK(account.cycles_in(StageState::kBusy) == Cycles{kPieces});
    CHECK(account.cycles_in(StageState::kBusy) + account.cycles_in(StageState::kBlocked) +
              account.cycles_in(StageState::kIdle) ==
          Cycles{3 * kPieces});
  }
}
