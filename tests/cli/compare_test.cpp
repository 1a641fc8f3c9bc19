#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// Two runs of a small study that differ in one setting.
struct TwoRuns {
  ScratchFolder scratch;
  std::string a = " '" + (scratch / "a").string() + "'", b = " '" + (scratch / "b").string() + "'";

  TwoRuns() {
    const std::string run = "run configs/studies/first_look.yaml -q -p workload.image=32x16 --out";
    REQUIRE(run_texpipe(run + a).code == 0);
    REQUIRE(run_texpipe(run + b + " -p memory.latency=400ns").code == 0);
  }
};

}  // namespace

TEST_CASE("compare names what changed and the setting that explains it", "[cli][compare]") {
  const TwoRuns runs;
  const CommandOutcome outcome = run_texpipe("compare" + runs.a + runs.b);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("  cycles  "));
  CHECK_THAT(outcome.out, Contains("settings that differ\n  memory.latency: 90ns -> 400ns\n"));
  CHECK_THAT(run_texpipe("compare" + runs.a + runs.a).out, Contains("no number differs"));
  const auto json = nlohmann::json::parse(run_texpipe("compare --json" + runs.a + runs.b).out);
  CHECK(json["settings"].size() == 1);
  CHECK(json["changes"].size() > 10);
}

TEST_CASE("compare is a gate: a broken limit is exit 5", "[cli][compare]") {
  const TwoRuns runs;
  const std::string files = runs.a + runs.b;
  CHECK(run_texpipe("compare" + files + " --fail-on 'cycles>+2%'").code == 5);
  CHECK(run_texpipe("compare --fail-on 'cycles>+2000%' --fail-on 'cycles<-1%'" + files).code == 0);
  const CommandOutcome unknown = run_texpipe("compare" + files + " --fail-on 'cylces>+2%'");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("did you mean cycles?"));
  CHECK_THAT(run_texpipe("compare" + files + " --fail-on 'l1.hist>+2%'").err, Contains("did you mean l1.hits?"));
  CHECK(run_texpipe("compare" + files + " --fail-on cycles").code == 2);
}

TEST_CASE("compare takes any number of runs, each against the first", "[cli][compare]") {
  const TwoRuns runs;
  const std::string c = " '" + (runs.scratch / "c").string() + "'";
  REQUIRE(
      run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=32x16 -p memory.latency=900ns --out" + c)
          .code == 0);
  const std::string all = "compare" + runs.a + runs.b + c;
  const CommandOutcome text = run_texpipe(all);
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("cycles") && Contains("  memory.latency: 90ns | 400ns | 900ns\n"));
  const auto json = nlohmann::json::parse(run_texpipe(all + " --json").out);
  CHECK(json["runs"].size() == 3);
  CHECK(json["numbers"][0]["path"] == "cycles");
  CHECK(json["numbers"][0]["values"][1] < json["numbers"][0]["values"][2]);
  const std::string csv = run_texpipe(all + " --format csv").out;
  CHECK_THAT(csv, StartsWith("path,unit,") && Contains("\ncycles,cycles,"));
  CHECK_THAT(run_texpipe(all + " --format markdown").out,
             StartsWith("| number | ") && Contains("\n| `cycles` | ") &&
                 Contains("\n| `memory.latency` | 90ns | 400ns | 900ns |\n"));
  CHECK_THAT(run_texpipe("compare" + runs.a + runs.b + " --format markdown").out, Contains("\n| `cycles` | "));
  const CommandOutcome broken = run_texpipe(all + " --fail-on 'cycles>+2%'");
  CHECK(broken.code == 5);
  CHECK_THAT(broken.out, Contains("limits that are broken"));
  CHECK(run_texpipe("compare" + runs.a + runs.a + runs.a).code == 0);
  const auto page = runs.scratch / "runs.html";
  REQUIRE(run_texpipe(all + " -o '" + page.string() + "'").code == 0);
  CHECK_THAT(runs.scratch.read("runs.html"),
             Contains(R"(["memory.latency","90ns","400ns","900ns"])") && Contains("default-src 'none'"));
}

TEST_CASE("compare's lines of many runs fit the terminal", "[cli][compare]") {
  const TwoRuns runs;
  std::istringstream lines{
      run_texpipe("compare" + runs.a + runs.b + runs.b + runs.b + runs.b + " --lines 50", "COLUMNS=80").out};
  std::string line;
  for (int i = 0; i < 5; ++i) std::getline(lines, line);  // names of the runs
  while (std::getline(lines, line) && !line.starts_with("settings")) CHECK(line.size() <= 80);
}

TEST_CASE("compare writes a page that needs no other file", "[cli][compare]") {
  const TwoRuns runs;
  const auto page = runs.scratch / "page.html";
  REQUIRE(run_texpipe("compare" + runs.a + runs.b + " -o '" + page.string() + "'").code == 0);
  std::ifstream file{page};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  CHECK_THAT(text, Contains(R"(["memory.latency","90ns","400ns"])") && Contains("default-src 'none'"));
  CHECK_THAT(text, !Contains(" src=\"http") && !Contains("<link rel=\"stylesheet\""));
}

TEST_CASE("stats prints what a pattern chooses", "[cli][compare]") {
  const TwoRuns runs;
  CHECK_THAT(run_texpipe("stats" + runs.a + " slice.l3.reads --format csv").out,
             Contains("path,unit,value\nslice.l3.reads,lookups,"));
  const auto json =
      nlohmann::json::parse(run_texpipe("stats --json" + runs.a + " 'slice.subslice[*].sampler.l1.lookups'").out);
  CHECK(json["statistics"].size() == 3);
  for (const char* name : {" slice.subslice.sampler.l1.lookups", " subslice.sampler.l1.lookups", " l1.lookups"})
    CHECK(nlohmann::json::parse(run_texpipe("stats --json" + runs.a + name).out) == json);
  CHECK_THAT(run_texpipe("stats" + runs.a + " cycles --against" + runs.b).out, Contains(" -> "));
  CHECK(run_texpipe("stats" + runs.a + " --against" + runs.a).out == "no difference\n");
  const CommandOutcome unknown = run_texpipe("stats" + runs.a + " slice.l3.raeds");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("did you mean slice.l3.reads?"));
  CHECK_THAT(run_texpipe("stats" + runs.a + " l3.raeds").err, Contains("did you mean l3.reads?"));
}

TEST_CASE("what is no run is refused with its name", "[cli][compare]") {
  const ScratchFolder scratch;
  const std::string folder = "'" + scratch.path().string() + "'";
  CHECK(run_texpipe("stats " + folder).code == 4);
  CHECK(run_texpipe("stats /no/such/run").code == 4);
  for (const char* text :
       {"", "{", "[1,2]", "{\"schema_version\":2}", "{\"schema_version\":1,\"groups\":[{\"path\":3}]}",
        "{\"schema_version\":1,\"cycles\":\"many\"}", "{\"schema_version\":1,\"groups\":7}"}) {
    CAPTURE(text);
    scratch.write("stats.json", text);
    const CommandOutcome outcome = run_texpipe("stats " + folder);
    CHECK(outcome.code == 4);
    CHECK_THAT(outcome.err, Contains("stats.json"));
  }
}

TEST_CASE("numbers that no statistic has are refused with their file by whoever reads them", "[cli][compare]") {
  const TwoRuns runs;
  const std::string good = runs.scratch.read("a/stats.json"), manifest = runs.scratch.read("a/manifest.json");
  const std::string page = " -o '" + (runs.scratch / "page.html").string() + "'";
  const auto all_refuse = [&](const char* file, const std::string& text) {
    runs.scratch.write(std::string{"a/"} + file, text);
    for (const std::string verb : {"stats" + runs.a, "explain" + runs.a, "energy" + runs.a, "why --pixel 3,3" + runs.a,
                                   "compare" + runs.a + runs.b, "report" + runs.a + page}) {
      const CommandOutcome outcome = run_texpipe(verb);
      CAPTURE(verb, text.substr(0, 60));
      CHECK((outcome.code == 4 || (verb.starts_with("report") && file == std::string_view{"manifest.json"})));
      if (!verb.starts_with("report") || outcome.code != 0) CHECK_THAT(outcome.err, Contains(file));
    }
  };
  const std::size_t cycles = good.find("\"cycles\": ") + 10, end = good.find(',', cycles);
  for (const char* number : {"-5", "1e999", "2.5", "18446744073709551615", "99999999999999999999", "\"many\""})
    all_refuse("stats.json", good.substr(0, cycles) + number + good.substr(end));
  all_refuse("stats.json", "{\"text\": -1e999, " + good.substr(1));
  runs.scratch.write("a/stats.json", good);
  all_refuse("manifest.json", "{\"text\": 1e999, " + manifest.substr(1));
}

TEST_CASE("a run folder whose configuration was cut or changed is refused", "[cli][compare]") {
  const TwoRuns runs;
  const auto file = runs.scratch / "a" / "config.resolved.yaml";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  for (const std::string verb : {"stats", "explain", "energy", "why --pixel 3,3"}) {
    const CommandOutcome outcome = run_texpipe(verb + runs.a);
    CAPTURE(verb);
    CHECK(outcome.code == 4);
    CHECK_THAT(outcome.err, Contains("config.resolved.yaml: is not the configuration of this run"));
  }
  CHECK(run_texpipe("compare" + runs.b + runs.a).code == 4);
}
