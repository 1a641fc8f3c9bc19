// `config validate` and `run` refuse the same values with the same words, before anything is simulated.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

struct BadValue {
  const char* assignments;
  int code;
  const char* text;
};

constexpr const char* kStudy = " configs/studies/first_look.yaml ";

const BadValue kBadValues[] = {
    {"-p slice.l3.size=400KiB", 3, "slice.l3.size: 16KiB cannot be divided into 4 banks of 48 ways of 64B lines"},
    {"-p 'slice.subslice[*].sampler.l1.ways=7'", 3,
     "slice.subslice.sampler.l1.ways: 20KiB cannot be divided into sets of 7 ways of 64B lines; the size is a multiple "
     "of 448B"},
    {"-p 'slice.subslice[1].sampler.l2.banks=3'", 3, "slice.subslice.sampler.l2.banks: 128KiB cannot be divided"},
    {"-p 'slice.subslice[*].sampler.filter.implementation=mdel'", 3,
     "filter.implementation: no implementation is named `mdel`; did you mean model?"},
    {"-p workload.tile=3x3", 3, "workload.tile: 3x3 is no whole number of threads; expected multiples of 4x4"},
    {"-p workload.output_format=BC1_UNORM", 3, "workload.output_format: BC1_UNORM is no format of typed writes"},
    {"-p workload.sampler.max_anisotropy=3", 3, "workload.sampler.max_anisotropy: 3 is odd; expected 2, 4, 6, ... 16"},
    {"-p workload.sampler.mono_filter=8x1", 3, "workload.sampler.mono_filter: 8x1 is too large; expected 1x1 to 7x7"},
    {"-p workload.sampler.min_lod=5 -p workload.sampler.max_lod=2", 3, "min_lod is at most max_lod"},
    {"-p 'slice.subslice[*].eu[*].threads=1'", 3,
     "threads=1: slice.subslice[0].eu[0].threads: a work group of 16 threads does not fit a subslice's 8 thread slots"},
    {"-p workload.texture=LICENSE", 4, "LICENSE"},
    {"-p workload.texture=configs/textures/brick_512.dds", 3, "workload.texture: no file"},
    {"-p 'slice.subslice[1].sampler.filter.implementation=rtl'", 8, "implementation `rtl`"},
    {"-p memory.banks=3", 3, "memory.banks: 3 is not a power of two"},
    {"-p memory.bank_hash=0x1,0x2", 3, "memory.bank_hash: a bank hash of 2 masks for 16 banks"},
    {"-p 'slice.l3.bank_hash=[0x3, 0x3]'", 3, "slice.l3.bank_hash: the bank hash 0x3, 0x3 never chooses some"},
    {"-p 'slice.subslice[*].sampler.l1.bank_choice=lines' -p 'slice.subslice[*].sampler.l1.bank_hash=0x9'", 3,
     "slice.subslice.sampler.l1.bank_hash: a bank hash of 1"},
    {"-p memory.latency=101ms", 3, "memory.latency: 101ms is out of range; expected 0ps to 100ms"},
    {"-p memory.row_miss=1s", 3, "memory.row_miss: 1s is out of range; expected 0ps to 100ms"},
    {"-p memory.bank_cycle=18446744073709551615ps", 3, "memory.bank_cycle: 18446744.073709551615s is out of range"},
    {"-p 'slice.subslice[*].sampler.l2.write_buffer=4'", 3, "slice.subslice.sampler.l2.write_buffer: unknown key"},
    {"-p 'slice.subslice[*].sampler.l1.lookups_per_cycle=1/0'", 3, "'1/0' is not a number or fraction"},
};

}  // namespace

TEST_CASE("a value that run refuses is refused by config validate, with the same words", "[cli][config]") {
  for (const BadValue& bad : kBadValues) {
    const ScratchFolder scratch;
    const CommandOutcome validate = run_texpipe(std::string{"config validate"} + kStudy + bad.assignments);
    const CommandOutcome run =
        run_texpipe(std::string{"run"} + kStudy + bad.assignments + " --out '" + (scratch / "run").string() + "'");
    INFO(bad.assignments);
    CHECK(validate.code == bad.code);
    CHECK(run.code == bad.code);
    CHECK_THAT(validate.err, Contains(bad.text));
    CHECK(validate.err == run.err);
  }
}

TEST_CASE("rules over several parameters are told with all other mistakes, each at its place", "[cli][config]") {
  const ScratchFolder scratch;
  scratch.write("bad.yaml",
                "machine: bad\n"
                "clokc: 1GHz\n"
                "slice:\n"
                "  subslice: {sampler: {l1: {size: 10KiB, ways: 3}}}\n"
                "  l3: {size: 1.5KiB}\n");
  const CommandOutcome outcome =
      run_texpipe("config validate '" + (scratch / "bad.yaml").string() + "' -p memory.banks=3",
                  "TEXPIPE_SLICE__SUBSLICE__SAMPLER__L2__LINE=1KiB TEXPIPE_SLICE__SUBSLICE__"
                  "SAMPLER__L2__WAYS=3");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("bad.yaml:2:1: clokc: unknown key; did you mean clock?"));
  CHECK_THAT(outcome.err,
             Contains("bad.yaml:4:35: slice.subslice.sampler.l1.size: 10KiB cannot be divided into sets of 3"));
  CHECK_THAT(outcome.err, Contains("bad.yaml:5:14: slice.l3.size: 1.536kB cannot be divided into 4 banks of 16 ways"));
  CHECK_THAT(outcome.err,
             Contains("TEXPIPE_SLICE__SUBSLICE__SAMPLER__L2__WAYS: slice.subslice.sampler.l2.ways: 128KiB"));
  CHECK_THAT(outcome.err, Contains("-p memory.banks=3: memory.banks: 3 is not a power of two"));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 5);
}

TEST_CASE("a mistake in the YAML is told alone", "[cli][config]") {
  const ScratchFolder scratch;
  scratch.write("study.yaml", "study: a\nmachine: [\nworkload: {kind: texture_walk\n");
  scratch.write("empty.yaml", "");
  for (const char* verb : {"run", "config validate", "config show"}) {
    for (const char* name : {"study.yaml", "empty.yaml"}) {
      const CommandOutcome outcome =
          run_texpipe(std::string{verb} + " '" + (scratch / name).string() + "' -p workload.image=8x8");
      INFO(verb << ' ' << name << '\n' << outcome.err);
      CHECK(outcome.code == 3);
      CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
      CHECK_THAT(outcome.err, Contains(name));
    }
  }
}

TEST_CASE("a run folder's configuration gives the same statistics wherever the folder is moved", "[cli][config]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "here/run").string(), moved = (scratch / "a/b/c/moved").string();
  REQUIRE(run_texpipe(std::string{"run"} + kStudy + "-p workload.image=16x16 --out '" + run + "'").code == 0);
  REQUIRE(shell("mkdir -p '" + (scratch / "a/b/c").string() + "' && mv '" + run + "' '" + moved + "'").code == 0);
  const CommandOutcome again = shell("cd / && texpipe run '" + moved + "/config.resolved.yaml' --out '" + run + "'");
  CHECK(again.code == 0);
  CHECK(again.err.find("warning") == std::string::npos);
  CHECK(scratch.read("here/run/stats.json") == scratch.read("a/b/c/moved/stats.json"));
  CHECK_FALSE(scratch.read("here/run/stats.json").empty());
}

TEST_CASE("the manifest has the environment that gave values and the hash of every file", "[cli][config]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "run").string();
  REQUIRE(run_texpipe(std::string{"run"} + kStudy + "-p workload.image=8x8 --out '" + run + "'",
                      "TEXPIPE_CLOCK=2GHz TEXPIPE_SLICE__L3__BANKS=8")
              .code == 0);
  const auto manifest = nlohmann::json::parse(scratch.read("run/manifest.json"));
  CHECK(manifest["environment"] == nlohmann::json{{"TEXPIPE_CLOCK", "2GHz"}, {"TEXPIPE_SLICE__L3__BANKS", "8"}});
  std::string names;
  for (const auto& input : manifest["inputs"]) {
    names += input["path"].get<std::string>() + '\n';
    CHECK(input["sha256"].is_string());
  }
  CHECK_THAT(names, Contains("first_look.yaml") && Contains("kaby_lake_gt2.yaml") && Contains(".dds"));
}

TEST_CASE("the manifest has the hash of every texture and program that the inputs of a study name", "[cli][run]") {
  const ScratchFolder scratch;
  scratch.write("warps.yaml", "program: p.spa\n");
  scratch.write("p.spa", "PIXLD.COVMASK R0;\n");
  scratch.write("inputs.yaml", "surfaces: [{index: 0, texture: brick.png}]\n");
  std::filesystem::copy("configs/textures/brick.png", scratch / "brick.png");
  const std::string machine = "machine: {machine: m}\ntiming: untimed\n";
  scratch.write("spa.yaml", "study: a\n" + machine + "workload: {kind: spa_program, warps: warps.yaml}\n");
  scratch.write("visa.yaml", "study: b\n" + machine + "workload: {kind: visa, inputs: inputs.yaml, program: '" +
                                 std::filesystem::absolute("configs/visa/all_operations.visaasm").string() + "'}\n");
  const auto hashed = [&](const std::string& study) {
    const CommandOutcome outcome =
        run_texpipe("run '" + (scratch / (study + ".yaml")).string() + "' --out '" + (scratch / study).string() + "'");
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    std::string names;
    const auto manifest = nlohmann::json::parse(scratch.read(study + "/manifest.json"));
    for (const auto& input : manifest["inputs"]) {
      if (input["sha256"].is_string()) names += input["path"].get<std::string>() + '\n';
    }
    return names;
  };
  CHECK_THAT(hashed("spa"), Contains("spa.yaml\n") && Contains("warps.yaml\n") && Contains("p.spa\n"));
  CHECK_THAT(hashed("visa"), Contains("inputs.yaml\n") && Contains("brick.png\n") && Contains("all_operations"));
}

TEST_CASE("waves that no run can write are refused before it starts", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string run = std::string{"run"} + kStudy + "-p workload.image=8x8 --out '" + (scratch / "run").string() +
                          "' --waves '" + (scratch / "w").string();
  const CommandOutcome untimed = run_texpipe(run + ".vcd' --timing untimed");
  CHECK(untimed.code == 2);
  CHECK_THAT(untimed.err, Contains("--waves: waves need a clock, and this run has none: the timing is untimed"));
  const CommandOutcome loosely = run_texpipe(run + ".vcd'");
  CHECK(loosely.code == 8);
  CHECK_THAT(loosely.err, Contains("--timing approximately_timed has them"));
  const CommandOutcome backward =
      run_texpipe(run + ".vcd' --timing approximately_timed --waves-from 1000 --waves-to 500");
  CHECK(backward.code == 2);
  CHECK_THAT(backward.err, Contains("--waves-to: the waves end at cycle 500 and start at 1000"));
  const CommandOutcome format = run_texpipe(run + ".fsdb'");
  CHECK(format.code == 2);
  CHECK_THAT(format.err, Contains("expected a name that ends in .vcd or .fst"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
  CHECK(std::filesystem::is_empty(scratch.path()));
}

TEST_CASE("parameters that cannot act in a study are reported when they are set", "[cli][config]") {
  const ScratchFolder scratch;
  const CommandOutcome run = run_texpipe(
      std::string{"run"} + kStudy + "-p workload.image=8x8 -p workload.zoom.turn=3 -p slice.raster.slots=8 --out '" +
      (scratch / "run").string() + "'");
  CHECK(run.code == 0);
  const char* const zoom =
      "warning: -p workload.zoom.turn=3: workload.zoom.turn: has no effect in this study; the walk is "
      "perspective_floor";
  CHECK_THAT(run.err, Contains(zoom));
  CHECK_THAT(run.err,
             Contains("slice.raster.slots: has no effect in this study; the workload is a texture_walk, which has "
                      "no scene"));
  CHECK_THAT(scratch.read("run/log.txt"), Contains(zoom));
  CHECK_THAT(run_texpipe(std::string{"config validate"} + kStudy + "-p workload.zoom.turn=3").err, Contains(zoom));
}

TEST_CASE("a cache_table without angles, or with sizes that are no whole sets, is refused", "[cli][config]") {
  const std::string validate = "config validate configs/studies/texture_cache_table.yaml -p 'workload.cache_table.";
  const CommandOutcome angles = run_texpipe(validate + "degrees=[]'");
  CHECK(angles.code == 3);
  CHECK_THAT(angles.err, Contains("workload.cache_table.degrees: is empty; such as [0, 45, 90]"));
  const CommandOutcome sizes = run_texpipe(validate + "sizes=[4KiB, 100B]'");
  CHECK(sizes.code == 3);
  CHECK_THAT(sizes.err, Contains("workload.cache_table.sizes: 100B cannot be divided into sets of 4 ways of 64B"));
}

TEST_CASE("an L1 of a cache_table that is no whole sets is told once, with its place, in any machine",
          "[cli][config]") {
  ScratchFolder scratch;
  scratch.write("table.yaml",
                "study: table\nmachine: {machine: odd}\nslice: {subslice: {sampler: {l1: {size: 10KiB, ways: 3}}}}\n"
                "workload: {kind: cache_table}\n");
  for (const std::string options : {"", " -p slices=2 -p llc.enabled=true", " -p 'slice.subslice[*].samplers=2'"}) {
    INFO(options);
    const CommandOutcome outcome = run_texpipe("config validate '" + (scratch / "table.yaml").string() + "'" + options);
    CHECK(outcome.code == 3);
    const std::string problem = "10KiB cannot be divided into sets of 3";
    CHECK_THAT(outcome.err, Contains("table.yaml:3:") && Contains("l1.size: " + problem));
    CHECK(outcome.err.find(problem) == outcome.err.rfind(problem));
  }
}

TEST_CASE("what an L1 that is left out cannot use is reported, and its size need not fit", "[cli][config]") {
  const std::string l1 = " -p 'slice.subslice[*].sampler.l1.";
  const CommandOutcome outcome =
      run_texpipe(std::string{"config validate"} + kStudy + l1 + "enabled=false'" + l1 + "ways=3'");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("sampler.l1.ways: has no effect in this study; no sampler has its l1 enabled"));
}

TEST_CASE("config show of a cache_table shows what acts in it", "[cli][config]") {
  const CommandOutcome shown = run_texpipe("config show configs/studies/texture_cache_table.yaml -q");
  CHECK(shown.code == 0);
  CHECK_THAT(shown.out, Contains("set_hash: modulo") && Contains("screen: 512"));
  CHECK_THAT(shown.out, !Contains("hit_latency") && !Contains("memory") && !Contains("clock") && !Contains("timing"));
  CHECK_THAT(run_texpipe("config show configs/studies/texture_cache_table.yaml --all -q").out, Contains("hit_latency"));
}
