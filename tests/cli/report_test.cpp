#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("report writes one page that names no other file", "[cli][report]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "run").string(), command = "report '" + run + "/' -q";
  REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=32x16 --out '" + run + "'").code == 0);
  CHECK(run_texpipe(command).code == 0);
  const std::string page = scratch.read("run.html");
  CHECK(page.size() < (2u << 20));
  CHECK_THAT(page, Contains("<h1>first_look on kaby_lake_gt2</h1>") && Contains("\"id\":\"limits\"") &&
                       Contains("\"id\":\"latencies\"") && Contains("data:image/png;base64,"));
  CHECK_THAT(page, !Contains(" src=\"http") && !Contains("<link rel=\"stylesheet\""));
  CHECK(run_texpipe(command).code == 2);
  CHECK(run_texpipe(command + " --force").code == 0);
  CHECK(scratch.read("run.html") == page);
}

TEST_CASE("a report tells the memory traffic that the run told", "[cli][report]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "run").string();
  const CommandOutcome told =
      run_texpipe("run configs/studies/first_look.yaml -p workload.image=32x16 --out '" + run + "'");
  CHECK(run_texpipe("report '" + run + "' -q").code == 0);
  std::smatch bytes;
  REQUIRE(std::regex_search(told.out, bytes, std::regex{"\n  memory +([0-9,]+ bytes)"}));
  CHECK_THAT(scratch.read("run.html"), Contains("<dt>memory</dt><dd>" + bytes[1].str()));
}

TEST_CASE("report of an untimed run has its picture and no charts over time", "[cli][report]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "run").string();
  REQUIRE(
      run_texpipe("run configs/studies/first_look.yaml -q --timing untimed -p workload.image=32x16 --out '" + run + "'")
          .code == 0);
  CHECK(run_texpipe("report '" + run + "' -q").code == 0);
  CHECK_THAT(scratch.read("run.html"), Contains("data:image/png;base64,") && Contains("\"charts\":[]"));
}

TEST_CASE("report refuses what is no run", "[cli][report]") {
  const CommandOutcome outcome = run_texpipe("report /no/such/run");
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains("is no run folder"));
}

TEST_CASE("a report whose run's configuration cannot be read says why the machine is not drawn", "[cli][report]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "run").string();
  REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=8x8 --out '" + run + "'").code == 0);
  scratch.write("run/config.resolved.yaml", scratch.read("run/config.resolved.yaml") + "nonsense: 1\n");
  const CommandOutcome outcome = run_texpipe("report '" + run + "'");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("not drawn") && Contains("nonsense"));
  CHECK_THAT(scratch.read("run.html"), Contains("It is not drawn") && Contains("nonsense"));
}
