#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;

TEST_CASE("spa check prints canonical text, or the place of a mistake", "[cli][spa]") {
  const CommandOutcome good = run_texpipe("spa check configs/spa/txq_example.spa");
  CHECK(good.code == 0);
  CHECK(good.out == "TXQ R0, R6, TEX_HEADER_DIMENSION, 0, 0xf;\n");
  const CommandOutcome bad = run_texpipe("spa check tests/data/spa/broken.spa");
  CHECK(bad.code == 4);
  CHECK_THAT(bad.err, Contains("tests/data/spa/broken.spa:2:1: "));
}

TEST_CASE("spa run prints the registers of the documents' examples", "[cli][spa]") {
  const CommandOutcome txq = run_texpipe("spa run configs/spa/txq_example.yaml");
  CHECK(txq.code == 0);
  CHECK_THAT(txq.out, Contains("R0    00000020  (every lane)"));
  CHECK_THAT(txq.out, Contains("R3    00000006  (every lane)"));
  const CommandOutcome pixld = run_texpipe("spa run --json configs/spa/pixld_example.yaml");
  CHECK(pixld.code == 0);
  const json warps = json::parse(pixld.out)["warps"];
  CHECK(warps.size() >= 3);
  CHECK(warps[0]["registers"]["R0"].size() == 32);
}

TEST_CASE("spa run gives the same warps with and without time", "[cli][spa]") {
  const json untimed = json::parse(run_texpipe("spa run --json configs/spa/msaa_coverage.yaml").out);
  const json timed =
      json::parse(run_texpipe("spa run --json --timing approximately_timed configs/spa/msaa_coverage.yaml").out);
  CHECK(timed["cycles"] > 1000);
  CHECK(timed["warps"] == untimed["warps"]);
  CHECK(timed["raster_samples"] == 4);
}

TEST_CASE("pixld.grid_integer and pixld.covered_all_ones decide what spa run and studies answer", "[cli][spa]") {
  const ScratchFolder scratch;
  scratch.write("q.spa", "PIXLD.COVERED R0, [0]; PIXLD.OFFSET R1, [0];");
  scratch.write("q.yaml",
                "program: q.spa\nscene: {image: 8x8, samples: 4, triangles: [[[-99, -99], [199, -99], [-99, 199]]]}\n");
  scratch.write("q_study.yaml",
                "study: q\nmachine: {machine: m}\ntiming: untimed\nworkload: {kind: spa_program, warps: q.yaml}\n"
                "pixld: {grid_integer: true, covered_all_ones: true}\n");
  const std::string run = "spa run '" + (scratch / "q.yaml").string() + "'";
  const std::string plain = run_texpipe(run).out;
  CHECK_THAT(plain, Contains("R0    00000001") && Contains("R1    fa00fe00"));  // sample 0 of 4 is at (-2, -6) / 16
  CHECK_THAT(run_texpipe(run + " -p pixld.grid_integer=true").out,
             Contains("R0    00000001") && Contains("R1    fffafffe"));
  CHECK_THAT(run_texpipe(run + " --timing approximately_timed", "TEXPIPE_PIXLD__COVERED_ALL_ONES=true").out,
             Contains("R0    ffffffff") && Contains("R1    fa00fe00"));
  const CommandOutcome shown = run_texpipe("config show '" + (scratch / "q_study.yaml").string() + "'");
  CHECK(shown.code == 0);
  CHECK_THAT(shown.out, Contains("#   pixld.grid_integer: true") && Contains("#   pixld.covered_all_ones: true"));
  const std::string study =
      "run '" + (scratch / "q_study.yaml").string() + "' --out '" + (scratch / "out").string() + "'";
  CHECK(run_texpipe(study).code == 0);
  const json results = json::parse(scratch.read("out/results.json"));
  CHECK(results["warps_total"] == results["warps"].size());
  CHECK(results["warps"][0]["registers"]["R0"][0] == 0xFFFF'FFFF);
  CHECK(results["warps"][0]["registers"]["R1"][0] == 0xFFFA'FFFE);
  CHECK(run_texpipe(run + " -p pixld.grid_intger=true").code == 3);
}

TEST_CASE("spa run refuses what it does not know", "[cli][spa]") {
  const CommandOutcome timing = run_texpipe("spa run --timing aproximately_timed configs/spa/txq_example.yaml");
  CHECK(timing.code == 2);
  CHECK_THAT(timing.err, Contains("did you mean approximately_timed?"));
  CHECK(run_texpipe("spa run configs/spa/nothing.yaml").code == 4);
}
