#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("a command line without a verb prints the help, and is a usage error", "[cli]") {
  for (const char* verb : {"", "config", "texture"}) {
    const CommandOutcome outcome = run_texpipe(verb);
    CHECK(outcome.code == 2);
    CHECK(outcome.out == run_texpipe(std::string{verb} + " --help").out);
    CHECK(outcome.err.empty());
  }
}

TEST_CASE("an unknown verb gets the nearest spelling", "[cli]") {
  const CommandOutcome outcome = run_texpipe("rnu study.yaml");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("unknown verb rnu; did you mean run?"));
}

TEST_CASE("an unknown option gets the nearest spelling", "[cli]") {
  const CommandOutcome outcome = run_texpipe("--jsn");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("unknown option --jsn; did you mean --json?"));
}

TEST_CASE("options that take a value leave the file behind them alone", "[cli]") {
  CHECK(run_texpipe("config show -p clock=1GHz configs/machines/kaby_lake_gt2.yaml").code == 0);
  CHECK(run_texpipe("config validate -p clock=1GHz configs/studies/first_look.yaml").code == 0);
  const ScratchFolder scratch;
  CHECK(run_texpipe("run --timing untimed --out '" + (scratch / "run").string() +
                    "' -p workload.image=8x8 configs/studies/first_look.yaml")
            .code == 0);
}

TEST_CASE("a negative count is no large number", "[cli]") {
  for (const char* words : {"frame dump tests/data/frames/interface.frames.zst --draw -1",
                            "why nowhere --pixel 1,1 --draw -1", "sweep nowhere.yaml --max-failures=-1"}) {
    const CommandOutcome outcome = run_texpipe(words);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("`-1` is negative; expected a whole number from 0 on"));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("a count of more than 64 bits is told as it was given", "[cli]") {
  for (const char* words : {"frame dump tests/data/frames/interface.frames.zst --draw 99999999999999999999",
                            "capture --frames 99999999999999999999 -o x true"}) {
    const CommandOutcome outcome = run_texpipe(words);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("`99999999999999999999` is too large; expected at most 18446744073709551615"));
  }
}

TEST_CASE("options that contradict each other are refused", "[cli]") {
  const auto refused = [](const std::string& words, const char* problem) {
    INFO(words);
    const CommandOutcome outcome = run_texpipe(words);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains(problem) && Contains("leave one of them out"));
  };
  refused("frame draws tests/data/frames/interface.frames.zst --csv --json", "--csv: contradicts --json");
  for (const std::string verb : {"stats", "energy", "correlate"})
    refused(verb + " nowhere --format csv --json", "--format csv: contradicts --json");
  refused("compare nowhere nowhere --format markdown --json", "--format markdown: contradicts --json");
  const ScratchFolder scratch;
  scratch.write("frame.yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                              "/configs/machines/kaby_lake_gt2.yaml\ntiming: loosely_timed\nworkload: {kind: frame, "
                              "file: " TEXPIPE_SOURCE_DIR "/tests/data/frames/stages.frames.zst}\n");
  refused("run '" + (scratch / "frame.yaml").string() + "' --sample -p workload.sample.enabled=false",
          "--sample: contradicts -p workload.sample.enabled=false");
}

TEST_CASE("a run folder whose name is too long is refused for that", "[cli]") {
  const CommandOutcome outcome =
      run_texpipe("run configs/studies/first_look.yaml --timing untimed --out " + std::string(300, 'x'));
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("can be no folder for a run: File name too long"));
}

TEST_CASE("an unknown key gets the nearest place that has it", "[cli]") {
  const CommandOutcome outcome =
      run_texpipe("config validate configs/machines/kaby_lake_gt2.yaml -p slice.frame.hiz.ways=4");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("slice.frame.hiz.ways: unknown key; did you mean slice.frame.hiz.cache.ways?"));
}

TEST_CASE("help and version go to stdout and succeed", "[cli]") {
  const CommandOutcome help = run_texpipe("--help");
  CHECK(help.code == 0);
  CHECK_THAT(help.out, Contains("Usage"));
  const CommandOutcome version = run_texpipe("--version");
  CHECK(version.code == 0);
  for (const char* part : {"git ", "systemc 2.3", "yaml-cpp", "CLI11"}) CHECK_THAT(version.out, Contains(part));
  CHECK(version.err.empty());
}

TEST_CASE("a full standard output is an error, not a silent success", "[cli]") {
  const CommandOutcome outcome = shell("texpipe --version >/dev/full");
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("standard output"));
}

TEST_CASE("a flag with a value is refused, and what is no input gives a message of bounded length", "[cli][usage]") {
  const ScratchFolder scratch;
  for (const char* flag : {"--json=5", "--json=false", "--quiet=1", "--force=yes"}) {
    const CommandOutcome outcome = run_texpipe(std::string{"run configs/studies/first_look.yaml "} + flag);
    INFO(flag);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("takes no value"));
  }
  const CommandOutcome longer = run_texpipe("stats " + std::string(5000, 'x'));
  CHECK(longer.code == 4);
  CHECK(longer.err.size() < 2100);
  const CommandOutcome circle =
      shell("ln -s loop '" + (scratch / "loop").string() + "'; texpipe sweep '" + (scratch / "loop").string() + "'");
  CHECK(circle.code == 4);
  CHECK_THAT(circle.err, !Contains("internal error"));
}
