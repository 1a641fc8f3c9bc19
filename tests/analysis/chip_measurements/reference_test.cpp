// Reference files are read whole, and what is wrong in one is said with its place.
#include "analysis/chip_measurements/reference.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using test::ScratchFolder;

namespace {

std::vector<Diagnostic> problems_of(const std::filesystem::path& path) {
  try {
    read_references(path);
  } catch (const Error& error) {
    return error.diagnostics();
  }
  FAIL("accepted");
  return {};
}

const char* const kHead =
    "reference: family\nstudy: s.yaml\nsource: a board\nunit: clk\nband: 10%\nvalue: cycles\n"
    "set: {a.b: 1}\nbetween: {c.d: [1, 2]}\n";

}  // namespace

TEST_CASE("rows of a reference file take what its head says unless they say otherwise", "[correlate]") {
  const ScratchFolder folder;
  folder.write("s.yaml", "study: s\n");
  folder.write("a.reference.yaml", std::string{kHead} + R"(rows:
  - {row: one, chip: 140}
  - {row: two, chip: 2.5, grade: D, band: 0.5, unit: texels/clk, value: cycles / 2, fitted: true, set: {e.f: 64KiB}, between: {g.h: [3, 4]}}
  - {row: three, chip: 7, needs: untyped reads}
)");
  const std::vector<ReferenceRow> rows = read_references(folder.path());
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].full_name() == "family/one");
  CHECK(rows[0].source == "a board");
  CHECK(rows[0].grade == Grade::kMeasured);
  CHECK(rows[0].chip == 140);
  CHECK(rows[0].band == 0.1);
  CHECK(rows[0].value->text() == "cycles");
  CHECK(!rows[0].fitted);
  CHECK(rows[0].study == std::filesystem::absolute(folder.path() / "s.yaml").lexically_normal());
  REQUIRE(rows[0].set.size() == 1);
  CHECK(rows[0].set[0].word() == "a.b=1");
  CHECK(rows[0].between.at(0).second.word() == "c.d=2");
  CHECK(rows[1].grade == Grade::kDerived);
  CHECK(rows[1].band == 0.5);
  CHECK(rows[1].fitted);
  CHECK(rows[1].used);
  CHECK(!rows[2].used);
  REQUIRE(rows[1].set.size() == 2);
  CHECK(rows[1].set[1].word() == "e.f=64KiB");
  REQUIRE(rows[1].between.size() == 1);
  CHECK(rows[1].between[0].first.word() == "g.h=3");
  CHECK(rows[2].needs == "untyped reads");
}

TEST_CASE("everything that is wrong in a reference file is told at once", "[correlate]") {
  const ScratchFolder folder;
  folder.write("a.reference.yaml", R"(reference: family
study: nowhere.yaml
rowz: 1
value: cycles +
rows:
  - {row: one, chip: -1, source: s, grade: X, bnd: 10%}
  - {row: one, source: s, band: wide, between: {a: 1}}
  - 3
)");
  std::string all;
  for (const Diagnostic& problem : problems_of(folder.path())) all += problem.text() + '\n';
  INFO(all);
  const auto tells = [&all](const std::string& text) { return all.find(text) != std::string::npos; };
  CHECK(tells("a.reference.yaml:2:8: study: nowhere.yaml is no file"));
  CHECK(tells("a.reference.yaml:3:1: rowz: no such key; did you mean rows?"));
  CHECK(tells(":4:8: value: 'cycles +' is no expression"));
  CHECK(tells("rows[0].chip: -1 is out of range"));
  CHECK(tells("rows[0].grade: grade has no name 'X'; expected one of M, D, S, H"));
  CHECK(tells("rows[0].bnd: no such key; did you mean band?"));
  CHECK(tells("rows[1].row: 'one' is there already"));
  CHECK(tells("rows[1].chip: is missing"));
  CHECK(tells("rows[1].band: 'wide' is not a part; such as 10%"));
  CHECK(tells("rows[1].between.a: is no list of two values"));
  CHECK(tells("rows[2]: is no mapping"));
}

TEST_CASE("bounds and ratios are read, and refused where they make no sense", "[correlate]") {
  const ScratchFolder folder;
  folder.write("s.yaml", "study: s\n");
  const auto write = [&](const std::string& rows) { folder.write("a.reference.yaml", kHead + ("rows:\n" + rows)); };
  write("  - {row: one, chip: 1, bound: at_least}\n  - {row: two, chip: 1, ratio: {g.h: [3, 4]}}\n");
  const std::vector<ReferenceRow> rows = read_references(folder.path());
  CHECK(rows.at(0).bound == Bound::kAtLeast);
  CHECK_FALSE(rows[0].is_ratio);
  CHECK(rows.at(1).is_ratio);
  REQUIRE(rows[1].between.size() == 1);
  CHECK(rows[1].between[0].second.word() == "g.h=4");
  write(
      "  - {row: one, chip: 1, bound: at_mots}\n  - {row: two, chip: 1, bound: at_most, fitted: true}\n"
      "  - {row: three, chip: 1, between: {a: [1, 2]}, ratio: {a: [1, 2]}}\n");
  std::string all;
  for (const Diagnostic& problem : problems_of(folder.path())) all += problem.text() + '\n';
  INFO(all);
  CHECK(all.find("rows[0].bound: bound has no name 'at_mots'; did you mean at_most?") != std::string::npos);
  CHECK(all.find("rows[1].fitted: a bound is no value to fit to") != std::string::npos);
  CHECK(all.find("rows[2].ratio: stands beside between") != std::string::npos);
}

TEST_CASE("a folder without reference values and a name of two files are refused", "[correlate]") {
  const ScratchFolder folder;
  CHECK(problems_of(folder.path()).front().hint == "files that end in .reference.yaml");
  const std::string rows = "reference: family\nneeds: hardware\nrows:\n  - {row: one, chip: 1, source: s}\n";
  folder.write("a.reference.yaml", rows);
  CHECK(read_references(folder.path()).size() == 1);
  folder.write("b.reference.yaml", rows);
  CHECK(problems_of(folder.path()).front().problem == "'family' is the name of another file's rows");
}

TEST_CASE("the shipped reference values all say who measured them in which unit", "[correlate]") {
  const std::filesystem::path studies = std::filesystem::path{TEXPIPE_SOURCE_DIR} / "configs/studies";
  auto rows = read_references(studies / "silicon");
  CHECK(rows.size() > 100);
  const auto frames = read_references(studies / "silicon_frames");
  CHECK(frames.size() > 40);
  CHECK(3 * std::count_if(frames.begin(), frames.end(), [](const ReferenceRow& row) { return row.used; }) <=
        static_cast<std::ptrdiff_t>(frames.size()));
  rows.insert(rows.end(), frames.begin(), frames.end());
  for (const ReferenceRow& row : rows) {
    INFO(row.full_name());
    CHECK(!row.source.empty());
    CHECK(!row.unit.empty());
    CHECK(row.used >= row.fitted);
  }
}
