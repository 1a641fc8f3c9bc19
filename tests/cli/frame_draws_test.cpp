// What a timed frame leaves of its draws: tables, figure, timeline, trace and counters.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

CommandOutcome run_of_frame(const ScratchFolder& scratch, const std::string& frame, const std::string& timing,
                            const std::string& out, const std::string& options = "") {
  scratch.write(out + ".yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                               "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: frame, file: " TEXPIPE_SOURCE_DIR
                               "/tests/data/frames/" +
                                   frame + ".frames.zst}\n");
  return run_texpipe("run '" + (scratch / (out + ".yaml")).string() + "' --timing " + timing + " --out '" +
                     (scratch / out).string() + "' " + options);
}

/// Columns of a table by their names.
std::map<std::string, std::vector<std::string>> columns_of(const std::string& table) {
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> columns;
  std::istringstream lines{table};
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells;
    std::istringstream rest{line};
    for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
    cells.resize(names.empty() ? cells.size() : names.size());
    for (std::size_t i = 0; i < names.size(); ++i) columns[names[i]].push_back(cells[i]);
    if (names.empty()) names = cells;
  }
  return columns;
}

std::uint64_t sum_of(const std::vector<std::string>& column) {
  std::uint64_t sum = 0;
  for (const std::string& cell : column) sum += std::stoull(cell);
  return sum;
}

}  // namespace

TEST_CASE("tables, figure and timeline of a frame's draws are the same in both timings", "[cli][frame][draws]") {
  // With the narrow ports caches still move lines in the very cycle in which the threads of a draw are over.
  const std::string parameters = GENERATE("", "-p llc.bytes_per_cycle=4");
  CAPTURE(parameters);
  const ScratchFolder scratch;
  for (const std::string timing : {"loosely_timed", "approximately_timed"})
    REQUIRE(run_of_frame(scratch, "interface", timing, timing, parameters).code == 0);
  for (const std::string file : {"draws.csv", "passes.csv", "draws.svg", "timeline.pftrace", "counters.csv"}) {
    CAPTURE(file);
    CHECK_FALSE(scratch.read("loosely_timed/" + file).empty());
    CHECK(scratch.read("loosely_timed/" + file) == scratch.read("approximately_timed/" + file));
  }
  auto draws = columns_of(scratch.read("loosely_timed/draws.csv"));
  auto passes = columns_of(scratch.read("loosely_timed/passes.csv"));
  for (const char* column : {"written_pixels", "primitives", "sampler_2x2s", "l1_misses", "memory_bytes"}) {
    CAPTURE(column);
    CHECK(sum_of(draws[column]) == sum_of(passes[column]));
  }
  CHECK(sum_of(draws["sampler_messages"]) > 0);
  CHECK(passes["pass"].size() <= draws["draw"].size());
  const Json stats = Json::parse(scratch.read("loosely_timed/stats.json"));
  std::uint64_t messages = 0, subspans = 0;
  for (const Json& group : stats["groups"]) {
    if (!group["path"].get<std::string>().ends_with("sampler.front_end")) continue;
    for (const Json& statistic : group["statistics"]) {
      if (statistic["name"] == "messages") messages += statistic["value"].get<std::uint64_t>();
      if (statistic["name"] == "subspans") subspans += statistic["value"].get<std::uint64_t>();
    }
  }
  // Every message belongs to a draw.
  CHECK(sum_of(draws["sampler_messages"]) == messages);
  CHECK_THAT(scratch.read("loosely_timed/counters.csv"),
             Contains("A28,\"2x2s requested from the sampler\"," + std::to_string(subspans) + ",2x2s,"));
  const CommandOutcome info = run_texpipe("trace info '" + (scratch / "loosely_timed").string() + "/timeline.pftrace'");
  for (const char* track : {"frame.draws", "frame.passes", "frame.pixel_backend", "frame.threads", "frame.stalls"})
    CHECK_THAT(info.out, Contains(track));
}

TEST_CASE("a trace of a frame has its draws, leaves the statistics alone, and has the same bytes in both timings",
          "[cli][frame][trace]") {
  const ScratchFolder scratch;
  for (const std::string timing : {"loosely_timed", "approximately_timed"}) {
    REQUIRE(run_of_frame(scratch, "stages", timing, timing,
                         "--trace '" + (scratch / timing).string() + ".pftrace' --trace-window 2000..9000")
                .code == 0);
    REQUIRE(run_of_frame(scratch, "stages", timing, timing + "_without").code == 0);
    for (const char* file : {"/stats.json", "/draws.csv"})
      CHECK(scratch.read(timing + file) == scratch.read(timing + "_without" + file));
  }
  CHECK(scratch.read("loosely_timed.pftrace") == scratch.read("approximately_timed.pftrace"));
  const Json info =
      Json::parse(run_texpipe("trace info --json '" + (scratch / "loosely_timed").string() + ".pftrace'").out);
  std::size_t threads = 0;
  bool draws = false;
  for (const Json& block : info["blocks"]) {
    const std::string path = block["path"];
    draws |= path == "frame.draws";
    if (path.find(".thread[") != std::string::npos) threads += block["slices"].get<std::size_t>();
  }
  CHECK(draws);
  CHECK(threads > 0);
}

TEST_CASE("counters of an untimed frame are those of its threads", "[cli][frame][counters]") {
  const ScratchFolder scratch;
  REQUIRE(run_of_frame(scratch, "stages", "untimed", "out").code == 0);
  const std::string table = scratch.read("out/counters.csv");
  CHECK_THAT(table, Contains("A28,\"2x2s requested from the sampler\",0,2x2s,not counted without time"));
  CHECK_THAT(table, !Contains("A6,\"PS threads dispatched\",0,"));
}

TEST_CASE("a report of a timed frame has the figure of its draws and the tables", "[cli][frame][report]") {
  const ScratchFolder scratch;
  REQUIRE(run_of_frame(scratch, "interface", "loosely_timed", "out").code == 0);
  REQUIRE(run_texpipe("report '" + (scratch / "out").string() + "' -q").code == 0);
  const std::string page = scratch.read("out.html");
  CHECK_THAT(page, Contains("<section id=\"draws\">") && Contains("\"draw_table\"") && Contains("\"passes\""));
}
