#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A first look that is over in a moment.
const std::string kSmall = "run configs/studies/first_look.yaml -p workload.image=64x48 ";

std::string out(const ScratchFolder& scratch, const std::string& name = "run") {
  return "--out '" + (scratch / name).string() + "' ";
}

}  // namespace

TEST_CASE("a run prints a summary and leaves a folder that explains it", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(kSmall + out(scratch));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, StartsWith("first_look on kaby_lake_gt2, approximately timed\n"));
  for (const char* label : {"image ", "time ", "sampler rate ", "L1/L2/L3 hits ", "lost cycles ", "more "}) {
    CHECK_THAT(outcome.out, Contains(label));
  }
  for (const char* file : {"manifest.json", "config.resolved.yaml", "stats.json", "stats.csv", "image.png",
                           "topology.dot", "log.txt", "COMPLETE"}) {
    INFO(file);
    CHECK(std::filesystem::exists(scratch / "run" / file));
  }
  const auto manifest = nlohmann::json::parse(scratch.read("run/manifest.json"));
  CHECK(manifest["exit_status"] == 0);
  CHECK(manifest["command_line"][1] == "run");
  CHECK(manifest["inputs"][0]["sha256"].is_string());
  CHECK_THAT(scratch.read("run/topology.dot"), StartsWith("digraph"));
}

TEST_CASE("the resolved configuration reproduces statistics and picture byte for byte", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch)).code == 0);
  const std::string resolved = "run '" + (scratch / "run/config.resolved.yaml").string() + "' ";
  REQUIRE(run_texpipe(resolved + out(scratch, "again")).code == 0);
  CHECK(scratch.read("again/stats.json") == scratch.read("run/stats.json"));
  CHECK(scratch.read("again/stats.csv") == scratch.read("run/stats.csv"));
  CHECK(scratch.read("again/image.png") == scratch.read("run/image.png"));
  CHECK_FALSE(scratch.read("run/stats.json").empty());
}

TEST_CASE("waves, protocol checkers and progress change no statistic; untimed gives the same picture", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch, "plain")).code == 0);
  const std::string waves = "--waves '" + (scratch / "waves.vcd").string() + "' --waves-from 100 --waves-to 200cycles ";
  REQUIRE(run_texpipe(kSmall + out(scratch, "watched") + waves + "--check-protocol -v").code == 0);
  CHECK(scratch.read("watched/stats.json") == scratch.read("plain/stats.json"));
  CHECK_THAT(scratch.read("waves.vcd"), Contains("$enddefinitions"));
  REQUIRE(run_texpipe(kSmall + out(scratch, "untimed") + "--timing untimed").code == 0);
  CHECK(scratch.read("untimed/image.png") == scratch.read("plain/image.png"));
}

TEST_CASE("results go to stdout, and with --json they are the statistics", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(kSmall + out(scratch) + "--json -q");
  CHECK(outcome.code == 0);
  CHECK(outcome.out == scratch.read("run/stats.json"));
  CHECK(outcome.err.empty());
}

TEST_CASE("a run folder is not overwritten unless forced", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch) + "--timing untimed").code == 0);
  const CommandOutcome refused = run_texpipe(kSmall + out(scratch));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("--force"));
  CHECK_THAT(scratch.read("run/stats.json"), Contains("\"timing\": \"untimed\""));
  CHECK(run_texpipe(kSmall + out(scratch) + "--force").code == 0);
  CHECK_THAT(scratch.read("run/stats.json"), Contains("\"timing\": \"approximately_timed\""));
}

TEST_CASE("a block without waves is refused with the nearest one", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(kSmall + out(scratch) + "--waves '" + (scratch / "waves.vcd").string() +
                                             "' --waves-block 'slice.subslice[0].smapler'");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("did you mean slice.subslice[0].sampler?"));
}

TEST_CASE("an interrupted run flushes what it has, without COMPLETE", "[cli][run][exit]") {
  const auto [signal, code] = GENERATE(std::pair{"INT", 130}, std::pair{"TERM", 143});
  const ScratchFolder scratch;
  const CommandOutcome outcome =
      shell("timeout --preserve-status -s " + std::string{signal} +
            " 0.5 texpipe run configs/studies/first_look.yaml -p workload.image=2048x2048 " + out(scratch));
  INFO(outcome.err);
  CHECK(outcome.code == code);
  CHECK(nlohmann::json::parse(scratch.read("run/manifest.json"))["exit_status"] == code);
  CHECK(std::filesystem::exists(scratch / "run/config.resolved.yaml"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run/COMPLETE"));
}

TEST_CASE("a texture without levels under a mip filter is pointed out, on stderr and in the log", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string brick = " -p workload.texture=configs/textures/brick.png";
  const CommandOutcome pointed_out =
      run_texpipe(kSmall + brick + " --timing untimed --out '" + (scratch / "a").string() + "'");
  CHECK(pointed_out.code == 0);
  CHECK_THAT(pointed_out.err,
             Contains("warning: ") && Contains("brick.png has one level") && Contains("texpipe texture mips"));
  CHECK_THAT(scratch.read("a/log.txt"), Contains("has one level"));
  const std::string quiet[] = {"", brick + " -p workload.sampler.mip_filter=NONE",
                               brick + " -p workload.message=sample_lz"};
  for (const std::string& other : quiet) {
    INFO(other);
    const CommandOutcome outcome =
        run_texpipe(kSmall + other + " --timing untimed --force --out '" + (scratch / "b").string() + "'");
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.err, !Contains("has one level"));
  }
}
