// A run ends: however long nothing happens in it, and whatever stands still.
#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

std::string small_run(const ScratchFolder& scratch) {
  return " run configs/studies/first_look.yaml -p workload.image=8x8 --out '" + (scratch / "run").string() + "' ";
}

}  // namespace

TEST_CASE("a gap without events longer than a step of the progress ends, and is no deadlock", "[cli][run]") {
  const ScratchFolder scratch;
  for (const char* slow : {"memory.latency=20us", "slice.l3.hit_latency=100000", "memory.bandwidth=1MB/s",
                           "memory.row_miss=30us", "memory.latency=5ms", "memory.bank_cycle=3ms"}) {
    INFO(slow);
    const CommandOutcome outcome = shell("timeout 20 texpipe" + small_run(scratch) + "--force -p " + slow);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
  }
}

TEST_CASE("slow machines run again from their resolved configuration", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(small_run(scratch) + "-p memory.latency=5ms").code == 0);
  CHECK_THAT(scratch.read("run/config.resolved.yaml"), !Contains("watchdog: 1000000\n"));
  const CommandOutcome again = run_texpipe("run '" + (scratch / "run/config.resolved.yaml").string() + "' --out '" +
                                           (scratch / "again").string() + "'");
  INFO(again.err);
  CHECK(again.code == 0);
  CHECK(scratch.read("again/stats.json") == scratch.read("run/stats.json"));
}

TEST_CASE("a deadlock ends with exit 6 under default settings", "[cli][run][exit]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = shell("timeout 20 texpipe_with_stuck_filter" + small_run(scratch) +
                                       "--timing approximately_timed -p "
                                       "'slice.subslice[*].sampler.filter.implementation=stuck'");
  CHECK(outcome.code == 6);
  CHECK_THAT(outcome.err, Contains("no progress for 1000000 cycles"));
  CHECK_THAT(outcome.err, Contains("slice.subslice[0].eu[0].thread[0] waits for 1 answers"));
  CHECK_THAT(outcome.err, Contains("slice.subslice[0].sampler.decoder.slots"));
}
