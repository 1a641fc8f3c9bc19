#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A first look that is over in a moment.
const std::string kSmall = "run configs/studies/first_look.yaml -p workload.image=64x48 ";

/// Seconds for the shell: a command under the sanitizers takes several times as long.
std::string seconds(double seconds) {
#ifdef __SANITIZE_ADDRESS__
  seconds *= 5;
#endif
  return std::to_string(seconds);
}

std::string out(const ScratchFolder& scratch, const std::string& name = "run") {
  return "--out '" + (scratch / name).string() + "' ";
}

/// A run into the scratch folder's `run` that gets the signal a moment after its folder was begun: how fast the host
/// is plays no part.
CommandOutcome stopped_when_begun(const std::string& signal, const ScratchFolder& scratch,
                                  const std::string& arguments) {
  const std::string partial = "'" + scratch.path().string() + "'/.run.partial-*";
  return shell("{ texpipe run configs/studies/first_look.yaml " + arguments + ' ' + out(scratch) +
               "& } ; while kill -0 $! && ! ls -d " + partial + " >/dev/null; do sleep 0.01; done 2>/dev/null; " +
               "sleep 0.05; kill -" + signal + " $!; wait $!");
}

}  // namespace

TEST_CASE("a run prints a summary and leaves a folder that explains it", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(kSmall + out(scratch));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, StartsWith("first_look on kaby_lake_gt2, loosely timed\n"));
  for (const char* label : {"image ", "time ", "sampler rate ", "L1-LLC hits ", "limited by ", "more "}) {
    CHECK_THAT(outcome.out, Contains(label));
  }
  for (const char* file : {"manifest.json", "config.resolved.yaml", "stats.json", "stats.csv", "image.png",
                           "topology.dot", "log.txt", "COMPLETE"}) {
    INFO(file);
    CHECK(std::filesystem::exists(scratch / "run" / file));
  }
  const auto manifest = nlohmann::json::parse(scratch.read("run/manifest.json"));
  CHECK(manifest["exit_status"] == 0);
  CHECK(manifest["command_line"][1] == "run");
  CHECK(manifest["inputs"][0]["sha256"].is_string());
  CHECK_THAT(scratch.read("run/topology.dot"), StartsWith("digraph"));
}

TEST_CASE("the resolved configuration reproduces statistics and picture byte for byte", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch)).code == 0);
  const std::string resolved = "run '" + (scratch / "run/config.resolved.yaml").string() + "' ";
  REQUIRE(run_texpipe(resolved + out(scratch, "again")).code == 0);
  CHECK(scratch.read("again/stats.json") == scratch.read("run/stats.json"));
  CHECK(scratch.read("again/stats.csv") == scratch.read("run/stats.csv"));
  CHECK(scratch.read("again/image.png") == scratch.read("run/image.png"));
  CHECK_FALSE(scratch.read("run/stats.json").empty());
}

TEST_CASE("waves, protocol checkers and progress change no statistic; untimed gives the same picture", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string events = "--timing approximately_timed ";
  REQUIRE(run_texpipe(kSmall + events + out(scratch, "plain")).code == 0);
  const std::string waves = "--waves '" + (scratch / "waves.vcd").string() + "' --waves-from 100 --waves-to 200cycles ";
  REQUIRE(run_texpipe(kSmall + events + out(scratch, "watched") + waves + "--check-protocol -v").code == 0);
  CHECK(scratch.read("watched/stats.json") == scratch.read("plain/stats.json"));
  CHECK_THAT(scratch.read("waves.vcd"), Contains("$enddefinitions"));
  REQUIRE(run_texpipe(kSmall + out(scratch, "untimed") + "--timing untimed").code == 0);
  CHECK(scratch.read("untimed/image.png") == scratch.read("plain/image.png"));
}

TEST_CASE("room that one data port makes for another is passed on in the same cycle loosely timed", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string study =
      "run configs/studies/pixel_interpolator.yaml -p slice.l3.queue=1 -p "
      "machine=configs/machines/kaby_lake_gt2_assumed.yaml ";
  std::map<std::string, nlohmann::json> cycles;
  for (const std::string timing : {"approximately_timed", "loosely_timed"}) {
    REQUIRE(run_texpipe(study + "--timing " + timing + ' ' + out(scratch, timing)).code == 0);
    cycles[timing] = nlohmann::json::parse(scratch.read(timing + "/stats.json"))["cycles"];
  }
  CHECK(cycles["loosely_timed"].is_number());
  CHECK(cycles["loosely_timed"] == cycles["approximately_timed"]);
}

TEST_CASE("a loosely timed run has the cycles, the picture and the statistics of an approximately timed one",
          "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome loosely = run_texpipe(kSmall + "--timing loosely_timed " + out(scratch, "loosely"));
  INFO(loosely.err);
  REQUIRE(loosely.code == 0);
  CHECK_THAT(loosely.out, StartsWith("first_look on kaby_lake_gt2, loosely timed\n"));
  CHECK_THAT(loosely.out, Contains("  limited by     "));
  REQUIRE(run_texpipe(kSmall + "--timing approximately_timed " + out(scratch)).code == 0);
  for (const char* file : {"image.png", "stats.csv", "timeseries.csv"}) {
    INFO(file);
    CHECK(scratch.read(std::string{"loosely/"} + file) == scratch.read(std::string{"run/"} + file));
  }
  std::string statistics = scratch.read("run/stats.json");
  const std::string timing = "approximately_timed";
  statistics.replace(statistics.find(timing), timing.size(), "loosely_timed");
  CHECK(scratch.read("loosely/stats.json") == statistics);
}

TEST_CASE("results go to stdout, and with --json they are the statistics", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(kSmall + out(scratch) + "--json -q");
  CHECK(outcome.code == 0);
  CHECK(outcome.out == scratch.read("run/stats.json"));
  CHECK(outcome.err.empty());
}

TEST_CASE("a run folder is not overwritten unless forced", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch) + "--timing untimed").code == 0);
  const CommandOutcome refused = run_texpipe(kSmall + out(scratch));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("--force"));
  CHECK_THAT(scratch.read("run/stats.json"), Contains("\"timing\": \"untimed\""));
  CHECK(run_texpipe(kSmall + out(scratch) + "--force").code == 0);
  CHECK_THAT(scratch.read("run/stats.json"), Contains("\"timing\": \"loosely_timed\""));
}

TEST_CASE("a block without waves is refused with the nearest one", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome =
      run_texpipe(kSmall + out(scratch) + "--timing approximately_timed --waves '" + (scratch / "waves.vcd").string() +
                  "' --waves-block 'slice.subslice[0].smapler'");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("did you mean slice.subslice[0].sampler?"));
}

TEST_CASE("a stopped run flushes what it has, marked as unfinished, and the next one replaces it", "[cli][run][exit]") {
  const auto [signal, code] = GENERATE(std::pair{"INT", 130}, std::pair{"TERM", 143}, std::pair{"HUP", 143});
  const ScratchFolder scratch;
  const CommandOutcome outcome = stopped_when_begun(signal, scratch, "-p workload.image=2048x2048");
  INFO(outcome.err);
  CHECK(outcome.code == code);
  const auto manifest = nlohmann::json::parse(scratch.read("run/manifest.json"));
  CHECK(manifest["exit_status"] == code);
  CHECK(manifest["complete"] == false);
  CHECK_THAT(nlohmann::json::parse(scratch.read("run/stats.json"))["unfinished"].get<std::string>(),
             StartsWith("stopped by SIG" + std::string{signal} + " at cycle "));
  CHECK_THAT(scratch.read("run/stats.csv"), Contains("run,unfinished,,,1\n"));
  CHECK(std::filesystem::exists(scratch / "run/config.resolved.yaml"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run/image.png"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run/COMPLETE"));
  CHECK(run_texpipe(kSmall + out(scratch) + "--timing untimed").code == 0);
  CHECK(std::filesystem::exists(scratch / "run/COMPLETE"));
}

TEST_CASE("a run with --force that ends early leaves the complete run and says where it is itself",
          "[cli][run][exit]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch)).code == 0);
  const std::string before = scratch.read("run/stats.json");
  const CommandOutcome stopped = stopped_when_begun("INT", scratch, "-p workload.image=2048x2048 --force");
  CHECK(stopped.code == 130);
  CHECK_THAT(stopped.err, Contains("what ran until then is in") && Contains("run.2"));
  const CommandOutcome failed = run_texpipe(kSmall + out(scratch) + "--force -p watchdog=10cycles");
  CHECK(failed.code == 6);
  CHECK_THAT(failed.err, Contains("keeps the complete run") && Contains("run.3"));
  CHECK(scratch.read("run/stats.json") == before);
  CHECK(std::filesystem::exists(scratch / "run/COMPLETE"));
  CHECK(scratch.read("run.3/stats.json") != before);
}

TEST_CASE("the picture of a small run that was stopped says so in its name", "[cli][run]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome =
      stopped_when_begun("INT", scratch, "-p workload.image=512x512 --timing approximately_timed");
  CHECK(outcome.code == 130);
  CHECK(std::filesystem::exists(scratch / "run/image_unfinished.png"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run/image.png"));
}

TEST_CASE("a large run stops at once in every phase", "[cli][run]") {
  const auto [study, after] =
      GENERATE(std::pair{"-p workload.image=16384x16384 ", 0.3}, std::pair{"-p workload.image=16384x16384 ", 1.2},
               std::pair{"-p workload.image=16384x16384 --timing untimed ", 1.0});
  const ScratchFolder scratch;
  const CommandOutcome outcome = shell("timeout --preserve-status -k " + seconds(1) + " -s INT " + seconds(after) +
                                       " texpipe run configs/studies/first_look.yaml " + study + out(scratch));
  INFO(outcome.err);
  CHECK(outcome.code == 130);  // and not 137: killed a second later
}

TEST_CASE("a run that fails leaves a folder that says so, one that could not begin leaves none", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string fast = "-p machine=configs/machines/kaby_lake_gt2_assumed.yaml ";
  CHECK(run_texpipe(kSmall + fast + out(scratch) + "-p watchdog=10cycles").code == 6);
  CHECK_THAT(nlohmann::json::parse(scratch.read("run/stats.json"))["unfinished"].get<std::string>(),
             StartsWith("no progress for 10 cycles"));
  CHECK(run_texpipe(kSmall + out(scratch)).code == 0);
  const std::string before = scratch.read("run/stats.json");
  scratch.write("broken.dds", "DDS but not really");
  const std::string broken = "-p 'workload.texture=" + (scratch / "broken.dds").string() + "' ";
  CHECK(run_texpipe(kSmall + out(scratch) + broken + "--force").code == 4);
  CHECK(scratch.read("run/stats.json") == before);
  CHECK(run_texpipe(kSmall + out(scratch, "none") + broken).code == 4);
  CHECK_FALSE(std::filesystem::exists(scratch / "none"));
}

TEST_CASE("of runs that start at once into one folder one wins, and with force one stands whole", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string start = "for i in 1 2 3 4; do (texpipe " + kSmall +
                            "--timing untimed -q -p workload.sampler.lod_bias=0.$i ",
                    wait = "; echo $?) & done; wait";
  const CommandOutcome refused = shell(start + out(scratch) + ">/dev/null" + wait);
  CHECK(std::count(refused.out.begin(), refused.out.end(), '0') == 1);
  CHECK(std::count(refused.out.begin(), refused.out.end(), '2') == 3);
  CHECK(std::filesystem::exists(scratch / "run/COMPLETE"));
  const CommandOutcome forced = shell(start + out(scratch) + "--force >/dev/null" + wait);
  CHECK(forced.out == "0\n0\n0\n0\n");
  CHECK(std::distance(std::filesystem::directory_iterator{scratch.path()}, {}) == 1);
  CHECK(run_texpipe(kSmall + out(scratch) + "--force --timing untimed").code == 0);  // still as texpipe wrote it
}

TEST_CASE("a forced run takes no folder that is not a run's, and no notes", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch) + "--timing untimed").code == 0);
  scratch.write("run/notes.txt", "dear");
  const CommandOutcome outcome = run_texpipe(kSmall + out(scratch) + "--force");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("did not write: notes.txt"));
  CHECK(scratch.read("run/notes.txt") == "dear");
  CHECK(run_texpipe("run '" + (scratch / "run/config.resolved.yaml").string() + "' --force " + out(scratch)).code == 2);
}

TEST_CASE("log.txt says what was asked for, what happened and when", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch)).code == 0);
  const std::string log = scratch.read("run/log.txt");
  CHECK_THAT(log, StartsWith("first_look on kaby_lake_gt2, loosely_timed\ncommand "));
  CHECK_THAT(log, Contains("set workload.image = 64x48 (-p workload.image=64x48)\n"));
  CHECK_THAT(log, Contains("kaby_lake_gt2.yaml:"));
  CHECK_THAT(log, Contains("set slice.subslice[*].eu[*].threads = 7 (") && !Contains("eu[0].threads"));
  CHECK_THAT(log, Contains(" s  simulated "));
  CHECK_THAT(log, Contains(" s  complete\n"));
}

TEST_CASE("log.txt lists what only some elements of a list have by their index", "[cli][run]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kSmall + out(scratch) + "-p workload.image=8x8 -p 'slice.subslice[1].sampler.l1.ways=8'").code ==
          0);
  const std::string log = scratch.read("run/log.txt");
  CHECK_THAT(log, Contains("set slice.subslice[0].sampler.l1.ways = 4 (") &&
                      Contains("set slice.subslice[1].sampler.l1.ways = 8 (-p "));
  CHECK_THAT(log, Contains("set slice.subslice[*].sampler.l1.size = 20KiB ("));
}

TEST_CASE("waves that start behind the end of the run are pointed out", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string waves =
      "--timing approximately_timed -p workload.image=8x8 --waves '" + (scratch / "w.vcd").string() + "' --waves-from ";
  const CommandOutcome late = run_texpipe(kSmall + out(scratch) + waves + "1000000");
  CHECK(late.code == 0);
  CHECK_THAT(late.err, Contains("warning: --waves-from: the waves hold nothing: they start at cycle 1000000; the run "
                                "ended at cycle "));
  CHECK_THAT(scratch.read("run/log.txt"), Contains("warning: --waves-from"));
  const CommandOutcome seen = run_texpipe(kSmall + out(scratch) + waves + "100 --force");
  CHECK_THAT(seen.err, !Contains("warning"));
}

TEST_CASE("a study's name is a plain name, and control characters of inputs do not reach the terminal",
          "[cli][run][config]") {
  const ScratchFolder scratch;
  for (const char* name : {"../../x", "/tmp/x", "a/b", "..", "-x", "\"a\\eb\""}) {
    scratch.write("study.yaml",
                  "study: " + std::string{name} + "\nmachine: {machine: m}\nworkload: {kind: cache_table}\n");
    const CommandOutcome outcome = run_texpipe("run '" + (scratch / "study.yaml").string() + "'");
    INFO(name << outcome.err);
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.err, Contains("study.yaml:1:8: study: "));
    CHECK_THAT(outcome.err, !Contains("\x1b"));
  }
  const CommandOutcome outcome =
      run_texpipe("run configs/studies/first_look.yaml -p \"$(printf 'a\\033]0;x\\007=1')\"");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("\\x1b]0;x\\x07") && !Contains("\x1b"));
}

TEST_CASE("a texture without levels under a mip filter is pointed out, on stderr and in the log", "[cli][run]") {
  const ScratchFolder scratch;
  const std::string brick = " -p workload.texture=configs/textures/brick.png";
  const CommandOutcome pointed_out =
      run_texpipe(kSmall + brick + " --timing untimed --out '" + (scratch / "a").string() + "'");
  CHECK(pointed_out.code == 0);
  CHECK_THAT(pointed_out.err,
             Contains("warning: ") && Contains("brick.png has one level") && Contains("texpipe texture mips"));
  CHECK_THAT(scratch.read("a/log.txt"), Contains("has one level"));
  const std::string quiet[] = {"", brick + " -p workload.sampler.mip_filter=NONE",
                               brick + " -p workload.message=sample_lz"};
  for (const std::string& other : quiet) {
    INFO(other);
    const CommandOutcome outcome =
        run_texpipe(kSmall + other + " --timing untimed --force --out '" + (scratch / "b").string() + "'");
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.err, !Contains("has one level"));
  }
}

TEST_CASE("an untimed walk leaves the same bytes whatever the number of threads", "[cli][run][threads]") {
  const ScratchFolder scratch;
  const auto run = [&](const std::string& walk, const std::string& threads) {
    const CommandOutcome outcome = run_texpipe(
        "run -q configs/studies/first_look.yaml --force --timing untimed -p workload.image=203x117 -p workload.walk=" +
        walk + " --threads " + threads + " --out '" + (scratch / ("run" + threads)).string() + "'");
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return scratch.read("run" + threads + "/stats.json") + scratch.read("run" + threads + "/image.png");
  };
  for (const char* walk : {"perspective_floor", "rotating_zoom", "random_gather"}) {
    const std::string one = run(walk, "1");
    CHECK(run(walk, "2") == one);
    CHECK(run(walk, "7") == one);
  }
  CHECK(run_texpipe("run configs/studies/first_look.yaml --timing untimed --threads 0").code == 2);
}
