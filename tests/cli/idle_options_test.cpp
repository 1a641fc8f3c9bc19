// Options that change nothing say so.
#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("an option that can change nothing is pointed out, and -q leaves that away", "[cli]") {
  const ScratchFolder scratch;
  const std::string run =
      "run configs/studies/first_look.yaml -p workload.image=8x8 --force --out '" + (scratch / "run").string() + "' ";
  const std::string table =
      "run configs/studies/texture_cache_table.yaml -p workload.cache_table.screen=8 --force "
      "--out '" +
      (scratch / "table").string() + "' ";
  const std::string spa = "spa run configs/spa/pixld_example.yaml ";
  const std::string visa = "visa run configs/visa/all_operations.visaasm ";
  const std::string machine = "--machine configs/machines/kaby_lake_gt2.yaml ";
  const std::pair<std::string, const char*> kIdle[] = {
      {run + "--timing untimed --check-protocol", "--check-protocol: has no effect; the run is untimed"},
      {table + "--check-protocol", "--check-protocol: has no effect; the workload is a cache_table"},
      {run + "--threads 2", "--threads: has no effect; the run is timed"},
      {"run configs/studies/visa_all_operations.yaml --timing untimed --threads 2 --force --out '" +
           (scratch / "visa").string() + "'",
       "--threads: has no effect; only texture walks are divided among threads"},
      {spa + machine, "--machine: has no effect; the run is untimed"},
      {spa + "-p slice.l3.banks=8", "-p slice.l3.banks=8: has no effect; the run is untimed"},
      {spa + "--max-cycles 5", "--max-cycles: has no effect; the run is untimed"},
      {spa + "--warps 2 --json", "--warps: has no effect; --json has all of them"},
      {visa + machine + "--timing untimed", "--machine: has no effect; the run is untimed"},
      {visa + "-p slice.l3.banks=8", "-p slice.l3.banks=8: has no effect; the run is untimed"},
      {visa + "--max-cycles 5", "--max-cycles: has no effect; the run is untimed"},
      {"new machine --json", "--json: has no effect; the result is YAML"},
      {"frame assemble '" + (scratch / "frame.txt").string() + "' --json --force -o '" +
           (scratch / "frame.zst").string() + "'",
       "--json: has no effect; the result is a file"},
      {"visa assemble configs/visa/all_operations.visaasm --json --force -o '" + (scratch / "out.isa").string() + "'",
       "--json: has no effect; the result is a file"},
      {"man --json", "--json: has no effect; this text has no such form"},
      {"help run --json", "--json: has no effect; this text has no such form"},
      {"completion fish --json", "--json: has no effect; this text has no such form"},
      {"texture decode configs/textures/brick.png --json --force -o '" + (scratch / "brick.png").string() + "'",
       "--json: has no effect; the result is a file"},
  };
  REQUIRE(run_texpipe("frame dump --bytes tests/data/frames/interface.frames.zst > '" +
                      (scratch / "frame.txt").string() + '\'')
              .code == 0);
  for (const auto& [arguments, warning] : kIdle) {
    const CommandOutcome outcome = run_texpipe(arguments);
    INFO(arguments << '\n' << outcome.err);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.err, Contains(std::string{"warning: "} + warning));
    CHECK_THAT(run_texpipe(arguments + " -q").err, !Contains("has no effect"));
  }
}

TEST_CASE("version with --json is JSON, and help has no such form", "[cli]") {
  CHECK_THAT(run_texpipe("--version --json").out, Contains("\"git_hash\""));
  CHECK(run_texpipe("--json --version").out == run_texpipe("version --json").out);
  const CommandOutcome help = run_texpipe("run --help --json");
  CHECK(help.code == 0);
  CHECK_THAT(help.err, Contains("--json: has no effect; help has no such form"));
}

TEST_CASE("options that act say nothing", "[cli]") {
  const std::string machine = " --machine configs/machines/kaby_lake_gt2.yaml -p slice.l3.banks=8 --max-cycles 100000";
  for (const std::string& arguments :
       {"spa run configs/spa/pixld_example.yaml --timing approximately_timed --warps 2" + machine,
        std::string{"spa run configs/spa/pixld_example.yaml -p pixld.grid_integer=true --json"},
        "visa run configs/visa/all_operations.visaasm" + machine,
        std::string{"visa run configs/visa/all_operations.visaasm -p sample_d.cube_direction=true"}}) {
    const CommandOutcome outcome = run_texpipe(arguments);
    INFO(arguments << '\n' << outcome.err);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.err, !Contains("has no effect"));
  }
}
