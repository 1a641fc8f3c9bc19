// Every verb that runs a machine builds it from the blocks of its own command.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

const std::string kPath = "slice.subslice[*].sampler.filter.implementation";
const std::string kTimed = " --timing approximately_timed ";

/// A command line of each verb, without the command's name.
std::vector<std::string> runs_of_all_verbs(const ScratchFolder& scratch) {
  return {"run configs/studies/first_look.yaml -p workload.image=8x8 --force -q --out '" + (scratch / "run").string() +
              "'" + kTimed,
          "spa run configs/spa/txq_example.yaml" + kTimed, "visa run configs/visa/all_operations.visaasm" + kTimed,
          "verify --filter wrap_ " TEXPIPE_TEST_DATA "/golden" + kTimed};
}

}  // namespace

TEST_CASE("run and spa run and visa run and verify build machines from the command's own blocks", "[cli][registry]") {
  const ScratchFolder scratch;
  for (const std::string& arguments : runs_of_all_verbs(scratch)) {
    const CommandOutcome outcome =
        shell("timeout 60 texpipe_with_stuck_filter " + arguments + " -p '" + kPath + "=stuck'");
    INFO(arguments << '\n' << outcome.err);
    CHECK(outcome.code == 6);  // the filter takes nothing
    CHECK_THAT(outcome.err, !Contains("no implementation") && !Contains("Verilator"));
    const CommandOutcome unknown = run_texpipe(arguments + " -p '" + kPath + "=stuck'");
    CHECK(unknown.code == 3);
    CHECK_THAT(unknown.err, Contains("no implementation is named `stuck`"));
  }
}

TEST_CASE("run and spa run and visa run and verify take RTL where it was built in", "[cli][registry]") {
  const ScratchFolder scratch;
  for (const std::string& arguments : runs_of_all_verbs(scratch)) {
    const CommandOutcome rtl = run_texpipe(arguments + " -p '" + kPath + "=rtl'");
    INFO(arguments << '\n' << rtl.err);
    if (rtl.code == 8 && rtl.err.find("has no RTL") != std::string::npos) continue;
    CHECK_THAT(rtl.err, !Contains("Verilator"));
    CHECK_THAT(rtl.err, !Contains("no implementation"));
    if (arguments.starts_with("run") || arguments.starts_with("spa")) {
      CHECK(rtl.code == 0);
    } else {
      CHECK(rtl.code == 8);
      CHECK_THAT(rtl.err, Contains("in the RTL filter, which sums fixed-point codes"));
    }
  }
}

TEST_CASE("a command whose plug-in of RTL is not there says what builds it, for every block and for cosim",
          "[cli][registry]") {
  const ScratchFolder scratch;
  const std::string alone = "'" + (scratch / "texpipe").string() + "'";
  std::filesystem::copy_file(TEXPIPE_COMMAND, scratch / "texpipe");
  const std::string run =
      alone + " run configs/studies/first_look.yaml -q" + kTimed + " --out '" + (scratch / "run").string() + "' -p '";
  const auto says_what_builds_it =
      Contains("its plug-in texpipe_rtl.so is not there; `scripts/build.sh release texpipe_rtl` builds it");
  for (const char* block :
       {"sampler", "sampler.address_generator", "sampler.l1", "sampler.decoder", "sampler.filter", "pixel_coverage"}) {
    const CommandOutcome outcome = shell(run + "slice.subslice[*]." + block + ".implementation=rtl'");
    INFO(block << '\n' << outcome.err);
    CHECK(outcome.code == 8);
    CHECK_THAT(outcome.err, Contains(std::string{block} + ".implementation `rtl`: ") && says_what_builds_it);
    CHECK(!std::filesystem::exists(scratch / "run"));
  }
  const CommandOutcome cosim = shell(alone + " cosim configs/cosim/filter.yaml");
  CHECK(cosim.code == 8);
  CHECK(cosim.out.empty());
  CHECK_THAT(cosim.err, says_what_builds_it);
  CHECK_THAT(shell(alone + " doctor").out, Contains("its plug-in is not there"));
}

TEST_CASE("spa run and visa run and verify know one list of timings", "[cli]") {
  for (const char* verb : {"spa run configs/spa/txq_example.yaml", "visa run configs/visa/all_operations.visaasm",
                           "verify " TEXPIPE_TEST_DATA "/golden"}) {
    const CommandOutcome outcome = run_texpipe(std::string{verb} + " --timing untimd");
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("--timing: 'untimd' is not a timing") && Contains("did you mean untimed?"));
  }
}
