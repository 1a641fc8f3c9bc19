#include "machine/graph/machine_rules.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("what L3 gives away leaves whole sets in every bank", "[machine]") {
  MachineParameters machine;
  LineCacheParameters& l3 = machine.slice.l3;
  l3.urb = ByteSize{l3.size.value() / 4};
  l3.slm = ByteSize{l3.size.value() / 4};
  CHECK(broken_rules(machine).empty());
  l3.slm = l3.slm + ByteSize{64};
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "slice.l3.size");
  l3.slm = l3.size - l3.urb;
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "slice.l3.urb");
}

TEST_CASE("a last-level cache divides into sets where there is one", "[machine]") {
  MachineParameters machine;
  machine.llc.cache.size = ByteSize{1000};
  CHECK(broken_rules(machine).empty());
  machine.llc.enabled = true;
  REQUIRE(broken_rules(machine).size() == 1);
  CHECK(broken_rules(machine)[0].paths[0] == "llc.size");
}
