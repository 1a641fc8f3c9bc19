// Mistakes of a golden case are reported once, at their place, with what would be right; other cases still run.
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "analysis/verify/verify_run.h"
#include "host/files/byte_reader.h"
#include "pictures/npy/npy.h"
#include "support/scratch_folder.h"
#include "support/write_npy.h"
#include "support/write_npz.h"

namespace texpipe::study {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCase = R"(- id: "tiny"
  group: "filter2d"
  op: "sample_l"
  surface: {"type": "2D", "format": "R8_UNORM", "width": 4, "height": 2, "depth": 1, "array_length": 1, "mip_levels": 2, "data": "data.npy"}
  sampler: {"min_filter": "LINEAR", "mag_filter": "LINEAR", "mip_filter": "LINEAR", "address_u": "WRAP", "max_anisotropy": 1, "lod_bias": 0.0, "compare": null}
  coords: "coords.npy"
  columns: "u v r ai lod"
  offset: [0, 0, 0]
  expected: "expected.npy"
  lo: "lo.npy"
  hi: "hi.npy"
)";

struct Folder {
  test::ScratchFolder scratch;
  fs::path path = scratch.path();

  Folder() {
    texpipe::test::write_npy(path / "data.npy", npy_of(std::vector<std::uint8_t>(10, 7), {10}));
    texpipe::test::write_npy(path / "coords.npy", npy_of(std::vector<float>(15, 0.0f), {3, 5}));
    texpipe::test::write_npy(path / "expected.npy", npy_of(std::vector<float>(12, 0.0f), {3, 4}));
    texpipe::test::write_npy(path / "lo.npy", npy_of(std::vector<float>(12, -9.0f), {3, 4}));
    texpipe::test::write_npy(path / "hi.npy", npy_of(std::vector<float>(12, 9.0f), {3, 4}));
  }

  VerifyReport run(const std::string& text) const {
    std::ofstream{path / "cases.yaml"} << text;
    return verify(path, {});
  }
};

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kCase;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Wrong {
  const char* from;
  const char* to;
  const char* message;  // behind the folder's name
};

TEST_CASE("a malformed case is refused at its place with what was expected", "[verify][malformed]") {
  const Folder folder;
  REQUIRE(folder.run(kCase).exit_code() == ExitCode::kSuccess);
  const Wrong wrong = GENERATE(
      Wrong{"  op: \"sample_l\"\n", "", "cases.yaml:1:3: tiny.op: is missing"},
      Wrong{"\"sample_l\"", "\"sampel_l\"",
            "cases.yaml:3:7: tiny.op: operation has no name 'sampel_l'; did you mean sample_l?"},
      Wrong{"\"type\": \"2D\", ", "", "cases.yaml:4:12: tiny.surface.type: is missing"},
      Wrong{"\"width\": 4", "\"width\": 0", "cases.yaml:4:58: tiny.surface.width: is 0; expected 1 to 16384"},
      Wrong{"\"width\": 4", "\"width\": 16385", "cases.yaml:4:58: tiny.surface.width: is 16385; expected 1 to 16384"},
      Wrong{"\"width\": 4", "\"width\": four", "cases.yaml:4:58: tiny.surface.width: 'four' is not a whole number"},
      Wrong{"\"array_length\": 1", "\"array_length\": 5",
            "tiny.surface.array_length: is 5; expected 1: 2D is no array"},
      Wrong{"\"2D\"", "\"CUBE\"", "tiny.surface: cube map of 4x2; expected faces as high as wide"},
      Wrong{"\"mip_levels\": 2", "\"mip_levels\": 9", "tiny.surface.mip_levels: is 9; expected 1 to 3"},
      Wrong{"\"mip_levels\": 2", "\"mip_levels\": 2, \"base_level\": 2",
            "tiny.surface.base_level: 2 is out of range; expected 0 to 1"},
      Wrong{"\"width\": 4", "\"width\": 4, \"width\": 4",
            "cases.yaml:4:61: tiny.surface.width: duplicate key; first given in line 4"},
      Wrong{"\"data\"", "\"swizzle\": \"RGBX\", \"data\"", "'RGBX' is not four letters out of R G B A 0 1"},
      Wrong{", \"data\": \"data.npy\"", "", "cases.yaml:4:12: tiny.surface.data: is missing"},
      Wrong{"\"min_filter\": \"LINEAR\", ", "", "cases.yaml:5:12: tiny.sampler.min_filter: is missing"},
      Wrong{"\"max_anisotropy\": 1", "\"max_anisotropy\": 17",
            "tiny.sampler.max_anisotropy: 17 is out of range; expected 1 to 16"},
      Wrong{"\"lod_bias\": 0.0", "\"lod_bias\": .nan", "tiny.sampler.lod_bias: is not a number"},
      Wrong{"\"sample_l\"", "\"sample_l_c\"", "tiny.sampler.compare: is missing: sample_l_c needs one"},
      Wrong{"u v r ai lod", "u v r ai", "cases.yaml:7:12: tiny.columns: lack 'lod', which sample_l needs"},
      Wrong{"u v r ai lod", "u v u ai lod", "cases.yaml:7:12: tiny.columns: has 'u' twice"},
      Wrong{"[0, 0, 0]", "[0, 8, 0]", "cases.yaml:8:15: tiny.offset: 8 is out of range; expected -8 to 7"},
      Wrong{"  hi: \"hi.npy\"\n", "", "cases.yaml:10:7: tiny.lo: 'lo' and 'hi' come together"},
      Wrong{"\"lo.npy\"", "\"lo.npy\"\n  abs_tol: -1", "tiny.abs_tol: is not a tolerance; expected 0 or more"},
      Wrong{"\"coords.npy\"", "\"coord.npy\"", "cases.yaml:6:11: tiny.coords: "},
      Wrong{"\"coords.npy\"", "\"coord.npy\"", "coord.npy does not exist; did you mean coords.npy?"},
      Wrong{"\"coords.npy\"", "\"data.npy\"", "has another shape or type; expected float32 with 5 columns"},
      Wrong{"\"coords.npy\"", "\"cases.yaml\"", "cases.yaml is not an .npy file"},
      Wrong{"\"coords.npy\"", "\"\"", "cases.yaml:6:11: tiny.coords: names no file"},
      Wrong{"\"coords.npy\"", "\".\"", "is no file; expected an .npy file"},
      Wrong{"\"data.npy\"", "\"lo.npy\"", "has other elements than bytes; expected '|u1'"},
      Wrong{"\"height\": 2", "\"height\": 1", "data.npy has 10 bytes; expected 6 for the surface"},
      Wrong{"expected: \"expected.npy\"", "expected: \"coords.npy\"", "expected [3, 4] of 32-bit numbers"},
      Wrong{"lo: \"lo.npy\"", "lo: \"hi.npy\"\n  note: \"equal ends are an interval\"", ""},
      Wrong{"lo: \"lo.npy\"\n  hi: \"hi.npy\"", "lo: \"hi.npy\"\n  hi: \"lo.npy\"",
            "is above 'hi' in row 0; expected lo <= hi"});
  const VerifyReport report = folder.run(changed(wrong.from, wrong.to));
  INFO(report_text(report));
  REQUIRE(report.outcomes.size() == 1);
  if (*wrong.message == 0) {
    CHECK(report.exit_code() == ExitCode::kMismatch);
    return;
  }
  CHECK(report.outcomes[0].status == CaseStatus::kMalformed);
  CHECK(report.exit_code() == ExitCode::kMalformedInput);
  CHECK(report.outcomes[0].problem.find(wrong.message) != std::string::npos);
  CHECK(report_text(report).find(", 1 malformed\n") != std::string::npos);
}

/// The same case with its arrays in archives: `archived.npz`, of which they are named as of a folder, and `cases.npz`.
struct ArchivedFolder : Folder {
  ArchivedFolder() {
    texpipe::test::ZipMembers members;
    for (const char* name : {"data.npy", "coords.npy", "expected.npy", "lo.npy", "hi.npy"}) {
      members.emplace_back(name, read_file(path / name));
      fs::remove(path / name);
    }
    texpipe::test::write_npz(path / "cases.npz", members);
    texpipe::test::write_npz(path / "archived.npz", members);
  }

  static std::string in_archive() { return std::regex_replace(kCase, std::regex{"(\\w+[.]npy)"}, "archived/$1"); }
};

TEST_CASE("an array that is no file is a member of the archive named after its folder, or after the cases",
          "[verify][npz]") {
  const ArchivedFolder folder;
  CHECK(folder.run(kCase).exit_code() == ExitCode::kSuccess);
  CHECK(folder.run(folder.in_archive()).exit_code() == ExitCode::kSuccess);
  fs::remove(folder.path / "cases.npz");
  CHECK(folder.run(kCase).exit_code() == ExitCode::kMalformedInput);
  CHECK(folder.run(folder.in_archive()).exit_code() == ExitCode::kSuccess);
}

TEST_CASE("a file goes before the archive's member of its name", "[verify][npz]") {
  const ArchivedFolder folder;
  fs::create_directory(folder.path / "archived");
  texpipe::test::write_npy(folder.path / "archived/hi.npy", npy_of(std::vector<float>(12, 0.0f), {3, 4}));
  CHECK(folder.run(folder.in_archive()).exit_code() == ExitCode::kMismatch);
}

TEST_CASE("what is wrong with an archive is said at the place that names its array", "[verify][npz][malformed]") {
  const ArchivedFolder folder;
  const auto problem = [&](const std::string& text) {
    const VerifyReport report = folder.run(text);
    CHECK(report.exit_code() == ExitCode::kMalformedInput);
    return report.outcomes.at(0).problem;
  };
  CHECK_THAT(problem(changed("\"coords.npy", "\"coord.npy")),
             Catch::Contains("cases.yaml:6:11: tiny.coords: ") &&
                 Catch::Contains("coord.npy does not exist, nor does cases.npz have it; did you mean coords.npy?"));
  fs::resize_file(folder.path / "archived.npz", 100);
  CHECK_THAT(problem(folder.in_archive()), Catch::Contains("cases.yaml:6:11: tiny.coords: ") &&
                                               Catch::EndsWith("archived.npz is no zip file with members, or is cut "
                                                               "short; expected an archive as numpy.savez writes it"));
  texpipe::test::write_npz(folder.path / "cases.npz", {{"coords.npy", {}}});
  CHECK_THAT(problem(kCase), Catch::Contains("cases.npz/coords.npy ends too early"));
}

TEST_CASE("other cases of a file run when one is malformed", "[verify][malformed]") {
  const Folder folder;
  std::string second = changed("\"tiny\"", "\"other\"");
  const VerifyReport report = folder.run(changed("\"WRAP\"", "\"WARP\"") + second);
  CHECK(report.count(CaseStatus::kPassed) == 1);
  CHECK(report.count(CaseStatus::kMalformed) == 1);
  CHECK(report.exit_code() == ExitCode::kMalformedInput);
}

TEST_CASE("a case is told of once, however much is wrong with it, with the first mistake", "[verify][malformed]") {
  const Folder folder;
  std::string text = changed("\"sample_l\"", "\"sampel_l\"");
  text.replace(text.find("WRAP"), 4, "WARP");
  const VerifyReport report = folder.run(text + changed("\"tiny\"", "\"other\""));
  REQUIRE(report.outcomes.size() == 2);
  CHECK(report.count(CaseStatus::kPassed) == 1);
  CHECK_THAT(report.outcomes[1].problem, Catch::Contains("tiny.op: operation has no name 'sampel_l'"));
}

TEST_CASE("a key that a case does not have is noted with the nearest, and the case runs", "[verify][malformed]") {
  const Folder folder;
  const VerifyReport report = folder.run(changed("\"lod_bias\": 0.0", "\"lod_bais\": 0.0"));
  CHECK(report.exit_code() == ExitCode::kSuccess);
  REQUIRE(report.notes.size() == 1);
  CHECK_THAT(report.notes[0].text(), Catch::Contains("tiny.sampler.lod_bais: key is not known and not used; did you "
                                                     "mean lod_bias?"));
}

TEST_CASE("a key that is given twice costs its own case alone", "[verify][malformed]") {
  const Folder folder;
  const std::string other = changed("\"tiny\"", "\"other\"");
  const VerifyReport report =
      folder.run(other + changed("  op: ", "  op: ld\n  op: ") + changed("\"tiny\"", "\"third\""));
  CHECK(report.count(CaseStatus::kPassed) == 2);
  REQUIRE(report.count(CaseStatus::kMalformed) == 1);
  CHECK_THAT(report.outcomes.back().problem,
             Catch::Contains("cases.yaml:15:3: tiny.op: duplicate key; first given in line 14"));
}

TEST_CASE("cases may have the aliases and tags that programs write", "[verify]") {
  const Folder folder;
  std::string text = changed("sampler: {", "sampler: &id001 {") + changed("\"tiny\"", "!!str \"other\"");
  const std::size_t second = text.rfind("sampler: {");
  text.replace(second, text.find('\n', second) - second, "sampler: *id001");
  CHECK(folder.run(text).count(CaseStatus::kPassed) == 2);
}

TEST_CASE("infinite levels of detail are numbers of YAML", "[verify]") {
  const Folder folder;
  CHECK(folder.run(changed("\"lod_bias\": 0.0", "\"max_lod\": .inf, \"min_lod\": -.inf")).exit_code() ==
        ExitCode::kSuccess);
}

TEST_CASE("an id that is given twice is noted", "[verify][malformed]") {
  const Folder folder;
  const VerifyReport report = folder.run(std::string{kCase} + kCase);
  CHECK(report.exit_code() == ExitCode::kSuccess);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].text().find("cases.yaml:12:3: tiny: is the id of another case, too") != std::string::npos);
}

TEST_CASE("a file that is no list of cases is refused as a whole", "[verify][malformed]") {
  const Folder folder;
  for (const char* text : {"", "~\n", "a: 1\n", "- [\n", "- *nothing\n", "---\n- a\n---\n- b\n", "- id: \xff\n"}) {
    INFO(text);
    CHECK_THROWS_AS(folder.run(text), Error);
  }
  CHECK(folder.run("- 5\n- \n- [1, 2]\n").exit_code() == ExitCode::kMalformedInput);
}

}  // namespace
}  // namespace texpipe::study
