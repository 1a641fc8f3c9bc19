// Damaged native programs: refused with an Error or run, never a crash.
#include <catch2/catch.hpp>

#include "fuzz/damage.h"
#include "fuzz/functional_targets.h"

namespace texpipe {
namespace {

TEST_CASE("damaged native programs are refused or run and never crash the executor", "[eu][fuzz]") {
  CHECK(fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/eu_program", fuzz::eu_execution, 3000, 100) >= 3);
}

}  // namespace
}  // namespace texpipe
