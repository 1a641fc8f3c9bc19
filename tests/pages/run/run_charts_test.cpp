#include "pages/run/run_charts.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "pages/run/run_page.h"
#include "support/scratch_folder.h"

namespace texpipe::study {
namespace {

using Json = nlohmann::ordered_json;
using machine::SeriesKind;
using machine::TimeTable;

Json counter(const char* name, unsigned value) {
  return {{"name", name}, {"kind", "counter"}, {"value", value}, {"unit", "cycles"}, {"description", ""}};
}

Json group(const char* path, Json statistics) {
  return {{"path", path}, {"description", ""}, {"statistics", std::move(statistics)}};
}

Json account(const char* name, Json cycles) {
  return {{"name", name}, {"kind", "account"}, {"cycles", std::move(cycles)},
          {"total", 100}, {"unit", "cycles"},  {"description", ""}};
}

Json statistics(Json groups) {
  return {{"schema_version", 1}, {"groups", std::move(groups)}};
}

const Json* find(const Json& charts, const char* id) {
  for (const Json& chart : charts) {
    if (chart["id"] == id) return &chart;
  }
  return nullptr;
}

TimeTable two_intervals() {
  return {{100, 200},
          {{"slice.subslice[0].eu[0].cycles.busy", SeriesKind::kAccount, "cycles", {25, 100}},
           {"slice.subslice[0].eu[0].cycles.idle", SeriesKind::kAccount, "cycles", {75, 0}},
           {"slice.subslice[0].eu[1].cycles.busy", SeriesKind::kAccount, "cycles", {75, 0}},
           {"slice.subslice[0].eu[1].cycles.idle", SeriesKind::kAccount, "cycles", {25, 100}},
           {"slice.l3.hits", SeriesKind::kCounter, "lookups", {0, 3}},
           {"slice.l3.reads", SeriesKind::kCounter, "lookups", {0, 4}}}};
}

}  // namespace

TEST_CASE("the tree of what limits a run has each unit on the way, whose categories sum to it", "[page]") {
  const Json charts = run_charts(
      statistics({group("slice.subslice[0].sampler.filter",
                        Json::array({account("cycles", {{"busy", 40}, {"blocked_downstream", 50}, {"starved", 10}})})),
                  group("slice.subslice[0].sampler.writeback",
                        Json::array({account("cycles", {{"busy", 90}, {"starved", 10}})}))}),
      {});
  const Json& rows = (*find(charts, "limits"))["rows"];
  double categories = 0;
  for (const Json& row : rows) categories += row["depth"] == 1 ? row["value"].get<double>() : 0;
  CHECK(rows[0]["label"] == "sampler.filter");
  CHECK(rows[4]["label"] == "sampler.writeback");
  CHECK(categories == 200);
}

TEST_CASE("equal parts of a machine are one series of shares", "[page]") {
  const Json charts = run_charts(statistics(Json::array()), two_intervals());
  const Json& series = (*find(charts, "eus"))["series"];
  CHECK(series[0] == Json{{"name", "busy"}, {"values", {50, 50}}});
  CHECK(series[1] == Json{{"name", "idle"}, {"values", {50, 50}}});
}

TEST_CASE("a hit rate has no value where nothing was looked up", "[page]") {
  const Json charts = run_charts(statistics(Json::array()), two_intervals());
  CHECK((*find(charts, "hit_rates"))["series"][0] == Json{{"name", "L3"}, {"values", {nullptr, 75}}});
}

TEST_CASE("message times are cycles of the mean message and units are shares of the run", "[page]") {
  const Json busy = account("cycles", {{"busy", 30}, {"idle", 70}});
  const Json charts = run_charts(
      statistics({group("slice.subslice[0].sampler.filter", Json::array({busy, counter("message_working", 40)})),
                  group("slice.subslice[0].sampler.writeback",
                        Json::array({counter("messages", 4), counter("message_cycles", 8)}))}),
      {});
  const Json& message = *find(charts, "message_time");
  CHECK(message["series"][1]["values"] == Json{0, 0, 0, 0, 0, 10, 0});
  CHECK(message["series"][4]["values"] == Json{0, 0, 0, 0, 0, 0, 2});
  CHECK((*find(charts, "resources"))["labels"] == Json{"sampler.filter"});
  CHECK((*find(charts, "resources"))["series"][0]["values"] == Json{30});
}

TEST_CASE("a page holds what a run calls itself as text", "[page]") {
  const test::ScratchFolder scratch;
  std::ofstream{scratch / "stats.json"}
      << R"({"schema_version": 1, "study": "</script><b>", "machine": "a&b", "groups": []})";
  const std::string page = run_page(scratch.path());
  CHECK_THAT(page, Catch::Contains("<h1>&lt;/script&gt;&lt;b&gt; on a&amp;b</h1>"));
  CHECK_THAT(page, Catch::Contains(R"("name":"<\/script><b>")"));
}

TEST_CASE("what is no run folder has no page", "[page]") {
  const test::ScratchFolder scratch;
  CHECK_THROWS_WITH(run_page(scratch.path()), Catch::Contains("is no run folder"));
  std::ofstream{scratch / "stats.json"} << "[]";
  CHECK_THROWS_WITH(run_page(scratch.path()), Catch::Contains("holds no statistics of a run"));
  std::ofstream{scratch / "stats.json"} << R"({"schema_version": 1, "groups": [{"path": 5}]})";
  CHECK_THROWS_WITH(run_page(scratch.path()), Catch::Contains("holds no statistics of a run"));
}

}  // namespace texpipe::study
