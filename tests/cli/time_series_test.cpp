#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

struct SmallRun {
  ScratchFolder scratch;
  std::string folder = (scratch / "run").string();

  explicit SmallRun(const std::string& options = "") {
    REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=64x48 " + options + " --out '" +
                        folder + "'")
                .code == 0);
  }
  nlohmann::json series() const {
    return nlohmann::json::parse(run_texpipe("stats '" + folder + "' --over time --json").out);
  }
  nlohmann::json statistics() const { return nlohmann::json::parse(scratch.read("run/stats.json")); }
};

/// Counters and categories of accounts by path.
std::map<std::string, double> totals_of(const nlohmann::json& statistics) {
  std::map<std::string, double> totals;
  for (const auto& group : statistics["groups"]) {
    for (const auto& statistic : group["statistics"]) {
      const std::string path = group["path"].get<std::string>() + '.' + statistic["name"].get<std::string>();
      if (statistic["kind"] == "counter") totals[path] = statistic["value"];
      if (statistic["kind"] != "account") continue;
      for (const auto& [category, cycles] : statistic["cycles"].items()) totals[path + '.' + category] = cycles;
    }
  }
  return totals;
}

}  // namespace

TEST_CASE("what is counted in the intervals sums to the statistics of the run in both timings", "[cli][time_series]") {
  for (const std::string timing : {"approximately_timed", "loosely_timed"}) {
    const SmallRun run{"--timing " + timing};
    const auto totals = totals_of(run.statistics());
    const nlohmann::json series = run.series();
    CHECK(series["ends"].back() == run.statistics()["cycles"]);
    std::size_t compared = 0;
    for (const auto& row : series["series"]) {
      if (row["kind"] != "counter" && row["kind"] != "saved") continue;
      double sum = 0;
      for (const auto& value : row["values"]) sum += value.get<double>();
      INFO(timing << ' ' << row["path"]);
      CHECK(sum == totals.at(row["path"]));
      ++compared;
    }
    CHECK(compared > 100);
  }
}

TEST_CASE("each account sums to the length of each interval", "[cli][time_series]") {
  const SmallRun run;
  const nlohmann::json series = run.series();
  std::map<std::string, std::vector<double>> accounts;
  for (const auto& row : series["series"]) {
    if (row["kind"] != "account") continue;
    const std::string path = row["path"];
    std::vector<double>& sums = accounts[path.substr(0, path.rfind('.'))];
    sums.resize(row["values"].size());
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += row["values"][i].get<double>();
  }
  CHECK(accounts.size() > 50);
  // The place of a missing line is known when the line is there: a wait counts in the interval in which it ends.
  for (auto account = accounts.begin(); account != accounts.end();) {
    if (!account->first.ends_with(".line_wait_cycles")) {
      ++account;
      continue;
    }
    INFO(account->first);
    CHECK(std::accumulate(account->second.begin(), account->second.end(), 0.0) == series["ends"].back());
    account = accounts.erase(account);
  }
  double start = 0;
  for (std::size_t i = 0; i < series["ends"].size(); ++i) {
    const double end = series["ends"][i];
    for (const auto& [path, sums] : accounts) {
      INFO(path << " up to cycle " << end);
      CHECK(sums[i] == end - start);
    }
    start = end;
  }
}

TEST_CASE("a run's time series does not change its statistics and comes out the same again", "[cli][time_series]") {
  for (const std::string timing : {"approximately_timed", "loosely_timed"}) {
    const SmallRun with{"--timing " + timing}, again{"--timing " + timing}, without{"--intervals 0 --timing " + timing};
    CHECK(with.scratch.read("run/stats.json") == without.scratch.read("run/stats.json"));
    CHECK(with.scratch.read("run/timeseries.csv") == again.scratch.read("run/timeseries.csv"));
    const CommandOutcome none = run_texpipe("stats '" + without.folder + "' --over time");
    CHECK(none.code == 4);
    CHECK_THAT(none.err, Contains("has no time series"));
  }
}

TEST_CASE("stats over time prints the phases and the rows that a pattern chooses", "[cli][time_series]") {
  const SmallRun run{"--intervals 10"};
  const CommandOutcome table = run_texpipe("stats '" + run.folder + "' --over time l3.reads");
  CHECK_THAT(table.out, Contains("ramp to cycle") && Contains("slice.l3.reads") && Contains("lookups/cycle"));
  const CommandOutcome csv = run_texpipe("stats '" + run.folder + "' --over time l3.reads --format csv");
  CHECK_THAT(csv.out, Contains("path,kind,unit,") && Contains("\nslice.l3.reads,counter,lookups,"));
  const CommandOutcome unknown = run_texpipe("stats '" + run.folder + "' --over time slice.l3.raeds");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("did you mean slice.l3.reads?"));
  const CommandOutcome whole = run_texpipe("stats '" + run.folder + "' --over time cycles");
  CHECK(whole.code == 2);
  CHECK_THAT(whole.err, Contains("it is one number of the whole run: `texpipe stats " + run.folder + " cycles`"));
  CHECK(run_texpipe("stats '" + run.folder + "' --over time --against '" + run.folder + "'").code == 2);
}
