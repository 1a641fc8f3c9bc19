// Kernels in a row and files of accesses through the command.
#include <catch2/catch.hpp>
#include <cstdio>
#include <map>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("a timed run of launches in a row leaves the statistics of each, which add up", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome ran = run_texpipe("run emboss_twice --out '" + (scratch / "out").string() + "'");
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  CHECK_THAT(ran.out, Contains("launch 0") && Contains("launch 1"));
  const std::string table = scratch.read("out/launches.csv");
  CHECK_THAT(table, Contains("statistic,0 kernel emboss,1 kernel emboss,all\n"));
  std::size_t checked = 0;
  for (std::size_t line = table.find("\nslice."); line != std::string::npos; line = table.find("\nslice.", line + 1)) {
    unsigned long long first = 0, second = 0, all = 0;
    const std::size_t comma = table.find(',', line);
    if (std::sscanf(table.c_str() + comma, ",%llu,%llu,%llu", &first, &second, &all) != 3) continue;
    CHECK(first + second == all);
    ++checked;
  }
  CHECK(checked > 100);
}

TEST_CASE("run --accesses writes a study that runs, and refuses other endings and inputs", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string small = "run first_look --timing untimed -p workload.image=32x24 --out '" +
                            (scratch / "out").string() + "' --force --accesses '";
  CHECK(run_texpipe(small + (scratch / "quads.csv").string() + "'").code == 0);
  const CommandOutcome ran =
      run_texpipe("run '" + (scratch / "quads.yaml").string() + "' --out '" + (scratch / "again").string() + "'");
  INFO(ran.err);
  CHECK(ran.code == 0);
  CHECK(run_texpipe(small + (scratch / "quads.txt").string() + "'").code == 2);
  CHECK(run_texpipe(small + (scratch / "out/quads.csv").string() + "'").code == 2);  // inside the run folder
  CHECK(run_texpipe("run texture_cache_table --accesses '" + (scratch / "t.csv").string() + "' --out '" +
                    (scratch / "t").string() + "'")
            .code == 2);
}

TEST_CASE("launches in a row count the same in both timings", "[cli][run]") {
  const ScratchFolder scratch;
  std::map<std::string, std::string> tables;
  for (const std::string timing : {"approximately_timed", "loosely_timed"}) {
    const CommandOutcome ran =
        run_texpipe("run emboss_twice --timing " + timing + " --out '" + (scratch / timing).string() + "'");
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    tables[timing] = scratch.read(timing + "/launches.csv");
  }
  CHECK(tables["approximately_timed"] == tables["loosely_timed"]);
}
