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

TEST_CASE("new machine --from has the values of another machine", "[cli][new]") {
  const ScratchFolder scratch;
  const std::string file = (scratch / "mine.yaml").string();
  CHECK(run_texpipe("new machine --from uhd620 -o '" + file + "'").code == 0);
  CHECK(run_texpipe("config diff '" + file + "' configs/machines/uhd620.yaml").out.find("slice") == std::string::npos);
  CHECK_THAT(scratch.read("mine.yaml"), Contains("machine: my_machine"));
  CHECK_THAT(run_texpipe("new machine --from uhd62").err, Contains("did you mean uhd620?"));
}

TEST_CASE("new launch has the arguments of every kernel's binary, and runs", "[cli][new]") {
  const ScratchFolder scratch;
  const std::string launch = (scratch / "launch.yaml").string();
  scratch.write("study.yaml",
                "study: launch\nmachine: uhd620\ntiming: untimed\nworkload: {kind: kernel, file: launch.yaml}\n");
  for (const char* kernel :
       {"configs/kernels/emboss", "tests/data/kernels/blur_sep_h", "tests/data/kernels/volume_mip"}) {
    INFO(kernel);
    CHECK(run_texpipe("new launch " + std::string{kernel} + ".bin --force -o '" + launch + "'").code == 0);
    const CommandOutcome ran = run_texpipe("run '" + (scratch / "study.yaml").string() + "' --force --out '" +
                                           (scratch / "out").string() + "'");
    INFO(ran.err);
    CHECK(ran.code == 0);
  }
  CHECK_THAT(run_texpipe("new launch configs/kernels/emboss.bin --kernel embos").err, Contains("did you mean emboss?"));
  CHECK(run_texpipe("new launch LICENSE").code == 4);
}

TEST_CASE("what new plugin says to type is typed as it stands, whatever the folder is called", "[cli][new]") {
  const ScratchFolder scratch;
  const std::string folder = (scratch / "my plugin").string();
  const std::string said = run_texpipe("new plugin '" + folder + "'").err;
  CHECK_THAT(said,
             Contains("cmake -S '" + folder + "' -B '" + folder + "/build' && cmake --build '" + folder + "/build'"));
  CHECK_THAT(said, Contains("--plugin '" + folder + "/build/replacement_policy.so'"));
}

TEST_CASE("new plugin leaves the shipped example, and replaces no file unasked", "[cli][new]") {
  const ScratchFolder scratch;
  const std::string folder = (scratch / "policy").string();
  CHECK(run_texpipe("new plugin '" + folder + "'").code == 0);
  CHECK(shell("diff -r '" + folder + "' rtl_cosim/examples/replacement_policy").code == 0);
  CHECK_THAT(run_texpipe("new plugin '" + folder + "'").err, Contains("exists; --force replaces it"));
  CHECK(run_texpipe("new plugin --force '" + folder + "'").code == 0);
}

TEST_CASE("studies, machines, sweeps and textures run by their names", "[cli][new]") {
  const ScratchFolder scratch;
  const std::string out = " --force --out '" + (scratch / "out").string() + "'";
  CHECK_THAT(run_texpipe("studies").out, Contains("first_look") && Contains("trilinear with 8x anisotropy"));
  CHECK_THAT(run_texpipe("studies machines").out, Contains("uhd620"));
  CHECK_THAT(run_texpipe("studies sweep --json").out, Contains("\"name\": \"texture_cache\""));
  CHECK_THAT(run_texpipe("studies mashines").err, Contains("did you mean machines?"));
  const std::string named = "run first_look --timing untimed -p workload.image=16x16 -p machine=uhd620";
  CHECK(run_texpipe(named + " -p workload.texture=coffee -p workload.sampler.mip_filter=NONE" + out).code == 0);
  const CommandOutcome misspelt = run_texpipe("run first_lok");
  CHECK(misspelt.code == 4);
  CHECK_THAT(misspelt.err, Contains("did you mean first_look?"));
  CHECK_THAT(run_texpipe(named + "x").err, Contains("did you mean uhd620?"));
}
