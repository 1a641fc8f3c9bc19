// texpipe cosim: what is told of a comparison.
#include <catch2/catch.hpp>
#include <string>

#include "support/run_command.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("a comparison whose every request a reset drops is an error and not a success", "[cli][cosim]") {
  for (const std::string block : {"filter", "decoder", "address", "coverage"}) {
    const CommandOutcome outcome =
        run_texpipe("cosim configs/cosim/" + block + ".yaml -p requests=50 -p reset_every=1");
    if (outcome.code == 8) continue;  // built without RTL
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.err, Contains("nothing was compared"));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("a comparison whose stimulus is too short for its coverage goal exits 5 when goals are asked for",
          "[cli][cosim]") {
  const std::string decoder = "cosim configs/cosim/decoder.yaml --goals ";
  const CommandOutcome met = run_texpipe(decoder);
  if (met.code == 8) return;  // built without RTL
  CHECK(met.code == 0);
  const CommandOutcome missed = run_texpipe(decoder + "-p requests=100");
  CHECK(missed.code == 5);
  CHECK_THAT(missed.err, Contains("is below the goal of 100 % of the bins"));
  CHECK(run_texpipe(decoder + "-p requests=100 -p goals.bins=10").code == 0);
  CHECK(run_texpipe("cosim configs/cosim/decoder.yaml -p requests=100").code == 0);
  CHECK(run_texpipe(decoder + "-p goals.bins=101").code == 3);
}
