// Every exit code of docs/reference/exit-codes.md, one by one. 0 and 2 have tests of their own files too; 7 belongs to
// sweeps.
#include <algorithm>
#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

const std::string kRun = "run configs/studies/first_look.yaml -p workload.image=64x48 ";

std::string out(const ScratchFolder& scratch) {
  return "--out '" + (scratch / "run").string() + "' ";
}

}  // namespace

TEST_CASE("exit 1: results that cannot be written", "[cli][exit]") {
  const ScratchFolder scratch;
  CHECK(shell("texpipe " + kRun + out(scratch) + "--timing untimed >/dev/full").code == 1);
  CHECK(run_texpipe(kRun + "--out /proc/texpipe/run").code == 1);
}

TEST_CASE("exit 2: usage", "[cli][exit]") {
  CHECK(run_texpipe("run").code == 2);
  CHECK(run_texpipe("run configs/studies/first_look.yaml -p clock").code == 2);
  CHECK(run_texpipe("config").code == 2);
  CHECK(run_texpipe("config schema planet").code == 2);
  CHECK(run_texpipe(kRun + "--waves-from 3").code == 2);
}

TEST_CASE("exit 3: invalid configuration, with every problem at once", "[cli][exit]") {
  const CommandOutcome outcome = run_texpipe(kRun + "-p slice.l3.bansk=4 -p clock=1 -p workload.texture=brick.dds");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("-p slice.l3.bansk=4: slice.l3.bansk: unknown key; did you mean banks?"));
  CHECK_THAT(outcome.err, Contains("-p clock=1: clock: '1' has no unit"));
  CHECK_THAT(outcome.err, Contains("workload.texture: no file"));
  CHECK(outcome.out.empty());
}

TEST_CASE("exit 3: parameters that do not fit each other, where they were written", "[cli][exit]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(kRun + out(scratch) + "-p workload.tile=10x10");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("-p workload.tile=10x10: workload.tile: "));
}

TEST_CASE("exit 4: unreadable or malformed input", "[cli][exit]") {
  const ScratchFolder scratch;
  CHECK(run_texpipe("run /nonexistent.yaml").code == 4);
  scratch.write("broken.dds", "DDS but not really");
  const CommandOutcome outcome =
      run_texpipe(kRun + out(scratch) + "-p 'workload.texture=" + (scratch / "broken.dds").string() + "'");
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains("broken.dds"));
}

TEST_CASE("exit 4: a misspelt file gets the nearest name, a run folder the study in it", "[cli][exit]") {
  const CommandOutcome misspelt = run_texpipe("run configs/studies/firstlook.yaml");
  CHECK(misspelt.code == 4);
  CHECK_THAT(misspelt.err, Contains("configs/studies/firstlook.yaml: ") && Contains("did you mean first_look.yaml?"));

  const ScratchFolder scratch;
  scratch.write("config.resolved.yaml", "study: a\n");
  const std::string folder = scratch.path().string();
  const CommandOutcome run = run_texpipe("run '" + folder + "'");
  CHECK(run.code == 4);
  CHECK(run.err == folder + ": this is a run folder; " + folder + "/config.resolved.yaml is the study of that run\n");
}

TEST_CASE("exit 6: the watchdog, with every queue", "[cli][exit]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(kRun + out(scratch) + "--timing approximately_timed -p watchdog=10cycles");
  CHECK(outcome.code == 6);
  CHECK_THAT(outcome.err, Contains("slice.l3"));
  CHECK_THAT(scratch.read("run/manifest.json"), Contains("\"exit_status\": 6"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run/COMPLETE"));
}

TEST_CASE("exit 8: what this version does not have, by name", "[cli][exit]") {
  const CommandOutcome waves = run_texpipe(kRun + "--waves out.vcd");
  CHECK(waves.code == 8);
  CHECK_THAT(waves.err,
             Contains("--waves: waves in timing loosely_timed") && Contains("--timing approximately_timed has them"));
}

TEST_CASE("a workload without a kind has one problem: what else stands there belongs to the kind", "[cli][exit]") {
  const ScratchFolder scratch;
  const auto problems = [&](const std::string& workload, const std::string& more = "") {
    scratch.write(
        "study.yaml",
        "study: s\nmachine: " TEXPIPE_SOURCE_DIR "/configs/machines/kaby_lake_gt2.yaml\nworkload: " + workload + "\n");
    const CommandOutcome outcome = run_texpipe("config validate '" + (scratch / "study.yaml").string() + "' " + more);
    CHECK(outcome.code == 3);
    return outcome.err;
  };
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  for (const std::string kind : {"kind: frmae, ", "kind: [frame], ", "kind: , ", ""}) {
    INFO(kind);
    const std::string said = problems("{" + kind + "file: x.frames, sample: {enabled: true}, sampler: [3]}");
    CHECK(lines(said) == 1);
    CHECK_THAT(said, Contains("workload.kind: "));
  }
  CHECK_THAT(problems("{kind: frmae, file: x.frames}"), Contains("did you mean frame?"));
  const std::string assigned = problems("{kind: texture_walk}", "-p workload.kind=frmae -p workload.file=x.frames");
  CHECK(lines(assigned) == 1);
  CHECK_THAT(assigned, Contains("-p workload.kind=frmae: "));
  const std::string other = problems("{kind: frmae, file: x.frames}\ntimnig: 3");
  CHECK(lines(other) == 2);
  CHECK_THAT(other, Contains("timnig: unknown key; did you mean timing?"));
}

TEST_CASE("a line break in a quoted value is told as its escape", "[cli][exit]") {
  const ScratchFolder scratch;
  const auto said = [&](const std::string& workload) {
    scratch.write(
        "study.yaml",
        "study: s\nmachine: " TEXPIPE_SOURCE_DIR "/configs/machines/kaby_lake_gt2.yaml\nworkload: " + workload + "\n");
    return run_texpipe("config validate '" + (scratch / "study.yaml").string() + "'").err;
  };
  CHECK_THAT(said("{kind: frame, file: \"a\\nb.frames\"}"), Contains("a\\nb.frames"));
  CHECK_THAT(said("{kind: \"fr\\name\"}"), Contains("'fr\\name' is not one of the allowed words"));
}
