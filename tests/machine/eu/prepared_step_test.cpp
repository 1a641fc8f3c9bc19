// Steps that EUs prepare together.
#include "machine/eu/prepared_step.h"

#include <catch2/catch.hpp>

namespace texpipe::machine {

TEST_CASE("EUs of the same costs share a preparation of steps, others have one of their own", "[eu]") {
  StepPreparations preparations;
  EuParameters parameters;
  StepPreparation& first = preparations.of(parameters);
  EuParameters threads = parameters;
  threads.threads = 1;
  CHECK(&preparations.of(threads) == &first);
  const auto is_other = [&](auto change) {
    EuParameters other = parameters;
    change(other);
    return &preparations.of(other) != &first;
  };
  CHECK(is_other([](EuParameters& other) { other.arithmetic.occupancy = 99; }));
  CHECK(is_other([](EuParameters& other) { other.power.latency = Cycles{99}; }));
  CHECK(is_other([](EuParameters& other) { other.send.register_interval = 2; }));
  CHECK(is_other([](EuParameters& other) { other.lane_group = 4; }));
  CHECK(&preparations.of(parameters) == &first);
}

TEST_CASE("a preparation gives a step as it is now, not what was at its place before", "[eu]") {
  StepPreparation preparation{EuParameters{}};
  functional::EuStep step;
  step.writes = {10, 2};
  CHECK(preparation.prepare(step).written.meets(RegisterSet{{11, 1}}));
  step.writes = {10, 1};
  CHECK_FALSE(preparation.prepare(step).written.meets(RegisterSet{{11, 1}}));
}

}  // namespace texpipe::machine
