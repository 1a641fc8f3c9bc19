#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// A run and what `why` says of it.
struct AskedRun {
  ScratchFolder scratch;
  std::string folder = (scratch / "run").string();

  explicit AskedRun(const std::string& more = "") {
    const std::string study = "run configs/studies/first_look.yaml -q -p workload.image=64x48 ";
    REQUIRE(run_texpipe(study + more + " --out '" + folder + "'").code == 0);
  }

  Json why(const std::string& what) const {
    const CommandOutcome outcome = run_texpipe("why '" + folder + "' --json " + what);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return Json::parse(outcome.out);
  }

  CommandOutcome refused(const std::string& what) const { return run_texpipe("why '" + folder + "' " + what); }
};

void check_times(const Json& times) {
  std::uint64_t sum = 0;
  for (const Json& share : times["shares"]) sum += share["cycles"].get<std::uint64_t>();
  CHECK(sum == times["latency"]);
  CHECK(times["answered"].get<std::uint64_t>() - times["sent"].get<std::uint64_t>() == times["latency"]);
}

/// Lines that were missing came, after a lookup in the next level if nobody had asked for them before.
void check_lines(const Json& footprints) {
  for (const Json& footprint : footprints) {
    for (const Json& line : footprint["lines"]) {
      if (line["result"] == "hit") continue;
      REQUIRE(line.contains("there"));
      CHECK(line["there"].get<std::uint64_t>() >= line["looked_up"].get<std::uint64_t>());
      if (line["result"] == "miss") CHECK_FALSE(line["levels"].empty());
    }
  }
}

/// Texels times weights are what the pixel got.
void check_values(const Json& channel) {
  double weight = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    double sum = 0;
    for (const Json& texel : channel["texels"]) sum += texel["weight"].get<double>() * texel["value"][c].get<double>();
    CHECK(sum == Approx(channel["returned"][c].get<double>()).epsilon(1e-6));
  }
  for (const Json& texel : channel["texels"]) weight += texel["weight"].get<double>();
  CHECK(weight == Approx(1));
}

}  // namespace

TEST_CASE("why a pixel: texels times weights are its value and the shares of its time sum", "[cli][why]") {
  const AskedRun run;
  for (const std::string pixel : {"0,47", "63,47", "31,30", "5,20"}) {
    CAPTURE(pixel);
    const Json answer = run.why("--pixel " + pixel);
    REQUIRE(answer["found"] == 1);
    const Json& message = answer["messages"][0];
    check_times(message["times"]);
    REQUIRE(message["channels"].size() == 1);
    CHECK(message["channels"][0]["pixel"].dump() == "[" + pixel + "]");
    check_values(message["channels"][0]);
    for (const Json& footprint : message["footprints"]) {
      CHECK(footprint["stages"].size() == 5);
      for (std::size_t i = 1; i < footprint["stages"].size(); ++i)
        CHECK(footprint["stages"][i]["entered"] == footprint["stages"][i - 1]["left"]);
    }
    check_lines(message["footprints"]);
  }
}

TEST_CASE("the latencies that why tells of all messages sum to the statistic of the run", "[cli][why]") {
  const AskedRun run{"-p workload.image=16x8 -p workload.walk=rotating_zoom"};
  std::uint64_t sum = 0, in_sampler = 0;
  const Json stats = Json::parse(run.scratch.read("run/stats.json"));
  std::uint64_t messages = 0, sampled = 0, told = 0, all = 0;
  for (const Json& group : stats["groups"]) {
    for (const Json& statistic : group["statistics"]) {
      if (group["path"].get<std::string>().ends_with(".writeback") && statistic["name"] == "latency") {
        told += statistic["sum"].get<std::uint64_t>();
        sampled += statistic["count"].get<std::uint64_t>();
      }
      if (statistic["name"] == "message_latency") all += statistic["sum"].get<std::uint64_t>();
    }
  }
  for (std::uint64_t thread = 0; thread < 64 && messages < sampled; ++thread) {
    const CommandOutcome outcome =
        run_texpipe("why '" + run.folder + "' --json --message " + std::to_string(thread) + ".0");
    if (outcome.code != 0) break;
    const Json message = Json::parse(outcome.out)["messages"][0], times = message["times"];
    check_times(times);
    check_lines(message["footprints"]);
    ++messages;
    sum += times["latency"].get<std::uint64_t>();
    in_sampler += times["responded"].get<std::uint64_t>() - times["accepted"].get<std::uint64_t>();
  }
  CHECK(messages == sampled);
  CHECK(in_sampler == told);
  CHECK(sum < all);
}

TEST_CASE("why works for every timing and filter", "[cli][why]") {
  for (const std::string more :
       {"--timing untimed", "--timing loosely_timed",
        "-p workload.sampler.min_filter=NEAREST -p workload.sampler.mip_filter=NONE",
        "-p workload.simd=8 -p workload.message=sample_l", "-p workload.simd=64", "-p workload.walk=random_gather"}) {
    CAPTURE(more);
    const AskedRun run{more};
    const Json answer = run.why("--pixel 20,40");
    REQUIRE(answer["messages"].size() == 1);
    check_values(answer["messages"][0]["channels"][0]);
    CHECK(answer["messages"][0].contains("times") == (more != "--timing untimed"));
    if (more != "--timing untimed") check_times(answer["messages"][0]["times"]);
    CHECK_THAT(run_texpipe("why '" + run.folder + "' --pixel 20,40").out, Contains("returned"));
  }
}

TEST_CASE("why tells the same of both timings", "[cli][why]") {
  const auto told = [](const std::string& timing) {
    const AskedRun run{"--timing " + timing};
    std::string text = run_texpipe("why '" + run.folder + "' --pixel 20,40").out +
                       run_texpipe("why '" + run.folder + "' --message 5.0").out;
    for (const std::string words : {"approximately timed", "loosely timed"})
      for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words))
        text.erase(at, words.size());
    return text;
  };
  const std::string loosely = told("loosely_timed");
  CHECK_THAT(loosely, Contains("for lines"));
  CHECK(loosely == told("approximately_timed"));
}

TEST_CASE("a texel's readers are the messages whose pixels have it", "[cli][why]") {
  const AskedRun run{"-p workload.image=32x16"};
  const Json pixel = run.why("--pixel 3,15");
  const Json texel = pixel["messages"][0]["channels"][0]["texels"][0];
  const std::string asked = "--texel 0," + texel["level"].dump() + "," + texel["x"].dump() + "," + texel["y"].dump();
  const Json readers = run.why(asked + " --most 1000");
  bool found = false;
  for (const Json& message : readers["messages"]) {
    for (const Json& channel : message["channels"]) {
      found = found || channel["pixel"].dump() == "[3,15]";
      bool has_it = false;
      for (const Json& one : channel["texels"])
        has_it = has_it || (one["level"] == texel["level"] && one["x"] == texel["x"] && one["y"] == texel["y"]);
      CHECK(has_it);
    }
  }
  CHECK(found);
  CHECK_THAT(run_texpipe("why '" + run.folder + "' " + asked).out, Contains("read by"));
}

TEST_CASE("why refuses what the run does not have", "[cli][why]") {
  const AskedRun run{"--timing untimed"};
  const auto refusal = [&](const std::string& what, const std::string& said) {
    CAPTURE(what);
    const CommandOutcome outcome = run.refused(what);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains(said));
    CHECK(outcome.out.empty());
  };
  refusal("", "nothing is asked");
  refusal("--pixel 64,0", "it has 64x48 pixels");
  refusal("--pixel 0,0", "comes from no sampler message");
  refusal("--pixel 3", "is no X,Y");
  refusal("--pixel 3,4,5", "is no X,Y");
  refusal("--pixel=-1,4", "is no X,Y");
  refusal("--message 7", "expected THREAD.N");
  refusal("--message 1000000.0", "no sampler message of the run is called 1000000.0");
  refusal("--texel 9,0,0,0", "no message reads surface 9");
  refusal("--texel 0,99,0,0", "expected a level from 0 to 10");
  refusal("--texel 0,10,1,0", "it has 1x1 texels");
  CHECK(run_texpipe("why /no/such/run --pixel 1,1").code == 4);
  CHECK(run_texpipe("why '" + run.folder + "' --pixel 1,1 --message 1.0").code == 2);
}

TEST_CASE("why notices that another version made the run", "[cli][why]") {
  const AskedRun run{"--timing loosely_timed"};
  Json stats = Json::parse(run.scratch.read("run/stats.json"));
  stats["cycles"] = stats["cycles"].get<std::uint64_t>() + 1;
  run.scratch.write("run/stats.json", stats.dump());
  const CommandOutcome outcome = run.refused("--pixel 20,40");
  CHECK(outcome.code == 5);
  CHECK_THAT(outcome.err, Contains("run the study again"));
}

TEST_CASE("why and report refuse a run whose files have changed since, as explain does", "[cli][why][report]") {
  const ScratchFolder files;
  const std::filesystem::path texture = files / "texture.dds";
  std::filesystem::copy("configs/textures/plaza_1024_bc1_mips.dds", texture);
  for (const char* timing : {"untimed", "loosely_timed"}) {
    INFO(timing);
    const AskedRun run{"--timing " + std::string{timing} + " -p 'workload.texture=" + texture.string() + "'"};
    CHECK(run.refused("--pixel 20,40").code == 0);
    std::string content = files.read("texture.dds");
    content.back() = static_cast<char>(content.back() ^ 1);
    files.write("texture.dds", content);
    const std::string said =
        texture.string() + ": is not what the run of " + run.folder + " read: it was changed since";
    const CommandOutcome why = run.refused("--pixel 20,40");
    CHECK(why.code == 4);
    CHECK_THAT(why.err, Contains(said));
    for (const char* asked : {"--pixel 20,40", "--pixels 4"}) {
      const CommandOutcome report =
          run_texpipe("report '" + run.folder + "' " + asked + " -o '" + (files / "page.html").string() + "'");
      CHECK(report.code == 4);
      CHECK(report.err == why.err);
    }
    CHECK_FALSE(std::filesystem::exists(files / "page.html"));
  }
}

TEST_CASE("a report has the histories of recorded pixels as why tells them", "[cli][why][report]") {
  const AskedRun run;
  const std::string page = (run.scratch / "page.html").string();
  REQUIRE(run_texpipe("report '" + run.folder + "' -q --pixel 20,30 --pixel 3,44 --pixels 6 -o '" + page + "'").code ==
          0);
  const std::string html = run.scratch.read("page.html");
  CHECK(html.size() < (2u << 20));
  const std::size_t data = html.find('{', html.find("<script id=\"data\""));
  const Json pixels = Json::parse(html.substr(data, html.find("</script>", data) - data))["pixels"];
  CHECK(pixels["width"] == 64);
  CHECK(pixels["height"] == 48);
  REQUIRE(pixels["list"].size() >= 4);  // the others are of the sky, which samples nothing
  REQUIRE(pixels["list"].size() < 8);
  CHECK(pixels["list"][0]["history"] == run_texpipe("why '" + run.folder + "' --pixel 20,30 --most 4").out);
  CHECK(pixels["list"][1]["x"] == 3);
  for (const Json& pixel : pixels["list"]) CHECK_THAT(pixel["history"].get<std::string>(), Contains("texel"));
}

TEST_CASE("why tells of a replay without values what it tells of the recorded run", "[cli][why][recording]") {
  const AskedRun run;
  const std::string file = (run.scratch / "run.rec").string(), again = (run.scratch / "again").string();
  REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=64x48 --record '" + file + "' --out '" +
                      (run.scratch / "recorded").string() + "'")
              .code == 0);
  run.scratch.write("replay.yaml", "study: first_look\nmachine: " TEXPIPE_SOURCE_DIR
                                   "/configs/machines/kaby_lake_gt2.yaml\ntiming: loosely_timed\n"
                                   "workload: {kind: messages, file: run.rec, "
                                   "values: false}\n");
  REQUIRE(run_texpipe("run '" + (run.scratch / "replay.yaml").string() + "' -q --out '" + again + "'").code == 0);
  CHECK(run_texpipe("why '" + again + "' --pixel 20,30").out ==
        run_texpipe("why '" + run.folder + "' --pixel 20,30").out);
}

TEST_CASE("a texel that no message reads has an answer without messages", "[cli][why]") {
  const AskedRun run;
  const Json answer = run.why("--texel 0,0,12,40");
  CHECK(answer["found"] == 0);
  CHECK(answer["messages"].empty());
}

TEST_CASE("pixels of a report that cannot be are refused", "[cli][why][report]") {
  const AskedRun run;
  const std::string report = "report '" + run.folder + "' -o '" + (run.scratch / "page.html").string() + "' ";
  CHECK_THAT(run_texpipe(report + "--pixel 64,0").err, Contains("the picture has no pixel (64, 0)"));
  CHECK(run_texpipe(report + "--pixel 64,0").code == 2);
  CHECK(run_texpipe(report + "--pixel 1").code == 2);
  CHECK(run_texpipe(report + "--pixels 0").code == 2);
  CHECK(run_texpipe(report + "--pixels 65").code == 2);
  CHECK_FALSE(std::filesystem::exists(run.scratch / "page.html"));
}
