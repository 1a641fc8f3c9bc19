// Diagnosis of a failing case by verify: golden cases with one fault planted, and the intermediate that is named.
#include "analysis/verify/case_diagnosis.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "analysis/verify/verify_run.h"
#include "pictures/npy/npy.h"
#include "support/scratch_folder.h"
#include "support/write_npy.h"

namespace texpipe::study {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::absolute(TEXPIPE_TEST_DATA "/golden");

NpyArray array_of(const std::string& path) {
  CaseFile file = case_file({}, path);
  file.archives = std::make_shared<CaseArchives>();
  return read_case_file(file);
}

// One case of the golden data, alone in a folder, with something about it changed.
struct OneCase {
  test::ScratchFolder scratch;
  fs::path path = scratch.path();
  std::string text;

  explicit OneCase(const std::string& id) {
    std::ifstream stream{kGolden / "cases.yaml"};
    std::stringstream all;
    all << stream.rdbuf();
    const std::string cases = all.str();
    const std::size_t first = cases.find("- id: \"" + id + "\"");
    REQUIRE(first != std::string::npos);
    text = cases.substr(first, cases.find("\n- id", first) - first) + "\n";
    text = std::regex_replace(text, std::regex{"\"([a-z0-9_]+/[^\"]+\\.npy)\""}, "\"" + kGolden.string() + "/$1\"");
  }

  void replace(const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
  }

  // Adds to all values of one row of lo and hi, or of expected.
  void move_row(const std::string& key, std::size_t row, float step) {
    std::smatch found;
    REQUIRE(std::regex_search(text, found, std::regex{"\n  " + key + ": \"([^\"]+)\""}));
    NpyArray array = array_of(found[1].str());
    for (std::size_t column = 0; column < 4; ++column) {
      std::byte* place = array.data.data() + 4 * (4 * row + column);
      if (array.type == NpyType::kFloat32) {
        float value;
        std::memcpy(&value, place, 4);
        value += step;
        std::memcpy(place, &value, 4);
      } else {
        std::int32_t value;
        std::memcpy(&value, place, 4);
        value += static_cast<std::int32_t>(step);
        std::memcpy(place, &value, 4);
      }
    }
    const fs::path moved = path / (key + ".npy");
    texpipe::test::write_npy(moved, array);
    replace(key + ": \"" + found[1].str() + "\"", key + ": \"" + moved.string() + "\"");
  }

  // Changes one coordinate.
  void set_coordinate(std::size_t row, std::size_t column, float value) {
    std::smatch found;
    REQUIRE(std::regex_search(text, found, std::regex{"\n  coords: \"([^\"]+)\""}));
    NpyArray array = array_of(found[1].str());
    std::memcpy(array.data.data() + 4 * (array.shape.at(1) * row + column), &value, 4);
    const fs::path moved = path / "coords.npy";
    test::write_npy(moved, array);
    replace("coords: \"" + found[1].str() + "\"", "coords: \"" + moved.string() + "\"");
  }

  VerifyReport run() const {
    std::ofstream{path / "cases.yaml"} << text;
    VerifyReport report = verify(path, {});
    INFO(report_text(report));
    REQUIRE(report.outcomes.size() == 1);
    REQUIRE(report.exit_code() == ExitCode::kMismatch);
    REQUIRE(report.outcomes[0].diagnosis);
    return report;
  }
};

bool has_step(const CaseDiagnosis& diagnosis, const std::string& rule, const std::string& text) {
  for (const TraceStep& step : diagnosis.trace.steps) {
    if (step.rule.find(rule) != std::string::npos && step.text.find(text) != std::string::npos) return true;
  }
  return false;
}

struct Planted {
  const char* id;
  const char* from;
  const char* to;
  const char* rule;    // of the first suspect
  const char* change;  // part of its text
};

TEST_CASE("a planted fault is named with its rule, and explains every failing row", "[verify][diagnosis]") {
  const Planted planted = GENERATE(
      Planted{"wrap_003", "\"address_u\": \"MIRROR\"", "\"address_u\": \"WRAP\"", "section 2",
              "address mode of u MIRROR"},
      Planted{"wrap_001", "\"address_v\": \"WRAP\"", "\"address_v\": \"CLAMP\"", "section 2", "address mode of v WRAP"},
      Planted{"filter2d_006", "\"mip_filter\": \"LINEAR\"", "\"mip_filter\": \"NEAREST\"", "L10", "mip filter LINEAR"},
      Planted{"filter2d_007", "\"min_filter\": \"NEAREST\", \"mag_filter\": \"LINEAR\"",
              "\"min_filter\": \"LINEAR\", \"mag_filter\": \"NEAREST\"", "L8", "the other of minification"},
      Planted{"lod_control_001", "\"lod_bias\": 0.75", "\"lod_bias\": 0.8125", "L9", "level of detail -16/256"},
      Planted{"border_001", "\"OB\"", "\"OW\"", "B1", "border colour OB"},
      Planted{"compare_003", "\"LESS\"", "\"NOT_EQUAL\"", "F7", "compare LESS"},
      Planted{"swizzle_001", "BGRA", "RGBA", "Shader Channel Select", "red and blue exchanged"},
      Planted{"offset_001", "[-8, 7, 0]", "[-7, 7, 0]", "C7", "texel offset of u -1"},
      Planted{"gather4_003", "gather_channel: 2", "gather_channel: 1", "gather4", "gather channel B"});
  OneCase one{planted.id};
  one.replace(planted.from, planted.to);
  const VerifyReport report = one.run();
  const CaseDiagnosis& diagnosis = *report.outcomes[0].diagnosis;
  INFO(report_text(report));
  REQUIRE(!diagnosis.suspects.empty());
  const Suspect& suspect = diagnosis.suspects.front();
  CHECK(suspect.rule.find(planted.rule) != std::string::npos);
  CHECK(suspect.change.find(planted.change) != std::string::npos);
  CHECK(suspect.rows == diagnosis.rows_tried);
}

TEST_CASE("a linear sample is traced from its level of detail to its texels", "[verify][diagnosis]") {
  OneCase one{"filter2d_006"};
  one.move_row("lo", 19, 0.3f);
  one.move_row("hi", 19, 0.3f);
  const VerifyReport report = one.run();
  const CaseDiagnosis& diagnosis = *report.outcomes[0].diagnosis;
  INFO(report_text(report));
  CHECK(diagnosis.row == 19);
  CHECK(has_step(diagnosis, "L9", "level of detail 4 given, with bias 0: 1024/256"));
  CHECK(has_step(diagnosis, "L10", "level 4"));
  CHECK(has_step(diagnosis, "C6", "level 4 of 2x1: u"));
  CHECK(has_step(diagnosis, "section 2", "WRAP of 2"));
  REQUIRE(diagnosis.trace.texels.size() == 4);
  double weights = 0, sum = 0;
  for (const TraceTexel& texel : diagnosis.trace.texels) {
    weights += texel.texel.weight;
    sum += texel.texel.weight * texel.texel.value[diagnosis.column];
    CHECK(texel.texel.level == 4);
    CHECK(texel.texel.decoded[0] == Approx(texel.texel.code[0] / 255.0));
  }
  CHECK(weights == Approx(1));
  CHECK(sum == Approx(diagnosis.got));
}

TEST_CASE("a level of detail that nothing simple explains is solved for", "[verify][diagnosis]") {
  OneCase one{"lod_control_007"};
  one.replace("\"max_lod\": 2.25", "\"max_lod\": 0.5");
  const VerifyReport report = one.run();
  const Suspect& suspect = report.outcomes[0].diagnosis->suspects.at(0);
  INFO(suspect.change);
  CHECK(suspect.rule.find("L6") != std::string::npos);
  CHECK(suspect.change.find("576/256") != std::string::npos);  // 2.25
  CHECK(suspect.change.find("in place of 128/256") != std::string::npos);
}

TEST_CASE("the value that a texel would have needed puts the result inside", "[verify][diagnosis]") {
  OneCase one{"filter2d_004"};
  one.move_row("lo", 20, 0.01f);
  one.move_row("hi", 20, 0.01f);
  const VerifyReport report = one.run();
  const CaseDiagnosis& diagnosis = *report.outcomes[0].diagnosis;
  for (const TraceTexel& texel : diagnosis.trace.texels) {
    if (!texel.needed || texel.needed->low > texel.needed->high) continue;
    const double step = texel.needed->low - texel.texel.value[diagnosis.column];
    CHECK(diagnosis.got + step * texel.texel.weight >= diagnosis.expected.low - 1e-6);
  }
}

TEST_CASE("cube, anisotropy, compare and integers are traced", "[verify][diagnosis]") {
  OneCase cube{"types_022"};
  cube.move_row("lo", 10, 0.2f);
  cube.move_row("hi", 10, 0.2f);
  const VerifyReport cube_report = cube.run();
  CHECK(has_step(*cube_report.outcomes[0].diagnosis, "Q1", "face +X, s 0.5, t 0.5"));
  OneCase aniso{"aniso_003"};
  aniso.replace("rms_limit: 0.01459", "rms_limit: 0.0001");
  const VerifyReport aniso_report = aniso.run();
  CHECK(aniso_report.outcomes[0].problem.find("farthest is row") != std::string::npos);
  CHECK(has_step(*aniso_report.outcomes[0].diagnosis, "L4, L5", "taps along the longer axis"));
  OneCase compare{"compare_003"};
  compare.move_row("lo", 3, 2.0f);
  compare.move_row("hi", 3, 2.0f);
  const VerifyReport compare_report = compare.run();
  CHECK(has_step(*compare_report.outcomes[0].diagnosis, "F7", "reference"));
  OneCase integer{"integer_003"};
  integer.move_row("lo", 3, 5);
  integer.move_row("hi", 3, 5);
  const VerifyReport integer_report = integer.run();
  CHECK(integer_report.outcomes[0].diagnosis->trace.texels.size() == 1);
}

TEST_CASE("a level of detail that rounding puts on a level, or between two, says how far that reaches",
          "[verify][diagnosis][L9][L10]") {
  // Step of the first row, moved to a level of detail and failing; empty when there is none.
  const auto step_at = [](const char* id, float lod) -> std::string {
    OneCase one{id};
    one.set_coordinate(0, 4, lod);
    one.move_row("lo", 0, 2.0f);
    one.move_row("hi", 0, 2.0f);
    const VerifyReport report = one.run();
    REQUIRE(report.outcomes[0].diagnosis->row == 0);
    for (const TraceStep& step : report.outcomes[0].diagnosis->trace.steps) {
      if (step.rule == "L9, L10") return step.text;
    }
    return "";
  };
  constexpr const char* kNearestMip = "lod_control_016";
  constexpr const char* kLinearMip = "lod_control_015";
  constexpr float kInBand = 0.45f / 256, kBeyond = 0.55f / 256;
  const std::string tie =
      "rounded to 1/256: all within 1/512 of level 1.5 counts as it, and a tie takes the higher level";
  CHECK(step_at(kNearestMip, 1.5f - kInBand) == tie);
  CHECK(step_at(kNearestMip, 1.5f + kInBand) == tie);
  CHECK(step_at(kNearestMip, 1.5f - kBeyond).empty());
  CHECK(step_at(kNearestMip, 1.0f).empty());
  CHECK(step_at(kNearestMip, kInBand) ==
        "rounded to 1/256: all within 1/512 of level 0 counts as it; the magnification filter serves up to it");
  CHECK(step_at(kLinearMip, 2.0f - kInBand) ==
        "rounded to 1/256: all within 1/512 of level 2 counts as it, and reads one level alone");
  CHECK(step_at(kLinearMip, 2.0f + kBeyond).empty());
  CHECK(step_at(kLinearMip, 1.5f).empty());
  CHECK(step_at(kLinearMip, -1.0f).empty());
}

TEST_CASE("format decode and queries show what they read", "[verify][diagnosis]") {
  OneCase block{"format_BC1_UNORM"};
  block.move_row("lo", 77, 0.5f);
  block.move_row("hi", 77, 0.5f);
  const VerifyReport block_report = block.run();
  CHECK(has_step(*block_report.outcomes[0].diagnosis, "section 6", "level 0 of 64x24: texel (13, 1)"));
  CHECK(has_step(*block_report.outcomes[0].diagnosis, "sections 7 and 9", "BC1_UNORM element: "));
  OneCase table{"format_R8_USCALED"};
  table.move_row("expected", 7, 1);
  const VerifyReport table_report = table.run();
  CHECK(has_step(*table_report.outcomes[0].diagnosis, "sections 7 and 9", "R8_USCALED element: 07"));
  OneCase query{"resinfo_001"};
  query.move_row("expected", 2, 1);
  const VerifyReport query_report = query.run();
  CHECK(has_step(*query_report.outcomes[0].diagnosis, "R2", "max(1, 37 >> 2) = 9"));
}

TEST_CASE("the diagnosis is in the JSON report, too", "[verify][diagnosis]") {
  OneCase one{"wrap_003"};
  one.replace("\"address_u\": \"MIRROR\"", "\"address_u\": \"WRAP\"");
  const auto json = nlohmann::json::parse(report_json(one.run()));
  const auto& diagnosis = json["cases"][0]["diagnosis"];
  CHECK(diagnosis["suspects"][0]["rule"] == "section 2 (address modes)");
  CHECK(diagnosis["suspects"][0]["rows"] == diagnosis["suspects"][0]["of"]);
  CHECK(diagnosis["steps"].size() > 4);
  CHECK(diagnosis["texels"][0]["share"] == 1.0);
  CHECK(diagnosis["texels"][0]["needed"].size() == 2);
}

}  // namespace
}  // namespace texpipe::study
