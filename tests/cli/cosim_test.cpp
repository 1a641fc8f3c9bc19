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
