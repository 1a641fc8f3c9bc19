#include "base/quantity.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::literals;

TEST_CASE("time spans convert to cycles rounded up", "[base]") {
  CHECK(cycles_covering(120_ns, 1050_MHz) == 126_cycles);
  CHECK(cycles_covering(1_ns, 1050_MHz) == 2_cycles);
  CHECK(cycles_covering(0_ns, 1050_MHz) == 0_cycles);
}
