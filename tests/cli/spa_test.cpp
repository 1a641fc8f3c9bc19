#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"

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

TEST_CASE("spa run refuses what it does not know", "[cli][spa]") {
  const CommandOutcome timing = run_texpipe("spa run --timing aproximately_timed configs/spa/txq_example.yaml");
  CHECK(timing.code == 2);
  CHECK_THAT(timing.err, Contains("did you mean approximately_timed?"));
  CHECK(run_texpipe("spa run configs/spa/nothing.yaml").code == 4);
}
