#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

/// Runs of spaces as one, so that columns do not matter.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' || result.empty() || result.back() != ' ') result += c;
  }
  return result;
}

}  // namespace

TEST_CASE("config show marks assumed values, names origins and lists what is undefined", "[cli][config]") {
  const CommandOutcome outcome =
      run_texpipe("config show configs/studies/first_look.yaml --origin -p slice.l3.banks=8", "TEXPIPE_CLOCK=2GHz");
  REQUIRE(outcome.code == 0);
  const std::string shown = squeezed(outcome.out);
  CHECK_THAT(shown, Contains("clock: 2GHz # TEXPIPE_CLOCK\n"));
  CHECK_THAT(shown, Contains("banks: 8 # -p slice.l3.banks=8\n"));
  CHECK_THAT(shown, Contains("slots: 128 # assumed, configs/machines/kaby_lake_gt2.yaml:49:29\n"));
  CHECK_THAT(outcome.out, Contains("# Resolutions that are parameters:\n#   resinfo.literal_shift: false"));
  CHECK_THAT(outcome.out, Contains("#   sample_d.cube_direction: false"));
  CHECK_THAT(outcome.out, Contains("# Undefined by the documents"));
}

TEST_CASE("the last words of a path name a parameter for -p where only one path ends so", "[cli][config]") {
  const std::string show = "config show configs/studies/first_look.yaml --origin --all ";
  const CommandOutcome outcome = run_texpipe(show + "-p l1.size=8KiB -p 'subslice[0].eus=4' -p literal_shift=true");
  REQUIRE(outcome.code == 0);
  CHECK_THAT(squeezed(outcome.out), Contains("size: 8KiB # -p l1.size=8KiB\n") && Contains("eus: 4 # -p subslice[0]") &&
                                        Contains("literal_shift: true # -p literal_shift=true\n"));
  const CommandOutcome several = run_texpipe(show + "-p latency=8");
  CHECK(several.code == 3);
  CHECK_THAT(several.err, Contains("-p latency=8: latency: more than one parameter ends in this; it may be memory."));
  const CommandOutcome unknown = run_texpipe(show + "-p l1.sise=8KiB");
  CHECK(unknown.code == 3);
  CHECK(unknown.err == "-p l1.sise=8KiB: l1.sise: no such parameter; did you mean l1.size?\n");
  const ScratchFolder scratch;
  scratch.write("mine.yaml", "machine: mine\nl1: {size: 8KiB}\n");
  CHECK(run_texpipe("config validate '" + (scratch / "mine.yaml").string() + "'").code == 3);  // keys are nested
}

TEST_CASE("a group has a name for -p as a value has", "[cli][config]") {
  const auto size_of_l1 = [](const std::string& words) {
    const CommandOutcome shown = run_texpipe("config show configs/studies/first_look.yaml --json " + words);
    INFO(words << ": " << shown.err);
    REQUIRE(shown.code == 0);
    const auto json = nlohmann::json::parse(shown.out);
    std::string sizes;
    for (const auto& parameter : json["parameters"]) {
      if (parameter["path"].get<std::string>().ends_with("sampler.l1.size"))
        sizes += parameter["value"].get<std::string>() + ' ';
    }
    return sizes;
  };
  CHECK(size_of_l1("-p 'slice.subslice.sampler.l1={size: 8KiB, ways: 4}'") == "8KiB 8KiB 8KiB ");
  CHECK(size_of_l1("-p 'sampler.l1={size: 8KiB}'") == "8KiB 8KiB 8KiB ");
  CHECK(size_of_l1("-p l1.size=4KiB -p 'subslice[1].sampler={l1: {size: 8KiB}}'") == "4KiB 8KiB 4KiB ");
  const auto refused = [](const std::string& word) {
    const CommandOutcome outcome = run_texpipe("config validate configs/studies/first_look.yaml -p '" + word + "'");
    CHECK(outcome.code == 3);
    return outcome.err;
  };
  CHECK_THAT(refused("sampler.l1={size: 8KB}"), Contains("sampler.l1.size: 'KB' is not a unit of size; did you mean"));
  CHECK_THAT(refused("sampler.l1={sise: 8KiB}"), Contains("sampler.l1.sise: unknown key; did you mean size?"));
  CHECK_THAT(refused("sampler.l1={size: 8KiB"), Contains("sampler.l1: is not closed; expected {key: value, ...}"));
  CHECK_THAT(refused("l1={size: 8KiB, size: 4KiB}"), Contains("sampler.l1.size: duplicate key\n"));
  CHECK_THAT(refused("sampler.l1=3"), Contains("slice.subslice.sampler.l1: is '3'; expected a group of keys"));
  CHECK_THAT(refused("sampler.l9={size: 8KiB}"), Contains("sampler.l9: no such parameter"));
  CHECK_THAT(refused("sampler={l1: {size: 8KiB}}"),
             Contains("sampler: more than one group of parameters ends in this; it may be slice.subslice.sampler or "));
  CHECK_THAT(refused("filter.rates={trilinear: {33: 4}}"), Contains("filter.rates.trilinear.33: unknown key"));
  const CommandOutcome axis = run_texpipe("sweep configs/studies/first_look.yaml -p sampler.l1=3,4");
  CHECK(axis.code == 3);
  CHECK(axis.err == "-p sampler.l1=3,4: sampler.l1: is a group of parameters; expected one of them\n");
}

TEST_CASE("what config show prints is a configuration with the same values", "[cli][config]") {
  const ScratchFolder scratch;
  const CommandOutcome shown = run_texpipe("config show configs/studies/first_look.yaml");
  scratch.write("shown.yaml", shown.out);
  const CommandOutcome diff =
      run_texpipe("config diff configs/studies/first_look.yaml '" + (scratch / "shown.yaml").string() + "'");
  CHECK(diff.code == 0);
  CHECK_THAT(diff.out, Contains("machine: ") && !Contains("slice") && !Contains("workload"));
}

TEST_CASE("config show --json gives every value with path, origin and unit", "[cli][config]") {
  const auto json = nlohmann::json::parse(run_texpipe("config show configs/machines/kaby_lake_gt2.yaml --json").out);
  bool found = false;
  for (const auto& parameter : json["parameters"]) {
    CHECK_FALSE(parameter["description"].get<std::string>().empty());
    if (parameter["path"] != "slice.subslice[2].sampler.l1.size") continue;
    found = true;
    CHECK(parameter["value"] == "20KiB");
    CHECK(parameter["unit"] == "bytes");
    CHECK(parameter["layer"] == "machine file");
  }
  CHECK(found);
  CHECK(json["undefined_results"].size() > 10);
}

TEST_CASE("config validate reports every problem of every file", "[cli][config]") {
  const ScratchFolder scratch;
  scratch.write("bad.yaml", "machine: bad\nclokc: 1GHz\nmemory: {banks: 3}\n");
  const CommandOutcome outcome =
      run_texpipe("config validate configs/machines/kaby_lake_gt2.yaml '" + (scratch / "bad.yaml").string() + "'");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.out, Contains("kaby_lake_gt2.yaml: valid machine"));
  CHECK_THAT(outcome.err, Contains("bad.yaml:2:1: clokc: unknown key; did you mean clock?"));
  CHECK_THAT(outcome.err, Contains("bad.yaml:3:17: memory.banks: 3 is not a power of two"));
}

TEST_CASE("config explain says what a parameter is, and where a misspelt one may be", "[cli][config]") {
  const CommandOutcome outcome = run_texpipe("config explain slice.subslice.sampler.l1.size");
  CHECK(outcome.code == 0);
  for (const char* text : {"quantity in bytes", "KiB", "range", "assumed"}) CHECK_THAT(outcome.out, Contains(text));
  const auto json = nlohmann::json::parse(run_texpipe("config explain slice.l3.banks --json -p slice.l3.banks=2").out);
  CHECK(json["value"] == "2");
  CHECK(json["path"] == "slice.l3.banks");
  CHECK(run_texpipe("config explain l1.size").out == outcome.out);
  CHECK(run_texpipe("config explain 'slice.subslice[*].sampler.l1.size'").out == outcome.out);
  for (const char* of_some_kind : {"workload.draws", "workload.image", "workload.sample.one_of", "workload.simd"})
    CHECK(run_texpipe(std::string{"config explain "} + of_some_kind).code == 0);
  CHECK_THAT(run_texpipe("config explain workload.draws").out, Contains("draws"));
  const CommandOutcome several = run_texpipe("config explain latency");
  CHECK(several.code == 2);
  CHECK_THAT(several.err, Contains("more than one parameter ends in this; it may be memory.latency or "));
  CHECK_THAT(run_texpipe("config explain l1.sise").err, Contains("did you mean l1.size?"));
  const CommandOutcome unknown = run_texpipe("config explain slice.latency_fifo.slots");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("latency_fifo.slots?"));
}

TEST_CASE("config show and explain give the sources of a machine file in place of assumptions", "[cli][config]") {
  const ScratchFolder scratch;
  scratch.write(
      "mine.yaml",
      "machine: mine\nslice: {l3: {hit_latency: 33, ways: 8}, subslice: {sampler: {filter: {rates: kaby_lake}}}}\n"
      "sources:\n  slice.l3: my board\n  slice.subslice.sampler.filter.rates: a table\n");
  const std::string mine = " '" + (scratch / "mine.yaml").string() + "'";
  const std::string shown = squeezed(run_texpipe("config show" + mine).out);
  CHECK_THAT(shown, Contains("hit_latency: 33 # my board\n") && Contains("rates: kaby_lake # a table\n"));
  CHECK_THAT(shown, Contains("data_latency: 20 # assumed\n"));
  CHECK_THAT(run_texpipe("config explain slice.l3.ways" + mine).out, Contains("source   my board"));
  CHECK_THAT(run_texpipe("config explain slice.l3.ways -p slice.l3.ways=4" + mine).out, Contains("source   assumed"));
}

TEST_CASE("config diff prints a line for each change, whatever the number of subslices and EUs", "[cli][config]") {
  const ScratchFolder scratch;
  scratch.write("three.yaml",
                "machine: three\nslice: {subslices: 6, subslice: {eus: 16, eu: {threads: 6}}, l3: {size: 1536KiB}}\n");
  const std::string three = " '" + (scratch / "three.yaml").string() + "'";
  const CommandOutcome machines = run_texpipe("config diff configs/machines/kaby_lake_gt2_assumed.yaml" + three);
  CHECK(machines.code == 0);
  CHECK(machines.out ==
        "slice.subslices: 3 -> 6\n"
        "slice.subslice[*].eus: 8 -> 16\n"
        "slice.subslice[*].eu[*].threads: 7 -> 6\n"
        "slice.l3.size: 768KiB -> 1536KiB\n");
  scratch.write("study.yaml", "study: s\nmachine: " TEXPIPE_SOURCE_DIR
                              "/configs/machines/kaby_lake_gt2_assumed.yaml\nworkload: {kind: cache_table}\n");
  CHECK(run_texpipe("config diff '" + (scratch / "study.yaml").string() + "'" + three).out == machines.out);
  CHECK(nlohmann::json::parse(run_texpipe("config diff --json '" + (scratch / "study.yaml").string() + "'" + three).out)
            .size() == 4);
}

TEST_CASE("config diff of two kinds of workload lists what the files give", "[cli][config]") {
  const CommandOutcome outcome =
      run_texpipe("config diff configs/studies/first_look.yaml configs/studies/visa_all_operations.yaml");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("workload.kind: texture_walk -> visa\n"));
  CHECK_THAT(outcome.out, Contains("workload.walk: perspective_floor -> (absent)\n"));
  CHECK_THAT(outcome.out, !Contains("workload.steady"));
}
