#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("templates of new are valid", "[cli][new]") {
  const ScratchFolder scratch;
  const auto run = [&](const std::string& text) { return shell("cd '" + scratch.path().string() + "' && " + text); };
  CHECK(run("texpipe new machine -o my_machine.yaml").code == 0);
  CHECK(run("texpipe config validate my_machine.yaml").code == 0);
  CHECK(run("texpipe config diff my_machine.yaml my_machine.yaml").out.empty());
  CHECK(run("texpipe new study -o my_study.yaml").code == 0);
  const CommandOutcome study = run("texpipe run my_study.yaml -p workload.image=16x16");  // at once, with nothing else
  INFO(study.err);
  CHECK(study.code == 0);
  CHECK_THAT(scratch.read("my_study.yaml"), Contains("timing: loosely_timed"));
  CHECK(run("texpipe new study -o another.yaml").code == 0);  // the texture stays
  CHECK(run("texpipe new sweep > my_sweep.yaml").code == 0);
  CHECK(run("texpipe sweep my_sweep.yaml -p workload.image=16x16 -p memory.latency=50ns").code == 0);
  for (const char* kind : {"visa", "spa_program", "cache_table", "pixel_interpolator", "microbenchmark"})
    CHECK_THAT(run(std::string{"texpipe new study "} + kind).out, Contains(std::string{"kind: "} + kind));
  CHECK(run("texpipe new sutdy").code == 2);
  CHECK_THAT(run("texpipe new study viza").err, Contains("viza: no kind of workload; did you mean visa?"));
  CHECK(run("texpipe new machine -o my_machine.yaml").code == 2);
}

TEST_CASE("doctor says what is there and what is missing", "[cli][new]") {
  const CommandOutcome outcome = run_texpipe("doctor");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("build") && Contains("processors") && Contains("RTL"));
  const auto json = nlohmann::json::parse(run_texpipe("doctor --json", "PATH=/nowhere:$PATH").out);
  CHECK(json.size() >= 8);
  const ScratchFolder scratch;
  const std::string folder = scratch.path().string();
  const CommandOutcome bare =
      shell("ln -s \"$(command -v texpipe)\" '" + folder + "/texpipe' && PATH='" + folder + "' texpipe doctor");
  for (const char* what : {"missing  parallel", "missing  ocloc", "missing  chromium", "missing  python matplotlib",
                           "missing  python texpipe"})
    CHECK_THAT(bare.out, Contains(what));
  CHECK_THAT(bare.out, Contains("intel vulkan") && Contains("lavapipe") && Contains("intel opengl"));
}
