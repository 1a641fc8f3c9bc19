// Timed runs of frames by the command: what they say.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

std::string run_of_frame(const ScratchFolder& scratch, const std::string& timing) {
  scratch.write("frame.yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                              "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: frame, file: " TEXPIPE_SOURCE_DIR
                              "/tests/data/frames/stages.frames.zst}\n");
  return "run '" + (scratch / "frame.yaml").string() + "' --timing " + timing + " --out '" +
         (scratch / "out").string() + "'";
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream rest{line};
  for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
  return cells;
}

/// Rows of a table by their first cell, cells by the names of columns.
using Rows = std::map<std::string, std::map<std::string, std::string>>;

Rows rows_of(const std::string& table) {
  std::istringstream lines{table};
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = cells_of(line);
  Rows rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t i = 0; i < cells.size(); ++i) rows[cells[0]][names[i]] = cells[i];
  }
  return rows;
}

}  // namespace

TEST_CASE("a timed frame leaves a row for each draw, and a sample of one does not", "[cli][frame]") {
  const ScratchFolder scratch;
  const auto has_rows = [&] { return std::filesystem::exists(scratch / "out" / "draws.csv"); };
  CHECK(run_texpipe(run_of_frame(scratch, "loosely_timed")).code == 0);
  const std::string table = scratch.read("out/draws.csv");
  CHECK_THAT(table, Contains("draw,first_cycle,last_cycle,cycles,limited_by,vertices,"));
  CHECK(std::count(table.begin(), table.end(), '\n') > 2);
  CHECK(run_texpipe(run_of_frame(scratch, "untimed") + " --force").code == 0);
  CHECK(!has_rows());
  const auto sampled = run_texpipe(run_of_frame(scratch, "loosely_timed") + " --sample --force");
  CHECK(sampled.code == 0);
  CHECK_THAT(sampled.out, Contains("sample         "));
  CHECK(!has_rows());
  CHECK_THAT(scratch.read("out/stats.json"), Contains("\"slice.frame.rasterizer\""));  // fixed functions take time
}

TEST_CASE("draws without threads have their own bytes and limit", "[cli][frame]") {
  const ScratchFolder scratch;
  for (const char* timing : {"loosely_timed", "approximately_timed"}) {
    REQUIRE(run_texpipe(run_of_frame(scratch, timing) + " -q --force").code == 0);
    const Rows rows = rows_of(scratch.read("out/draws.csv"));
    const auto& clear = rows.at("2");  // of depth
    CHECK((clear.at("threads") == "0" && clear.at("hiz_lines") == "600"));
    CHECK(std::stoul(clear.at("hiz_bytes")) > 0);
    const auto& resolve = rows.at("5");  // of colours
    CHECK(resolve.at("threads") == "0");
    CHECK(std::stoul(resolve.at("color_bytes")) > 100'000);
    CHECK(resolve.at("limited_by") == "pixel_backend_lines");
    CHECK(rows.at("6").at("limited_by") == "pixel_backend_lines");
    CHECK(rows.at("1").at("threads") == "260");  // 64 groups of four of a compute walker among them
  }
}

TEST_CASE("a draw that is chosen takes its time, with threads or without, and no other does", "[cli][frame]") {
  const ScratchFolder scratch;
  const auto rows = [&](const std::string& draws) {
    REQUIRE(run_texpipe(run_of_frame(scratch, "loosely_timed") + " -q --force -p workload.draws=" + draws).code == 0);
    return rows_of(scratch.read("out/draws.csv"));
  };
  const Rows whole = rows("all");
  for (const char* draw : {"2", "3", "5", "10"}) {
    const Rows chosen = rows(draw);
    REQUIRE(chosen.size() == 1);
    for (const char* count : {"tiles", "hiz_lines", "vertices", "threads", "rasterizer_busy"}) {
      INFO("draw " << draw << ", " << count);
      CHECK(chosen.at(draw).at(count) == whole.at(draw).at(count));
    }
  }
  CHECK(rows("3..5").size() == 3);
}

TEST_CASE("a sample that leaves nothing out has the cycles of the whole, from the first one on",
          "[cli][frame][sample]") {
  const ScratchFolder scratch;
  const auto cycles = [&](const std::string& more) {
    REQUIRE(
        run_texpipe(run_of_frame(scratch, "loosely_timed") + " -q --force -p workload.submissions=0 " + more).code ==
        0);
    return nlohmann::json::parse(scratch.read("out/stats.json"));
  };
  const nlohmann::json whole = cycles(""), sample = cycles("--sample");
  CHECK(sample["sampled"]["groups"] == sample["sampled"]["of_groups"]);
  CHECK(sample["sampled"]["cycles_within"] == 0);
  CHECK(sample["cycles"] == whole["cycles"]);
}

TEST_CASE("stalls of a sample write back what they do in the whole frame", "[cli][frame][sample]") {
  const ScratchFolder scratch;
  scratch.write("frame.yaml",
                "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                "/configs/machines/kaby_lake_gt2.yaml\ntiming: loosely_timed\n"
                "workload: {kind: frame, file: " TEXPIPE_SOURCE_DIR "/configs/studies/frames/crowd.frames.zst}\n");
  const auto statistics = [&](const std::string& more) {
    const std::string run = "run '" + (scratch / "frame.yaml").string() + "' -q --force " + more;
    REQUIRE(run_texpipe(run + " --out '" + (scratch / "out").string() + "'").code == 0);
    return nlohmann::json::parse(scratch.read("out/stats.json"));
  };
  const auto written_back = [](const nlohmann::json& statistics) {
    for (const auto& group : statistics["groups"]) {
      if (group["path"] != "slice.frame.command_streamer") continue;
      for (const auto& statistic : group["statistics"])
        if (statistic["name"] == "written_back") return statistic["value"].get<double>();
    }
    return 0.0;
  };
  const nlohmann::json whole = statistics(""), sample = statistics("--sample");
  REQUIRE(sample["sampled"]["groups"] < sample["sampled"]["of_groups"]);
  REQUIRE(written_back(whole) > 500'000);
  CHECK(written_back(sample) == Approx(written_back(whole)).epsilon(0.1));
  CHECK(std::abs(sample["cycles"].get<double>() - whole["cycles"].get<double>()) <=
        sample["sampled"]["cycles_within"].get<double>());
}

TEST_CASE("points of a sweep over a frame have energies that their counts give", "[cli][frame][sweep]") {
  const ScratchFolder scratch;
  run_of_frame(scratch, "loosely_timed");
  scratch.write("sweep.yaml",
                "sweep: energies\nstudy: frame.yaml\nset: {timing: loosely_timed}\n"
                "grid: {slice.frame.pixel_backend.mcs_cache.size: [8KiB, 32KiB]}\nobjectives:\n"
                "  urb: energy.urb\n  urb_bytes: slice.frame.urb.written_bytes + slice.frame.urb.read_bytes\n"
                "  starts: energy.dispatch\n  threads: slice.dispatch.threads\n"
                "  mcs: energy.mcs_cache\n  requests: slice.frame.mcs_cache.requests\n"
                "  read: slice.frame.mcs_cache.read_bytes\n  writes: slice.frame.mcs_cache.writes\n"
                "  geometry: energy.geometry\n  primitives: slice.frame.geometry.primitives\n"
                "  clipped: slice.frame.geometry.clipped\n  points: slice.frame.geometry.points\n");
  const auto outcome =
      run_texpipe("sweep '" + (scratch / "sweep.yaml").string() + "' --out '" + (scratch / "sweep").string() + "' -q");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  std::istringstream lines{scratch.read("sweep/results.csv")};
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = cells_of(line);
  unsigned points = 0;
  for (; std::getline(lines, line); ++points) {
    const std::vector<std::string> cells = cells_of(line);
    const auto value = [&](const std::string& name) {
      const auto at = std::find(names.begin(), names.end(), name) - names.begin();
      return std::stod(cells.at(static_cast<std::size_t>(at)));
    };
    CHECK(value("threads") > 0);
    CHECK(value("points") > 0);
    CHECK(value("writes") > 0);
    CHECK(value("urb") == Approx(1.9e-3 * value("urb_bytes")));
    CHECK(value("starts") == Approx(0.39 * value("threads")));
    const double half = points == 0 ? 0.5 : 1;  // the root of the size over 32 KiB
    CHECK(value("mcs") ==
          Approx(1e-3 * (value("requests") * 4 / 16 + half * (0.63 * value("read") + 40 * value("writes")))));
    CHECK(value("geometry") ==
          Approx(1e-3 * (69 * value("primitives") + 69 * value("clipped") + 18.4 * value("points"))));
  }
  CHECK(points == 2);
}
