// A file of another kind in the place of a study is told for what it is.
#include "study/definition/other_files.h"

#include <catch2/catch.hpp>
#include <string>

#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

std::string problems_of(const std::string& text, FileKind kind = FileKind::kStudy) {
  try {
    load_configuration({.file = "file.yaml", .text = text}, kind);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a sweep, a search, a bench or an energy table is refused in one sentence, which says who takes it",
          "[config]") {
  for (const FileKind kind : {FileKind::kStudy, FileKind::kByContent}) {
    CHECK(problems_of("sweep: a\nstudy: b.yaml\ngrid: {clock: [1GHz]}\n", kind) ==
          "file.yaml:1:1: sweep: the file is a sweep; texpipe sweep runs it");
    CHECK(problems_of("study: b.yaml\ngrid: {clock: [1GHz]}\n", kind) ==
          "file.yaml:2:1: grid: the file is a sweep; texpipe sweep runs it");
    CHECK(problems_of("sweep: a\nsearch: {runs: 3}\n", kind) ==
          "file.yaml:2:1: search: the file is a search; texpipe search runs it");
    CHECK(problems_of("cosim: filter\nrequests: 3\n", kind) ==
          "file.yaml:1:1: cosim: the file is a bench of RTL; texpipe cosim runs it");
    CHECK(problems_of("energy_table: a\n", kind) ==
          "file.yaml:1:1: energy_table: the file is an energy table; texpipe energy RUN --table FILE reads it");
  }
}

TEST_CASE("a machine in the place of a study is refused in one sentence, but not where a machine is asked for",
          "[config]") {
  const std::string machine = "machine: tiny\nclock: 2GHz\nslice: {subslices: 1}\n";
  CHECK(problems_of(machine) ==
        "file.yaml:1:1: machine: the file is a machine; a study names it, as machine: file.yaml");
  CHECK(problems_of(machine, FileKind::kByContent).empty());
  CHECK(problems_of(machine, FileKind::kMachine).empty());
}

TEST_CASE("a study that lacks keys is told which, not that it is another file", "[config]") {
  CHECK_THAT(problems_of("study: a\nmachine: tiny\n"), Catch::Contains("workload.kind: is missing"));
  CHECK_THAT(problems_of("machine: machines/tiny.yaml\n"), Catch::Contains("study: is missing"));
  CHECK_THAT(problems_of("machine: tiny.yaml\nclock: 2GHz\n"), Catch::Contains("study: is missing"));
}
