// Sweeps as a user runs them; what the plan is made of is in tests/study/sweep.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// A small study and a sweep over it, in a folder of their own.
struct Sweep {
  ScratchFolder scratch;

  Sweep() {
    scratch.write("tiny.yaml",
                  "study: tiny\nmachine: {machine: small}\ntiming: loosely_timed\nworkload: {kind: microbenchmark, "
                  "benchmark: sampler_chain, sampler_chain: {footprint: 64B, loads: 1}}\n");
    scratch.write("sweep.yaml",
                  "sweep: s\nstudy: tiny.yaml\ngrid:\n  l1.size: [4KiB, 8KiB]\n  memory.latency: [50ns, 100ns, "
                  "200ns]\nobjectives: {cycles: cycles, hits: {value: sampler.l1.hits, goal: larger}}\n");
  }

  CommandOutcome run(const std::string& arguments) const {
    return shell("cd '" + scratch.path().string() + "' && texpipe " + arguments);
  }

  std::string table(const std::string& folder) const {
    std::ifstream file{scratch / folder / "results.csv"};
    return {std::istreambuf_iterator<char>{file}, {}};
  }
};

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a sweep leaves a table and a run folder for each point", "[cli][sweep]") {
  const Sweep sweep;
  const CommandOutcome outcome = sweep.run("sweep sweep.yaml --out s");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("6 points: 6 done, 0 failed, 0 waiting") && Contains("least cycles: "));
  const std::string table = sweep.table("s");
  CHECK(lines(table) == 7);
  CHECK_THAT(table, Contains("point,id,status,l1.size,memory.latency,cycles,hits\n1,") && Contains(",done,4KiB,50ns,"));
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator{sweep.scratch / "s/points"}) {
    CHECK(fs::exists(entry.path() / "COMPLETE"));
    ++folders;
  }
  CHECK(folders == 6);
  const auto json = nlohmann::json::parse(sweep.run("sweep status s --json").out);
  CHECK(json["done"] == 6);
  const std::string id = json["results"][3]["id"];
  const auto stats = nlohmann::json::parse(sweep.run("stats s/points/" + id + " cycles --json").out);
  CHECK(stats["statistics"][0]["value"] == json["results"][3]["objectives"]["cycles"]);
}

TEST_CASE("the table of a sweep does not depend on how many points run at a time", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep sweep.yaml --out one --jobs 1").code == 0);
  REQUIRE(sweep.run("sweep sweep.yaml --out five --jobs 5").code == 0);
  CHECK(sweep.table("one") == sweep.table("five"));
}

TEST_CASE("a point is what run gives for its values", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep tiny.yaml -p memory.latency=70ns --out s -q").code == 0);
  REQUIRE(sweep.run("run tiny.yaml -p memory.latency=70ns --out r -q").code == 0);
  const auto point = fs::directory_iterator {
    sweep.scratch / "s/points"
    } -> path();
  CHECK(sweep.run("compare '" + point.string() + "' r --fail-on 'cycles>+0%' --fail-on 'cycles<-0%'").code == 0);
  CHECK(
      shell("cmp '" + (point / "stats.json").string() + "' '" + (sweep.scratch / "r/stats.json").string() + "'").code ==
      0);
}

TEST_CASE("points that one process runs after each other have the statistics of runs of their own", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep
              .run("sweep tiny.yaml -p memory.latency=50ns,60ns,70ns,80ns -p slice.l3.banks=2,4 -p "
                   "timing=approximately_timed,loosely_timed --jobs 1 --out s -q")
              .code == 0);
  const auto json = nlohmann::json::parse(sweep.run("sweep status s --json").out);
  REQUIRE(json["results"].size() == 16);
  for (const std::size_t n : {1, 7, 10, 14, 15}) {
    const auto& point = json["results"][n];
    std::string words;
    for (const auto& [name, value] : point["settings"].items()) words += " -p " + name + '=' + value.get<std::string>();
    CAPTURE(words);
    REQUIRE(sweep.run("run tiny.yaml" + words + " --out r -q --force").code == 0);
    for (const char* file : {"stats.json", "config.resolved.yaml"})
      CHECK(sweep.run("stats r >/dev/null; cmp s/points/" + point["id"].get<std::string>() + '/' + file + " r/" + file)
                .code == 0);
  }
}

TEST_CASE("a study and words of -p are a sweep too", "[cli][sweep]") {
  const Sweep sweep;
  const CommandOutcome outcome = sweep.run("sweep tiny.yaml -p l1.size=4KiB,8KiB -p memory.latency=50ns");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("tiny_sweep  2 points: 2 done"));
  CHECK(fs::exists(sweep.scratch / "out/tiny_sweep/results.json"));
}

TEST_CASE("points that fail make exit 7 and run again when asked", "[cli][sweep]") {
  const Sweep sweep;
  const CommandOutcome outcome = sweep.run("sweep tiny.yaml -p watchdog=1,0,2 --out s");
  CHECK(outcome.code == 7);
  CHECK_THAT(outcome.out, Contains("1 done, 2 failed") && Contains("failed (6): no progress for 1 cycles"));
  CHECK_THAT(sweep.table("s"), Contains(",failed,1,\n"));
  CHECK(sweep.run("sweep s --resume").code == 7);
  CHECK(sweep.run("sweep s --retry-failed").code == 7);
  const std::string attempts = shell("python3 -c \"import sqlite3; print([r[0] for r in sqlite3.connect('" +
                                     (sweep.scratch / "s/state.sqlite").string() +
                                     "').execute('select attempts from points order by point')])\"")
                                   .out;
  CHECK(attempts == "[2, 1, 2]\n");
  const CommandOutcome few = sweep.run("sweep tiny.yaml -p watchdog=1,2,3,4,5,0 --jobs 1 --max-failures 1 --out few");
  CHECK(few.code == 7);
  CHECK_THAT(few.out, Contains("0 done, 2 failed, 4 waiting"));
}

TEST_CASE("a sweep that exists is neither replaced nor continued unasked", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep sweep.yaml --out s").code == 0);
  CHECK_THAT(sweep.run("sweep sweep.yaml --out s").err, Contains("--resume goes on with it"));
  CHECK(sweep.run("sweep sweep.yaml --out s").code == 2);
  CHECK(sweep.run("sweep sweep.yaml --out s --resume").code == 0);
  CHECK(sweep.run("sweep sweep.yaml --out s --resume -p l1.ways=1").code == 2);
  CHECK(sweep.run("sweep sweep.yaml --out s --force -p l1.ways=1").code == 0);
  CHECK(sweep.run("sweep s").code == 2);
  CHECK(sweep.run("sweep status .").code == 2);
  CHECK(sweep.run("sweep").code == 2);
  fs::create_directories(sweep.scratch / "mine/points");
  CHECK(sweep.run("sweep sweep.yaml --out mine --force").code == 2);
}

TEST_CASE("a sweep is replaced whole or not at all and no file of the user goes with it", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep sweep.yaml --out s --engine parallel --no-submit").code == 0);  // leaves its scripts
  REQUIRE(sweep.run("sweep sweep.yaml --out s --force").code == 0);
  const auto results = [&] { return sweep.run("sweep status s --json").out; };
  const std::string before = results();
  const fs::path point = fs::directory_iterator {
    sweep.scratch / "s/points"
    } -> path();
  for (const fs::path& place : {sweep.scratch / "s", sweep.scratch / "s/points", point}) {
    const fs::path notes = place / "notes.txt";
    std::ofstream{notes} << "mine";
    const CommandOutcome refused = sweep.run("sweep sweep.yaml --out s --force");
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("notes.txt"));
    CHECK(fs::exists(notes));
    CHECK(results() == before);
    fs::remove(notes);
  }
  CHECK(sweep.run("sweep sweep.yaml --out s --force").code == 0);
}

TEST_CASE("of two sweeps or searches that begin in one folder at a time the second is refused", "[cli][sweep]") {
  const Sweep sweep;
  sweep.scratch.write(
      "search.yaml",
      "sweep: s\nstudy: tiny.yaml\nsearch: {population: 4, generations: 1, axes: {l1.mshrs: {from: 4, to: "
      "64}}}\n");
  const std::string verb = GENERATE("sweep tiny.yaml -p memory.latency=50ns,60ns", "search search.yaml",
                                    "sweep tiny.yaml --engine lsf --no-submit -p memory.latency=50ns,60ns");
  for (int i = 0; i < 3; ++i) {
    const std::string out = "s" + std::to_string(i), command = "texpipe " + verb + " -q --out " + out;
    const CommandOutcome outcome =
        shell("cd '" + sweep.scratch.path().string() + "' && { " + command + " -p l1.ways=1 >/dev/null & a=$!; " +
              command + " -p l1.ways=2 >/dev/null & b=$!; wait $a; a=$?; wait $b; echo $a $?; }");
    INFO(outcome.err);
    const bool first = outcome.out == "0 2\n";
    CHECK((first || outcome.out == "2 0\n"));
    CHECK_THAT(sweep.scratch.read(out + "/plan.jsonl"),
               Contains(first ? "sampler.l1.ways=1\"" : "sampler.l1.ways=2\""));
  }
}

TEST_CASE("points that failed for want of room run again with --resume, others do not", "[cli][sweep]") {
  const Sweep sweep;
  const std::string points = "sweep tiny.yaml --jobs 1 --out s -p memory.latency=50ns,60ns -p watchdog=0,1 ";
  const CommandOutcome full = shell("cd '" + sweep.scratch.path().string() + "' && ulimit -f 150; texpipe " + points);
  CHECK(full.code == 7);
  CHECK_THAT(full.out, Contains("failed (1)") && Contains("cannot be written"));
  CHECK_THAT(sweep.run("sweep collect s").out, Contains("0 done, 4 failed, 0 waiting"));
  const CommandOutcome resumed = sweep.run("sweep s --resume");
  CHECK(resumed.code == 7);
  CHECK_THAT(resumed.out, Contains("2 done, 2 failed, 0 waiting") && !Contains("failed (1)"));
  CHECK_THAT(sweep.run("sweep s --resume").out, Contains("2 done, 2 failed, 0 waiting"));
}

TEST_CASE("a sweep's name is the plain name of a folder", "[cli][sweep]") {
  const Sweep sweep;
  const std::string verb = GENERATE("sweep", "search");
  const auto err = [&](const std::string& name) {
    sweep.scratch.write("named.yaml", "sweep: " + name + "\nstudy: tiny.yaml\ngrid: {l1.ways: [1, 2]}\n");
    const CommandOutcome outcome = sweep.run(verb + " named.yaml -q");
    CHECK(outcome.code == 3);
    return outcome.err;
  };
  CHECK_THAT(err("/abs"), Contains("named.yaml:1:8: sweep: '/abs' is a path, and not the plain name of a folder"));
  CHECK_THAT(err("../../x"), Contains("sweep: '../../x' starts with a dot or a dash"));
  CHECK_THAT(err("'-x'"), Contains("starts with a dot or a dash"));
  CHECK_THAT(err("''"), Contains("sweep: '' is no name"));
  CHECK_THAT(err("\"a\\nb\""), Contains("has control characters"));
  CHECK_THAT(err(std::string(300, 'a')), Contains("is longer than 200 bytes"));
  sweep.scratch.write("tiny.yaml", "study: ../x\nmachine: {machine: small}\ntiming: loosely_timed\n");
  const CommandOutcome study = sweep.run("sweep tiny.yaml -p l1.ways=1,2");
  CHECK(study.code == 3);
  CHECK_THAT(study.err, Contains("tiny.yaml:1:8: study: '../x' starts with a dot or a dash"));
  CHECK_FALSE(fs::exists(sweep.scratch / "out"));
}

TEST_CASE("a folder's name that the system refuses is a usage error", "[cli][sweep]") {
  const Sweep sweep;
  for (const char* verb : {"sweep sweep.yaml", "run tiny.yaml"}) {
    const CommandOutcome outcome = sweep.run(verb + std::string{" --out "} + std::string(300, 'a'));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, !Contains("internal error"));
  }
}

TEST_CASE("a sweep goes on only with the inputs that it began with", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep sweep.yaml --out s").code == 0);
  std::ofstream{sweep.scratch / "tiny.yaml", std::ios::app} << "# changed\n";
  const CommandOutcome outcome = sweep.run("sweep s --resume");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("is not what it was when the sweep began"));
}

TEST_CASE("points are checked before the first one runs", "[cli][sweep]") {
  const Sweep sweep;
  const CommandOutcome outcome = sweep.run("sweep tiny.yaml -p l1.size=4KiB,5kB --out s");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("-p l1.size=4KiB,5kB: slice.subslice.sampler.l1.size: 5kB cannot be divided"));
  CHECK_FALSE(fs::exists(sweep.scratch / "s"));
  const CommandOutcome missing = sweep.run("sweep sweep.yaml -p machine=tiny.yaml,nosuch.yaml --out s");
  CHECK(missing.code == 3);
}

TEST_CASE("objectives that no run has are refused with the nearest names before the first point runs", "[cli][sweep]") {
  const Sweep sweep;
  sweep.scratch.write("bad.yaml",
                      "sweep: b\nstudy: tiny.yaml\ngrid: {l1.ways: [1, 2]}\n"
                      "objectives:\n  c: cylces\n  e: enregy.l1\n  a: area + l1.wasy\n  m: sampler.l1.mises\n");
  const CommandOutcome outcome = sweep.run("sweep bad.yaml");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("bad.yaml:5:6: objectives.c: cylces: no statistic and no parameter") &&
                              Contains("did you mean cycles?") && Contains("did you mean energy.l1?") &&
                              Contains("did you mean l1.ways?") && Contains("did you mean sampler.l1.misses?"));
  CHECK_FALSE(fs::exists(sweep.scratch / "out"));
  const CommandOutcome one = sweep.run("sweep tiny.yaml -p l1.ways=1 --out one");
  CHECK(one.code == 0);
}

TEST_CASE("objectives may be statistics and energies and areas and parameters", "[cli][sweep]") {
  const Sweep sweep;
  const std::string begin = "sweep: g\nstudy: tiny.yaml\ngrid: {l1.ways: [1, 2]}\nobjectives: {";
  sweep.scratch.write("good.yaml", begin + "a: area.l1 / area, e: energy, p: l1.ways * cycles, h: sampler.l1.hits}\n");
  const CommandOutcome outcome = sweep.run("sweep good.yaml");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  sweep.scratch.write("word.yaml", begin + "a: area, n: 2 * timing}\n");
  const CommandOutcome word = sweep.run("sweep word.yaml --out word");
  CHECK(word.code == 3);
  CHECK_THAT(word.err, Contains("objectives.n") && !Contains("objectives.a"));
  CHECK_FALSE(fs::exists(sweep.scratch / "word"));
}

TEST_CASE("a table of energies fits every point before the first one runs", "[cli][sweep]") {
  const Sweep sweep;
  sweep.scratch.write("text.yaml", "no table\n");
  sweep.scratch.write("lru.yaml",
                      "energy_table: t\ncomponents:\n  - {name: a, class: c, place: l1, area: [{value: 1, source: "
                      "assumed, scale: {by: replacement, factors: {lru: 2}}}]}\n");
  const std::string begin = "sweep: g\nstudy: tiny.yaml\ngrid: {l1.replacement: [lru, fifo]}\nobjectives: ";
  sweep.scratch.write("cycles.yaml", begin + "{c: cycles}\n");
  sweep.scratch.write("area.yaml", begin + "{a: area}\n");
  for (const char* file : {"cycles.yaml", "area.yaml"}) {
    const std::string command = std::string{"sweep "} + file + " --out s --table ";
    const CommandOutcome text = sweep.run(command + "text.yaml");
    CHECK(text.code == 3);
    CHECK_THAT(text.err, Contains("text.yaml:1:1: is not a group of keys") && !Contains("objectives"));
    const CommandOutcome lru = sweep.run(command + "lru.yaml");
    CHECK(lru.code == 3);
    CHECK_THAT(lru.err, Contains("lru.yaml: slice.subslice[0].sampler.l1.replacement: 'fifo' has no factor"));
    CHECK_FALSE(fs::exists(sweep.scratch / "s"));
  }
  CHECK(sweep.run("sweep tiny.yaml -p l1.ways=1,2 --out s --table lru.yaml").code == 0);
}

TEST_CASE("what limits each point is a column of words, or a condition beside numbers", "[cli][sweep]") {
  const Sweep sweep;
  sweep.scratch.write(
      "limits.yaml",
      "sweep: l\nstudy: tiny.yaml\ngrid: {memory.latency: [50ns, 5us]}\n"
      "objectives: {cycles: cycles, by: limited_by, eu: limited_by == eu, l: limited_by == 'l3.banks'}\n");
  const CommandOutcome outcome = sweep.run("sweep limits.yaml --out s");
  INFO(outcome.err << outcome.out);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(sweep.table("s"), Contains(",memory.latency,cycles,by,eu,l\n") && Contains(",eu,1,0\n"));
  const auto json = nlohmann::json::parse(sweep.run("sweep status s --json").out);
  CHECK(json["results"][0]["objectives"]["by"] == "eu");
  CHECK_THAT(sweep.run("sweep pareto s").out, Contains("of 2 points are on the Pareto front"));
  CHECK(sweep.run("report s -o s.html").code == 0);
  sweep.scratch.write("bad.yaml", "sweep: b\nstudy: tiny.yaml\nobjectives: {by: limited_by == sampler.writebck}\n");
  CHECK_THAT(sweep.run("sweep bad.yaml").err, Contains("objectives.by: sampler.writebck: no statistic"));
}

TEST_CASE("points that keep no constraint are the best in nothing, and where none does a line says so",
          "[cli][sweep]") {
  const Sweep sweep;
  const std::string head =
      "sweep: s\nstudy: tiny.yaml\ngrid: {memory.latency: [50ns, 5us]}\nobjectives: {time: cycles}\n";
  sweep.scratch.write("slow.yaml", head + "constraints: [memory.latency > 60ns or time < 1]\n");
  const CommandOutcome slow = sweep.run("sweep slow.yaml --out slow");
  INFO(slow.err << slow.out);
  REQUIRE(slow.code == 0);
  CHECK_THAT(slow.out, Contains("at memory.latency=5us"));  // the other one is faster
  CHECK_THAT(sweep.run("sweep pareto slow").out, Contains("1 of 2 points are on the Pareto front"));
  sweep.scratch.write("none.yaml", head + "constraints: [time < 1]\n");
  for (const char* verb : {"sweep none.yaml --out none", "sweep status none", "sweep pareto none"}) {
    INFO(verb);
    CHECK_THAT(sweep.run(verb).out, Contains("none of 2 points keeps every constraint: none is the best"));
  }
}

TEST_CASE("machines by file are an axis", "[cli][sweep]") {
  const Sweep sweep;
  const std::string machines = std::string{TEXPIPE_SOURCE_DIR} + "/configs/machines/";
  const CommandOutcome outcome =
      sweep.run("sweep tiny.yaml -p machine=" + machines + "hd530.yaml," + machines + "uhd620.yaml");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("2 points: 2 done"));
}

TEST_CASE("a sweep that is killed and goes on loses nothing and repeats nothing", "[cli][sweep]") {
  const CommandOutcome outcome =
      shell("scripts/sweep_kill.py --texpipe \"$(command -v texpipe)\" --kills 6 --points 60");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("a sweep that is interrupted ends with 130 and goes on", "[cli][sweep]") {
  const Sweep sweep;
  const CommandOutcome outcome = sweep.run(
      "sweep tiny.yaml --jobs 1 --out s -q -p workload.sampler_chain.loads=2000000,1 & "
      "n=0; until [ -e '" +
      (sweep.scratch / "s/state.sqlite").string() +
      "' ] || [ $((n += 1)) -gt 600 ]; do sleep 0.1; done; sleep 0.5; "
      "kill -INT $!; wait $!");
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err, Contains("with --resume goes on"));
  CHECK_THAT(sweep.run("sweep status s").out, Contains("2 points: 0 done, 0 failed, 2 waiting"));
  CHECK(fs::is_empty(sweep.scratch / "s/points"));
}

TEST_CASE("GNU parallel and scripts of schedulers run the same points", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep sweep.yaml --out local").code == 0);
  for (const char* engine : {"slurm", "lsf", "parallel"}) {
    const std::string folder = std::string{"by_"} + engine;
    const CommandOutcome scripts =
        sweep.run("sweep sweep.yaml --engine " + std::string{engine} + " --each 4 --no-submit --out " + folder);
    CHECK(scripts.code == 0);
    CHECK_THAT(scripts.out, Contains("0 done, 0 failed, 6 waiting"));
  }
  CHECK_THAT(shell("cat '" + (sweep.scratch / "by_slurm/batch/slurm_0.sh").string() + "'").out,
             Contains("#SBATCH --array=0-1\n"));
  // Steps of a scheduler, by hand.
  CHECK(sweep.run("sweep collect by_slurm").code == 7);
  CHECK(sweep.run("version && for n in 0 1; do SLURM_ARRAY_TASK_ID=$n sh by_slurm/batch/slurm_0.sh; done").code == 0);
  CHECK(sweep.run("sweep collect by_slurm").code == 0);
  CHECK(sweep.run("version && for n in 1 2; do LSB_JOBINDEX=$n sh by_lsf/batch/lsf_0.sh; done").code == 0);
  CHECK(sweep.run("sweep by_lsf --resume").code == 0);
  CHECK(sweep.table("by_slurm") == sweep.table("local"));
  CHECK(sweep.table("by_lsf") == sweep.table("local"));
  const bool installed = shell("command -v parallel").code == 0;
  const CommandOutcome parallel = sweep.run("sweep by_parallel --resume --engine parallel");
  INFO(parallel.err);
  CHECK(parallel.code == (installed ? 0 : 8));
  if (installed) CHECK(sweep.table("by_parallel") == sweep.table("local"));
  CHECK(sweep.run("sweep sweep.yaml --engine lsf --out no").code == 8);
}

TEST_CASE("a worker's failure is collected and run again when asked", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep tiny.yaml -p watchdog=1,0 --engine slurm --no-submit --out s").code == 0);
  CHECK(sweep.run("version && for n in 0 1; do SLURM_ARRAY_TASK_ID=$n sh s/batch/slurm_0.sh; done").code == 0);
  CHECK_THAT(sweep.run("sweep collect s").out, Contains("1 done, 1 failed, 0 waiting"));
  CHECK(sweep.run("sweep s --retry-failed").code == 7);
}

TEST_CASE("sensitivity tells which parameter changes an objective most", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep tiny.yaml -p memory.latency=200ns,50ns -p l1.ways=4,2 --out s").code == 0);
  const auto json = nlohmann::json::parse(sweep.run("sweep sensitivity s --json").out);
  const auto& axes = json["objectives"][0]["axes"];
  REQUIRE(axes.size() == 2);
  CHECK(axes[0]["axis"] == "memory.latency");
  CHECK(axes[0]["best"] == "50ns");
  CHECK(axes[0]["change"] < -0.2);
  CHECK(axes[0]["explains"] > 0.99);
  CHECK(axes[0]["pairs"] == 2);
  CHECK(axes[1]["change"] == 0);
  const auto results = nlohmann::json::parse(sweep.run("sweep status s --json").out)["results"];
  const double slow = results[0]["objectives"]["cycles"], fast = results[2]["objectives"]["cycles"];
  CHECK(axes[0]["change"].get<double>() == Approx(fast / slow - 1));
  REQUIRE(sweep.run("sweep sweep.yaml --out r -p 'l1.ways=1,2' --force").code == 0);
  CHECK_THAT(sweep.run("sweep sensitivity r").out, Contains("hits, larger is better"));
  // A point that leaves an axis out has the study's value of it.
  sweep.scratch.write(
      "when.yaml",
      "sweep: w\nstudy: tiny.yaml\nset: {l1.ways: 4}\nlist: [{memory.latency: 100ns}, {}, {memory.latency: "
      "200ns}]\n");
  REQUIRE(sweep.run("sweep when.yaml --out w").code == 0);
  const auto own = nlohmann::json::parse(sweep.run("sweep sensitivity w --json").out)["objectives"][0]["axes"][0];
  CHECK(own["from"] == "100ns");
  CHECK(own["pairs"] == 2);
}

TEST_CASE("two sweeps are compared point by point", "[cli][sweep]") {
  const Sweep sweep;
  REQUIRE(sweep.run("sweep sweep.yaml --out a").code == 0);
  REQUIRE(sweep.run("sweep sweep.yaml --out b -p slice.l3.hit_latency=200").code == 0);
  const CommandOutcome outcome = sweep.run("compare a b");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("l1.size=4KiB memory.latency=50ns.cycles"));
  CHECK(sweep.run("compare a b --fail-on 'cycles>+1%'").code == 5);
  CHECK(sweep.run("compare a a --fail-on 'cycles>+1%'").code == 0);
  CHECK_THAT(sweep.run("stats a cycles --format csv").out,
             Contains("l1.size=8KiB memory.latency=200ns.cycles,cycles,"));
}
