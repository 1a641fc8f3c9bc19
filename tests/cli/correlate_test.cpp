// texpipe correlate: tables, exit codes, files.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

const char* const kStudy = R"(study: chain
machine: machine.yaml
workload:
  kind: microbenchmark
  benchmark: instructions
)";
const char* const kHead = R"(reference: chain
study: chain.yaml
source: planted
unit: clk
value: cycles / slice.subslice[*].eu[*].instructions
between: {workload.instructions.count: [100, 200]}
rows:
)";

void write_study(const ScratchFolder& folder, const std::string& rows) {
  folder.write("machine.yaml", "machine: own\nslice: {subslices: 1, subslice: {eus: 1}}\n");
  folder.write("chain.yaml", kStudy);
  folder.write("chain.reference.yaml", kHead + rows);
}

std::string in(const ScratchFolder& folder, const std::string& name) {
  return "'" + (folder.path() / name).string() + "'";
}

std::string content(const ScratchFolder& folder, const std::string& name) {
  std::ostringstream text;
  text << std::ifstream{folder.path() / name}.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("correlate ends with 5 when a row leaves its band and with 0 otherwise", "[cli][correlate]") {
  const ScratchFolder folder;
  write_study(folder, "  - {row: wide, chip: 8, band: 900%}\n  - {row: shown, chip: 800}\n");
  const CommandOutcome inside = run_texpipe("correlate " + in(folder, ""));
  CHECK(inside.code == 0);
  CHECK(inside.out.find("chain/wide") != std::string::npos);
  CHECK(inside.out.find("1 inside, 0 outside, 1 without one, 0 not run") != std::string::npos);
  write_study(folder, "  - {row: narrow, chip: 800, band: 1%}\n");
  const CommandOutcome outside = run_texpipe("correlate " + in(folder, "chain.reference.yaml"));
  CHECK(outside.code == 5);
  CHECK(outside.out.find("OUTSIDE") != std::string::npos);
}

TEST_CASE("correlate prints the same bytes for any number of jobs and machine files in their place",
          "[cli][correlate]") {
  const ScratchFolder folder;
  write_study(folder, "  - {row: a, chip: 8}\n  - {row: b, chip: 8, set: {workload.instructions.simd: 16}}\n");
  const std::string path = in(folder, "");
  const CommandOutcome one = run_texpipe("correlate " + path + " --format csv --jobs 1");
  CHECK(one.code == 0);
  CHECK(one.out == run_texpipe("correlate " + path + " --format csv --jobs 4").out);
  folder.write("slow.yaml",
               "machine: slow\nslice: {subslices: 1, subslice: {eus: 1, eu: {issue_width: 1}}}\nclock: 2GHz\n");
  CHECK(run_texpipe("correlate " + path + " --machine " + in(folder, "slow.yaml")).code == 0);
  CHECK(run_texpipe("correlate " + path + " --machine " + in(folder, "none.yaml")).code == 3);
  const CommandOutcome json = run_texpipe("correlate " + path + " --json --only chain/b");
  CHECK(json.out.find("\"row\": \"chain/b\"") != std::string::npos);
  CHECK(json.out.find("chain/a") == std::string::npos);
  CHECK(run_texpipe("correlate " + path + " --only nothing").code == 2);
}

TEST_CASE("correlate writes its plot beside nothing that is there", "[cli][correlate]") {
  const ScratchFolder folder;
  write_study(folder, "  - {row: a, chip: 8}\n");
  const std::string path = in(folder, "");
  CHECK(run_texpipe("correlate " + path + " -o " + in(folder, "plot.svg")).code == 0);
  CHECK(content(folder, "plot.svg").starts_with("<svg "));
  const CommandOutcome again = run_texpipe("correlate " + path + " -o " + in(folder, "plot.svg"));
  CHECK(again.code == 2);
  CHECK(again.out.empty());  // before anything ran
  CHECK(run_texpipe("correlate " + path + " -o " + in(folder, "plot.html")).code == 0);
  CHECK(content(folder, "plot.html").find("Model over chip") != std::string::npos);
  CHECK(run_texpipe("correlate " + path + " -o " + in(folder, "plot.png")).code == 2);
}

TEST_CASE("correlate refuses what is no reference file with its place", "[cli][correlate]") {
  const ScratchFolder folder;
  CHECK(run_texpipe("correlate " + in(folder, "")).code == 4);
  write_study(folder, "  - {row: a, chip: 8, grde: M}\n");
  const CommandOutcome key = run_texpipe("correlate " + in(folder, ""));
  CHECK(key.code == 3);
  CHECK(key.err.find("chain.reference.yaml:8:") != std::string::npos);
  CHECK(key.err.find("did you mean grade?") != std::string::npos);
  const CommandOutcome timing = run_texpipe("correlate " + in(folder, "") + " --timing untimed");
  CHECK(timing.code == 2);
  CHECK_THAT(timing.err, Catch::Contains("--timing: 'untimed' is not one of the allowed words"));
}

TEST_CASE("correlate fits a machine and overwrites none", "[cli][correlate]") {
  const ScratchFolder folder;
  write_study(folder, "  - {row: a, chip: 30, fitted: true, set: {workload.sampler_chain.loads: 9}}\n");
  folder.write("chain.yaml",
               "study: chain\nmachine: machine.yaml\nworkload: {kind: microbenchmark, benchmark: sampler_chain}\n");
  folder.write(
      "chain.reference.yaml",
      "reference: chain\nstudy: chain.yaml\nsource: planted\nvalue: cycles / "
      "slice.subslice[*].sampler.front_end.messages\nbetween: {workload.sampler_chain.loads: [200, 300]}\nrows:\n"
      "  - {row: a, chip: 100, fitted: true, set: {workload.sampler_chain.footprint: 1KiB}}\n");
  const std::string command =
      "correlate " + in(folder, "") + " --fit 'slice.subslice[*].sampler.filter.latency=1..200' -o ";
  const CommandOutcome fitted = run_texpipe(command + in(folder, "fitted.yaml"));
  INFO(fitted.err);
  CHECK(fitted.code == 0);
  CHECK(fitted.out.find("error over 1 rows") != std::string::npos);
  CHECK(content(folder, "fitted.yaml")
            .find("slice.subslice.sampler.filter.latency: {source: 'fitted to chain/a', rows: "
                  "['chain/a']}") != std::string::npos);
  const CommandOutcome again =
      run_texpipe("correlate " + in(folder, "") + " --format csv --machine " + in(folder, "fitted.yaml"));
  CHECK(again.out.find("chain/a,100,,100,1,") != std::string::npos);
  CHECK(run_texpipe("config explain slice.subslice.sampler.filter.latency " + in(folder, "fitted.yaml"))
            .out.find("fitted to chain/a") != std::string::npos);
  CHECK(run_texpipe(command + in(folder, "fitted.yaml")).code == 2);
  CHECK(run_texpipe(command + in(folder, "machine.yaml") + " --force").code == 2);
  CHECK(run_texpipe("correlate " + in(folder, "") + " --fit slice.l3.banks=1 -o " + in(folder, "x.yaml")).code == 2);
  CHECK(run_texpipe("correlate " + in(folder, "") + " --fit slice.l3.banks=1..2").code == 2);
}

TEST_CASE("correlate prints which rows move with which parameter", "[cli][correlate]") {
  const ScratchFolder folder;
  write_study(folder, "  - {row: a, chip: 8}\n");
  const std::string command = "correlate " + in(folder, "") + " --sensitivity --of eu.arithmetic.latency";
  const CommandOutcome moves = run_texpipe(command + " --format csv -o " + in(folder, "moves.csv"));
  INFO(moves.err);
  CHECK(moves.code == 0);
  CHECK(moves.out.starts_with("parameter,from,to,row,ratio\n"));
  CHECK(content(folder, "moves.csv") == moves.out);
  CHECK(run_texpipe(command + " --fit memory.latency=1..2 -o " + in(folder, "x.yaml")).code == 2);
  CHECK(run_texpipe(command + " --json").code == 2);
  CHECK(run_texpipe("correlate " + in(folder, "") + " --sensitivity --of nowhere").code == 2);
  CHECK(run_texpipe("correlate " + in(folder, "") + " --of memory").code == 2);
}
