// texpipe search.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
namespace fs = std::filesystem;

namespace {

const std::string kFile = std::string{TEXPIPE_SOURCE_DIR} + "/configs/sweeps/sampler_search.yaml";

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

CommandOutcome search(const fs::path& out, const std::string& words, const std::string& before = "") {
  return shell(before + " '" + std::string{TEXPIPE_COMMAND} + "' search '" + kFile +
               "' -p workload.image=32x24 --out '" + out.string() + "' " + words);
}

}  // namespace

TEST_CASE("a search is the same at any number of jobs and goes on where it was killed", "[cli][search]") {
  const ScratchFolder scratch;
  const CommandOutcome whole = search(scratch / "whole", "--jobs 2");
  REQUIRE(whole.code == 0);
  CHECK(whole.out.find("on the Pareto front") != std::string::npos);
  CHECK(search(scratch / "alone", "--jobs 1").code == 0);
  CHECK(contents(scratch / "alone/results.csv") == contents(scratch / "whole/results.csv"));
  search(scratch / "killed", "", "timeout -s KILL 0.4");
  REQUIRE(search(scratch / "killed", "--resume").code == 0);
  CHECK(contents(scratch / "killed/results.csv") == contents(scratch / "whole/results.csv"));
  CHECK(search(scratch / "whole", "").code == 2);
}

TEST_CASE("what another program asks for is run and told line by line", "[cli][search]") {
  const ScratchFolder scratch;
  std::ofstream{scratch / "lines"}
      << R"({"ask": [[0.5, 0, 0.9], {"l1.size": "8KiB", "l1.ways": 4, "latency_fifo.slots": 64}]})"
      << "\njunk\n"
      << R"({"ask": [{"l1.sise": "8KiB"}]})" << '\n'
      << R"({"ask": [[0.5, 0, 1]]})" << '\n'
      << R"({"ask": [{"l1.size": "9KB", "l1.ways": 4, "latency_fifo.slots": 64}]})" << '\n';
  const CommandOutcome outcome = search(scratch / "asked", "--ask-tell < '" + (scratch / "lines").string() + "'");
  CHECK(outcome.code == 0);
  std::istringstream lines{outcome.out};
  const auto next = [&] {
    std::string line;
    std::getline(lines, line);
    return line;
  };
  CHECK(next().find("{\"axes\":[{\"name\":\"l1.size\"") == 0);
  const std::string told = next();
  CHECK(told.find("{\"tell\":[{\"point\":1,") == 0);
  CHECK(told.find("\"settings\":{\"l1.size\":\"8KiB\",\"l1.ways\":\"4\"") != std::string::npos);
  CHECK(next().find("asks for nothing") != std::string::npos);
  CHECK(next().find("did you mean l1.size?") != std::string::npos);
  CHECK(next().find("expected 0 to below 1") != std::string::npos);
  CHECK(next().find("\"exit_code\":3") != std::string::npos);
  CHECK(shell("'" + std::string{TEXPIPE_COMMAND} + "' sweep pareto '" + (scratch / "asked").string() + "'")
            .out.find("of 2 points") != std::string::npos);
}

TEST_CASE("a search without axes or with others beside them is refused before anything is written", "[cli][search]") {
  const ScratchFolder scratch;
  const CommandOutcome beside = search(scratch / "none", "-p l1.mshrs=8,16");
  CHECK(beside.code == 3);
  CHECK(beside.err.find("stands beside other axes") != std::string::npos);
  CHECK_FALSE(fs::exists(scratch / "none"));
  const CommandOutcome swept =
      shell("'" + std::string{TEXPIPE_COMMAND} + "' sweep '" + kFile + "' --out '" + (scratch / "none").string() + "'");
  CHECK(swept.code == 3);
  CHECK(swept.err.find("`texpipe search`") != std::string::npos);
}

TEST_CASE("a search of sizes that have to be whole sets takes them by steps, and is refused where it draws none",
          "[cli][search]") {
  const ScratchFolder scratch;
  const auto outcome = [&](const std::string& range) {
    std::ofstream{scratch / "odd.yaml"}
        << "sweep: odd\nstudy: " << TEXPIPE_SOURCE_DIR
        << "/configs/studies/first_look.yaml\nset: {workload.image: 16x16, l1.line: 128B}\n"
           "search:\n  population: 4\n  generations: 1\n  axes: {l1.size: {from: "
        << range << "}, l1.ways: [3]}\nconstraints: [area < 12mm2]\nobjectives: {cycles: cycles}\n";
    return run_texpipe("search '" + (scratch / "odd.yaml").string() + "' --out '" + (scratch / "out").string() + "'");
  };
  const CommandOutcome drawn = outcome("3100B, to: 3300B");
  CHECK(drawn.code == 3);
  CHECK_THAT(drawn.err, Catch::Contains("search.axes: no point of the first generation is a machine") &&
                            Catch::Contains("ranges with `steps`"));
  CHECK_FALSE(fs::exists(scratch / "out"));
  const CommandOutcome stepped = outcome("3KiB, to: 24KiB, steps: 8");
  INFO(stepped.err);
  CHECK(stepped.code == 0);
}
