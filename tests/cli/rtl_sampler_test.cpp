// The joined RTL sampler in studies.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

const std::string kSampler = " -p 'slice.subslice[*].sampler.implementation=rtl'";

std::string first_look(const std::string& arguments, const std::filesystem::path& folder) {
  return "run configs/studies/first_look.yaml -q --timing approximately_timed -p "
         "machine=configs/machines/rtl_sampler.yaml -p "
         "workload.image=64x48 " +
         arguments + " --out '" + folder.string() + "'";
}

nlohmann::json value_of(const nlohmann::json& statistics, const std::string& path, const std::string& name) {
  for (const auto& group : statistics["groups"]) {
    if (group["path"] != path) continue;
    for (const auto& statistic : group["statistics"]) {
      if (statistic["name"] == name) return statistic.contains("cycles") ? statistic["cycles"] : statistic["value"];
    }
  }
  return {};
}

}  // namespace

TEST_CASE("first_look with the whole sampler as RTL has the same picture and the model's cycles", "[cli][rtl]") {
  const ScratchFolder scratch;
  const CommandOutcome with_rtl = run_texpipe(first_look(kSampler, scratch / "rtl"));
  if (with_rtl.code == 8) return;  // there is no RTL
  INFO(with_rtl.err);
  REQUIRE(with_rtl.code == 0);
  REQUIRE(run_texpipe(first_look("", scratch / "model")).code == 0);
  CHECK(scratch.read("rtl/image.png") == scratch.read("model/image.png"));
  const auto of_model = nlohmann::json::parse(scratch.read("model/stats.json"));
  const auto of_rtl = nlohmann::json::parse(scratch.read("rtl/stats.json"));
  CHECK(of_rtl["cycles"] == of_model["cycles"]);
  const std::string sampler = "slice.subslice[0].sampler.";
  for (const char* counter : {"texels", "lookups", "hits", "merges", "misses", "fills"}) {
    INFO(counter);
    CHECK(value_of(of_rtl, sampler + "l1", counter) == value_of(of_model, sampler + "l1", counter));
  }
  for (const char* stage : {"address_generator", "l1", "l1_data", "decoder", "filter"}) {
    INFO(stage);
    CHECK(value_of(of_rtl, sampler + stage, "footprints") == value_of(of_model, sampler + stage, "footprints"));
    CHECK(value_of(of_rtl, sampler + stage, "cycles")["busy"] == value_of(of_model, sampler + stage, "cycles")["busy"]);
  }
}

TEST_CASE("the RTL sampler refuses what it is not built for by name", "[cli][rtl]") {
  const ScratchFolder scratch;
  const auto refused = [&](const std::string& arguments) {
    const CommandOutcome outcome = run_texpipe(first_look(kSampler + arguments, scratch / "out"));
    CHECK(outcome.code == 8);
    return outcome.err;
  };
  if (refused(" -p 'slice.subslice[*].sampler.filter.slots=6'").find("has no RTL") != std::string::npos) return;
  CHECK_THAT(refused(" -p 'slice.subslice[*].sampler.filter.slots=6'"),
             Contains("sampler.filter.slots") && Contains("not built for 6") && Contains("built for 5"));
  CHECK_THAT(refused(" -p 'slice.subslice[*].sampler.decoder.implementation=rtl'"),
             Contains("sampler.decoder.implementation"));
  CHECK_THAT(refused(" -p workload.texture=configs/textures/astronaut_512_bc7_mips.dds"),
             Contains("RTL sampler") && Contains("BC7_UNORM"));
}

TEST_CASE(
    "the RTL sampler runs in machines with several samplers, without the second level, under the protocol checker",
    "[cli][rtl]") {
  const ScratchFolder scratch;
  const std::string machine = " -p slice.subslices=2 -p 'slice.subslice[*].sampler.l2.enabled=false' --check-protocol";
  const CommandOutcome outcome = run_texpipe(first_look(kSampler + machine, scratch / "rtl"));
  if (outcome.code == 8) return;  // there is no RTL
  CHECK(outcome.code == 0);
  REQUIRE(run_texpipe(first_look(machine, scratch / "model")).code == 0);
  CHECK(scratch.read("rtl/image.png") == scratch.read("model/image.png"));
  CHECK(nlohmann::json::parse(scratch.read("rtl/stats.json"))["cycles"] ==
        nlohmann::json::parse(scratch.read("model/stats.json"))["cycles"]);
}

TEST_CASE("resets so close that no subspan would ever pass are refused", "[cli][cosim]") {
  const CommandOutcome refused = run_texpipe("cosim configs/cosim/sampler.yaml -p reset_every=15");
  if (refused.code == 8) return;  // there is no RTL
  CHECK(refused.code == 3);
  CHECK_THAT(refused.err, Contains("reset_every: 15 is out of range"));
  CHECK(run_texpipe("cosim configs/cosim/sampler.yaml -p requests=50 -p reset_every=16").code == 0);
}

TEST_CASE("the comparison of the sampler prints model and RTL by workload and names the worst", "[cli][cosim]") {
  const CommandOutcome outcome = run_texpipe("cosim configs/cosim/sampler.yaml -p requests=60 -p reset_every=80");
  if (outcome.code == 8) return;  // there is no RTL
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("workload") && Contains("back_pressure") && Contains("worst: "));
  const CommandOutcome json = run_texpipe("cosim configs/cosim/sampler.yaml -p requests=60 --json");
  const auto parsed = nlohmann::json::parse(json.out);
  CHECK(parsed["workloads"]["trilinear"]["model"]["cycles"] == parsed["workloads"]["trilinear"]["rtl"]["cycles"]);
}

TEST_CASE("a planted bug of the sampler ends in exit 5 with sums of both sides and a command that repeats it",
          "[cli][cosim]") {
  const ScratchFolder scratch;
  const std::string waves = " --waves '" + (scratch / "sampler.fst").string() + "'";
  const CommandOutcome outcome =
      run_texpipe("cosim configs/cosim/sampler.yaml -p requests=60 -p rtl=levels_swapped" + waves);
  if (outcome.code == 8) return;  // there is no RTL
  REQUIRE(outcome.code == 5);
  CHECK_THAT(outcome.out, Contains("sums model") && Contains("level"));
  CHECK(std::filesystem::exists(scratch / "sampler.fst"));
  const std::string mark = "reproduce with: texpipe ";
  const std::size_t begin = outcome.out.find(mark);
  REQUIRE(begin != std::string::npos);
  const std::string command = outcome.out.substr(begin + mark.size());
  CHECK(run_texpipe(command.substr(0, command.find('\n')) + " --force" + waves).code == 5);
}
