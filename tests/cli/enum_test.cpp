#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "isa/gen9/enumerations.h"
#include "support/enumerations_csv.h"
#include "support/run_command.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using nlohmann::json;

TEST_CASE("enum prints all 696 rows of the 39 enumerations as the document has them", "[cli][enum]") {
  std::map<std::string, std::vector<EnumerationsCsvRow>> expected;
  for (const EnumerationsCsvRow& row : enumerations_csv()) expected[row.enumeration].push_back(row);
  const json list = json::parse(run_texpipe("enum --json").out)["enumerations"];
  REQUIRE(list.size() == 39);
  std::size_t compared = 0;
  for (const json& entry : list) {
    const auto name = entry["name"].get<std::string>();
    CAPTURE(name);
    const json printed = json::parse(run_texpipe("enum '" + name + "' --json").out);
    const auto& rows = expected[name];
    CHECK(entry["rows"] == rows.size());
    REQUIRE(printed["rows"].size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i, ++compared) {
      const json& row = printed["rows"][i];
      CAPTURE(i);
      CHECK(row["value"] == rows[i].first);
      CHECK(row["last_value"] == rows[i].last);
      CHECK(row["name"] == texpipe::gen9::repaired_name(rows[i].name));
      CHECK(row["exists_if"] == rows[i].exists_if);
      CHECK(row["reserved"] == (rows[i].name == "Reserved"));
    }
  }
  CHECK(compared == 696);
}

TEST_CASE("enum finds a value by number or name, with its condition, and a name in every enumeration", "[cli][enum]") {
  const std::string lrp = "EU_OPCODE: 7 bits, 68 rows, EuIsa\n  0x5c             92  1011100b  lrp  ";
  for (const char* value : {"0x5c", "92", "1011100b", "0b1011100", "lrp", "Irp"}) {
    const CommandOutcome found = run_texpipe(std::string{"enum EU_OPCODE "} + value);
    CHECK(found.code == 0);
    CHECK_THAT(found.out, StartsWith(lrp));
  }
  CHECK_THAT(run_texpipe("enum PredCtrl 2").out,
             Contains("exists if (AccessMode==Align16)") && Contains("exists if (AccessMode==Align1)"));
  const json matches = json::parse(run_texpipe("enum SFID_SAMPLER --json").out)["matches"];
  REQUIRE(matches.size() == 1);
  CHECK(matches[0]["enumeration"] == "SFID");
  CHECK(matches[0]["value"] == 2);
}

TEST_CASE("enum names the nearest spelling of what it does not find", "[cli][enum]") {
  const auto refusal = [](const std::string& arguments) {
    const CommandOutcome outcome = run_texpipe("enum " + arguments);
    CHECK(outcome.code == 4);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refusal("SURFACE_FROMAT"), Contains("did you mean SURFACE_FORMAT?"));
  CHECK_THAT(refusal("SFID_SAMPLR"), Contains("did you mean SFID_SAMPLER?"));
  CHECK_THAT(refusal("EU_OPCODE mvo"), Contains("EU_OPCODE lists no \"mvo\"; did you mean mov?"));
  CHECK_THAT(refusal("EU_OPCODE 63"), Contains("expected a name or a value of 7 bits"));
  CHECK_THAT(refusal("SFID_SAMPLER 2"), Contains("no enumeration is named \"SFID_SAMPLER\""));
}

TEST_CASE("enum finds names by their beginnings, else by what stands in them", "[cli][enum]") {
  const json matches = json::parse(run_texpipe("enum SURFACE_FORMAT BC7 --json").out)["rows"];
  REQUIRE(matches.size() == 2);
  CHECK(matches[0]["name"] == "BC7_UNORM");
  CHECK(matches[1]["name"] == "BC7_UNORM_SRGB");
  CHECK_THAT(run_texpipe("enum SURFACE_FORMAT c7_unorm").out, Contains("BC7_UNORM"));
  CHECK_THAT(run_texpipe("enum bc7").out, Contains("SURFACE_FORMAT: 9 bits") && Contains("BC7_UNORM"));
}
