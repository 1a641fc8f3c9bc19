#include "study/run/unfinished_run.h"

#include <catch2/catch.hpp>

#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;

TEST_CASE("the reason why a run is not complete is one line, with the cycle that it came to", "[run]") {
  CHECK(unfinished_reason("no progress\nof anything", {}) == "no progress");
  CHECK(unfinished_reason("stopped by SIGINT", Cycles{12}) == "stopped by SIGINT at cycle 12");
}

TEST_CASE("results of a run that was stopped say so in their names", "[run]") {
  const test::ScratchFolder scratch;
  RunFolder folder{scratch / "run", Overwrite::kRefuse};
  RunLog log{false};
  functional::Workload workload;
  workload.results = [] { return std::vector<functional::ResultFile>{{"out.npy", "1"}, {"table", "2"}}; };
  write_partial_results(folder, log, workload);
  REQUIRE(folder.files().size() == 2);
  CHECK(folder.files()[0].name == "out_unfinished.npy");
  CHECK(folder.files()[1].name == "table_unfinished");
  CHECK(log.text().empty());
}

TEST_CASE("a run that was stopped leaves no large picture, and its log says so", "[run]") {
  const test::ScratchFolder scratch;
  RunFolder folder{scratch / "run", Overwrite::kRefuse};
  RunLog log{false};
  functional::Workload workload;
  workload.output.width = 513;
  workload.output.height = 512;
  write_partial_results(folder, log, workload);
  CHECK(folder.files().empty());
  CHECK_THAT(log.text(), Contains("no picture of the part that ran: it is too large"));
}

TEST_CASE("the error of a run that had to stand beside a complete one names both folders", "[run]") {
  const Error error = error_beside({ExitCode::kWatchdog, "no progress"}, "out/run", "out/run.2");
  CHECK(error.code() == ExitCode::kWatchdog);
  CHECK_THAT(error.what(), Contains("no progress") && Contains("out/run: keeps the complete run") &&
                               Contains("what ran of this one is in out/run.2"));
}
