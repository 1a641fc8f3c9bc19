// Pages that the TLB holds.
#include "machine/cache/tlb.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("a page is walked for once and held until as many others were used since", "[tlb]") {
  StatisticsRegistry statistics;
  Tlb tlb{{.enabled = true, .entries = 3, .page = ByteSize{4096}, .walk_latency = Cycles{50}}, statistics.group("tlb")};
  const auto look_up = [&tlb](std::uint64_t page, std::uint64_t offset = 0) {
    return tlb.look_up(ByteAddress{4096 * page + offset});
  };
  CHECK(look_up(0) == Cycles{50});
  CHECK(look_up(0, 4095) == Cycles{});
  CHECK(look_up(1) == Cycles{50});
  CHECK(look_up(2) == Cycles{50});
  CHECK(look_up(0) == Cycles{});
  CHECK(look_up(3) == Cycles{50});  // 1 goes, the one used least recently
  CHECK(look_up(0) == Cycles{});
  CHECK(look_up(2) == Cycles{});
  CHECK(look_up(1) == Cycles{50});
  CHECK(std::get<Counter>(statistics.find("tlb.lookups")->value).value() == 9);
  CHECK(std::get<Counter>(statistics.find("tlb.walks")->value).value() == 5);
}
