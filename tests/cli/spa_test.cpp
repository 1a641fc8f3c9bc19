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
  const std::string timing = GENERATE("approximately_timed", "loosely_timed");
  const json untimed = json::parse(run_texpipe("spa run --json configs/spa/msaa_coverage.yaml").out);
  const json timed =
      json::parse(run_texpipe("spa run --json --timing " + timing + " configs/spa/msaa_coverage.yaml").out);
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

TEST_CASE("a missing &req is named with the places of both instructions, and ends with exit 5 where that is asked for",
          "[cli][spa]") {
  const ScratchFolder scratch;
  scratch.write("h.spa", "PIXLD.COVMASK R0 &wr2;\n  PIXLD.COVERED R1, [R0+0];\n");
  scratch.write("h.yaml", "program: h.spa\nscene: {image: 8x8, samples: 4, triangles: [[[0, 0], [8, 0], [0, 8]]]}\n");
  scratch.write("h_study.yaml",
                "study: h\nmachine: {machine: m}\ntiming: untimed\nworkload: {kind: spa_program, warps: h.yaml}\n");
  const std::string file = (scratch / "h.spa").string();
  const std::string text = file + ":2:3: hazard: reads R0 without waiting for the result of " + file +
                           ":1:1; expected &req_4 or more bits here\n";
  const std::string check = "spa check '" + file + "'", run = "spa run '" + (scratch / "h.yaml").string() + "'";
  const std::string study =
      "run '" + (scratch / "h_study.yaml").string() + "' --force --out '" + (scratch / "out").string() + "'";
  for (const std::string& command : {check, run, study}) {
    CAPTURE(command);
    const CommandOutcome reported = run_texpipe(command);
    CHECK(reported.code == 0);
    CHECK_THAT(reported.err, Contains("warning: " + text));
    CHECK_THAT(run_texpipe(command + " -q").err, !Contains("hazard"));
    const bool is_study = command == study;
    const CommandOutcome fatal = run_texpipe(command + (is_study ? " -p workload.hazards=fatal" : " --hazards fatal"));
    CHECK(fatal.code == 5);
    CHECK_THAT(fatal.err, Contains(text));
    CHECK(run_texpipe(command + (is_study ? " -p workload.hazards=ignore" : " --hazards ignore")).code ==
          (is_study ? 3 : 2));
  }
  CHECK(run_texpipe(study).code == 0);
  CHECK_THAT(scratch.read("out/log.txt"), Contains("warning: " + text));
  CHECK_THAT(scratch.read("out/stats.csv"), Contains("hazards"));
  const json hazards = json::parse(run_texpipe(check + " --json").out)["hazards"];
  REQUIRE(hazards.size() == 1);
  CHECK(hazards[0]["kind"] == "read_after_write");
  CHECK(hazards[0]["operand"] == "R0");
  CHECK(hazards[0]["earlier"]["line"] == 1);
  CHECK(hazards[0]["later"]["column"] == 3);
  CHECK(json::parse(run_texpipe(run + " --json").out)["hazards"] == hazards);
}

TEST_CASE("shipped SPA programs have no hazard", "[cli][spa]") {
  for (const char* name : {"msaa_coverage", "pixld_example", "txq_example"}) {
    const CommandOutcome outcome = run_texpipe(std::string{"spa run --hazards fatal configs/spa/"} + name + ".yaml");
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
  }
}

TEST_CASE("spa run prints which pixel each lane shades", "[cli][spa]") {
  const ScratchFolder scratch;
  scratch.write("p.spa", "PIXLD.COVMASK R0;");
  scratch.write("p.yaml", "program: p.spa\nscene: {image: 6x2, triangles: [[[-99, -99], [199, -99], [-99, 199]]]}\n");
  const std::string run = "spa run '" + (scratch / "p.yaml").string() + "'";
  CHECK_THAT(run_texpipe(run).out,
             Contains("  pixel      0,0      1,0      0,1      1,1      2,0      3,0      2,1      3,1\n"
                      "             4,0      5,0      4,1      5,1\n"));
  const json warp = json::parse(run_texpipe(run + " --json").out)["warps"][0];
  CHECK(warp["x"][9] == 5);
  CHECK(warp["y"][10] == 1);
  CHECK(warp["x"].size() == 32);
  CHECK(warp["x"][12].is_null());
  CHECK_THAT(run_texpipe("spa run configs/spa/txq_example.yaml").out, !Contains("pixel"));  // shades nothing
}
